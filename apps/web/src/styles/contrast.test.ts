/** P11: what has to be seen can be seen, in both themes, by the colours of tokens.css. */
import { describe, expect, test } from 'vitest';
import app from './app.css?raw';
import later from './later.css?raw';
import css from './tokens.css?raw';

type Colour = readonly [number, number, number];
type Tokens = ReadonlyMap<string, string>;

function tokensIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** What stands between the braces after a selector. */
const blockOf = (selector: string): string => css.split(`${selector} {`)[1]?.split('}')[0] ?? '';

/** The tokens of a theme on a felt. */
function tokensOf(theme: 'light' | 'dark', felt: string): Tokens {
  const both = new Map([
    ...tokensIn(blockOf('\n:root')),
    ...tokensIn(blockOf(`[data-colours='four']`)),
    ...tokensIn(blockOf(`[data-felt='${felt}']`)),
  ]);
  return new Map(
    [...both].map(([name, value]) => {
      const [, inLight, inDark] = /^light-dark\((#\w+|rgb\(.*?\)), (.*)\)$/.exec(value) ?? [];
      return [name, (theme === 'light' ? inLight : inDark) ?? value];
    }),
  );
}

/** @param ground under a colour that lets it through */
function colourOf(tokens: Tokens, name: string, ground?: Colour): Colour {
  const value = tokens.get(name) ?? '';
  const seeThrough = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value)?.slice(1).map(Number);
  if (seeThrough && ground) {
    const [, , , opacity = 1] = seeThrough;
    return ground.map(
      (part, n) => (seeThrough[n] ?? 0) * opacity + part * (1 - opacity),
    ) as unknown as Colour;
  }
  const [, hex] = /^#([0-9a-f]{6})$/.exec(value) ?? [];
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
  const ground = colourOf(tokens, other);
  const lums = [colourOf(tokens, one, ground), ground].map(luminance);
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
  ['slip-ink', 'slip'],
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
  // Seen through, on the card below.
  ['card-edge', 'card-face'],
  // Who plays: lines of a chart on pages; marks and names on felt and its bars are their dark forms.
  ...Array.from({ length: 8 }, (_, n) => [`seat-${n + 1}`, 'paper', 'surface'] as const),
  // Where a card may go: on the felt by itself, on a card by its rim.
  ['target', 'felt', 'felt-deep', 'target-rim'],
  ['target-rim', 'card-face'],
  // The pile that has the focus.
  ['felt-ink', 'felt', 'felt-deep'],
  // The marks of seats in a race.
  ...Array.from({ length: 8 }, (_, n) => [`felt-seat-${n + 1}`, 'felt', 'felt-deep'] as const),
];

const pairs = (table: readonly (readonly [string, ...string[]])[]) =>
  table.flatMap(([one, ...grounds]) => grounds.map((ground) => [one, ground] as const));

const felts = ['green', 'blue', 'grey'];
const themes = (['light', 'dark'] as const).flatMap((theme) =>
  felts.map((felt) => [theme, felt, tokensOf(theme, felt)] as const),
);

describe.each(themes)('P11: in the %s, on %s felt', (_theme, _felt, tokens) => {
  test.each(pairs(signs))('%s can be read on %s, at 4.5 : 1', (sign, ground) => {
    expect(contrast(tokens, sign, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(edges))('%s can be told from %s, at 3 : 1', (edge, ground) => {
    expect(contrast(tokens, edge, ground)).toBeGreaterThanOrEqual(3);
  });
});

/** The declarations of a rule, by name. */
const rule = (sheet: string, selector: string) =>
  new Map(
    [
      ...(sheet.split(`\n${selector} {`)[1]?.split('}')[0] ?? '').matchAll(/([\w-]+): ([^;]+);/g),
    ].map(([, name = '', value = '']) => [name, value]),
  );

test.each(themes)(
  'in the %s, on %s felt, what a dangerous button does can be read',
  (...[, , tokens]) => {
    const onFelt = rule(app, '.on-felt');
    /** The token that a value comes to there. */
    const named = (value = ''): string => {
      const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1] ?? '';
      const next = onFelt.get(`--${name}`) ?? '';
      if (next) return named(next);
      // Set once, on the page.
      return /^var\(--([\w-]+)\)$/.exec(tokens.get(name) ?? '')?.[1] ?? name;
    };
    const button = rule(later, '.button.danger');
    const [words, ground] = [named(button.get('color')), named(button.get('background'))];
    expect(contrast(tokens, words, ground)).toBeGreaterThanOrEqual(4.5);
  },
);

test('the dark and each felt have colours of their own', () => {
  const papers = themes.map(([, , tokens]) => tokens.get('paper'));
  expect(new Set(papers).size).toBe(2);
  const grounds = themes.map(([, , tokens]) => tokens.get('felt'));
  expect(new Set(grounds).size).toBe(6);
});
