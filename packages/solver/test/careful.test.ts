/** The careful player that difficulty is measured by: what it does, and what it never does. */
import {
  gameList,
  mersenneDraw,
  newGame,
  parsePosition,
  shuffledPack,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Draw, Position } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { playCarefully } from '../src/careful.ts';

const variants = gameList.flatMap((game) => game.variants.map(({ id }) => id));
const dealOf = (variant: string, seed: number): Position =>
  unwrap(newGame(variant, shuffledPack(variantOf(variant).packs, mersenneDraw([seed]))));
const noChance: Draw = () => {
  throw new Error('nothing was to be chosen');
};

const run = (suit: string, ranks: string) => [...ranks].map((rank) => rank + suit).join('');
const up = 'A23456789TJQK';
const down = 'KQJT98765432A';

describe.each(variants)('%s', (variant) => {
  it('does the same again with the same chances', () => {
    for (let seed = 1; seed <= 3; seed++) {
      const left = playCarefully(dealOf(variant, seed), mersenneDraw([seed]));
      expect(playCarefully(dealOf(variant, seed), mersenneDraw([seed]))).toBe(left);
    }
  });

  it('always comes to an end, with no more cards left than were dealt', () => {
    const { packs, dealtHome } = variantOf(variant);
    for (let seed = 1; seed <= 5; seed++) {
      const left = playCarefully(dealOf(variant, seed), mersenneDraw([seed, 1]));
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThanOrEqual(52 * packs - dealtHome);
    }
  });

  it('leaves the position it is given as it was', () => {
    const deal = dealOf(variant, 1);
    const before = JSON.stringify(deal);
    playCarefully(deal, mersenneDraw([1]));
    expect(JSON.stringify(deal)).toBe(before);
  });
});

describe('the careful player', () => {
  it('brings home what can go home, and wins where nothing else is left to do', () => {
    // All home but the two of clubs under the three, which the four waits for.
    const piles = [run('C', 'A'), ...['S', 'H', 'D'].map((suit) => run(suit, up))];
    const kings = [run('C', 'KQJT98765'), '', '', ''];
    const columns = ['4C', '3C', '2C', ...Array(10).fill('')];
    const position = unwrap(
      parsePosition('bisley/thirteen', [...piles, ...kings, ...columns].join('|')),
    );
    expect(playCarefully(position, mersenneDraw([1]))).toBe(0);
  });

  it('turns the waste over in Alhambra while there are redeals, and no longer', () => {
    const aces = ['C', 'S', 'H', 'D'].map((suit) => run(suit, suit === 'C' ? 'A' : up));
    const kings = ['C', 'S', 'H', 'D'].map((suit) => run(suit, down));
    // The stock comes as K, Q … 2: each pass brings one card home and buries the rest.
    const stock = run('C', '23456789TJQK');
    const text = (redeals: number) =>
      `${[...aces, ...kings, ...Array(8).fill(''), '', stock].join('|')} ${redeals}`;
    const leftWith = (redeals: number) =>
      playCarefully(unwrap(parsePosition('alhambra/standard', text(redeals))), noChance);
    expect(leftWith(0)).toBeLessThanOrEqual(12);
    expect(leftWith(2)).toBeLessThanOrEqual(leftWith(0));
  });

  it('never goes to and fro: in a Bisley without a move home each card is shifted once at most', () => {
    let choices = 0;
    const draw = mersenneDraw([4]);
    playCarefully(dealOf('bisley/thirteen', 4), (most) => {
      choices++;
      return draw(most);
    });
    expect(choices).toBeLessThan(49 * 48);
  });
});
