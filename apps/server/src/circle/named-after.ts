import { NAME_MAX } from '@same-deal/protocol';
import { everyWords } from '../words/index.ts';

/** The words and signs of a text, a blank around each. */
const wordsOf = (text: string): string =>
  ` ${(
    text
      .toLowerCase()
      .replaceAll("'", '’')
      .match(/[\p{L}\p{M}\p{N}]+|\S/gu) ?? []
  ).join(' ')} `;

/** Of two names, the page cuts what does not fit into the name of a circle: at its end, where a blank may go as well. */
const isCutNameOf = (circle: string, person: string): boolean => {
  const last = circle.split(' & ').at(-1) ?? '';
  return [...circle].length >= NAME_MAX - 1 && last.length > 1 && person.startsWith(last);
};

/** What stands beside a person's name in what the page calls a circle, in its languages. */
const BESIDE_A_NAME: ReadonlySet<string> = new Set(
  everyWords.flatMap(({ circle: { nameOf } }) => wordsOf(nameOf('')).trim().split(' ')),
);

/**
 * Whether a circle is called after somebody: by their whole name, as words of its own. One letter names nobody.
 * @param isTheirs whether they are its host, who may have called it anything; the name of others stands in `Anna’s
 *   circle` and `Ben & Anna`, as the page makes them, and is a mere word elsewhere
 */
export function isNamedAfter(circle: string, person: string, isTheirs: boolean): boolean {
  if ([...person].length < 2) return false;
  // Of two names, pages have kept the sign between them where the other one did not fit.
  const [words, name] = [wordsOf(circle.replace(/ &$/, '')), wordsOf(person)];
  const isMade =
    circle.split(' & ').includes(person) ||
    words
      .replace(name, ' ')
      .split(' ')
      .every((word) => word === '' || BESIDE_A_NAME.has(word));
  return (words.includes(name) && (isTheirs || isMade)) || isCutNameOf(circle, person);
}
