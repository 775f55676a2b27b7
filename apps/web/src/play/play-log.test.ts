/** The table as it follows from what is acknowledged and what waits. */
import {
  decodeEntry,
  encodeEntry,
  enter,
  formatPosition,
  isFaceUp,
  legalMoves,
  packOf,
  startPlay,
  turnedUpBy,
  viewOf,
  unwrap,
} from '@same-deal/engine';
import type { Entry, Play } from '@same-deal/engine';
import type { AcceptedEntry, View } from '@same-deal/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../tools/scale.ts';
import {
  addEntry,
  adoptSnapshot,
  applyAccepted,
  isWaiting,
  logOf,
  playOf,
  QUEUE_LIMIT,
  withoutFrom,
} from './play-log.ts';
import type { PlayLog, WaitingEntry } from './play-log.ts';

const variants = { 'bisley/thirteen': 1, 'sly-fox/standard': 2, 'alhambra/standard': 2 } as const;
type Variant = keyof typeof variants;

/** The service's side: the whole deal, and the log as it is told. */
class Dealer {
  play: Play;
  readonly log: AcceptedEntry[] = [];
  readonly start: View;
  readonly pack: number[] | null;

  constructor(variant: Variant, deal = '17', isSecret = true) {
    const pack = packOf(deal, variants[variant]);
    if (!pack.ok) throw new Error(pack.reason);
    this.play = unwrap(startPlay(variant, pack.value, 'free'));
    this.start = viewOf(this.play.position) as View;
    this.pack = isSecret ? null : [...pack.value];
  }

  get snapshot() {
    const { start, pack } = this;
    return { start, pack, undo: 'free' as const, log: this.log.slice() };
  }

  take(entry: Entry): AcceptedEntry {
    const next = enter(this.play, entry);
    if (!next.ok) throw new Error(next.reason.code);
    const turnedUp =
      typeof entry === 'string'
        ? undefined
        : turnedUpBy(this.play.position, entry, next.value.position);
    this.play = next.value;
    const accepted = {
      entry: encodeEntry(entry),
      elapsedMs: 0,
      number: this.log.length + 1,
      ending: next.value.ending ?? null,
      ...(turnedUp === undefined ? {} : { turnedUp }),
    };
    this.log.push(accepted);
    return accepted;
  }

  /** What a player sees who has missed nothing. */
  get text() {
    return formatPosition(viewOf(this.play.position));
  }
}

const textOf = ({ position }: Play) => formatPosition(position);

/** The move so far down the list of legal ones, or an undo now and then. */
function choose(play: Play, pick: number): Entry | undefined {
  if (pick % 7 === 0 && play.past) return 'undo';
  const moves = legalMoves(play.position);
  return moves[pick % Math.max(1, moves.length)];
}

function mustAdd(log: PlayLog, entry: Entry): PlayLog {
  const added = addEntry(log, entry);
  if (!added.ok) throw new Error(added.reason.code);
  return added.log;
}

const opened = (dealer: Dealer) =>
  logOf({ acknowledged: playOf(dealer.snapshot), logged: [], pack: dealer.pack });
const someMoves = (play: Play) => {
  const [one, other] = legalMoves(play.position);
  if (!one || !other) throw new Error('too few moves');
  return [one, other] as const;
};

const numbersFollow = ({ acknowledged, waiting }: PlayLog) =>
  waiting.every(({ number }, n) => number === acknowledged.entries + 1 + n);

