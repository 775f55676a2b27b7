/** The names shown in a race: the current ones, but no two alike. Pure. */
import { HIDDEN_NAME, NOBODYS_NAME } from '../names/stand-ins.ts';
import { nameSkeleton } from '../names/name-skeleton.ts';

interface Seat {
  readonly id: string;
  /** What they were called when they sat down. */
  readonly name: string;
}

/**
 * The names to show, by player. Of those that look alike one stays as it is: that of the player who sat down with it
 * first, then of one who took it later; the others are given a number, so that nobody is taken for somebody else.
 * @param seats in the order of the race
 * @param names what people are called now; a player who is missing keeps the name they sat down with
 */
export function shownNames(
  seats: readonly Seat[],
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const now = seats.map(({ id, name }) => {
    const present = names.get(id) ?? name;
    const looks = nameSkeleton(present);
    return { id, name: present, looks, isOld: present === name || looks === nameSkeleton(name) };
  });
  const taken = new Set<string>();
  const shown = new Map<string, string>();
  for (const { id, name, looks } of [
    ...now.filter(({ isOld }) => isOld),
    ...now.filter(({ isOld }) => !isOld),
  ]) {
    const given = taken.has(looks) ? freeName(name, taken) : name;
    taken.add(given === name ? looks : nameSkeleton(given));
    shown.set(id, given);
  }
  return shown;
}

/** @param name that another player has */
function freeName(name: string, taken: ReadonlySet<string>): string {
  // Departed and nameless players are not distinguished.
  if (name === NOBODYS_NAME || name === HIDDEN_NAME) return name;
  for (let n = 2; ; n++) {
    const numbered = `${name} ${n}`;
    if (!taken.has(nameSkeleton(numbered))) return numbered;
  }
}
