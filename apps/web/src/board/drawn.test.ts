/** Which cards are drawn, and how they came there. */
import { ACE, FACE_DOWN, gameList, newGame, packOf, viewOf, unwrap } from '@same-deal/engine';
import { describe, expect, test } from 'vitest';
import { drawnCards, drawnPiles, nothingDrawn, withHands, withLooks } from './drawn.ts';
import art from './faces.svg?raw';
import { faceFor, rankSign, suitShape, SUIT_SIGNS } from './faces.ts';
import { arrange } from './geometry.ts';
import { CARD_HEIGHT, miniShapes, miniTable, openingOf } from './mini-table.ts';

const variants = gameList.flatMap((game) => game.variants);
const BOX = { width: 374, height: 720 };

describe.each(variants)('the cards of $id', (rules) => {
  const pack = packOf('1', rules.packs);
  const { piles } = viewOf(unwrap(newGame(rules.id, pack.ok ? pack.value : [])));
  const stock = rules.piles.findIndex(({ role }) => role === 'stock');
  const arrangement = arrange(rules.piles, BOX);
  const table = drawnCards(nothingDrawn, piles, stock, arrangement);
  const drawn = table.cards;

  test('have a key each, and the top card of every pile is drawn', () => {
    expect(new Set(drawn.map(({ key }) => key)).size).toBe(drawn.length);
    const tops = drawn.filter(({ isTop }) => isTop).map(({ pile }) => pile);
    const filled = piles.flatMap((pile, n) => (pile.length > 0 ? [n] : []));
    expect(tops.sort((a, b) => a - b)).toEqual(filled);
  });

  test('stay the very same objects in piles that stay the same, in the same arrangement', () => {
    const again = drawnCards(table, piles, stock, arrangement).cards;
    expect(again.every((card, n) => card === drawn[n])).toBe(true);
    const pile = piles.findLastIndex((cards) => cards.length > 0);
    const fewer = piles.map((cards, n) => (n === pile ? cards.slice(0, -1) : cards));
    const left = drawnCards(table, fewer, stock, arrangement);
    expect(left.byPile.flatMap((cards, n) => (cards === table.byPile[n] ? [] : [n]))).toEqual([
      pile,
    ]);
    // Of that pile, too, only what is seen otherwise: the new top card, and one below that was not drawn before.
    const isSame = left.byPile[pile]?.map((card) => table.byPile[pile]?.includes(card));
    const isSquared = !arrangement.places[pile]?.towards;
    if (isSquared && (piles[pile]?.length ?? 0) > 5)
      expect(isSame).toEqual([false, true, true, false]);
    const moved = drawnCards(table, piles, stock, { ...arrangement });
    expect(moved.byPile.some((cards, n) => cards === table.byPile[n] && cards.length > 0)).toBe(
      false,
    );
  });

  test('are other objects for the pile alone that is looked at otherwise', () => {
    const pile = piles.findIndex((cards) => cards.length > 0);
    const looked = withLooks(table, (one) => (one === pile ? 'selected' : ''));
    const others = looked.filter((card, n) => card !== drawn[n]);
    expect(others).toHaveLength(1);
    expect(others[0]).toMatchObject({ pile, isTop: true, look: 'selected' });
  });

  test('keep their order when one moves, so that none loses its animation', () => {
    const from = piles.findIndex((pile, n) => pile.length > 0 && n !== stock);
    const to = piles.findIndex((pile, n) => n !== from && n !== stock && pile.length > 0);
    const card = piles[from]?.at(-1);
    if (card === undefined) throw new Error('no card');
    const next = piles.map((pile, n) =>
      n === from ? pile.slice(0, -1) : n === to ? [...pile, card] : pile,
    );
    const after = drawnCards(table, next, stock, arrangement).cards;
    const order = (cards: readonly { key: string }[], others: readonly { key: string }[]) =>
      cards.map(({ key }) => key).filter((key) => others.some((other) => other.key === key));
    expect(order(after, drawn)).toEqual(order(drawn, after));
    expect(after.find((one) => one.card === card)).toMatchObject({ pile: to, isTop: true });
  });

  test('fit in small on the start page', () => {
    const piles = openingOf(rules);
    const { width, height, cards } = miniTable(rules, piles);
    for (const { x, y } of cards) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + 1).toBeLessThanOrEqual(width + 1e-9);
      expect(y + CARD_HEIGHT).toBeLessThanOrEqual(height + 1e-9);
    }
    expect(miniTable(rules, openingOf(rules)).cards).toEqual(cards);
  });

  test('are drawn in small each once: places, backs, fronts, and a dot on each front without a face', () => {
    const { cards } = miniTable(rules, openingOf(rules));
    const count = (...kinds: string[]) => cards.filter(({ kind }) => kinds.includes(kind)).length;
    const drawnIn = (path: string) => path.split('M').length - 1;
    const { place, back, front, ...dots } = miniShapes(cards, false);
    expect([place, back, front].map(drawnIn)).toEqual([
      count('place'),
      count('back'),
      count('red', 'black'),
    ]);
    expect([dots.red, dots.black].map(drawnIn)).toEqual([count('red'), count('black')]);
    const faces = cards.filter(({ top }) => top !== undefined).length;
    const { red, black } = miniShapes(cards, true);
    expect(drawnIn(red) + drawnIn(black)).toBe(count('red', 'black') - faces);
  });

  test('show in small what nothing lies on', () => {
    const { cards } = miniTable(rules, openingOf(rules));
    for (const { x, y, seen } of cards) {
      const over = cards.find(
        (other) =>
          (other.x > x && other.x < x + 0.99 && Math.abs(other.y - y) < 0.01) ||
          (other.y > y && other.y < y + CARD_HEIGHT - 0.01 && Math.abs(other.x - x) < 0.01),
      );
      const most = over ? { width: over.x - x || 1, height: over.y - y || CARD_HEIGHT } : undefined;
      expect(seen.width).toBeCloseTo(most?.width ?? 1);
      expect(seen.height).toBeCloseTo(most?.height ?? CARD_HEIGHT);
    }
  });
});

