/** What clients send that are wrong, old or hostile: fields that hold anything. */

/** What a field may hold instead of what it should. */
export const ODD: readonly unknown[] = [
  null,
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '../..',
  "' or 1=1 --",
  '%00',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  -1,
  0,
  1,
  65_536,
  2 ** 31,
  1e308,
  -0.5,
  '1',
  true,
  [],
  [[]],
  {},
  { toString: 1 },
  { __proto__: null, length: -1 },
  '9999-12-31',
  '0000-00-00',
  '00000000-0000-4000-8000-000000000000',
  'ABC234',
  'sly-fox/standard',
];

export type Draw = (most: number) => number;
export const pick = <Item>(draw: Draw, items: readonly Item[]): Item =>
  items[draw(items.length - 1)]!;

/** The same with one thing wrong, at whatever depth; now and then with nothing wrong. */
export function withOneWrong(value: unknown, draw: Draw): unknown {
  if (draw(19) === 0) return value;
  if (typeof value !== 'object' || value === null || draw(9) === 0) return pick(draw, ODD);
  const keys = Object.keys(value);
  const key = pick(draw, keys.length > 0 ? keys : ['nothing']);
  const { [key]: inner, ...others } = value as Record<string, unknown>;
  switch (draw(5)) {
    case 0:
      return others;
    case 1:
      return { ...value, [pick(draw, ['extra', '__proto__', 'toString'])]: pick(draw, ODD) };
    default:
      return { ...others, [key]: withOneWrong(inner, draw) };
  }
}
