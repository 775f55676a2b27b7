/** Numbers and lists within sentences, in the page's language. */
import { language } from './language.en.ts';

const plurals = new Intl.PluralRules(language);
/**
 * `1,234`.
 * @param n a number. Whole ones of up to three digits are the same in every language of the page, as in its clocks: to
 *   ask for the first number costs a slow phone a tenth of a second, which first tables need not wait for.
 */
export const numberText = (n: number): string =>
  n % 1000 === n && n % 1 === 0 ? `${n}` : n.toLocaleString(language);

/** `12.3`, always with so many digits after the point. */
export const decimalText = (n: number, digits: number): string =>
  n.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

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
  new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
