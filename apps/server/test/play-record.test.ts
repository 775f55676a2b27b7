import {
  decodeMove,
  encodeEntry,
  legalMoves,
  newGame,
  packOf,
  shuffledPack,
  mersenneDraw,
  unwrap,
  viewOf,
} from '@same-deal/engine';
import type { Entry, Move, Pack, UndoPolicy } from '@same-deal/engine';
import { describe, expect, test } from 'vitest';
import {
  advance,
  answerTo,
  figuresAt,
  figuresOf,
  hasEnded,
  logOf,
  recordOf,
  routingKeyOf,
  snapshotOf,
  startOf,
} from '../src/play/play-record.ts';
import type { PlayHeader, PlayRecord } from '../src/play/play-record.ts';
import { raceHeader } from './support/play-header.ts';

const T = 1_800_000_000_000;
function packFor(text: string, packs: 1 | 2): Pack {
  const pack = packOf(text, packs);
  if (!pack.ok) throw new Error(pack.reason);
  return pack.value;
}
const header = (changes: Partial<PlayHeader> = {}): PlayHeader => raceHeader(T, changes);
function enter(record: PlayRecord, entry: Entry, elapsedMs: number): PlayRecord {
  const next = advance(record, entry, encodeEntry(entry), elapsedMs);
  if (!next.ok) throw new Error(next.reason.code);
  return next.value;
}
const firstMove = (record: PlayRecord) => legalMoves(record.play.position)[0]!;

