import { gameList } from '@same-deal/engine';
import { describe, expect, test } from 'vitest';
import {
  arrange,
  arrangeAs,
  buriedIn,
  cardAt,
  dropTarget,
  extentOf,
  isNear,
  neighbour,
  stripOf,
} from './geometry.ts';
import type { Direction, Rect } from './geometry.ts';

/** The board's box on a phone and on a desk, without the bar above and the controls below. */
const PHONE = { width: 374, height: 720 };
const DESK = { width: 1424, height: 776 };

const variants = gameList.flatMap((game) => game.variants);

const overlaps = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(variants.map((rules) => [rules.id, rules.piles] as const))('%s', (_, specs) => {
  test.each([
    ['phone', PHONE, 'upright', 48],
    ['small phone', { width: 344, height: 510 }, 'upright', 44],
    ['desk', DESK, 'wide', 90],
    ['phone held sideways', { width: 664, height: 374 }, 'wide', 44],
  ] as const)(
    'fits on a %s, with cards that can be read and no two piles overlapping',
    (_, box, form, least) => {
      const { card, places, ...arrangement } = arrange(specs, box);
      expect(arrangement.form).toBe(form);
      expect(card.width).toBeGreaterThanOrEqual(least);
      const extents = places.map((place) => extentOf(place, card, 52));
      for (const [n, extent] of extents.entries()) {
        expect(extent.x).toBeGreaterThanOrEqual(-1);
        expect(extent.y).toBeGreaterThanOrEqual(-1);
        expect(extent.x + extent.width).toBeLessThanOrEqual(box.width + 1);
        expect(extent.y + extent.height).toBeLessThanOrEqual(box.height + 1);
        for (const other of extents.slice(n + 1)) expect(overlaps(extent, other)).toBe(false);
      }
    },
  );

  test.each([PHONE, DESK])('lets the arrow keys reach every pile', (box) => {
    const { card, places } = arrange(specs, box);
    for (const count of [0, 1, 6]) {
      const extents = places.map((place) => extentOf(place, card, count));
      const reached = new Set([0]);
      for (const pile of reached) {
        for (const direction of ['up', 'down', 'left', 'right'] satisfies Direction[]) {
          const next = neighbour(extents, pile, direction);
          if (next !== undefined) reached.add(next);
        }
      }
      expect(reached.size).toBe(specs.length);
    }
  });
});

describe('a fan', () => {
  const place = {
    x: 0,
    y: 0,
    towards: 'down',
    room: 100,
    step: 30,
    leastStep: 10,
  } as const;

  test('spreads as it likes while there is room, then closes up', () => {
    expect(cardAt(place, 2, 3)).toEqual({ x: 0, y: 60 });
    expect(cardAt(place, 5, 6)).toEqual({ x: 0, y: 100 });
    expect(cardAt(place, 10, 11)).toEqual({ x: 0, y: 100 });
  });

  test('buries its first cards rather than become unreadable', () => {
    expect(cardAt(place, 0, 21)).toEqual({ x: 0, y: 0 });
    expect(cardAt(place, 10, 21)).toEqual({ x: 0, y: 0 });
    expect(cardAt(place, 11, 21)).toEqual({ x: 0, y: 10 });
    expect(cardAt(place, 20, 21)).toEqual({ x: 0, y: 100 });
  });
});

describe('a dropped card', () => {
  const extents: Rect[] = [0, 60, 120].map((x) => ({ x, y: 0, width: 50, height: 70 }));
  const at = (x: number, y: number) => ({ x, y, width: 50, height: 70 });

  test('goes to the legal pile it covers most, even if the finger is beside it', () => {
    expect(dropTarget(extents, [1, 2], at(80, 40), { x: 112, y: 90 })).toBe(1);
    expect(dropTarget(extents, [2], at(80, 40), { x: 112, y: 90 })).toBe(2);
  });

  test('stays where it was lifted while it covers more of that than of any other, unless the finger is on that', () => {
    const lifted = { pile: 0, ...(extents[0] as Rect) };
    const near = at(lifted.x + 20, lifted.y);
    const inside = { x: lifted.x + 30, y: lifted.y + 30 };
    expect(dropTarget(extents, [1, 2], near, inside, lifted)).toBe(0);
    const onOther = { x: (extents[1] as Rect).x + 1, y: (extents[1] as Rect).y + 1 };
    expect(dropTarget(extents, [1, 2], near, onOther, lifted)).toBe(1);
    const far = at((extents[1] as Rect).x - 10, lifted.y);
    expect(dropTarget(extents, [1, 2], far, inside, lifted)).toBe(1);
  });

  test('is near its place up to half a card each way', () => {
    const card = { width: 60, height: 84 };
    expect(isNear({ x: 0, y: 0 }, card)).toBe(true);
    expect(isNear({ x: -29, y: 41 }, card)).toBe(true);
    expect(isNear({ x: 30, y: 0 }, card)).toBe(false);
    expect(isNear({ x: 0, y: -42 }, card)).toBe(false);
  });

  test('goes to the pile under the finger, so that a refusal can be told', () => {
    expect(dropTarget(extents, [], at(5, 5), { x: 30, y: 30 })).toBe(0);
  });

  test('goes nowhere if it touches nothing legal', () => {
    expect(dropTarget(extents, [0], at(300, 300), { x: 320, y: 320 })).toBeUndefined();
  });
});

test.each([
  ['1440 × 900', DESK],
  ['1920 × 1080', { width: 1904, height: 956 }],
  ['2560 × 1440', { width: 2544, height: 1316 }],
])('P11: a wide screen of %s is used to four fifths of its height at least', (_, box) => {
  for (const { id, piles } of variants) {
    const { card, places } = arrange(piles, box);
    const reach = places.map(
      ({ y, towards, room }) => y + card.height + (towards === 'down' ? room : 0),
    );
    const used = Math.max(...reach) - Math.min(...places.map(({ y }) => y));
    expect(used / box.height, id).toBeGreaterThanOrEqual(0.8);
    expect(used, id).toBeLessThanOrEqual(box.height + 1);
  }
});

test('P11: on a tablet held upright three covered cards show half of one between them in the shortest fan', () => {
  const box = { width: 820, height: 1070 };
  for (const { id, piles } of variants) {
    const { card, places } = arrange(piles, box);
    const rooms = places.flatMap(({ towards, room }) => (towards === 'down' ? [room] : []));
    expect(Math.min(...rooms) / card.height, id).toBeGreaterThanOrEqual(0.48);
  }
});

test('of a long fan a suit of cards is seen, however many could be squeezed in', () => {
  const place = { x: 0, y: 0, towards: 'down', room: 400, step: 70, leastStep: 13 } as const;
  expect([13, 14, 28].map((count) => buriedIn(place, count))).toEqual([0, 1, 15]);
  expect(cardAt(place, 27, 28)).toEqual({ x: 0, y: 400 });
  expect(stripOf(place, 28)).toBe(33);
});

test('an arrangement leaves no part of a box unused that larger cards could fill', () => {
  for (const { piles } of variants) {
    for (const box of [PHONE, DESK]) {
      const best = arrange(piles, box).card.width;
      for (const form of ['upright', 'wide'] as const) {
        expect(arrangeAs(form, piles, box).card.width).toBeLessThanOrEqual(best);
      }
    }
  }
});
