import {
  encodeEntry,
  encodeMove,
  FACE_DOWN,
  formatPosition,
  isFaceUp,
  legalMoves,
  topOf,
  viewOf,
} from '@same-deal/engine';
import type { Move } from '@same-deal/engine';
import type { LogEntry } from '@same-deal/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubStorage } from '../state/fake-storage.ts';
import { keepWaiting, keptWaiting } from './kept-entries.ts';
import { QUEUE_LIMIT } from './play-log.ts';
import { OVERDUE_MS, PlaySession } from './play-session.svelte.ts';
import { tableOf } from './remember-table.svelte.ts';
import type { PlayEvent } from './play-state.ts';
import { runWaiting } from '../ui/after-paint.ts';
import { FakeService, PLAY_ID, settled } from './testing/fake-service.ts';

const ALHAMBRA = { stock: 17, waste: 16 };
const deal: Move = { from: ALHAMBRA.stock, to: ALHAMBRA.waste };

async function sit(service: FakeService) {
  const line = service.connect();
  const session = new PlaySession(line, PLAY_ID, { now: () => clock });
  const events: PlayEvent[] = [];
  session.listen((event) => events.push(event));
  await settled();
  return { line, session, events };
}

/** Some move that is legal now, and is no deal. */
function anyMove(session: PlaySession): Move {
  for (const [from, [to]] of session.targets.entries()) if (to !== undefined) return { from, to };
  throw new Error('no move');
}

const inLog = ({ entry, elapsedMs }: LogEntry): LogEntry => ({ entry, elapsedMs });
const textOf = (session: PlaySession) => session.position && formatPosition(session.position);
const viewText = (service: FakeService) => formatPosition(viewOf(service.play.position));
const legalElsewhere = (session: PlaySession, but: Move): Move => {
  for (const [from, targets] of session.targets.entries()) {
    for (const to of targets) if (from !== but.from || to !== but.to) return { from, to };
  }
  throw new Error('no other move');
};

let clock = 0;
beforeEach(() => {
  clock = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('an own move', () => {
  test('is on the table before the service has answered, and stays', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { line, session } = await sit(service);
    line.holds = true;
    const before = textOf(session);
    const move = anyMove(session);
    expect(session.move(move.from, move.to)).toBe(true);
    expect(textOf(session)).not.toBe(before);
    expect(session.pendingCount).toBe(1);
    expect(session.state.log?.acknowledged.entries).toBe(0);
    await line.deliver();
    expect(session.pendingCount).toBe(0);
    expect(session.state.log?.acknowledged.entries).toBe(1);
    expect(textOf(session)).toBe(viewText(service));
  });

  test('stays the very same when it is acknowledged: nothing is drawn anew', async () => {
    const { line, session } = await sit(FakeService.dealing('bisley/thirteen', '17'));
    line.holds = true;
    const move = anyMove(session);
    session.move(move.from, move.to);
    const { position } = session;
    await line.deliver();
    expect(session.pendingCount).toBe(0);
    expect(session.position).toBe(position);
  });

  test('does not wait for the one before it: each carries the next number', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { line, session } = await sit(service);
    line.holds = true;
    for (let n = 0; n < 3; n++) session.move(deal.from, deal.to);
    session.undo();
    const code = encodeMove(deal);
    expect(line.sent).toEqual([`1:${code}`, `2:${code}`, `3:${code}`, `4:${0xffff}`]);
    await line.deliver();
    expect(session.number).toBe(4);
    expect(session.undos).toBe(1);
    expect(textOf(session)).toBe(viewText(service));
  });

  test('that the rules do not allow goes nowhere and says why', async () => {
    const { line, session, events } = await sit(FakeService.dealing('alhambra/standard', '5'));
    expect(session.move(ALHAMBRA.waste, ALHAMBRA.stock)).toBe(false);
    expect(line.sent).toEqual([]);
    expect(events).toMatchObject([
      {
        kind: 'refused',
        takenBack: false,
        refusal: { code: 'illegal-move', rejection: { code: 'stock-not-empty' } },
      },
    ]);
  });

  test('that turns a card up shows it face down until the service tells it', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { line, session, events } = await sit(service);
    line.holds = true;
    const wasteTop = () => topOf(session.position?.piles[ALHAMBRA.waste] ?? []);
    session.move(deal.from, deal.to);
    expect(wasteTop()).toBe(FACE_DOWN);
    await line.deliver();
    expect(isFaceUp(wasteTop())).toBe(true);
    expect(events.at(-1)).toEqual({ kind: 'turned-up', card: wasteTop(), pile: ALHAMBRA.waste });
  });

  test('in practice turns it up at once, and it is told once', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    service.isOpenDeal = true;
    const { line, session, events } = await sit(service);
    line.holds = true;
    const wasteTop = () => topOf(session.position?.piles[ALHAMBRA.waste] ?? []);
    session.move(deal.from, deal.to);
    const card = wasteTop();
    expect(isFaceUp(card)).toBe(true);
    await line.deliver();
    expect(wasteTop()).toBe(card);
    expect(events.slice(1)).toEqual([{ kind: 'turned-up', card, pile: ALHAMBRA.waste }]);
  });

  test('is no reason to call an unknown last card stuck', async () => {
    const service = FakeService.dealing('british-square/piles', '5', 'none');
    const { line, session } = await sit(service);
    line.holds = true;
    while (session.position?.piles.at(-1)?.length) session.move(21, 20);
    expect(session.isStuck).toBe(false);
    expect(session.ending).toBeNull();
    await line.deliver();
    expect(textOf(session)).toBe(viewText(service));
  });
});

