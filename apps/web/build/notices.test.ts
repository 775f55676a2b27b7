import { expect, test } from 'vitest';
import { noticesOf } from './notices.ts';
import type { Bundled } from './notices.ts';

const cards: Bundled = {
  name: 'cards',
  version: '1.2.3',
  license: 'MIT',
  text: 'Copyright (c) A. Bee\n\nPermission is hereby granted …',
};

test('the notices hold the words of each licence, by the names of the packages', () => {
  const text = noticesOf([{ ...cards, name: 'piles', license: 'ISC' }, cards]);
  expect(text.indexOf('cards 1.2.3 (MIT)\n\nCopyright (c) A. Bee')).toBeGreaterThan(0);
  expect(text.indexOf('piles 1.2.3 (ISC)')).toBeGreaterThan(text.indexOf('cards 1.2.3'));
});

test.each([
  ['asks for more than being passed on', { license: 'GPL-3.0-only' }],
  ['leaves it open', { license: 'SEE LICENSE IN LICENSE' }],
  ['may be one or another', { license: '(MIT OR GPL-3.0)' }],
  ['is missing', { license: undefined }],
  ['brings no words', { text: undefined }],
])('a package whose licence %s ends the build', (_title, change) => {
  expect(() => noticesOf([cards, { ...cards, name: 'odd', ...change }])).toThrow(/odd 1\.2\.3/);
});
