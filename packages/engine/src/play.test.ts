import { describe, expect, it } from 'vitest';
import { drawOf, randomDeal, valueOf } from '../test/positions.ts';
import { table } from '../test/tables.ts';
import {
  FACE_DOWN,
  gameList,
  legalMoves,
  playMove,
  suitsHome,
  turnedUpBy,
  viewOf,
} from './index.ts';
import type { Position } from './index.ts';

const variants = gameList.flatMap((game) => game.variants.map(({ id }) => id));

/** A position that throws when anything in it is changed. */
function frozen(position: Position): Position {
  for (const pile of position.piles) Object.freeze(pile);
  Object.freeze(position.piles);
  Object.freeze(position.counters);
  return Object.freeze(position);
}

describe('the verbs', () => {
  it.each(variants)('%s: change nothing that they are given', (variant) => {
    const draw = drawOf(7);
    let position = frozen(randomDeal(variant, draw));
    for (let n = 0; n < 60; n++) {
      const view = frozen(viewOf(position));
      const moves = legalMoves(position);
      const move = moves[draw(Math.max(0, moves.length - 1))];
      if (!move) break;
      const next = frozen(valueOf(playMove(position, move)));
      // As a page learns of it: the card that the move turns up comes with the answer.
      const card = turnedUpBy(position, move, next);
      expect(valueOf(playMove(view, move, card))).toEqual(viewOf(next));
      position = next;
    }
  });

  it('on a view, leave a card that is not told face down, and believe no card where none is turned up', () => {
    const [stock, waste] = [17, 16];
    const view = viewOf(randomDeal('alhambra/standard', drawOf(1)));
    const dealt = valueOf(playMove(view, { from: stock, to: waste }));
    expect(dealt.piles[waste]?.at(-1)).toBe(FACE_DOWN);
    const told = valueOf(playMove(view, { from: stock, to: waste }, 9));
    expect(told.piles[waste]?.at(-1)).toBe(9);
    const home = legalMoves(told).find(({ from, to }) => from !== stock && to !== waste);
    if (!home) throw new Error('no move without the stock');
    expect(valueOf(playMove(told, home, 30))).toEqual(valueOf(playMove(told, home)));
  });
});

describe('a whole position', () => {
  it.each(variants)('%s: stays whole, also if a card is told that it needs not', (variant) => {
    const draw = drawOf(11);
    let position = randomDeal(variant, draw);
    for (let n = 0; n < 150; n++) {
      const moves = legalMoves(position);
      const move = moves[draw(Math.max(0, moves.length - 1))];
      if (!move) break;
      const next = valueOf(playMove(position, move));
      const card = turnedUpBy(position, move, next);
      // With an empty stock a position is its own view, and is played on as one.
      const isWhole = viewOf(position) !== position;
      if (isWhole) expect(valueOf(playMove(position, move, card ?? 0))).toEqual(next);
      position = next;
    }
  });
});

describe('suits that are home', () => {
  it('are those of which every card is on the foundations', () => {
    expect(suitsHome(randomDeal('bisley/thirteen', drawOf(1)))).toBe(0);
    const one = { faC: 'A-7C', fkC: 'K-8C', faS: 'AS', faH: 'AH', faD: 'AD' };
    expect(suitsHome(table('bisley/thirteen', 't0', one))).toBe(1);
    expect(suitsHome(table('bisley/thirteen', 't0', { ...one, faC: 'A-6C' }))).toBe(0);
    const all = { faC: 'A-KC', faS: 'A-KS', faH: 'A-KH', faD: 'A-KD' };
    expect(suitsHome(table('bisley/thirteen', 't0', all))).toBe(4);
  });

  it('are so with the cards of both packs, where a game has two', () => {
    const kings = { fkC: 'K-AC', fkS: 'KS', fkH: 'KH', fkD: 'KD' };
    const aces = { faC: 'A-KC', faS: 'A-KS', faH: 'AH', faD: 'AD' };
    expect(suitsHome(table('sly-fox/standard', 's', { ...aces, ...kings }, [0]))).toBe(1);
    expect(suitsHome(table('sly-fox/standard', 's', { ...aces, ...kings, fkC: 'K-2C' }, [0]))).toBe(
      0,
    );
  });
});