describe('a play record', () => {
  test('P9: is the same from the log as entry by entry', () => {
    let record = recordOf(header(), []);
    for (let n = 1; n <= 30 && record.ending === null; n++) {
      record = enter(record, n % 7 === 0 ? 'undo' : firstMove(record), n * 1000);
    }
    const entries = logOf(record).map(({ entry, elapsedMs }) => ({ code: entry, elapsedMs }));
    expect(recordOf(header(), entries)).toEqual(record);
  });

  test('an entry more changes nothing of the record before it', () => {
    const one = enter(recordOf(header(), []), firstMove(recordOf(header(), [])), 1000);
    const two = enter(one, 'undo', 2000);
    expect(logOf(one).map(({ elapsedMs }) => elapsedMs)).toEqual([1000]);
    expect(logOf(two).map(({ elapsedMs }) => elapsedMs)).toEqual([1000, 2000]);
    // As after one that was not stored: what follows in its place leaves it alone.
    const instead = enter(enter(one, 'undo', 3000), 'concede', 4000);
    const timesOf = [one, two, instead].map((of) => logOf(of).map(({ elapsedMs }) => elapsedMs));
    expect(timesOf).toEqual([[1000], [1000, 2000], [1000, 3000, 4000]]);
  });

  describe('P9: what is stored and does not replay is damage', () => {
    const one = enter(recordOf(header(), []), firstMove(recordOf(header(), [])), 1000);
    const good = { number: 1, code: logOf(one)[0]!.entry, elapsedMs: 1000 };
    const undo = encodeEntry('undo');

    test('the first entry that cannot be is named, and it counts up to the last good one', () => {
      const broken = recordOf(header(), [
        good,
        { number: 2, code: undo, elapsedMs: 2000 },
        { number: 3, code: undo, elapsedMs: 3000 },
        { number: 4, code: good.code, elapsedMs: 4000 },
      ]);
      expect(broken.damage).toEqual({ number: 3, why: 'nothing-to-undo' });
      expect(figuresOf(broken)).toMatchObject({
        ending: 'cap',
        moves: 1,
        undos: 1,
        elapsedMs: 900_000,
      });
      expect(logOf(broken)).toHaveLength(2);
    });

    test('a number that is missing is named', () => {
      const broken = recordOf(header(), [good, { number: 3, code: undo, elapsedMs: 2000 }]);
      expect(broken.damage).toEqual({ number: 2, why: 'found entry 3' });
      expect(broken.play).toEqual(one.play);
    });

    test.each([
      ['an unknown variant', { variant: 'bisley/eleven' }],
      ['a pack that is none', { pack: [1, 2, 3] }],
      ['a pack of another size', { variant: 'alhambra/standard' }],
    ])('%s is named, and no card is shown', (_what, changes) => {
      const broken = recordOf(header(changes), [good]);
      expect(broken.damage).toEqual({ number: 0, why: 'no deal of the variant' });
      expect(figuresOf(broken)).toMatchObject({ ending: 'cap', moves: 0, cardsHome: 0 });
      expect(startOf(broken).piles).toEqual([]);
    });

    test('it shows the table up to there, and says that it is damaged', () => {
      const broken = recordOf(header(), [good, { number: 2, code: good.code, elapsedMs: 2000 }]);
      const shown = snapshotOf(broken, 'anna', T + 5000);
      expect(shown).toMatchObject({ damaged: true, ending: 'cap' });
      expect(shown.log).toEqual(logOf(one));
      expect(snapshotOf(one, 'anna', T + 5000)).not.toHaveProperty('damaged');
    });
  });

  test('P2: bounded undo never takes a turned-up card back', () => {
    const pack = shuffledPack(2, mersenneDraw([1]));
    const dealing = header({ variant: 'british-square/piles', pack, undo: 'bounded' });
    const start = recordOf(dealing, []);
    const stock = start.play.position.piles.length - 1;
    const dealt = enter(start, { from: stock, to: stock - 1 }, 1000);
    expect(logOf(dealt)[0]?.turnedUp).toBe(start.play.position.piles[stock]!.at(-1));
    const undo = (record: PlayRecord) => advance(record, 'undo', encodeEntry('undo'), 2000);
    expect(undo(dealt)).toEqual({ ok: false, reason: { code: 'undo-crosses-turned-card' } });
    expect(undo(start)).toEqual({ ok: false, reason: { code: 'nothing-to-undo' } });
    expect(undo(recordOf({ ...dealing, undo: 'none' }, []))).toEqual({
      ok: false,
      reason: { code: 'undo-not-allowed' },
    });
    const free = enter(
      recordOf({ ...dealing, undo: 'free' }, []),
      { from: stock, to: stock - 1 },
      1,
    );
    expect(undo(free).ok).toBe(true);
  });

  test('P10: being stuck ends a play only when nothing can be taken back', () => {
    // Home where possible, until there is no move.
    const playOut = (pack: Pack, undo: UndoPolicy): PlayRecord => {
      let record = recordOf(header({ pack, undo }), []);
      for (let n = 1; record.ending === null && n < 1000; n++) {
        const moves = legalMoves(record.play.position);
        const move = moves.find(isHome) ?? moves[n % moves.length];
        if (!move) break;
        record = enter(record, move, n);
      }
      return record;
    };
    const pack = packWhere((candidate) => playOut(candidate, 'none').ending === 'stuck');
    const bounded = playOut(pack, 'bounded');
    expect(legalMoves(bounded.play.position)).toEqual([]);
    expect(bounded.ending).toBe(null);
    expect(enter(bounded, 'undo', 1e6).ending).toBe(null);
  });

  test('cardsHomeAtMs is when the present count was first reached; undo goes back to the former', () => {
    const homeFrom = (record: PlayRecord) => legalMoves(record.play.position).find(isHome)!;
    const pack = packWhere((candidate) => {
      const start = recordOf(header({ pack: candidate }), []);
      const first = homeFrom(start);
      return first !== undefined && homeFrom(enter(start, first, 0)) !== undefined;
    });
    const start = recordOf(header({ pack }), []);
    const one = enter(start, homeFrom(start), 1000);
    const two = enter(one, homeFrom(one), 2000);
    const undone = enter(two, 'undo', 3000);
    const again = enter(undone, homeFrom(undone), 4000);
    expect([one, two, undone, again].map(figuresOf)).toMatchObject([
      { cardsHome: 1, cardsHomeAtMs: 1000, moves: 1, undos: 0, elapsedMs: 1000 },
      { cardsHome: 2, cardsHomeAtMs: 2000, moves: 2, undos: 0, elapsedMs: 2000 },
      { cardsHome: 1, cardsHomeAtMs: 1000, moves: 2, undos: 1, elapsedMs: 3000 },
      { cardsHome: 2, cardsHomeAtMs: 4000, moves: 3, undos: 1, elapsedMs: 4000 },
    ]);
  });

  test('cardsHomeAtMs is what the log says at every entry, however often it goes back', () => {
    for (const seed of ['1', '2', '3', '4', '5']) {
      let record = recordOf(header({ pack: packFor(seed, 1), undo: 'free' }), []);
      for (let n = 1; n <= 300; n++) {
        const moves = legalMoves(record.play.position);
        const move = moves.find(isHome) ?? moves[(n * 7919) % Math.max(1, moves.length)];
        const undoes = record.play.past && (move === undefined || n % 11 > 6);
        if (!undoes && move === undefined) break;
        record = enter(record, undoes ? 'undo' : move!, n * 10);
        const { homeSince } = record.play;
        const reached = homeSince === 0 ? 0 : logOf(record)[homeSince - 1]!.elapsedMs;
        expect(figuresOf(record).cardsHomeAtMs).toBe(reached);
      }
      expect(record.play.undos).toBeGreaterThan(50);
    }
  });

  test('P5: every entry has one answer, whatever came after', () => {
    let record = recordOf(header(), []);
    const answers = [];
    for (let n = 1; n <= 8; n++) {
      record = enter(record, firstMove(record), n * 10);
      answers.push(answerTo(record, n));
    }
    record = enter(record, 'concede', 100);
    answers.push(answerTo(record, 9));
    expect(answers.map((_, n) => answerTo(record, n + 1))).toEqual(answers);
    expect(answers.at(-1)).toEqual({
      entry: 0xfffe,
      elapsedMs: 100,
      number: 9,
      ending: 'conceded',
    });
    expect(answerTo(record, 0)).toBeUndefined();
    expect(answerTo(record, 10)).toBeUndefined();
    expect(decodeMove(answers[0]!.entry)).toEqual(firstMove(recordOf(header(), [])));
  });

  test('a play that the cap ended has lasted the whole time, and keeps its figures', () => {
    const moved = enter(recordOf(header(), []), firstMove(recordOf(header(), [])), 777);
    const entries = logOf(moved).map(({ entry, elapsedMs }) => ({ code: entry, elapsedMs }));
    const capped = recordOf(header({ endedByCap: true }), entries);
    expect(figuresOf(capped)).toEqual({
      ...figuresOf(moved),
      ending: 'cap',
      elapsedMs: 900_000,
    });
    expect(answerTo(capped, 1)?.ending, 'no entry ended it').toBe(null);
  });

  test('a deal without any move is stuck, but not before it has been dealt', () => {
    // One Bisley deal in about two thousand.
    const dead = packWhere(
      (pack) => legalMoves(unwrap(newGame('bisley/thirteen', pack))).length === 0,
    );
    const record = recordOf(header({ pack: dead }), []);
    expect(record.ending).toBe('stuck');
    expect(hasEnded(record, T - 1)).toBe(false);
    expect(hasEnded(record, T)).toBe(true);
    expect(figuresOf(record)).toMatchObject({ moves: 0, cardsHome: 0, elapsedMs: 0 });
    // Given up in the countdown, it looks like any other; as it is stored, and as it is read again.
    const conceded = unwrap(advance(record, 'concede', encodeEntry('concede'), 0));
    expect(conceded.ending).toBe('conceded');
    const stored = [{ code: encodeEntry('concede'), elapsedMs: 0 }];
    expect(recordOf(record.header, stored).ending).toBe('conceded');
  });

  test('P2: before its start nothing says that a play has ended', () => {
    const dead = packWhere(
      (pack) => legalMoves(unwrap(newGame('bisley/thirteen', pack))).length === 0,
    );
    const stuck = recordOf(header({ pack: dead }), []);
    expect(figuresAt(stuck, T - 1)).toEqual({ ...figuresOf(stuck), ending: null });
    expect(figuresAt(stuck, T)).toEqual(figuresOf(stuck));
    // Given up in the countdown: that depends on no card.
    const conceded = enter(recordOf(header(), []), 'concede', 0);
    expect(figuresAt(conceded, T - 1).ending).toBe('conceded');
    const running = recordOf(header(), []);
    expect(figuresAt(running, T - 1)).toEqual(figuresOf(running));
  });

  test('is routed by its race, and outside one by itself', () => {
    const race = { id: 'race', code: 'FEDCBA', at: 'ABCDEF' };
    expect(routingKeyOf(header({ race }))).toBe('ABCDEF');
    expect(routingKeyOf(header({ race: null }))).toBe(header().id);
  });

  test('an answer tells the card that its move turned up, and others none', () => {
    const pack = shuffledPack(2, mersenneDraw([1]));
    const start = recordOf(header({ variant: 'british-square/piles', pack }), []);
    const stock = start.play.position.piles.length - 1;
    const turnedUp = start.play.position.piles[stock]!.at(-1);
    const dealt = enter(start, { from: stock, to: stock - 1 }, 1000);
    expect(answerTo(dealt, 1)).toMatchObject({ number: 1, elapsedMs: 1000, turnedUp });
    const moved = enter(recordOf(header(), []), firstMove(recordOf(header(), [])), 5);
    expect(answerTo(moved, 1)).not.toHaveProperty('turnedUp');
  });

  test('any entry is found in a log of any length', () => {
    let record = recordOf(header({ undo: 'free' }), []);
    const move = firstMove(record);
    for (let n = 1; n <= 70; n++) {
      record = enter(record, n % 2 === 1 ? move : 'undo', n);
      const times = Array.from({ length: n }, (_, k) => answerTo(record, k + 1)?.elapsedMs);
      expect(times).toEqual(Array.from({ length: n }, (_, k) => k + 1));
    }
  });

  test('shows what it is of, to whom, and for how long', () => {
    const record = recordOf(header({ deal: '17', hints: 3 }), []);
    const shown = snapshotOf(record, 'anna', T - 10);
    expect(shown).toEqual({
      ...{ playId: record.header.id, playerName: 'Anna', isYours: true, hints: 3 },
      ...{ variant: 'bisley/thirteen', undo: 'bounded', raceCode: 'ABCDEF', daily: null },
      ...{ deal: '17', pack: null, log: [], elapsedMs: 0, closesInMs: 900_010, ending: null },
      start: { ...viewOf(startOf(record)), counters: [] },
    });
    expect(snapshotOf(record, null, T + 950_000).closesInMs).toBe(0);
    const daily = { day: '2026-11-25', game: 'bisley' } as const;
    const duplicate = { code: 'ABC234', deal: 2 } as never;
    const other = recordOf(header({ race: null, daily, duplicate, closesAt: null }), []);
    expect(snapshotOf(other, 'anna', T)).toMatchObject({
      ...{ raceCode: null, closesInMs: null, daily, duplicate },
    });
    expect(snapshotOf(record, 'anna', T)).not.toHaveProperty('duplicate');
  });

  test('shows how long it took once it is over, and the whole deal where that is open', () => {
    const moved = enter(recordOf(header(), []), firstMove(recordOf(header(), [])), 700);
    expect(snapshotOf(moved, 'anna', T + 5_000).elapsedMs).toBe(5_000);
    const over = enter(moved, 'concede', 900);
    expect(snapshotOf(over, 'anna', T + 5_000)).toMatchObject({
      ...{ elapsedMs: 900, ending: 'conceded', pack: null },
    });
    expect(snapshotOf(over, 'anna', T + 5_000, true).pack).toEqual(header().pack);
    const unreadable = recordOf(header({ pack: [1, 2, 3] }), []);
    expect(snapshotOf(unreadable, 'anna', T + 5)).toMatchObject({
      start: { variant: 'bisley/thirteen', piles: [], counters: [] },
    });
    expect(unreadable).toMatchObject({ log: { length: 0 }, cardsHomeAtMs: 0 });
    // Nothing closes it, so the clock counts for nothing.
    const open = recordOf(header({ closesAt: null, endedByCap: true }), []);
    expect(open.ending).toBe('cap');
    expect(figuresOf(open).elapsedMs).toBe(0);
    expect(figuresOf(enter(open, firstMove(open), 40)).ending).toBe('cap');
  });

  test('P2: what leaves the server holds no face-down card', () => {
    const pack = shuffledPack(2, mersenneDraw([2]));
    const record = recordOf(header({ variant: 'alhambra/standard', pack }), []);
    const shown = snapshotOf(record, 'anna', T + 5);
    const stock = shown.start.piles.at(-1)!;
    expect(stock.every((card) => card === -1)).toBe(true);
    expect(new Set(shown.start.piles.flat().filter((card) => card >= 0)).size).toBe(
      104 - stock.length,
    );
    expect(shown).toMatchObject({ isYours: true, elapsedMs: 5, closesInMs: 899_995, ending: null });
    expect(snapshotOf(record, 'ben', T).isYours).toBe(false);
  });
});

/** A foundation of Bisley. */
const isHome = ({ to }: Move) => to < 8;

function packWhere(fits: (pack: Pack) => boolean): Pack {
  for (let seed = 0; seed < 100_000; seed++) {
    const pack = shuffledPack(1, mersenneDraw([seed]));
    if (fits(pack)) return pack;
  }
  throw new Error('no such pack');
}
