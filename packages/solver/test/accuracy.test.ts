/** How well a play was played: what counts, what it costs, and that it is the same whatever suits are called. */
import {
  enter,
  formatPosition,
  gameOf,
  legalMoves,
  mersenneDraw,
  newGame,
  openPlay,
  playMove,
  shuffledPack,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Entry, Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { accuracyOf, firstLost, solve } from '../src/index.ts';
import { inTime } from './in-time.ts';
import { renamed, renamedPile } from './renamed.ts';
import { scaled } from '../../../tools/scale.ts';

const dealOf = (variant: string, seed: number): Position =>
  unwrap(newGame(variant, shuffledPack(variantOf(variant).packs, mersenneDraw([seed]))));

/** A log that follows a win for a while, then wanders, and takes some moves back. */
function logOf(start: Position, seed: number, most: number): Entry[] {
  const draw = mersenneDraw([seed]);
  const { moves } = unwrap(solve(start, inTime()));
  const follows = draw(moves.length);
  const log: Entry[] = moves.slice(0, Math.min(follows, most));
  let play = log.reduce((one, entry) => unwrap(enter(one, entry)), openPlay(start, 'free'));
  while (log.length < most && !play.ending) {
    const choices = legalMoves(play.position);
    const isBack = play.past && (choices.length === 0 || draw(2) === 0);
    const entry = isBack ? 'undo' : choices[draw(Math.max(0, choices.length - 1))];
    if (entry === undefined) break;
    play = unwrap(enter(play, entry));
    log.push(entry);
  }
  return log;
}

/** Every table of a log, the deal first, and where each came from by a move. */
function tablesOf(start: Position, log: readonly Entry[]): { at: Position; before?: Position }[] {
  const tables: { at: Position; before?: Position }[] = [{ at: start }];
  let play = openPlay(start, 'free');
  for (const entry of log) {
    const before = play.position;
    play = unwrap(enter(play, entry));
    tables.push(entry === 'undo' ? { at: play.position } : { at: play.position, before });
  }
  return tables;
}

describe.each(['bisley/thirteen', 'bisley/twelve'])('%s', (variant) => {
  it('counts exactly: every table of the log searched by itself says the same', () => {
    for (let seed = 1; seed <= scaled(12, 200); seed++) {
      const start = dealOf(variant, seed);
      const log = logOf(start, seed, 20 + seed);
      const winnable = (position: Position) => unwrap(solve(position)).verdict === 'won';
      const tables = tablesOf(start, log);
      const told = unwrap(accuracyOf(start, log, inTime));
      const chosen = tables.filter(
        ({ before }) => before && winnable(before) && legalMoves(before).length > 1,
      );
      expect(told.decisions).toBe(chosen.length);
      expect(told.undecided).toBe(0);
      expect(told.kept).toBe(chosen.filter(({ at }) => winnable(at)).length);
      expect(told.curve).toHaveLength(log.length + 1);
      for (const [n, value] of told.curve.entries()) {
        expect({ n, isOpen: value > 0 }).toEqual({ n, isOpen: winnable(tables[n]?.at ?? start) });
      }
    }
  });

  it('the moment it was lost is the one that firstLost finds', () => {
    for (let seed = 1; seed <= scaled(15, 200); seed++) {
      const start = dealOf(variant, seed);
      const log = logOf(start, seed, 15 + seed);
      const { deal, entry, proved } = unwrap(accuracyOf(start, log, inTime));
      expect({ deal, entry, proved }).toEqual(unwrap(firstLost(start, log, inTime)));
    }
  });

  it('names at most three mistakes, the dearest first, each with what would have kept the win', () => {
    let named = 0;
    for (let seed = 1; seed <= scaled(25, 100); seed++) {
      const start = dealOf(variant, seed);
      const log = logOf(start, seed, 60);
      const { mistakes, decisions, kept } = unwrap(accuracyOf(start, log, inTime));
      expect(mistakes.length).toBeLessThanOrEqual(Math.min(3, Math.max(decisions - kept, 1)));
      expect(mistakes.map(({ cost }) => cost)).toEqual(
        mistakes.map(({ cost }) => cost).toSorted((a, b) => b - a),
      );
      const tables = tablesOf(start, log);
      for (const { entry, better } of mistakes) {
        named++;
        const before = tables[entry]?.before;
        if (!before || !better)
          throw new Error('a mistake is a move, and Bisley knows a better one');
        expect(unwrap(solve(tables[entry]?.at ?? start)).verdict).toBe('lost');
        expect(unwrap(solve(unwrap(playMove(before, better)))).verdict).toBe('won');
      }
    }
    expect(named).toBeGreaterThan(10);
  });
});

it.each(['sly-fox/standard', 'alhambra/standard'])(
  '%s: says of how many choices it does not know what they led to',
  (variant) => {
    const start = dealOf(variant, 1);
    const log: Entry[] = [];
    let position = start;
    for (let n = 0; n < 30; n++) {
      const move = legalMoves(position).at(-1);
      if (!move) break;
      log.push(move);
      position = unwrap(playMove(position, move));
    }
    const choices = tablesOf(start, log).filter(
      ({ before }) => before && legalMoves(before).length > 1,
    );
    // No search finds anything, so nothing is known but that the deal can be won.
    const effort = { shouldStop: () => true, memoryBytes: 0 };
    const told = unwrap(accuracyOf(start, log, effort, true));
    const { decisions, kept, undecided, mistakes } = told;
    expect(undecided).toBe(choices.length);
    expect(undecided).toBeGreaterThan(10);
    // Nor is any of them a mistake, which it would have to be proved.
    expect({ decisions, kept, mistakes }).toEqual({ decisions: 0, kept: 0, mistakes: [] });
  },
);

it.each(['bisley/thirteen', 'british-square/piles', 'sly-fox/standard'])(
  '%s: is the same whatever the suits are called',
  (variant) => {
    for (let seed = 1; seed <= scaled(2, 100); seed++) {
      const start = dealOf(variant, seed);
      const log = logOf(start, seed, gameOf(variant) === 'bisley' ? 40 : 12);
      const names =
        [
          [1, 0, 3, 2],
          [2, 3, 0, 1],
          [3, 1, 0, 2],
        ][seed % 3] ?? [];
      const other = log.map((entry) =>
        typeof entry === 'string'
          ? entry
          : {
              from: renamedPile(variant, names, entry.from),
              to: renamedPile(variant, names, entry.to),
            },
      );
      let asked = 0;
      const effort = () => ({ shouldStop: () => ++asked % 4 === 0, memoryBytes: 2 ** 20 });
      const { mistakes, ...figures } = unwrap(accuracyOf(start, log, effort));
      asked = 0;
      const { mistakes: others, ...same } = unwrap(
        accuracyOf(renamed(start, names), other, effort),
      );
      expect(same).toEqual(figures);
      expect(others.map(({ entry, cost }) => ({ entry, cost }))).toEqual(
        mistakes.map(({ entry, cost }) => ({ entry, cost })),
      );
    }
  },
);

it('has nothing to count in a deal that never could be won', () => {
  const start = Array.from({ length: 30 }, (_, n) => dealOf('bisley/twelve', n + 1)).find(
    (deal) => unwrap(solve(deal)).verdict === 'lost',
  );
  if (!start) throw new Error('one of thirty deals is lost');
  const told = unwrap(accuracyOf(start, legalMoves(start).slice(0, 1), inTime));
  expect(told).toMatchObject({ deal: 'unwinnable', decisions: 0, kept: 0, mistakes: [] });
});

it('a whole win keeps every decision, and its curve ends with everything home', () => {
  const start = dealOf('british-square/union', 2);
  const { moves } = unwrap(solve(start, inTime()));
  const told = unwrap(accuracyOf(start, moves, inTime));
  expect(told).toMatchObject({ deal: 'winnable', entry: null, proved: true, mistakes: [] });
  expect(told.kept).toBe(told.decisions);
  expect(told.curve.at(-1)).toBe(100);
});

it('refuses what firstLost refuses', () => {
  const start = dealOf('bisley/thirteen', 1);
  expect(accuracyOf(start, ['undo'])).toEqual(firstLost(start, ['undo']));
  const illegal = [{ from: 0, to: 1 }];
  expect(accuracyOf(start, illegal)).toEqual(firstLost(start, illegal));
  expect(formatPosition(start)).toBe(formatPosition(dealOf('bisley/thirteen', 1)));
});