describe.each(variants)('the piles of $id', (rules) => {
  const pack = packOf('1', rules.packs);
  const { piles } = viewOf(unwrap(newGame(rules.id, pack.ok ? pack.value : [])));
  const arrangement = arrange(rules.piles, BOX);
  const wordsOf = (pile: number) => ({ name: `${pile}`, description: undefined, note: undefined });
  const plain = drawnPiles(rules.piles, piles, arrangement, true, wordsOf);
  const idle = { focusable: 0, selected: undefined, dragged: undefined, over: undefined, lit: [] };
  const nameOf = (pile: number) => `${pile}, meant`;

  test('end with their top card', () => {
    for (const { width, height, topX, topY } of plain) {
      expect(topX + arrangement.card.width).toBeCloseTo(width);
      expect(topY + arrangement.card.height).toBeCloseTo(height);
    }
  });

  test('are other objects for those alone that are meant', () => {
    const before = withHands([], plain, idle, nameOf);
    expect(before.filter((pile, n) => pile !== plain[n])).toMatchObject([{ isFocusable: true }]);
    const after = withHands(before, plain, { ...idle, selected: 2, lit: [3, 4] }, nameOf);
    const changed = after.flatMap((pile, n) => (pile === before[n] ? [] : [n]));
    expect(changed).toEqual([2, 3, 4]);
    expect(after[3]).toMatchObject({ name: '3, meant', isTarget: true });
    const again = withHands(after, plain, { ...idle, selected: 2, lit: [3, 4] }, nameOf);
    expect(again.every((pile, n) => pile === after[n])).toBe(true);
    expect(withHands(after, plain, idle, nameOf).map(({ name }) => name)).toEqual(
      plain.map(({ name }) => name),
    );
  });

  test('P11: keep their names while they are only pointed at: nothing in hand could go there', () => {
    const pointed = withHands([], plain, { ...idle, lit: [3] }, nameOf)[3];
    expect(pointed).toMatchObject({ name: '3', isTarget: true });
    const inHand = withHands([], plain, { ...idle, dragged: 2, lit: [3] }, nameOf)[3];
    expect(inHand?.name).toBe('3, meant');
  });
});

