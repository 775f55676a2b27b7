/** P11: what a table answers those who cannot look at it. */
import { legalMoves, packOf, variantOf, viewOf } from '@same-deal/engine';
import { describe, expect, test } from 'vitest';
import { answerTo } from './answers.ts';
import type { Asked } from './answers.ts';

function asked(id: string, more: Partial<Asked> = {}): Asked {
  const rules = variantOf(id);
  const pack = packOf('17', rules.packs);
  const position = viewOf(rules.deal(pack.ok ? pack.value : []));
  const targets = position.piles.map((): number[] => []);
  for (const { from, to } of legalMoves(position)) targets[from]?.push(to);
  return {
    rules,
    position,
    targets,
    pile: 8,
    lastMove: undefined,
    elapsedMs: 200_500,
    closesInMs: null,
    cardsHome: 3,
    standings: undefined,
    ...more,
  };
}

describe('P11: the table answers', () => {
  test('what can move: each card with where from and all it can go to', () => {
    const text = answerTo('movable', asked('bisley/thirteen'));
    const table = asked('bisley/thirteen');
    const cards = table.targets.filter((places) => places.length > 0).length;
    expect(text).toMatch(new RegExp(`^${cards} cards? can move\\. `));
    expect(text.match(/ from column \d+ to /g)).toHaveLength(cards);
  });

  test('that a card can be dealt, where nothing else goes', () => {
    const text = answerTo('movable', asked('alhambra/standard'));
    expect(text).toMatch(/You can deal a card\.$/);
    const { targets } = asked('bisley/thirteen');
    const none = targets.map(() => []);
    expect(answerTo('movable', asked('bisley/thirteen', { targets: none }))).toBe(
      'No card can move.',
    );
  });

  test('where the card in hand can go', () => {
    const table = asked('bisley/thirteen');
    const from = table.targets.findIndex((places) => places.length > 0);
    expect(answerTo('targets', { ...table, pile: from })).toMatch(/ can go to (its|column) /);
    const nowhere = table.targets.map(() => []);
    expect(answerTo('targets', { ...table, targets: nowhere })).toBe(
      'No place takes the 6 of hearts now.',
    );
    expect(answerTo('targets', { ...table, pile: 4 })).toBe('There is no card here.');
  });

  test('ALH-8: where the waste may go back to the stock, its card goes there no more than elsewhere', () => {
    const table = asked('alhambra/standard');
    const [waste, stock] = (['waste', 'stock'] as const).map((role) =>
      table.rules.piles.findIndex((pile) => pile.role === role),
    );
    const targets = table.targets.map((_, n) => (n === waste ? [stock!] : []));
    expect(answerTo('targets', { ...table, targets, pile: waste! })).toMatch(/^No place takes/);
    expect(answerTo('movable', { ...table, targets })).toBe('You can turn the waste over.');
  });

  test('of a reserve that takes a card everywhere, that it does, and not twenty names', () => {
    const table = asked('sly-fox/standard');
    const stock = table.rules.piles.findIndex(({ role }) => role === 'stock');
    for (const question of ['movable', 'targets'] as const) {
      const text = answerTo(question, { ...table, pile: stock });
      expect(text.match(/any reserve pile/g), question).toHaveLength(1);
      expect(text).not.toMatch(/to reserve \d/);
    }
  });

  test('the whole table, pile by pile, and no card that is not turned up', () => {
    const text = answerTo('table', asked('alhambra/standard'));
    expect(text).toContain('Stock: 63 cards, 2 redeals left.');
    expect(text.match(/Reserve \d: /g)).toHaveLength(8);
    expect(text).not.toContain('Waste: empty');
  });

  test('the time in words, with what is left where a race has an end', () => {
    const table = asked('bisley/thirteen');
    expect(answerTo('time', table)).toBe('3 minutes 20 seconds played; 3 of 48 cards home.');
    expect(answerTo('time', { ...table, closesInMs: 61_000 })).toBe(
      '3 minutes 20 seconds played, 1 minute 1 second left; 3 of 48 cards home.',
    );
    expect(answerTo('time', { ...table, elapsedMs: 0 })).toMatch(/^0 seconds played/);
    const minutes = 60_000;
    for (const [ms, text] of [
      [60 * minutes, '1 hour'],
      [61.5 * minutes, '1 hour 1 minute'],
      [1_678 * minutes, '1 day 3 hours'],
      [48 * 60 * minutes + 5_000, '2 days'],
    ] as const) {
      expect(answerTo('time', { ...table, elapsedMs: ms })).toMatch(`${text} played;`);
    }
  });

  test('the last move and the standings, or that there are none', () => {
    const table = asked('bisley/thirteen');
    expect(answerTo('last-move', table)).toBe('No move yet.');
    expect(answerTo('last-move', { ...table, lastMove: 'Dealt.' })).toBe('Dealt.');
    expect(answerTo('standings', table)).toBe('Nobody else plays here.');
    expect(answerTo('standings', { ...table, standings: '1: Ben.' })).toBe('1: Ben.');
  });
});