describe('a refusal of the service', () => {
  test('takes the table back with all that was played on it, and the next move counts', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { line, session, events } = await sit(service);
    line.holds = true;
    const before = textOf(session);
    service.failures.push({ code: 'not-started', startsInMs: 100 });
    const move = anyMove(session);
    session.move(move.from, move.to);
    const next = anyMove(session);
    session.move(next.from, next.to);
    line.holds = false;
    await line.deliver();
    expect(textOf(session)).toBe(before);
    expect(session.pendingCount).toBe(0);
    expect(events.at(-1)).toMatchObject({
      kind: 'refused',
      takenBack: true,
      refusal: { code: 'not-started' },
    });
    session.move(move.from, move.to);
    await settled();
    expect(session.state.log?.acknowledged.entries).toBe(1);
    expect(textOf(session)).toBe(viewText(service));
  });

  test('by a rate limit keeps the entry and sends it again when told to', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { line, session } = await sit(service);
    service.failures.push({ code: 'too-many-requests', retryAfterMs: 3000 });
    const move = anyMove(session);
    session.move(move.from, move.to);
    await settled();
    expect(session.pendingCount).toBe(1);
    await vi.advanceTimersByTimeAsync(2900);
    expect(line.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(line.sent).toEqual([`1:${encodeMove(move)}`, `1:${encodeMove(move)}`]);
    expect(session.pendingCount).toBe(0);
  });

  test('stale: the table of the other device replaces this one', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { line, session, events } = await sit(service);
    const mine = anyMove(session);
    const theirs = legalElsewhere(session, mine);
    service.lines.delete(line);
    service.take(theirs, 1);
    session.move(mine.from, mine.to);
    await settled();
    expect(events.map((event) => event.kind)).toContain('overtaken');
    expect(session.inControl).toBe(false);
    expect(session.pendingCount).toBe(0);
    expect(textOf(session)).toBe(viewText(service));
  });
});

