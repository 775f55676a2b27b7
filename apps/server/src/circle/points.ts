/**
 * The standings of a circle: pure. At a daily each member scores a point for each other one beaten by the order of the
 * board *fastest*, half a point for a tie; those count who have played it, and were members on its day.
 */
import { placesFromTop } from '../daily/ranking.ts';
import { countsOn } from './circle.ts';
import type { Member } from './circle.ts';

/** A ranked try that has ended. */
export interface Played {
  readonly personId: string;
  /** As `keyOf('fastest', …)`: less before more, equal ones tie. */
  readonly key: number;
}

/** Those of one daily. */
export interface PlayedDaily {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly tries: readonly Played[];
}

/**
 * How often each of a list of people has beaten each other one, and tied with them: row by row, `n × n`. From it follow
 * points for any reader, who may not see everybody.
 */
export interface Tally {
  readonly personIds: readonly string[];
  readonly wins: Uint32Array;
  readonly ties: Uint32Array;
  readonly played: Uint32Array;
}

export function emptyTally(personIds: readonly string[]): Tally {
  const n = personIds.length;
  return {
    personIds,
    wins: new Uint32Array(n * n),
    ties: new Uint32Array(n * n),
    played: new Uint32Array(n),
  };
}

/** Adds dailies to a tally of these members, which is changed. */
export function addDailies(
  tally: Tally,
  members: readonly Member[],
  dailies: readonly PlayedDaily[],
): Tally {
  const n = tally.personIds.length;
  const indexOf = new Map(tally.personIds.map((id, index) => [id, index]));
  const memberOf = new Map(members.map((member) => [member.personId, member]));
  for (const { day, tries } of dailies) {
    const counting = tries.flatMap(({ personId, key }) => {
      const [member, index] = [memberOf.get(personId), indexOf.get(personId)];
      return member && index !== undefined && countsOn(member, day) ? [{ index, key }] : [];
    });
    for (const one of counting) {
      tally.played[one.index]! += 1;
      for (const other of counting) {
        if (one.key < other.key) tally.wins[one.index * n + other.index]! += 1;
        else if (one.key === other.key && one !== other)
          tally.ties[one.index * n + other.index]! += 1;
      }
    }
  }
  return tally;
}

/** The same of more people, who have played none of it. */
export function widened(tally: Tally, personIds: readonly string[]): Tally {
  const isSame = personIds.length === tally.personIds.length;
  if (isSame && personIds.every((id, n) => id === tally.personIds[n])) return tally;
  const wide = emptyTally(personIds);
  const indexOf = new Map(personIds.map((id, index) => [id, index]));
  const to = tally.personIds.map((id) => indexOf.get(id)!);
  const [n, m] = [tally.personIds.length, personIds.length];
  for (const [one, wideOne] of to.entries()) {
    wide.played[wideOne] = tally.played[one]!;
    for (const [other, wideOther] of to.entries()) {
      wide.wins[wideOne * m + wideOther] = tally.wins[one * n + other]!;
      wide.ties[wideOne * m + wideOther] = tally.ties[one * n + other]!;
    }
  }
  return wide;
}

export interface Points {
  readonly personId: string;
  readonly place: number;
  readonly points: number;
  readonly played: number;
}

/** The sum of tallies of the same people. */
export const summed = (first: Tally, ...more: readonly Tally[]): Tally =>
  more.reduce(
    (a, b) => ({
      personIds: a.personIds,
      wins: a.wins.map((one, n) => one + b.wins[n]!),
      ties: a.ties.map((one, n) => one + b.ties[n]!),
      played: a.played.map((one, n) => one + b.played[n]!),
    }),
    first,
  );

/**
 * Points among those whom the reader may see, and who have played: most first, equal ones share a place (1, 1, 3) and
 * stand in the order of the list.
 */
export function pointsOf(tally: Tally, isVisible: (personId: string) => boolean): Points[] {
  const { personIds, wins, ties, played } = tally;
  const n = personIds.length;
  const shown = personIds.flatMap((id, index) =>
    played[index]! > 0 && isVisible(id) ? [index] : [],
  );
  const rows = shown
    .map((index) => ({
      personId: personIds[index]!,
      played: played[index]!,
      points: shown.reduce(
        (sum, other) => sum + wins[index * n + other]! + ties[index * n + other]! / 2,
        0,
      ),
    }))
    .sort((a, b) => b.points - a.points);
  const places = placesFromTop(rows.map(({ points }) => points));
  return rows.map((row, index) => ({ ...row, place: places[index]! }));
}

/** How two have done against one another; zeros for whoever is not there. */
export function duelOf({ personIds, wins, ties }: Tally, first: string, second: string) {
  const [a, b] = [personIds.indexOf(first), personIds.indexOf(second)];
  const at = (one: number, other: number) => one * personIds.length + other;
  if (a < 0 || b < 0) return { first: 0, second: 0, ties: 0 };
  return { first: wins[at(a, b)]!, second: wins[at(b, a)]!, ties: ties[at(a, b)]! };
}
