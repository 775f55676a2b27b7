/** Practice without a line: played in the page, kept in the browser, entered once. */
import { encodeEntry, legalMoves } from '@same-deal/engine';
import type { Answer, OfflinePlay } from '@same-deal/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeTransport } from '../net/fake-transport.ts';
import { PlaySession } from '../play/play-session.svelte.ts';
import { stubStorage } from '../state/fake-storage.ts';
import { enterPlays } from './enter-plays.ts';
import { answer } from './local-service.ts';
import { changeOwner, forgetPlaysOf } from './change-owner.ts';
import { forgetPlay, hasKeptPlays, hasOwnerless } from './offline-plays.ts';
import { keptPlay, keptPlays, savePlay } from './offline-plays.ts';
import { localTransport, newTable } from './practice.ts';

const anna = { id: 'anna', name: 'Anna' };
const ben = { id: 'ben', name: 'Ben' };
const local = localTransport(() => anna);

beforeEach(() => {
  // Neither storage nor locks: what a browser over plain http, or with storage barred, has.
  vi.stubGlobal('navigator', { onLine: false });
  vi.useFakeTimers({ now: Date.UTC(2040, 0, 1), toFake: ['Date'] });
});
afterEach(() => {
  for (const { playId } of keptPlays()) forgetPlay(playId);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begin(variant: 'bisley/thirteen' | 'alhambra/standard', deal?: string) {
  const begun = await answer('play:create', { variant, ...(deal && { deal }) }, anna);
  if (!begun.ok) throw new Error(begun.error.code);
  const session = new PlaySession(local, begun.data.playId);
  await expect.poll(() => session.play).toBeDefined();
  return { session, playId: begun.data.playId };
}

/** Plays the first moves there are, which a fresh deal need not have that many of; a number's are known. */
async function playOn(session: PlaySession, moves: number) {
  for (let n = 0; n < moves; n++) {
    const [move] = legalMoves(session.position!);
    if (!move) throw new Error(`deal ${session.deal} is stuck after ${n} moves`);
    session.move(move.from, move.to);
    await expect.poll(() => session.pendingCount).toBe(0);
  }
}

test('a fresh deal is played like any other: moves, undo, a hint, the end', async () => {
  const { session, playId } = await begin('alhambra/standard');
  expect(session).toMatchObject({ isYours: true, line: 'up', raceCode: null });
  expect(session.pack).toHaveLength(104);
  await playOn(session, 3);
  session.undo();
  await session.noteHint();
  await expect.poll(() => session.hints).toBe(1);
  session.concede();
  await expect.poll(() => session.ending).toBe('conceded');
  expect(keptPlay(playId)).toMatchObject({ owner: anna, hints: 1 });
  expect(keptPlay(playId)?.entries).toHaveLength(5);
});

test('closed and opened again, the table is where it was', async () => {
  const { session, playId } = await begin('bisley/thirteen', '24680');
  await playOn(session, 4);
  const { position } = session;
  session.close();
  const again = new PlaySession(local, playId);
  await expect.poll(() => again.play).toBeDefined();
  expect(again.position?.piles).toEqual(position?.piles);
  expect(again.deal).toBe('24680');
});

test('P5, P8: what cannot be is refused as the service would refuse it', async () => {
  const { session, playId } = await begin('bisley/thirteen', '24680');
  const [first] = legalMoves(session.position!);
  const move = encodeEntry(first!);
  const accepted = await answer('play:move', { playId, expected: 1, move }, anna);
  expect(await answer('play:move', { playId, expected: 1, move }, anna)).toEqual(accepted);
  const code = async (asked: Promise<Answer<unknown>>) => {
    const refused = await asked;
    return refused.ok ? 'ok' : refused.error.code;
  };
  expect(await code(answer('play:move', { playId, expected: 9, move }, anna))).toBe('stale');
  expect(await code(answer('play:move', { playId, expected: 2, move: 0x0101 }, anna))).toBe(
    'illegal-move',
  );
  expect(await code(answer('play:open', { playId: crypto.randomUUID() }, anna))).toBe('not-found');
  const create = (deal: string) =>
    answer('play:create', { variant: 'bisley/thirteen', deal }, anna);
  expect(await code(create('A2F-XXX-XXX'))).toBe('deal-code-wrong');
  expect(await code(create('daily/2039-12-31'))).toBe('unavailable');
});

test('a deal can be begun again', async () => {
  const { session, playId } = await begin('bisley/thirteen', '24680');
  await playOn(session, 2);
  const branch = await newTable(
    { transport: new FakeTransport(), local, connection: { line: 'up' } },
    'play:branch',
    { playId, entries: 1 },
  );
  const kept = branch.ok ? keptPlay(branch.data.playId) : undefined;
  expect(kept?.deal).toBe(session.deal);
  expect(kept?.entries).toHaveLength(1);
});

test('P8: without a line, a table of the account that is to be begun again is said to be out of reach, and not to be gone', async () => {
  const transport = new FakeTransport();
  const playId = crypto.randomUUID();
  const ask = (line: 'up' | 'down') =>
    newTable({ transport, local, connection: { line } }, 'play:branch', { playId, entries: 0 });
  expect(await ask('down')).toMatchObject({ ok: false, error: { code: 'unavailable' } });
});

/** A service that counts what it is sent. */
function service(refusals: Answer<unknown>[] = []) {
  const taken: OfflinePlay[] = [];
  const enter = async (play: OfflinePlay): Promise<Answer<unknown>> => {
    const refusal = refusals.shift();
    if (refusal) return refusal;
    taken.push(play);
    return { ok: true, data: {} };
  };
  return { taken, enter };
}

test('where there is no room for unfinished games, those that have ended are entered', async () => {
  const ids: string[] = [];
  for (const isEnded of [false, true, false, true]) {
    vi.advanceTimersByTime(1_000);
    const { session, playId } = await begin('bisley/thirteen', '24680');
    await playOn(session, 1);
    if (isEnded) session.concede();
    if (isEnded) await expect.poll(() => session.ending).toBe('conceded');
    session.close();
    ids.push(playId);
  }
  const { taken, enter } = service([{ ok: false, error: { code: 'too-many-plays' } }]);
  const stopped = { code: 'too-many-plays' };
  expect(await enterPlays(anna, enter)).toEqual({ count: 2, refused: undefined, stopped });
  expect(taken.map(({ playId }) => playId)).toEqual([ids[1], ids[3]]);
});

test('when there is a line it is entered once, with its numbers and times, by the one who played it', async () => {
  const { session, playId } = await begin('bisley/thirteen', '24680');
  await playOn(session, 1);
  vi.setSystemTime(Date.now() + 5000);
  await playOn(session, 1);
  const entries = keptPlay(playId)?.entries ?? [];
  expect((entries[1]?.[1] ?? 0) - (entries[0]?.[1] ?? 0)).toBeGreaterThanOrEqual(5000);
  const { taken, enter } = service();
  // Its table is open.
  expect(await enterPlays(anna, enter)).toMatchObject({ count: 0, refused: undefined });
  session.close();
  await vi.waitFor(async () => {
    expect(await enterPlays(ben, enter)).toMatchObject({ count: 0, refused: undefined });
    expect((await enterPlays(anna, enter)).count).toBe(1);
  });
  expect((await enterPlays(anna, enter)).count).toBe(0);
  expect(taken).toMatchObject([{ playId, deal: '24680', entries, hints: 0 }]);
  expect(taken[0]?.ageMs).toBeGreaterThanOrEqual(5000);
  expect(hasKeptPlays()).toBe(false);
});

test('a device whose clock was wrong by years until it was set enters its games all the same, as new ones', async () => {
  vi.setSystemTime(Date.UTC(1970, 0, 1, 3));
  const { session, playId } = await begin('bisley/thirteen', '24680');
  await playOn(session, 1);
  session.close();
  vi.setSystemTime(Date.UTC(2040, 0, 1));
  const { taken, enter } = service();
  await vi.waitFor(async () => expect((await enterPlays(anna, enter)).count).toBe(1));
  expect(taken).toMatchObject([{ playId, ageMs: 0 }]);
});

test('what is not taken now stays for another time, and what never is does not hold up the rest', async () => {
  for (let n = 0; n < 2; n++) {
    const { session } = await begin('bisley/thirteen', '24680');
    await playOn(session, 1);
    session.concede();
    await expect.poll(() => session.ending).toBe('conceded');
    vi.setSystemTime(Date.now() + 1000);
  }
  const away = service([{ ok: false, error: { code: 'unavailable' } }]);
  expect(await enterPlays(anna, away.enter)).toEqual({
    count: 0,
    refused: undefined,
    stopped: { code: 'unavailable' },
  });
  expect(keptPlays()).toHaveLength(2);
  const strict = service([{ ok: false, error: { code: 'illegal-move' } }]);
  expect(await enterPlays(anna, strict.enter)).toMatchObject({
    count: 1,
    refused: { code: 'illegal-move' },
  });
  expect(keptPlays()).toMatchObject([{ refused: { code: 'illegal-move' } }]);
  // Neither sent nor complained of again.
  const again = service();
  expect(await enterPlays(anna, again.enter)).toEqual({
    count: 0,
    refused: undefined,
    stopped: undefined,
  });
  expect(again.taken).toEqual([]);
});

test('P8: where storage becomes full in mid-game, and has room again, what is newer counts', async () => {
  const stored = stubStorage();
  const { session, playId } = await begin('bisley/thirteen', '24680');
  await playOn(session, 2);
  const full = vi.spyOn(stored, 'set').mockImplementation(() => {
    throw new Error('QuotaExceededError');
  });
  await playOn(session, 3);
  expect(session.moves).toBe(5);
  expect(keptPlay(playId)?.entries).toHaveLength(5);
  full.mockRestore();
  await playOn(session, 1);
  expect(keptPlay(playId)?.entries).toHaveLength(6);
});

test('P6: a table that is opened while it goes to the account is not shown as one that is still here', async () => {
  const { session, playId } = await begin('bisley/thirteen', '24680');
  await playOn(session, 1);
  session.close();
  let isEntered = () => {};
  const entered = new Promise<void>((resolve) => (isEntered = resolve));
  // A lock that is held by who enters it.
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: (_: string, __: object, work: () => Promise<void>) => entered.then(() => work()),
    },
  });
  const opening = answer('play:open', { playId }, anna);
  forgetPlay(playId);
  isEntered();
  expect(await opening).toMatchObject({ ok: false, error: { code: 'not-found' } });
});