describe('a lost line', () => {
  test('keeps what was played and sends it again under the same numbers', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { line, session } = await sit(service);
    session.move(deal.from, deal.to);
    await settled();
    await line.cut();
    const sentBefore = line.sent.length;
    session.move(deal.from, deal.to);
    session.move(deal.from, deal.to);
    expect(session.pendingCount).toBe(2);
    expect(line.sent).toHaveLength(sentBefore);
    await line.restore();
    const code = encodeMove(deal);
    expect(line.sent.slice(sentBefore)).toEqual([`2:${code}`, `3:${code}`]);
    expect(session.pendingCount).toBe(0);
    expect(service.log).toHaveLength(3);
    expect(textOf(session)).toBe(viewText(service));
  });

  test('a table left without it is not closed over the next one, where it may be open again', async () => {
    const { line, session } = await sit(FakeService.dealing('alhambra/standard', '5'));
    const asked = vi.spyOn(line, 'request');
    await line.cut();
    session.close();
    expect(asked).not.toHaveBeenCalled();
  });

  test('a table left while the first line is built up is closed after its opening, which waits for that', async () => {
    const line = FakeService.dealing('alhambra/standard', '5').connect();
    const asked = vi.spyOn(line, 'request').mockReturnValue(new Promise(() => undefined));
    vi.spyOn(line, 'onLine').mockImplementation((listener) => {
      listener('connecting');
      return () => true;
    });
    new PlaySession(line, PLAY_ID).close();
    await settled();
    expect(asked.mock.calls.map(([name]) => name)).toEqual(['play:open', 'play:close']);
  });

  test('P5: entries that arrived although their answers were lost count once', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { line, session } = await sit(service);
    line.holds = true;
    session.move(deal.from, deal.to);
    session.move(deal.from, deal.to);
    await line.cut();
    line.holds = false;
    session.move(deal.from, deal.to);
    await line.restore();
    expect(service.log).toHaveLength(3);
    expect(session.number).toBe(3);
    expect(session.pendingCount).toBe(0);
    expect(session.inControl).toBe(true);
    expect(textOf(session)).toBe(viewText(service));
  });

  test('shows the entries of another device on return, and gives up those that clash', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { line, session, events } = await sit(service);
    await line.cut();
    const mine = anyMove(session);
    const theirs = legalElsewhere(session, mine);
    session.move(mine.from, mine.to);
    service.take(theirs, 1);
    await line.restore();
    expect(events.at(-1)?.kind).toBe('overtaken');
    expect(session.inControl).toBe(false);
    expect(textOf(session)).toBe(viewText(service));
  });

  test('lets only so many entries wait', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { line, session, events } = await sit(service);
    await line.cut();
    const move = anyMove(session);
    for (let n = 0; n < QUEUE_LIMIT / 2; n++) {
      session.move(move.from, move.to);
      session.undo();
    }
    expect(session.pendingCount).toBe(QUEUE_LIMIT);
    expect(session.move(move.from, move.to)).toBe(false);
    expect(events.at(-1)).toMatchObject({ kind: 'refused', refusal: { code: 'queue-full' } });
    await line.restore();
    expect(session.pendingCount).toBe(0);
    expect(service.log).toHaveLength(QUEUE_LIMIT);
  });

  test('P8: a service that takes long is asked once: asking again in the meantime discards no answer', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const line = service.connect();
    line.delayMs = 8_000;
    const session = new PlaySession(line, PLAY_ID, { now: () => clock });
    const again = setInterval(() => void session.reopen(), 5_000);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(session.play).toBeDefined();
    clearInterval(again);
  });

  test('an unavailable service on a good line is asked again, ever more rarely', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { session, line } = await sit(service);
    service.failures.push({ code: 'unavailable' }, { code: 'unavailable' });
    const move = anyMove(session);
    session.move(move.from, move.to);
    await vi.advanceTimersByTimeAsync(600);
    expect(line.sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(600);
    expect(line.sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(600);
    expect(line.sent).toHaveLength(3);
    expect(session.pendingCount).toBe(0);
  });
});

