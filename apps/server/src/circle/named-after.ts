import { NAME_MAX } from '@same-deal/protocol';

/** The words and signs of a text, a blank around each. */
const wordsOf = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+|\S/gu) ?? []).join(' ')} `;

/** Of two names, the page cuts what does not fit into the name of a circle: at its end, where a blank may go as well. */
const isCutNameOf = (circle: string, person: string): boolean => {
  const last = circle.split(' & ').at(-1) ?? '';
  return [...circle].length >= NAME_MAX - 1 && last.length > 1 && person.startsWith(last);
};

/**
 * Whether a circle is called after somebody, as `Anna’s circle` and `Ben & Anna` are: by their whole name, as words of
 * its own. One letter names nobody.
 */
export const isNamedAfter = (circle: string, person: string): boolean =>
  [...person].length > 1 &&
  (wordsOf(circle).includes(wordsOf(person)) || isCutNameOf(circle, person));
