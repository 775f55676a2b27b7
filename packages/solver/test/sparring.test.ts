/** The sparring partners: what they see, and what they never do. */
import {
  FACE_DOWN,
  gameList,
  legalMoves,
  mersenneDraw,
  newGame,
  playMove,
  shuffledPack,
  unwrap,
  variantOf,
  viewOf,
} from '@same-deal/engine';
import type { Entry, Move, Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { sparringMove } from '../src/index.ts';
import type { Strength } from '../src/index.ts';
import { scaled } from '../../../tools/scale.ts';

const variants = gameList.flatMap((game) => game.variants.map(({ id }) => id));
const strengths: readonly Strength[] = [1, 2, 3];

const dealOf = (variant: string, seed: number): Position =>
  unwrap(newGame(variant, shuffledPack(variantOf(variant).packs, mersenneDraw([seed]))));

const isMove = (entry: Entry): entry is Move => entry !== 'undo' && entry !== 'concede';

/** Every view that a partner meets and what it chose there. */
function courseOf(start: Position, strength: Strength, seed: number, most: number) {
  const met: { view: Position; entry: Entry | null }[] = [];
  const history: Entry[] = [];
  let position = start;
  for (let n = 0; n < most; n++) {
    const view = viewOf(position);
    const entry = sparringMove(view, history, strength, seed);
    met.push({ view, entry });
    if (entry === null || !isMove(entry)) break;
    position = unwrap(playMove(position, entry));
    history.push(entry);
  }
  return met;
}

describe.each(variants)('%s', (variant) => {
  it('P2: two packs that agree on everything seen so far are played alike', () => {
    for (const strength of strengths) {
      const deal = dealOf(variant, 3);
      const stock = variantOf(variant).piles.findIndex(({ role }) => role === 'stock');
      // The lower half of the stock the other way round: another game once it turns up.
      const other = {
        ...deal,
        piles: deal.piles.map((pile, n) => {
          const half = Math.floor(pile.length / 2);
          return n === stock ? [...pile.slice(0, half).reverse(), ...pile.slice(half)] : pile;
        }),
      };
      const most = scaled({ 1: 60, 2: 10, 3: 3 }[strength], 200);
      const here = courseOf(deal, strength, 5, most);
      const there = courseOf(other, strength, 5, most);
      const apart = here.findIndex(
        ({ view }, n) => JSON.stringify(view) !== JSON.stringify(there[n]?.view),
      );
      const together = apart < 0 ? here.length : apart;
      expect(together).toBeGreaterThan(2);
      expect(there.slice(0, together)).toEqual(here.slice(0, together));
    }
  });

  it('P2: looks under no face-down card, even where it is handed one', () => {
    const deal = dealOf(variant, 4);
    for (const strength of strengths) {
      expect(sparringMove(deal, [], strength, 1)).toEqual(
        sparringMove(viewOf(deal), [], strength, 1),
      );
    }
  });

  it('makes legal moves, and comes to an end by itself', () => {
    for (let seed = 1; seed <= scaled(2, 20); seed++) {
      const met = courseOf(dealOf(variant, seed), 1, seed, 1000);
      for (const { view, entry } of met.slice(0, -1))
        expect(legalMoves(view)).toContainEqual(entry);
      expect(met.length).toBeLessThan(1000);
      expect(met.at(-1)?.entry).toBeNull();
    }
  });
});

it('remembers what it has shifted in vain, across what was taken back', () => {
  const deal = dealOf('bisley/thirteen', 4);
  const shift = legalMoves(deal).find(
    ({ to }) => variantOf(deal.variant).piles[to]?.role === 'tableau',
  );
  if (!shift) throw new Error('this deal has a card to shift');
  const shifted = unwrap(playMove(deal, shift));
  const back = { from: shift.to, to: shift.from };
  for (let seed = 0; seed < 40; seed++) {
    expect(sparringMove(shifted, [shift], 1, seed)).not.toEqual(back);
    expect(sparringMove(shifted, [shift, back, 'undo'], 1, seed)).not.toEqual(back);
  }
});

it('thinks the same again, and other chances give other moves', () => {
  const deal = dealOf('bisley/thirteen', 8);
  const choices = new Set<string>();
  for (let seed = 0; seed < 20; seed++) {
    const entry = sparringMove(deal, [], 1, seed);
    expect(sparringMove(deal, [], 1, seed)).toEqual(entry);
    choices.add(JSON.stringify(entry));
  }
  expect(choices.size).toBeGreaterThan(1);
});

it('has nothing to do where nothing can be done', () => {
  const deal = dealOf('sly-fox/standard', 1);
  const hidden = { ...deal, piles: deal.piles.map((pile) => pile.map(() => FACE_DOWN)) };
  expect(sparringMove(hidden, [], 2, 1)).toBeNull();
});