describe('properties', () => {
  const games = fc.constantFrom(...(Object.keys(variants) as Variant[]));
  const picks = fc.array(fc.nat(1000), { maxLength: 40 });

  test('practice: what turns up is on the table before the service has said so, and its log is kept whole', () => {
    fc.assert(
      fc.property(games, fc.nat({ max: 30 }), picks, (variant, deal, all) => {
        const dealer = new Dealer(variant, String(deal + 1), false);
        let log = opened(dealer);
        let { play } = dealer;
        for (const pick of all) {
          const entry = choose(log.shown, pick);
          if (!entry) continue;
          log = mustAdd(log, entry);
          play = unwrap(enter(play, entry));
          expect(textOf(log.shown)).toBe(formatPosition(viewOf(play.position)));
        }
        // The same where the browser has kept the entries alone.
        const kept = log.waiting.map(({ entry, number }) => ({ entry, number }));
        const again = adoptSnapshot(undefined, dealer.snapshot, kept);
        expect(again.log).toEqual(log);
        for (const { entry } of log.waiting) {
          const applied = applyAccepted(log, dealer.take(entry));
          if (applied.kind !== 'applied') throw new Error(applied.kind);
          log = applied.log;
        }
        expect(log.logged).toEqual(
          dealer.log.map(({ number: _number, ending: _ending, ...logged }) => logged),
        );
      }),
      { numRuns: cases(40) },
    );
  });

  test('P3 P4: whatever is played and however late the answers are, the table ends as the service has it', () => {
    fc.assert(
      fc.property(
        games,
        fc.nat({ max: 30 }),
        picks,
        fc.infiniteStream(fc.nat(3)),
        (variant, deal, all, waits) => {
          const dealer = new Dealer(variant, String(deal + 1));
          let log = opened(dealer);
          const answers = () => {
            const [first] = log.waiting;
            if (!first) return;
            const applied = applyAccepted(log, dealer.take(first.entry));
            if (applied.kind !== 'applied' || applied.by !== 'own') throw new Error(applied.kind);
            log = applied.log;
          };
          for (const pick of all) {
            const entry = choose(log.shown, pick);
            const added = entry && addEntry(log, entry);
            if (added?.ok) log = added.log;
            expect(numbersFollow(log)).toBe(true);
            expect(log.shown.entries).toBe(log.acknowledged.entries + log.waiting.length);
            for (let n = waits.next().value as number; n > 0; n--) answers();
          }
          while (log.waiting.length > 0) answers();
          expect(textOf(log.shown)).toBe(dealer.text);
          expect(textOf(log.shown)).toBe(textOf(playOf(dealer.snapshot)));
        },
      ),
      { numRuns: cases(40) },
    );
  });

  test('ALH-8: a waste that is turned over lies face down at once, without a line too, as the service has it', () => {
    // Deals, two passes of them, and another move now and then.
    const chances = fc.array(fc.nat(1000), { minLength: 200, maxLength: 200 });
    fc.assert(
      fc.property(fc.nat({ max: 30 }), chances, fc.boolean(), (deal, all, isSecret) => {
        const dealer = new Dealer('alhambra/standard', String(deal + 1), isSecret);
        let log = opened(dealer);
        const answer = () => {
          const [first] = log.waiting;
          const applied = first && applyAccepted(log, dealer.take(first.entry));
          if (applied?.kind !== 'applied') throw new Error(applied?.kind);
          log = applied.log;
        };
        for (const chance of all) {
          // The first legal move is the deal, or the waste back.
          const [first] = legalMoves(log.shown.position);
          const entry = chance < 900 ? first : choose(log.shown, chance);
          if (!entry || log.shown.ending) continue;
          // Of a secret only what has been seen is known: every card, by now, where the waste goes back.
          while (isSecret && log.waiting.length > 0) answer();
          log = mustAdd(log, entry);
          const stock = log.shown.position.piles.at(-1) ?? [];
          expect(stock.some(isFaceUp)).toBe(false);
        }
        const foreseen = log.shown;
        while (log.waiting.length > 0) answer();
        expect(textOf(log.shown)).toBe(dealer.text);
        if (!isSecret) expect(log.shown).toBe(foreseen);
      }),
      { numRuns: cases(20) },
    );
  });

  test('P5: the answers of an opening and of what was sent before it may come in any order and twice', () => {
    fc.assert(
      fc.property(games, fc.integer({ min: 1, max: 8 }), fc.nat(8), (variant, count, arrived) => {
        const dealer = new Dealer(variant);
        let log = opened(dealer);
        for (let n = 0; n < count; n++) log = mustAdd(log, choose(log.shown, n + 1) ?? 'undo');
        const counted = log.waiting.slice(0, arrived).map(({ entry }) => dealer.take(entry));
        const adopted = adoptSnapshot(log, dealer.snapshot);
        expect(adopted).toMatchObject({ overtaken: false, isFollowing: false });
        for (const accepted of counted) {
          expect(applyAccepted(adopted.log, accepted).kind).toBe('repeated');
        }
        expect(adopted.log.waiting).toHaveLength(count - counted.length);
        expect(adopted.log.shown.entries).toBe(log.shown.entries);
        let rest = adopted.log;
        for (const { entry } of adopted.log.waiting) {
          const applied = applyAccepted(rest, dealer.take(entry));
          if (applied.kind !== 'applied') throw new Error(applied.kind);
          rest = applied.log;
        }
        expect(textOf(rest.shown)).toBe(dealer.text);
      }),
      { numRuns: cases(40) },
    );
  });
});