test('P8: a table comes, and is entered, also where cookies are blocked and browsers refuse locks', async () => {
  const refused = () => Promise.reject(new DOMException('not allowed', 'SecurityError'));
  vi.stubGlobal('navigator', { onLine: false, locks: { request: refused } });
  const { session, playId } = await begin('bisley/thirteen', '24680');
  await playOn(session, 1);
  const enter = vi.fn(async (): Promise<Answer<unknown>> => ({ ok: true, data: {} }));
  // Its table is open in this tab.
  expect((await enterPlays(anna, enter)).count).toBe(0);
  await answer('play:close', { playId }, anna);
  session.close();
  expect((await enterPlays(anna, enter)).count).toBe(1);
});

test('P8: what is open in another tab waits; what fails under a lock is not done again without one', async () => {
  const { session, playId } = await begin('bisley/thirteen', '24680');
  await playOn(session, 1);
  session.close();
  await answer('play:close', { playId }, anna);
  const enter = vi.fn(async (): Promise<Answer<unknown>> => ({ ok: true, data: {} }));
  type Ask = (name: string, options: LockOptions, work: (lock: unknown) => unknown) => unknown;
  const withLocks = (request: Ask) => vi.stubGlobal('navigator', { locks: { request } });
  withLocks((_, { ifAvailable }, work) => work(ifAvailable ? null : {}));
  expect((await enterPlays(anna, enter)).count).toBe(0);
  expect(enter).not.toHaveBeenCalled();
  withLocks((_, __, work) => work({}));
  enter.mockRejectedValue(new Error('of ours'));
  await expect(enterPlays(anna, enter)).rejects.toThrow('of ours');
  expect(enter).toHaveBeenCalledTimes(1);
});

