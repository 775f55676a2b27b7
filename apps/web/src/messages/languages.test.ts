/** What the types cannot see of the page's languages. */
import { gameList } from '@same-deal/engine';
import { describe, expect, test } from 'vitest';

type Module = Readonly<Record<string, unknown>>;

const english = import.meta.glob<Module>('./*.en.ts', { eager: true });
const others = import.meta.glob<Module>('./*/*.ts', { eager: true });

const languages = [...new Set(Object.keys(others).map((path) => path.split('/')[1] ?? ''))];

/** Every message in a module, by its way there. */
function* messagesIn(value: unknown, way: string): Generator<readonly [way: string, text: string]> {
  if (typeof value === 'string') yield [way, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* messagesIn(inner, `${way}.${key}`);
  }
}

test.each([english['./language.en.ts'], ...languages.map((tag) => others[`./${tag}/language.ts`])])(
  'a decimal has the point that Intl writes in $language',
  ({ language, point } = {}) => {
    expect((0.5).toLocaleString(language as string)).toBe(`0${point as string}5`);
  },
);

describe.each(languages)('%s', (language) => {
  test('has a file for each file of English words, with the same names in it', () => {
    for (const [path, module] of Object.entries(english)) {
      const other = others[path.replace('./', `./${language}/`).replace('.en.ts', '.ts')];
      expect(Object.keys(other ?? {}).sort(), path).toEqual(Object.keys(module).sort());
    }
  });

  test('has no message that is empty, nor one that was forgotten in English', () => {
    const forgotten: string[] = [];
    for (const [path, module] of Object.entries(english)) {
      const other = others[path.replace('./', `./${language}/`).replace('.en.ts', '.ts')];
      const words = new Map(messagesIn(other, path));
      for (const [way, text] of messagesIn(module, path)) {
        const translated = words.get(way) ?? '';
        expect(translated.length > 0 || text.length === 0, way).toBe(true);
        // A word or two may well be the same.
        if (translated === text && text.split(' ').length > 2) forgotten.push(way);
      }
    }
    expect(forgotten).toEqual([]);
  });

  test('names every form of a game that has several', () => {
    const names = others[`./${language}/game-names.ts`]?.['gameNames'] as {
      readonly variants: Readonly<Record<string, string>>;
    };
    for (const { variants } of gameList.filter((game) => game.variants.length > 1)) {
      for (const { id } of variants) expect(names.variants[id], id).toBeTruthy();
    }
  });

  test('teaches every step of the rules that English does', () => {
    const stepsOf = (module: Module | undefined) => {
      const words = module?.['rulesWords'] as
        | { games: Record<string, readonly unknown[]> }
        | undefined;
      return Object.entries(words?.games ?? {}).map(([game, steps]) => [game, steps.length]);
    };
    expect(stepsOf(others[`./${language}/rules.ts`])).toEqual(stepsOf(english['./rules.en.ts']));
  });
});
