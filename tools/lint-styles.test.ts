import { describe, expect, test } from 'vitest';
import { hoversIn, mistakes, rawValuesIn, seamsIn } from './lint-styles.ts';

const sheet = (declaration: string) =>
  rawValuesIn('ui/Any.svelte', `<p>a</p>\n<style>\n  p {\n    ${declaration};\n  }\n</style>\n`);
const markup = (attribute: string) => rawValuesIn('ui/Any.svelte', `<p\n  ${attribute}>a</p>\n`);

describe('raw values of styles', () => {
  test.each([
    'font-size: 13px',
    'font-weight: 600',
    'gap: 1rem',
    'padding-inline: 12px',
    'border-radius: 6px',
    'z-index: 7',
    'transition: color 120ms',
    'color: #fff',
    'background: rgb(0 0 0 / 0.2)',
    'width: 48px',
    'min-height: 44px',
    'inset: 8px 0',
    'top: -4px',
    'translate: 0 6px',
    'line-height: 20px',
  ])('are refused in a sheet: %s', (declaration) => {
    expect(sheet(declaration)).toEqual([expect.stringContaining(`Any.svelte:4: ${declaration}`)]);
  });

  test.each([
    'style="color: #fff"',
    'style="order: 1; width: 48px"',
    'style:width="48px"',
    'style:gap="1rem"',
    'style:color="red"',
  ])('are refused in an attribute: %s', (attribute) => {
    expect(markup(attribute)).toEqual([expect.stringContaining('Any.svelte:2: ')]);
  });

  test.each([
    'gap: var(--space-8)',
    'width: 1.4em',
    'width: min(20rem, 90vw)',
    'height: 1px',
    'inset: 0.08em 0',
    'width: clamp(120px, 20vw, 160px)',
    'line-height: 1.2',
  ])('are not: %s', (declaration) => {
    expect(sheet(declaration)).toEqual([]);
  });

  test.each(['style:left="{x}px"', 'style:--part={share}', 'style:height="2em"'])(
    'are not in an attribute: %s',
    (attribute) => {
      expect(markup(attribute)).toEqual([]);
    },
  );
});

test('what hovers is refused where no pointer does, and nowhere else', () => {
  const hover = '.a:hover {\n  color: var(--ink);\n}\n';
  expect(hoversIn('styles/any.css', `.b {\n  order: 1;\n}\n${hover}`)).toEqual([
    expect.stringContaining('any.css:4: :hover'),
  ]);
  expect(hoversIn('styles/any.css', `@media (hover: hover) {\n${hover}${hover}}\n`)).toEqual([]);
  expect(hoversIn('styles/any.css', `@media (hover: hover) {\n${hover}}\n${hover}`)).toHaveLength(
    1,
  );
});

test('a gradient is refused under an edge that is seen through, where it would begin anew', () => {
  const rule = (background: string, border = '2px solid transparent') =>
    seamsIn('styles/any.css', `.a {\n  border: ${border};\n  background: ${background};\n}\n`);
  const gradient = 'linear-gradient(var(--felt), var(--felt-deep))';
  expect(rule(gradient)).toEqual([expect.stringContaining('any.css:3: background')]);
  expect(rule(`${gradient} border-box`)).toEqual([]);
  expect(rule(gradient, '2px solid var(--line)')).toEqual([]);
  expect(rule('var(--surface)')).toEqual([]);
});

test('the styles of the page have no such mistakes', () => {
  expect(mistakes()).toEqual([]);
});
