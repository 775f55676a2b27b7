import { FACE_DOWN, gameList, packOf, rejectionCodes, viewOf } from '@same-deal/engine';
import { describe, expect, test } from 'vitest';
import { refusalText, rejectionText } from './refusal-text.ts';
import { describeCovered, describePile, noteOn, pileName } from './words.ts';

const plain = { isSelected: false, isTarget: false };
const variants = gameList.flatMap((game) => game.variants);

function dealt(id: string) {
  const rules = variants.find((variant) => variant.id === id);
  const pack = rules && packOf('17', rules.packs);
  if (!rules || !pack?.ok) throw new Error(id);
  return { rules, position: viewOf(rules.deal(pack.value)) };
}

describe.each(variants.map((rules) => [rules.id] as const))('%s', (id) => {
  const { rules, position } = dealt(id);

  test('has a name of its own for every pile', () => {
    const names = rules.piles.map((_, n) => pileName(rules, n));
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('');
  });

  test('has words for every refusal at every pile', () => {
    for (const code of rejectionCodes) {
      for (let n = 0; n < rules.piles.length; n++) {
        const text = rejectionText(rules, position, { code, from: n, to: 0 });
        expect(text).toMatch(/^[A-Z].*\.$/);
        expect(text).not.toMatch(/undefined|null/);
      }
    }
  });
});

test('a pile is told in one breath, with what lies under its top card apart', () => {
  const { rules, position } = dealt('bisley/thirteen');
  expect(describePile(rules, position, 8, { isSelected: true, isTarget: false })).toBe(
    'Column 1: 6 of hearts, 3 cards, selected',
  );
  expect(describeCovered(rules, position, 8)).toBe('On 8 of clubs, jack of hearts');
  expect(describePile(rules, position, 4, { isSelected: false, isTarget: true })).toBe(
    'Clubs foundation from the king: empty, can go here',
  );
});

test('SLY-6: with an empty stock the reserve is free, however many cards the last batch had', () => {
  const { rules, position } = dealt('sly-fox/standard');
  const stock = rules.piles.findIndex(({ role }) => role === 'stock');
  const piles = position.piles.map((pile, n) => (n === stock ? [] : pile));
  const noteAt = (placed: number, more: object = {}) =>
    noteOn(rules, { ...position, counters: [placed], ...more }, stock);
  expect(noteAt(16)).toEqual({ short: '76 left\n16 of 20', long: '16 of 20 placed' });
  const last = position.piles.map((pile, n) => (n === stock ? pile.slice(0, 15) : pile));
  expect(noteAt(1, { piles: last }), 'a batch of as many as there are').toEqual({
    short: '15 left\n1 of 16',
    long: '1 of 16 placed',
  });
  for (const placed of [-1, 0, 16]) {
    expect(noteAt(placed, { piles })).toEqual({ short: '0', long: 'the reserve is free' });
  }
});

test('a hidden card is never named', () => {
  const { rules, position } = dealt('alhambra/standard');
  expect(describePile(rules, position, 17, plain)).toBe('Stock: 63 cards, 2 redeals left');
  expect(describeCovered(rules, position, 17)).toBeUndefined();
});

test('P11: face-down cards that lie together are one, with their number', () => {
  const { rules, position } = dealt('bisley/thirteen');
  const piles = [...position.piles];
  piles[8] = [FACE_DOWN, FACE_DOWN, 4, FACE_DOWN, 6];
  expect(describeCovered(rules, { ...position, piles }, 8)).toBe(
    'On 1 card not turned up yet, 5 of clubs, 2 cards not turned up yet',
  );
});

test('a code from a newer service still gets an answer', () => {
  const { rules, position } = dealt('bisley/thirteen');
  expect(refusalText(rules, position, { code: 'internal' })).not.toBe('');
});