describe('a card from the stock', () => {
  const rules = variants.find(({ piles }) => piles.some(({ role }) => role === 'waste'));
  if (!rules) throw new Error('no game with a waste');
  const stock = rules.piles.findIndex(({ role }) => role === 'stock');
  const waste = rules.piles.findIndex(({ role }) => role === 'waste');
  const arrangement = arrange(rules.piles, BOX);
  const table = (inStock: number, onWaste: number[]) =>
    rules.piles.map((_, n) =>
      n === stock ? Array<number>(inStock).fill(FACE_DOWN) : n === waste ? onWaste : [],
    );
  const topOfWaste = (now: number[][], before: number[][]) => {
    const last = drawnCards(nothingDrawn, before, stock, arrangement);
    return drawnCards(last, now, stock, arrangement).byPile[waste]?.at(-1);
  };

  test('covers others, of which the waste says how many are not seen', () => {
    const piles = table(0, Array<number>(25).fill(17));
    const words = () => ({ name: '', description: undefined, note: undefined });
    expect(
      drawnPiles(rules.piles, piles, arrangement, true, words)[waste]?.buried,
    ).toBeGreaterThanOrEqual(12);
  });

  test('comes from there', () => {
    const place = arrangement.places[stock];
    const dealt = topOfWaste(table(4, [FACE_DOWN]), table(5, []));
    expect(dealt?.from).toEqual({ x: place?.x, y: place?.y });
    expect(topOfWaste(table(4, [17]), table(4, [17]))?.from).toBeUndefined();
  });

  test('is turned over once it is known', () => {
    expect(topOfWaste(table(4, [17]), table(4, [FACE_DOWN]))?.wasFaceDown).toBe(true);
    expect(topOfWaste(table(4, [17]), table(4, [17]))?.wasFaceDown).toBe(false);
    expect(topOfWaste(table(4, [FACE_DOWN]), table(4, [FACE_DOWN]))?.wasFaceDown).toBe(false);
  });
});

describe('a face', () => {
  test('shows rank and suit, and what is drawn for it: courts a figure each, other ranks their pips', () => {
    expect(faceFor(FACE_DOWN)).toBeUndefined();
    expect(faceFor(ACE)).toMatchObject({ sign: 'A', suit: 0, isCourt: false });
    expect(faceFor(9)).toMatchObject({ sign: '10' });
    const courts = [10, 11, 12].map((rank) => faceFor(26 + rank));
    expect(courts.map((face) => face?.isCourt)).toEqual([true, true, true]);
    for (const face of courts) expect(art).toContain(`<symbol id="${face?.sign}"`);
    for (let suit = 0; suit < 4; suit++) {
      for (let rank = 1; rank < 10; rank++) {
        const [, pips = ''] = art.split(`<symbol id="p${suit}-${rank}"`);
        const [first = ''] = pips.split('</symbol>');
        expect(first.match(new RegExp(`href="#s${suit}"`, 'g'))).toHaveLength(rank + 1);
      }
    }
  });

  test('has its suits in a font that was made from these shapes, as these signs', async () => {
    const drawn = [SUIT_SIGNS, ...[0, 1, 2, 3].map(suitShape)].join(' ');
    const shapes = new TextEncoder().encode(drawn);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', shapes));
    // Another one? Then tools/fonts is to be run.
    expect([...digest.slice(0, 4)]).toEqual([0xcc, 0x8f, 0x50, 0xb8]);
  });

  test('is the same in both packs, and another one in every suit', () => {
    expect(faceFor(52 + 17)).toEqual(faceFor(17));
    expect(new Set([0, 1, 2, 3].map(suitShape)).size).toBe(4);
    expect(rankSign(13)).toBe('');
  });
});
