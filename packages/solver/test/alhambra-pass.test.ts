/** A plan played by the solver's own fast tables is a game that the engine plays too, card by card. */
import {
  cardsHome,
  mersenneDraw,
  moveBetween,
  newGame,
  playMove,
  shuffledPack,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import {
  createPlayPass,
  createRun,
  createStart,
  movesOf,
  startOf,
  STOCK,
  WASTE,
} from '../src/alhambra/pass.ts';
import type { Start } from '../src/alhambra/pass.ts';
import { QUESTIONS_IN_PASS } from '../src/alhambra/questions.ts';

const variant = 'alhambra/standard';
const PASSES = 3;
const dealOf = (seed: number): Position =>
  unwrap(newGame(variant, shuffledPack(2, mersenneDraw([seed]))));

/** A plan with so many in a hundred of its answers unusual. */
function plan(seed: number, percent: number): Uint8Array {
  const draw = mersenneDraw([seed]);
  return Uint8Array.from({ length: PASSES * QUESTIONS_IN_PASS }, () =>
    draw(99) < percent ? 1 : 0,
  );
}

/** What the solver says of a position, read off the engine's. */
const told = (position: Position) => {
  const { row, rowLength, turned, depths, home } = startOf(position);
  return { row: [...row.subarray(0, rowLength)], turned, depths: [...depths], home };
};
const read = ({ row, rowLength, turned, depths, home }: Start) => ({
  row: [...row.subarray(0, rowLength)],
  turned,
  depths: [...depths],
  home,
});

describe.each([0, 5, 30])('plans with %i in a hundred answers unusual', (percent) => {
  it('are legal moves, and end where the engine ends', () => {
    for (let seed = 1; seed <= 12; seed++) {
      let position = dealOf(seed);
      const playPass = createPlayPass(position, plan(seed, percent));
      const run = createRun();
      let start = startOf(position);
      for (let pass = 0; pass < PASSES; pass++) {
        const end = createStart();
        playPass(pass, pass === PASSES - 1, start, run, end);
        position = movesOf(run).reduce((table, move) => unwrap(playMove(table, move)), position);
        expect(position.piles[STOCK]).toEqual([]);
        expect(end.home).toBe(cardsHome(position) + variantOf(variant).dealtHome);
        if (pass === PASSES - 1 || position.piles[WASTE]?.length === 0) break;
        position = unwrap(playMove(position, moveBetween(WASTE, STOCK)));
        expect(read(end)).toEqual(told(position));
        start = end;
      }
    }
  });

  it('ask each question once a pass, and the same ones the next time', () => {
    const position = dealOf(20);
    const playPass = createPlayPass(position, plan(20, percent));
    const runs = [createRun(), createRun()].map((run) => {
      playPass(0, false, startOf(position), run, createStart());
      return [...run.asked.subarray(0, run.askedCount)];
    });
    const [first = [], again] = runs;
    expect(new Set(first).size).toBe(first.length);
    expect(first.length).toBeGreaterThan(0);
    expect(again).toEqual(first);
  });

  it('do not depend on answers that were not asked for', () => {
    const position = dealOf(21);
    const answers = plan(21, percent);
    const run = createRun();
    const end = createStart();
    createPlayPass(position, answers)(0, false, startOf(position), run, end);
    const asked = new Set(run.asked.subarray(0, run.askedCount));
    const others = answers.map((answer, n) => (asked.has(n) ? answer : 1 - answer));
    const otherRun = createRun();
    const otherEnd = createStart();
    createPlayPass(position, others)(0, false, startOf(position), otherRun, otherEnd);
    expect(movesOf(otherRun)).toEqual(movesOf(run));
    expect(read(otherEnd)).toEqual(read(end));
  });
});