describe('what the service has not stored yet', () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = stubStorage();
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('P4: is kept in the browser while the service cannot store anything: a reload loses nothing', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { session } = await sit(service);
    service.failures.push({ code: 'unavailable' });
    const move = anyMove(session);
    session.move(move.from, move.to);
    await vi.advanceTimersByTimeAsync(100);
    session.close();
    expect(service.log).toHaveLength(0);
    const again = await sit(service);
    await vi.advanceTimersByTimeAsync(100);
    expect(service.log).toHaveLength(1);
    expect(again.session.pendingCount).toBe(0);
    expect(stored.size).toBe(0);
  });

  test('P4: is kept from the moment it is played, on a line that nobody has noticed to be dead', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { session, line } = await sit(service);
    line.swallows = true;
    for (let n = 0; n < 3; n++) session.move(deal.from, deal.to);
    expect(session.line).toBe('up');
    expect(service.log).toHaveLength(0);
    // The page is gone at once, without a chance to put anything in order.
    const again = await sit(service);
    expect(again.session.number).toBe(3);
    expect(service.log).toHaveLength(3);
    expect(textOf(again.session)).toBe(viewText(service));
    expect(stored.size).toBe(0);
  });

  test('is kept no longer once it is acknowledged, though its table has been left meanwhile', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { session, line } = await sit(service);
    line.holds = true;
    for (let n = 0; n < 3; n++) session.move(deal.from, deal.to);
    session.close();
    await line.deliver(2);
    expect(keptWaiting(PLAY_ID)).toMatchObject([{ entry: deal, number: 3 }]);
    await line.deliver();
    expect(stored.size).toBe(0);
  });

  describe('where frames are painted', () => {
    let frames: (() => void)[];
    beforeEach(() => {
      frames = [];
      vi.stubGlobal('document', { visibilityState: 'visible' });
      vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    });
    afterEach(() => {
      for (const frame of frames) frame();
      runWaiting();
    });

    test('P3: is on the table at once, and goes out in its order after the frame that shows it', async () => {
      const service = FakeService.dealing('alhambra/standard', '5');
      const { session, line } = await sit(service);
      line.holds = true;
      for (let n = 0; n < 3; n++) session.move(deal.from, deal.to);
      expect(session.number).toBe(3);
      expect([line.sent.length, stored.size]).toEqual([0, 0]);
      for (const frame of frames) frame();
      vi.advanceTimersByTime(1);
      expect([line.sent.length, stored.size]).toEqual([3, 1]);
      await line.deliver();
      expect(session.state.log?.acknowledged.entries).toBe(3);
      expect(textOf(session)).toBe(viewText(service));
    });

    test('P4: is kept and sent at once when the table is left before its frame', async () => {
      const service = FakeService.dealing('alhambra/standard', '5');
      const { session, line } = await sit(service);
      line.swallows = true;
      session.move(deal.from, deal.to);
      session.close();
      expect(stored.size).toBe(1);
      const again = await sit(service);
      expect(again.session.number).toBe(1);
    });

    test('P5: goes out once when the line is lost and back before its frame', async () => {
      const service = FakeService.dealing('alhambra/standard', '5');
      const { session, line } = await sit(service);
      session.move(deal.from, deal.to);
      await line.cut();
      await line.restore();
      await vi.advanceTimersByTimeAsync(200);
      expect(service.log).toHaveLength(1);
      expect(line.sent).toHaveLength(1);
      expect(session.pendingCount).toBe(0);
      expect(stored.size).toBe(0);
    });
  });

  test('is no longer kept once the service has answered, refused or counted it', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { session, line } = await sit(service);
    line.holds = true;
    const move = anyMove(session);
    session.move(move.from, move.to);
    expect(stored.size).toBe(1);
    await line.deliver();
    expect(stored.size).toBe(0);
    line.holds = false;
    service.failures.push({ code: 'not-started', startsInMs: 100 });
    session.undo();
    expect(stored.size).toBe(1);
    await settled();
    expect(stored.size).toBe(0);
  });

  test('stays kept for its player when somebody else opens the table', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { session, line } = await sit(service);
    await line.cut();
    const move = anyMove(session);
    session.move(move.from, move.to);
    session.close();
    const other = service.connect();
    vi.spyOn(other, 'request').mockResolvedValue({ ok: false, error: { code: 'forbidden' } });
    const theirs = new PlaySession(other, PLAY_ID);
    await settled();
    expect(theirs.failure?.code).toBe('forbidden');
    expect(stored.size).toBe(1);
    const watched = new PlaySession(service.connect(), { ...service.snapshot(), isYours: false });
    expect(watched.pendingCount).toBe(0);
    expect(stored.size).toBe(1);
  });

  test('P4: stays kept where its own table is refused meanwhile, and is on it no longer', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { session, line } = await sit(service);
    await line.cut();
    const move = anyMove(session);
    session.move(move.from, move.to);
    vi.spyOn(line, 'request').mockResolvedValue({ ok: false, error: { code: 'forbidden' } });
    await line.restore();
    expect(session).toMatchObject({ failure: { code: 'forbidden' }, pendingCount: 0 });
    expect(stored.size).toBe(1);
  });

  describe('with the table in two tabs, of which one is closed while what it played waits', () => {
    async function closed() {
      const service = FakeService.dealing('alhambra/standard', '5');
      const other = await sit(service);
      await other.line.cut();
      const { session, line } = await sit(service);
      await line.cut();
      for (let n = 0; n < 2; n++) session.move(deal.from, deal.to);
      session.close();
      return { service, other };
    }

    test('P4: the other tab sends it with the next line', async () => {
      const { service, other } = await closed();
      await other.line.restore();
      expect(service.log).toHaveLength(2);
      expect(other.session).toMatchObject({ number: 2, pendingCount: 0 });
      expect(stored.size).toBe(0);
    });

    test('P4: a move in the other tab without a line shows it first, and what is played then comes after it', async () => {
      const { service, other } = await closed();
      expect(other.session.move(deal.from, deal.to)).toBe(false);
      expect(other.session).toMatchObject({ number: 2, pendingCount: 2 });
      expect(other.events.at(-1)).toEqual({ kind: 'overtaken' });
      expect(other.session.move(deal.from, deal.to)).toBe(true);
      expect(other.session).toMatchObject({ number: 3, pendingCount: 3 });
      await other.line.restore();
      expect(service.log).toHaveLength(3);
      expect(stored.size).toBe(0);
    });

    test('P4: what a tab that is further has kept stays its own where an answer comes late', async () => {
      const service = FakeService.dealing('alhambra/standard', '5');
      const { line, events } = await sit(service);
      const late = [{ entry: deal, number: 3 }];
      keepWaiting(PLAY_ID, 'Anna', late);
      await line.cut();
      await line.restore();
      expect(keptWaiting(PLAY_ID)).toEqual(late);
      expect(events.filter(({ kind }) => kind === 'overtaken')).toEqual([]);
    });

    test('P4: it stays kept where the other tab, which holds none of it, hears of another entry', async () => {
      const service = FakeService.dealing('alhambra/standard', '5');
      const { line, session } = await sit(service);
      const other = await sit(service);
      line.holds = true;
      for (let n = 0; n < 3; n++) session.move(deal.from, deal.to);
      expect(other.session.number).toBe(3);
      expect(keptWaiting(PLAY_ID), 'not answered yet').toHaveLength(3);
      await line.deliver();
      expect(stored.size).toBe(0);
    });
  });

  test('is called overdue after a second without an answer, and no longer once one has come', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { session, line } = await sit(service);
    expect(session.isOverdue).toBe(false);
    line.holds = true;
    session.move(deal.from, deal.to);
    clock += OVERDUE_MS - 1;
    session.move(deal.from, deal.to);
    expect(session.isOverdue).toBe(false);
    clock += 1;
    expect(session.isOverdue).toBe(true);
    await line.deliver(1);
    // The service answers after all: the next one has a second of its own.
    expect(session.isOverdue).toBe(false);
    clock += OVERDUE_MS;
    expect(session.isOverdue).toBe(true);
    await line.deliver();
    expect(session.isOverdue).toBe(false);
  });
});

