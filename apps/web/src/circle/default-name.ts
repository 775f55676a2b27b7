import { circleWords } from '../messages/circle.en.ts';

/** The most visible characters of a name; see `name-not-allowed`. */
const NAME_MAX = 24;

/** What a circle is called that nobody has named: after who makes it; by their name alone where that takes the room. */
export function defaultNameOf(person: string): string {
  const name = circleWords.nameOf(person);
  return name.length <= NAME_MAX ? name : person;
}

/** What a circle of two is called: of the other's name as much as there is room for, and no sign before nothing. */
export const pairNameOf = (me: string, other: string): string =>
  [...circleWords.pair(me, other)]
    .slice(0, NAME_MAX)
    .join('')
    .replace(/ &? ?$/, '');