describe('an own entry', () => {
  test('is on the table at once, and waits under the next number', () => {
    const log = opened(new Dealer('bisley/thirteen'));
    const [move] = someMoves(log.shown);
    const added = addEntry(log, move);
    expect(added).toMatchObject({ ok: true, added: { entry: move, number: 1 } });
    if (!added.ok) return;
    expect(added.log.acknowledged).toBe(log.acknowledged);
    expect(added.log.shown.moves).toBe(1);
    expect(isWaiting(added.log, added.added)).toBe(true);
    expect(isWaiting(added.log, { entry: 'undo', number: 1 })).toBe(false);
    expect(isWaiting(added.log, { entry: move, number: 2 })).toBe(false);
  });

  test('that the rules refuse waits for nothing', () => {
    const log = opened(new Dealer('bisley/thirteen'));
    expect(addEntry(log, { from: 0, to: 0 })).toMatchObject({
      ok: false,
      reason: { code: 'illegal-move' },
    });
    expect(addEntry(log, 'undo')).toMatchObject({ ok: false, reason: { code: 'nothing-to-undo' } });
  });

  test('past what may wait is refused, so that a dead line is noticed', () => {
    let log = opened(new Dealer('bisley/thirteen'));
    const [move] = someMoves(log.shown);
    for (let n = 0; n < QUEUE_LIMIT / 2; n++) log = mustAdd(mustAdd(log, move), 'undo');
    expect(log.waiting).toHaveLength(QUEUE_LIMIT);
    expect(addEntry(log, move)).toEqual({ ok: false, reason: { code: 'queue-full' } });
  });

  test('that is given up takes what was played on it with it', () => {
    const log = opened(new Dealer('bisley/thirteen'));
    const [move, other] = someMoves(log.shown);
    const one = mustAdd(log, move);
    const two = mustAdd(mustAdd(one, 'undo'), other);
    expect(textOf(withoutFrom(two, 2).shown)).toBe(textOf(one.shown));
    expect(withoutFrom(two, 1).waiting).toEqual([]);
    expect(textOf(withoutFrom(two, 0).shown)).toBe(textOf(log.shown));
  });
});

