/** P11: what has to be seen can be seen, in both themes, by the colours of tokens.css. */
import { describe, expect, test } from 'vitest';
import css from './tokens.css?raw';

type Colour = readonly [number, number, number];
type Tokens = ReadonlyMap<string, string>;

function tokensIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const [lightCss = '', darkCss = ''] = css.split('@media (prefers-color-scheme: dark)');
const light: Tokens = tokensIn(lightCss);
const dark: Tokens = new Map([...light, ...tokensIn(darkCss)]);

function colourOf(tokens: Tokens, name: string): Colour {
  const [, hex] = /^#([0-9a-f]{6})$/.exec(tokens.get(name) ?? '') ?? [];
  if (hex === undefined) throw new Error(`--${name} is no opaque colour`);
  const part = (from: number) => parseInt(hex.slice(from, from + 2), 16);
  return [part(0), part(2), part(4)];
}

/** WCAG 2.2: relative luminance of a colour in sRGB. */
function luminance(colour: Colour): number {
  const [r, g, b] = colour.map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(tokens: Tokens, one: string, other: string): number {
  const lums = [one, other].map((name) => luminance(colourOf(tokens, name)));
  return (Math.max(...lums) + 0.05) / (Math.min(...lums) + 0.05);
}

/** Signs to be read, and what they stand on. */
const signs: readonly (readonly [sign: string, ...grounds: string[]])[] = [
  ['ink', 'paper', 'surface', 'surface-sunk', 'accent-soft'],
  ['ink-soft', 'paper', 'surface', 'surface-sunk', 'accent-soft'],
  ['accent', 'paper', 'surface', 'accent-soft'],
  ['accent-ink', 'accent'],
  ['danger', 'paper', 'surface'],
  ['paper', 'danger', 'ink'],
  ['warn', 'paper', 'surface'],
  ['felt-ink', 'felt', 'felt-deep'],
  ['card-ink', 'card-face'],
  ['card-red', 'card-face'],
  ['card-clubs', 'card-face'],
  ['card-diamonds', 'card-face'],
];

/** Edges and marks that mean something, and what they have to stand out from. */
const edges: readonly (readonly [edge: string, ...grounds: string[]])[] = [
  ['edge', 'paper', 'surface', 'surface-sunk'],
  ['focus', 'paper', 'surface', 'surface-sunk'],
  ['accent', 'paper', 'surface', 'surface-sunk'],
  // An empty pile, a card on the felt, a card on another one.
  ['place-edge', 'felt', 'felt-deep'],
  ['card-face', 'felt', 'felt-deep'],
  ['card-edge', 'card-face'],
  // Where a card may go: on the felt by itself, on a card by its rim.
  ['target', 'felt', 'felt-deep', 'target-rim'],
  ['target-rim', 'card-face'],
  // The pile that has the focus.
  ['felt-ink', 'felt', 'felt-deep'],
];

const pairs = (table: readonly (readonly [string, ...string[]])[]) =>
  table.flatMap(([one, ...grounds]) => grounds.map((ground) => [one, ground] as const));

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('P11: in the %s', (_, tokens) => {
  test.each(pairs(signs))('%s can be read on %s, at 4.5 : 1', (sign, ground) => {
    expect(contrast(tokens, sign, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(edges))('%s can be told from %s, at 3 : 1', (edge, ground) => {
    expect(contrast(tokens, edge, ground)).toBeGreaterThanOrEqual(3);
  });
});

test('the dark has colours of its own', () => {
  expect(dark.get('paper')).not.toBe(light.get('paper'));
});
