/** The byte tables of the two-pack searches against the engine, position by position. */
import {
  cardsHome,
  formatMove,
  legalMoves,
  mersenneDraw,
  newGame,
  playMove,
  shuffledPack,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { alhambraTable } from '../src/alhambra/table.ts';
import { squareScore } from '../src/british-square/score.ts';
import { squareTable } from '../src/british-square/table.ts';
import { A_CARD, createPlayout } from '../src/sly-fox/playout.ts';
import { foxTable } from '../src/sly-fox/table.ts';
import { ALL_HOME, MOST_MOVES, newStore } from '../src/two-deck/table.ts';
import type { Table } from '../src/two-deck/table.ts';
import { scattered } from './endgames.ts';

const dealOf = (variant: string, seed: number): Position =>
  unwrap(newGame(variant, shuffledPack(2, mersenneDraw([seed]))));

const tables: readonly [string, (position: Position) => Table | undefined][] = [
  ['sly-fox/standard', foxTable],
  ['british-square/piles', squareTable],
  ['british-square/columns', squareTable],
  ['british-square/union', squareTable],
  ['alhambra/standard', alhambraTable],
];

/** A random line of the table's own moves, from the start of a position. */
function randomLine(table: Table, seed: number, most: number) {
  const draw = mersenneDraw([seed]);
  const store = newStore(1, table.stride);
  table.begin(store, 0);
  const choices = new Uint16Array(MOST_MOVES);
  const line: number[] = [];
  while (line.length < most) {
    const count = table.moves(store, 0, choices);
    if (count === 0) break;
    const move = choices[draw(count - 1)] ?? 0;
    table.play(store, 0, move);
    line.push(move);
  }
  return { line, home: table.home(store, 0) };
}

describe.each(tables)('%s', (variant, tableOf) => {
  it('gives lines that the engine plays, and counts the same cards home', () => {
    for (let seed = 1; seed <= 15; seed++) {
      const deal = dealOf(variant, seed);
      const table = tableOf(deal);
      if (!table) throw new Error('every deal has a table');
      const { line, home } = randomLine(table, seed, 150);
      let position = deal;
      for (const move of table.lineOf(line)) {
        const played = playMove(position, move);
        if (!played.ok) expect.fail(`${formatMove(variant, move)}: ${played.reason.code}`);
        position = played.value;
      }
      expect(home).toBe(cardsHome(position) + variantOf(variant).dealtHome);
    }
  });

  it('begins a position with its cards home, and moves where the engine has any but transfers', () => {
    const draw = mersenneDraw([12]);
    for (let n = 0; n < 40; n++) {
      const position = scattered(variant, draw);
      const table = tableOf(position);
      if (!table) continue;
      const store = newStore(1, table.stride);
      table.begin(store, 0);
      expect(table.home(store, 0)).toBe(cardsHome(position) + variantOf(variant).dealtHome);
      const isTransfer = ({ from, to }: { from: number; to: number }) =>
        variant.startsWith('sly-fox') && from < 8 && to < 8;
      const count = table.moves(store, 0, new Uint16Array(MOST_MOVES));
      expect(count).toBeLessThanOrEqual(MOST_MOVES);
      if (
        legalMoves(position).some((move) => !isTransfer(move)) &&
        variant !== 'british-square/union'
      ) {
        expect(count).toBeGreaterThan(0);
      }
    }
  });
});

describe('what positions are judged by', () => {
  it('in Sly Fox a playout never brings home more cards than there are, nor fewer than lie there', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const table = foxTable(dealOf('sly-fox/standard', seed));
      const playout = createPlayout(table);
      const store = newStore(1, table.stride);
      table.begin(store, 0);
      const before = [...store.bytes];
      const score = playout(store, 0);
      // What is late costs less than a card.
      const home = Math.ceil(score / A_CARD);
      expect(home).toBeGreaterThanOrEqual(table.home(store, 0));
      expect(home).toBeLessThanOrEqual(ALL_HOME);
      // It looks ahead without a trace, and sees the same again.
      expect([...store.bytes]).toEqual(before);
      expect(playout(store, 0)).toBe(score);
    }
  });

  it('in British Square a card home is worth more than one on the waste', () => {
    const draw = mersenneDraw([30]);
    const choices = new Uint16Array(MOST_MOVES);
    let compared = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const table = squareTable(dealOf('british-square/piles', seed));
      if (!table) throw new Error('every deal has a table');
      const score = squareScore(table);
      const store = newStore(2, table.stride);
      table.begin(store, 0);
      for (let n = 0; n < 60; n++) {
        const count = table.moves(store, 0, choices);
        const home = choices.subarray(0, count).findIndex((move) => (move & 31) < 4);
        if (home >= 0) {
          store.bytes.copyWithin(table.stride, 0, table.stride);
          table.play(store, table.stride, choices[home] ?? 0);
          expect(score(store, table.stride)).toBeGreaterThan(score(store, 0));
          compared++;
        }
        if (count === 0) break;
        table.play(store, 0, choices[draw(count - 1)] ?? 0);
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
});