describe('a table that the browser has kept', () => {
  /** Two moves made, a third under way, and the page left. */
  async function left() {
    const service = FakeService.dealing('bisley/thirteen', '17');
    service.elapsedMs = 5_000;
    const { line, session } = await sit(service);
    for (let n = 0; n < 2; n++) {
      const { from, to } = anyMove(session);
      session.move(from, to);
      await settled();
    }
    const snapshot = tableOf(session);
    session.close();
    if (!snapshot) throw new Error('no table');
    return { service, line, snapshot };
  }

  /** Opened without a line. */
  async function away(service: FakeService) {
    const line = service.connect();
    await line.cut();
    const session = new PlaySession(line, PLAY_ID, { now: () => clock });
    const events: PlayEvent[] = [];
    session.listen((event) => events.push(event));
    await settled();
    return { line, session, events };
  }

  test('P4, P6: is as the service last said, is played on, and goes to the service with the line', async () => {
    const { service, snapshot } = await left();
    expect(snapshot).toEqual({ ...service.snapshot(), log: service.snapshot().log.map(inLog) });
    const { line, session, events } = await away(service);
    expect(session.play).toBeUndefined();
    session.recall({ ...snapshot, elapsedMs: 60_000 });
    expect(textOf(session)).toBe(viewText(service));
    const { from, to } = anyMove(session);
    expect(session.move(from, to)).toBe(true);
    expect(session.pendingCount).toBe(1);
    // The device's clock was wrong.
    expect(session.elapsedMs).toBe(60_000);
    await line.restore();
    expect(session).toMatchObject({ pendingCount: 0, elapsedMs: 5_000, inControl: true });
    expect(service.log).toHaveLength(3);
    expect(textOf(session)).toBe(viewText(service));
    expect(events.map(({ kind }) => kind)).toEqual(['moved']);
  });

  test('P6: where another device has gone on is followed there, and says so', async () => {
    const { service, snapshot } = await left();
    const [mine, theirs] = legalMoves(service.play.position);
    const { line, session, events } = await away(service);
    session.recall(snapshot);
    session.move(mine!.from, mine!.to);
    service.take(theirs!, 3);
    await line.restore();
    expect(textOf(session)).toBe(viewText(service));
    expect(session).toMatchObject({ inControl: false, pendingCount: 0 });
    expect(events.map(({ kind }) => kind)).toEqual(['moved', 'overtaken']);
  });

  test('P4: is not shown where what waits does not follow it', async () => {
    const { service, snapshot } = await left();
    const { session } = await away(service);
    const kept = JSON.stringify({ name: 'Anna', first: 3, codes: [encodeEntry('undo')] });
    vi.stubGlobal('localStorage', { getItem: () => kept });
    session.recall({ ...snapshot, log: snapshot.log.slice(0, 1) });
    expect(session.play).toBeUndefined();
    session.recall(snapshot);
    expect(session.pendingCount).toBe(1);
    vi.unstubAllGlobals();
  });

  test('is not shown once the service has shown it', async () => {
    const { service, snapshot } = await left();
    const { session } = await sit(service);
    session.recall({ ...snapshot, log: [] });
    expect(textOf(session)).toBe(viewText(service));
  });
});

