import {
  enter,
  isWon,
  legalMoves,
  mersenneDraw,
  newGame,
  openPlay,
  shuffledPack,
  variantOf,
  unwrap,
} from '@same-deal/engine';
import type { Entry, Play, Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { firstLost, solve } from '../src/index.ts';
import { inTime } from './in-time.ts';

const dealOf = (variant: string, seed: number): Position =>
  unwrap(newGame(variant, shuffledPack(variantOf(variant).packs, mersenneDraw([seed]))));

/** A play of the given choices, and every position it went through, the deal first. */
function played(start: Position, choose: (play: Play) => Entry | undefined, most: number) {
  let play = openPlay(start, 'free');
  const log: Entry[] = [];
  const positions = [start];
  while (log.length < most && !play.ending) {
    const entry = choose(play);
    if (entry === undefined) break;
    const next = enter(play, entry);
    if (!next.ok) throw new Error(next.reason.code);
    play = next.value;
    log.push(entry);
    positions.push(play.position);
  }
  return { log, positions, play };
}

/** Any move, and one time in four one is taken back. */
function wander(start: Position, seed: number, most: number) {
  const draw = mersenneDraw([seed]);
  return played(
    start,
    (play) => {
      const moves = legalMoves(play.position);
      const isBack = play.past && (moves.length === 0 || draw(3) === 0);
      return isBack ? 'undo' : moves[draw(Math.max(0, moves.length - 1))];
    },
    most,
  );
}

describe.each(['bisley/thirteen', 'bisley/twelve'])('%s', (variant) => {
  it('names the entry after which no position of the whole log can be won, undo or not', () => {
    let named = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const start = dealOf(variant, seed);
      const { log, positions } = wander(start, seed, 10 + seed);
      const lastWinnable = positions
        .map((one) => unwrap(solve(one, inTime())).verdict)
        .lastIndexOf('won');
      const isNamed = lastWinnable >= 0 && lastWinnable < positions.length - 1;
      if (isNamed) named++;
      expect(unwrap(firstLost(start, log, inTime))).toEqual({
        deal: lastWinnable < 0 ? 'unwinnable' : 'winnable',
        entry: isNamed ? lastWinnable + 1 : null,
        proved: true,
      });
    }
    expect(named).toBeGreaterThan(20);
  });
});

it('names none in a play that was won, could still be, or never could', () => {
  const start = dealOf('bisley/thirteen', 1);
  const { moves } = unwrap(solve(start, inTime()));
  const won = played(start, (play) => moves[play.entries], moves.length);
  expect(isWon(won.play.position)).toBe(true);
  const none = { deal: 'winnable', entry: null, proved: true };
  expect(unwrap(firstLost(start, won.log, inTime))).toEqual(none);
  expect(unwrap(firstLost(start, won.log.slice(0, 20), inTime))).toEqual(none);
  expect(unwrap(firstLost(start, [...won.log.slice(0, 20), 'concede'], inTime))).toEqual(none);
  expect(unwrap(firstLost(start, [], inTime))).toEqual(none);

  const seeds = Array.from({ length: 30 }, (_, n) => n + 1);
  const dead = seeds
    .map((seed) => dealOf('bisley/twelve', seed))
    .find((deal) => unwrap(solve(deal, inTime())).verdict === 'lost');
  if (!dead) throw new Error('one of thirty deals is lost');
  expect(unwrap(firstLost(dead, wander(dead, 1, 20).log, inTime))).toEqual({
    deal: 'unwinnable',
    entry: null,
    proved: true,
  });
});

it('claims nothing where the search gave up', () => {
  const start = dealOf('british-square/union', 1);
  const { log } = wander(start, 1, 10);
  expect(unwrap(firstLost(start, log, { shouldStop: () => true, memoryBytes: 2 ** 17 }))).toEqual({
    deal: 'unknown',
    entry: null,
    proved: false,
  });
});

it('gives each search an effort of its own, and takes a known win for granted', () => {
  const start = dealOf('british-square/union', 1);
  const { log } = wander(start, 1, 10);
  let searches = 0;
  const effort = () => {
    searches++;
    return { shouldStop: () => true, memoryBytes: 2 ** 17 };
  };
  // No win is found from the first move on, so the known one was given away there as far as anybody knows.
  const first = unwrap(firstLost(start, log, effort, true));
  expect(first).toMatchObject({ deal: 'winnable', proved: false });
  expect(first.entry).toBeGreaterThanOrEqual(1);
  expect(searches).toBeGreaterThan(1);
});
