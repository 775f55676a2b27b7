/** Numbers and lists within sentences, in the page's language. */
import { language, point } from './language.en.ts';

const plurals = new Intl.PluralRules(language);

/**
 * Whether all the page's languages write it alike, but for the point. `Intl` is asked for the others alone: to ask it for
 * a first number takes a slow phone 70 ms, amid a win or before a first table.
 */
const isSmall = (n: number): boolean => n % 999 === n;

/** `1,234`. */
export const numberText = (n: number): string =>
  isSmall(n) && n % 0.5 === 0 ? `${n}`.replace('.', point) : n.toLocaleString(language);

/** `12.3`, always with so many digits after the point. */
export const decimalText = (n: number, digits: number): string =>
  isSmall(n)
    ? n.toFixed(digits).replace('.', point)
    : n.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/**
 * A number with its word: `1 card`, `2 cards`.
 * @param one the word where the language says one
 * @param other the word for all other numbers
 * @param further the words of a language that has more forms, by their names in `Intl.PluralRules`
 */
export function count(
  n: number,
  one: string,
  other: string,
  further: Partial<Record<Intl.LDMLPluralRule, string>> = {},
): string {
  const form = plurals.select(n);
  return `${numberText(n)} ${form === 'one' ? one : (further[form] ?? other)}`;
}

/** `Anna, Ben and Cleo`. */
export const listOf = (names: readonly string[]): string =>
  names.length < 2
    ? names.join()
    : new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