test('P8: games of a guest who has become somebody are entered as theirs', async () => {
  const { session, playId } = await begin('bisley/thirteen', '24680');
  await playOn(session, 1);
  session.close();
  await answer('play:close', { playId }, anna);
  const enter = vi.fn(async (): Promise<Answer<unknown>> => ({ ok: true, data: {} }));
  expect((await enterPlays(ben, enter)).count).toBe(0);
  changeOwner(anna.id, ben);
  expect(keptPlay(playId)?.owner).toEqual(ben);
  expect((await enterPlays(ben, enter)).count).toBe(1);
});

test('a game is opened, and played on in another one, by its owner alone, or by anybody if it has none', async () => {
  const { session, playId } = await begin('bisley/thirteen', '24680');
  session.close();
  const opened = async (person: typeof anna | null) => [
    (await answer('play:open', { playId }, person)).ok,
    (await answer('play:branch', { playId, entries: 0 }, person)).ok,
  ];
  expect(await opened(anna)).toEqual([true, true]);
  expect(await opened(ben)).toEqual([false, false]);
  expect(await opened(null)).toEqual([false, false]);
  savePlay({ ...keptPlay(playId)!, owner: null });
  expect(await opened(ben)).toEqual([true, true]);
});

test('P4: of somebody who has left for good no game stays, nor one of nobody; those of others wait for them', async () => {
  const { playId } = await begin('bisley/thirteen', '24680');
  const kept = keptPlay(playId)!;
  savePlay({ ...kept, playId: 'of nobody', owner: null });
  savePlay({ ...kept, playId: 'of Ben', owner: ben });
  forgetPlaysOf(anna);
  expect(keptPlays().map((play) => play.playId)).toEqual(['of Ben']);
});

test('a game that waits for nobody in particular makes a guest; those of somebody, or refused ones, do not', async () => {
  const { playId } = await begin('bisley/thirteen', '24680');
  expect(hasOwnerless()).toBe(false);
  const kept = keptPlay(playId)!;
  savePlay({ ...kept, owner: null });
  expect(hasOwnerless()).toBe(true);
  savePlay({ ...kept, owner: null, refused: { code: 'illegal-move' } });
  expect(hasOwnerless()).toBe(false);
});