describe('an entry the service counted', () => {
  const dealer = () => new Dealer('alhambra/standard', '5');
  const deal = { from: 17, to: 16 };

  test('brings the card that it turned up', () => {
    const service = dealer();
    const log = mustAdd(opened(service), deal);
    expect(isFaceUp(log.shown.position.piles[16]?.at(-1) ?? -1)).toBe(false);
    const applied = applyAccepted(log, service.take(deal));
    if (applied.kind !== 'applied') throw new Error(applied.kind);
    expect(isFaceUp(applied.log.shown.position.piles[16]?.at(-1) ?? -1)).toBe(true);
    expect(applied.log.waiting).toEqual([]);
  });

  test('as foreseen leaves the very table that is shown, with what else waits on it', () => {
    const service = new Dealer('bisley/thirteen');
    const log = opened(service);
    const first = legalMoves(log.shown.position)[0]!;
    const one = mustAdd(log, first);
    const both = mustAdd(one, 'undo');
    const applied = applyAccepted(both, service.take(first));
    if (applied.kind !== 'applied') throw new Error(applied.kind);
    expect(applied.log.shown).toBe(both.shown);
    expect(applied.log.waiting).toEqual(both.waiting.slice(1));
    expect(applied.log.acknowledged).toEqual(one.shown);
  });

  test('of this page is its own; of another device it overtakes what differs, and nothing where nothing waits', () => {
    const service = dealer();
    const log = opened(service);
    const other = legalMoves(log.shown.position).find(({ from }) => from !== deal.from);
    if (!other) throw new Error('no other move');
    const accepted = service.take(deal);
    expect(applyAccepted(mustAdd(log, deal), accepted)).toMatchObject({ by: 'own' });
    expect(applyAccepted(mustAdd(mustAdd(log, other), deal), accepted)).toMatchObject({
      by: 'overtaken',
      log: { waiting: [] },
    });
    expect(applyAccepted(log, accepted)).toMatchObject({ by: 'other' });
  });

  test('after one that is missing here, or that this table cannot take, shows a gap', () => {
    const service = dealer();
    const log = opened(service);
    const first = service.take(deal);
    const second = service.take(deal);
    expect(applyAccepted(log, second)).toEqual({ kind: 'gap' });
    const undo = { ...first, entry: encodeEntry('undo') };
    expect(applyAccepted(log, undo)).toEqual({ kind: 'gap' });
    expect(decodeEntry(undo.entry)).toBe('undo');
  });
});

describe('a table that the service sends', () => {
  test('P6: with entries of another device makes this one follow', () => {
    const service = new Dealer('bisley/thirteen');
    const before = opened(service);
    service.take(someMoves(before.shown)[0]);
    const adopted = adoptSnapshot(before, service.snapshot);
    expect(adopted).toMatchObject({ overtaken: false, isFollowing: true });
    expect(textOf(adopted.log.shown)).toBe(service.text);
  });

  test('with another entry at an own number gives up all that waits', () => {
    const service = new Dealer('bisley/thirteen');
    const [mine, theirs] = someMoves(service.play);
    const log = mustAdd(mustAdd(opened(service), mine), 'undo');
    service.take(theirs);
    const adopted = adoptSnapshot(log, service.snapshot);
    expect(adopted).toMatchObject({ overtaken: true, isFollowing: true, log: { waiting: [] } });
    expect(textOf(adopted.log.shown)).toBe(service.text);
  });

  test('P4: that is older than what is acknowledged changes nothing, unless it is to replace it', () => {
    const service = new Dealer('bisley/thirteen');
    const old = service.snapshot;
    service.take(someMoves(service.play)[0]);
    const log = opened(service);
    expect(adoptSnapshot(log, old)).toEqual({ log, overtaken: false, isFollowing: false });
    expect(adoptSnapshot(log, old, [], true).log.acknowledged.entries).toBe(0);
  });

  test('P4: lets what the browser has kept wait again, if it still follows', () => {
    const service = new Dealer('bisley/thirteen');
    const [mine] = someMoves(service.play);
    const kept: WaitingEntry[] = [{ entry: mine, number: 1 }];
    const adopted = adoptSnapshot(undefined, service.snapshot, kept);
    expect(adopted).toMatchObject({ overtaken: false, isFollowing: false });
    expect(adopted.log.waiting).toEqual(kept);
    expect(adopted.log.shown.entries).toBe(1);

    const later = adoptSnapshot(undefined, service.snapshot, [{ entry: mine, number: 3 }]);
    expect(later).toMatchObject({ overtaken: true, log: { waiting: [] } });

    service.take(mine);
    const arrived = adoptSnapshot(undefined, service.snapshot, kept);
    expect(arrived).toMatchObject({ overtaken: false, isFollowing: false, log: { waiting: [] } });
  });
});