describe('another device', () => {
  test('P6: is followed, and is in control until this one acts', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { session, events } = await sit(service);
    service.take(deal, 1);
    expect(session.inControl).toBe(false);
    expect(session.number).toBe(1);
    expect(textOf(session)).toBe(viewText(service));
    expect(events.map((event) => event.kind)).toEqual(['moved', 'turned-up']);
    session.move(deal.from, deal.to);
    expect(session.inControl).toBe(true);
    await settled();
    expect(session.state.log?.acknowledged.entries).toBe(2);
  });

  test('acting first drops the own entries under way', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { session, line, events } = await sit(service);
    const mine = anyMove(session);
    const theirs = legalElsewhere(session, mine);
    service.failures.push({ code: 'stale', number: 1 });
    line.holds = true;
    session.move(mine.from, mine.to);
    service.take(theirs, 1);
    expect(session.pendingCount).toBe(0);
    expect(events.at(-1)?.kind).toBe('overtaken');
    expect(textOf(session)).toBe(viewText(service));
    await line.deliver();
    expect(textOf(session)).toBe(viewText(service));
  });

  test('with the same move under the same number is the same entry', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { session, line } = await sit(service);
    const other = service.connect();
    line.holds = true;
    service.lines.delete(other);
    session.move(deal.from, deal.to);
    const accepted = service.log[0];
    if (!accepted) throw new Error('not logged');
    line.emit('play:advanced', { ...accepted, playId: PLAY_ID });
    await line.deliver();
    expect(session.number).toBe(1);
    expect(session.pendingCount).toBe(0);
    expect(textOf(session)).toBe(viewText(service));
  });

  test('whose news came with a gap makes this one look again', async () => {
    const service = FakeService.dealing('alhambra/standard', '5');
    const { session, line } = await sit(service);
    service.lines.delete(line);
    service.take(deal, 1);
    service.lines.add(line);
    service.take(deal, 2);
    await settled();
    expect(session.number).toBe(2);
    expect(textOf(session)).toBe(viewText(service));
  });
});

test('an answer that comes twice counts once', async () => {
  const service = FakeService.dealing('alhambra/standard', '5');
  const { session, line } = await sit(service);
  session.move(deal.from, deal.to);
  await settled();
  const accepted = service.log[0];
  if (!accepted) throw new Error('not logged');
  line.emit('play:advanced', { ...accepted, playId: PLAY_ID });
  expect(session.number).toBe(1);
  expect(session.inControl).toBe(true);
});

test('a table that the service sends by itself replaces this one, an older one does not', async () => {
  const service = FakeService.dealing('alhambra/standard', '5');
  const { session, line } = await sit(service);
  const old = service.snapshot();
  service.lines.delete(line);
  service.take(deal, 1);
  line.emit('play:opened', service.snapshot());
  expect(session.number).toBe(1);
  line.emit('play:opened', old);
  expect(session.number).toBe(1);
});

test('a table handed over needs no opening', async () => {
  const service = FakeService.dealing('alhambra/standard', '5');
  const line = service.connect();
  const asked = vi.spyOn(line, 'request');
  const session = new PlaySession(line, service.snapshot());
  await settled();
  expect(session.position).toBeDefined();
  expect(asked).not.toHaveBeenCalled();
});

