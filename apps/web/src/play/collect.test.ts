import { variantOf } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { homeMove } from './collect.ts';

const { piles } = variantOf('bisley/thirteen');
const of = (role: string) => piles.flatMap((pile, n) => (pile.role === role ? [n] : []));
const [home = 0, otherHome = 0] = of('foundation');
const [column = 0, next = 0, last = 0] = of('tableau');

/** Where top cards may go: nowhere, but for these. */
const targets = (places: Readonly<Record<number, readonly number[]>>) =>
  piles.map((_, n) => places[n] ?? []);

test('a card that one foundation wants goes home', () => {
  expect(homeMove(piles, targets({ [column]: [next, home] }))).toEqual({ from: column, to: home });
});

test('a card that two foundations want is left to the player, and the next one goes', () => {
  const places = targets({ [column]: [home, otherHome], [next]: [otherHome] });
  expect(homeMove(piles, places)).toEqual({ from: next, to: otherHome });
});

test('moves between columns are no way home', () => {
  expect(homeMove(piles, targets({ [column]: [next, last] }))).toBeUndefined();
  expect(homeMove(piles, targets({}))).toBeUndefined();
});

test('what has come home is not sent on to another foundation', () => {
  expect(homeMove(piles, targets({ [home]: [otherHome] }))).toBeUndefined();
});
