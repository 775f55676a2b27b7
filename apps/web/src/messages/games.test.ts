import { gameList } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { errors } from './errors.en.ts';
import { cardsToBringHome, gameOfVariant, gameTitle, variantTitle } from './games.ts';
import { homeWords } from './home.en.ts';
import { rulesWords } from './rules.en.ts';
import { table } from './table.en.ts';

const variants = gameList.flatMap((game) => game.variants.map((variant) => ({ game, variant })));

test.each(variants)(
  '$variant.id is called by its game, and by its variant where there are several',
  ({ game, variant }) => {
    expect(gameOfVariant(variant.id)).toBe(game);
    expect(gameTitle(variant.id)).toBe(game.title);
    const title = game.variants.length > 1 ? `${game.title}, ${variant.title}` : game.title;
    expect(variantTitle(variant.id)).toBe(title);
    const all = cardsToBringHome(variant.id);
    expect(all).toBe(52 * variant.packs - variant.dealtHome);
  },
);

test('no two variants have the same title', () => {
  const titles = variants.map(({ variant }) => variantTitle(variant.id));
  expect(new Set(titles).size).toBe(titles.length);
});

test('a variant of a newer service is called by its id', () => {
  expect(variantTitle('canfield/standard')).toBe('canfield/standard');
  expect(gameTitle('canfield/standard')).toBe('canfield/standard');
  expect(cardsToBringHome('canfield/standard')).toBe(0);
});

test('every game has a line of its own on the start page', () => {
  const lines = gameList.map(({ id }) => homeWords.gameLine(id));
  expect(lines.every((line) => line.length > 20)).toBe(true);
  expect(new Set(lines).size).toBe(lines.length);
  expect(homeWords.gameLine('canfield')).toBe('');
});

test('the rules count the cards to bring home as the table does', () => {
  const [first] = rulesWords.games['bisley'] ?? [];
  const numbers = first?.text.match(/\d+/g);
  expect(numbers).toEqual([String(cardsToBringHome('bisley/thirteen'))]);
});

test('every refusal is a sentence, and none shows the code behind it', () => {
  for (const [code, text] of Object.entries(errors)) {
    expect(text, code).toMatch(/^[A-Z].*\.$/);
    expect(code.includes('-') && text.includes(code), code).toBe(false);
  }
});

test('one is one, and several are several', () => {
  expect(table.cards(1)).toBe('1 card');
  expect(table.cards(2)).toBe('2 cards');
  expect(table.notStored(1)).toMatch(/^1 move is /);
  expect(table.notStored(12)).toMatch(/^12 moves are /);
  expect(table.lineLost(0)).not.toMatch(/\d/);
  expect(table.happened.collected(1)).toMatch(/^1 card /);
  expect(table.happened.collected(0)).toMatch(/^No card/);
});