describe('undo and redo', () => {
  test('redo is the same move again, as an entry of its own', async () => {
    const { session } = await sit(FakeService.dealing('bisley/thirteen', '17'));
    const move = anyMove(session);
    session.move(move.from, move.to);
    const after = textOf(session);
    expect(session.canRedo).toBe(false);
    session.undo();
    expect(session.canRedo).toBe(true);
    session.redo();
    await settled();
    expect(textOf(session)).toBe(after);
    expect(session.number).toBe(3);
    expect(session.moves).toBe(2);
  });

  test('a bounded undo stops at a turned-up card and says so', async () => {
    const { session, events } = await sit(FakeService.dealing('alhambra/standard', '5', 'bounded'));
    session.move(deal.from, deal.to);
    expect(session.canUndo).toBe(false);
    expect(session.undo()).toBe(false);
    expect(events.at(-1)).toMatchObject({ refusal: { code: 'undo-crosses-turned-card' } });
  });
});

/** Plays home all that can go, and says how many went. */
function collect(session: PlaySession): number {
  let count = 0;
  while (session.collectOne()) count++;
  return count;
}

describe('collect', () => {
  test('plays all home that can go, a logged move each', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { session } = await sit(service);
    const count = collect(session);
    await settled();
    expect(service.log).toHaveLength(count);
    expect(session.cardsHome).toBe(count);
    expect(session.canCollect).toBe(false);
    expect(textOf(session)).toBe(viewText(service));
  });

  test('leaves a card that two foundations want to the player', async () => {
    const service = FakeService.dealing('sly-fox/standard', '5');
    const line = service.connect();
    // Clubs: A to 6 and K to 8 are home, so both foundations want the one club left in reserve, a 7.
    const piles = [
      [0, 1, 2, 3, 4, 5],
      [13],
      [26],
      [39],
      [12, 11, 10, 9, 8, 7],
      [25],
      [38],
      [51],
      [6 + 52],
      [14],
      ...Array.from({ length: 18 }, () => []),
      [],
    ];
    const start = { variant: 'sly-fox/standard', piles, counters: [0] };
    const session = new PlaySession(line, { ...service.snapshot(), start });
    expect(session.targets[8]).toEqual([0, 4]);
    line.holds = true;
    expect(collect(session)).toBe(1);
    expect(session.position?.piles[8]).toEqual([58]);
    expect(session.position?.piles[1]).toEqual([13, 14]);
  });

  test('never deals', async () => {
    const { session } = await sit(FakeService.dealing('british-square/piles', '5'));
    const stock = session.position?.piles.at(-1)?.length;
    collect(session);
    expect(session.position?.piles.at(-1)?.length).toBe(stock);
  });
});

describe('the end', () => {
  test('conceding ends the play when the service has agreed', async () => {
    const { session, line } = await sit(FakeService.dealing('bisley/thirteen', '17'));
    line.holds = true;
    session.concede();
    expect(session.ending).toBeNull();
    expect(session.canAct).toBe(false);
    await line.deliver();
    expect(session.ending).toBe('conceded');
    expect(session.move(8, 9)).toBe(false);
  });

  test('the cap ends it without an entry and stops the clock', async () => {
    const service = FakeService.dealing('bisley/thirteen', '17');
    const { session, line } = await sit(service);
    clock = 61_000;
    line.emit('play:ended', { playId: PLAY_ID, ending: 'cap' });
    clock = 70_000;
    expect(session.ending).toBe('cap');
    expect(session.elapsedMs).toBe(61_000);
    expect(session.targets.flat()).toEqual([]);
  });
});

test('P7: the clock starts from the service’s and runs by a clock that nobody sets', async () => {
  const service = FakeService.dealing('bisley/thirteen', '17');
  service.elapsedMs = 10_000;
  clock = 500;
  const { session } = await sit(service);
  expect(session.elapsedMs).toBe(10_000);
  clock = 2500;
  expect(session.elapsedMs).toBe(12_000);
  // An answer that took long to arrive does not set it back, a quick one sets it right.
  service.elapsedMs = 11_000;
  const move = anyMove(session);
  session.move(move.from, move.to);
  await settled();
  expect(session.elapsedMs).toBe(12_000);
  service.elapsedMs = 12_500;
  session.undo();
  await settled();
  expect(session.elapsedMs).toBe(12_500);
});
