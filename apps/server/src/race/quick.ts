/**
 * Quick matches: everyone who taps is seated with the others who have, and the race starts by itself. Pure, like
 * `race.ts`. A quick match gathers players while it is open; from its countdown on it is a race like any other.
 */
import { refuse } from '@same-deal/engine';
import type { Result } from '@same-deal/engine';
import { PLAYERS_MAX, PLAYERS_MIN } from '@same-deal/protocol';
import type { ErrorCode, RaceSettings } from '@same-deal/protocol';
import { begin, isPerson, isSeated, leave, openRace, phaseOf, seat } from './race.ts';
import type { Fixed, Person, Race } from './race.ts';
import { completeSettings } from './settings.ts';

/** From the second player's coming to the countdown. */
export const GATHER_MS = 10_000;
/** A newcomer in that time gets at least so long before the start; each player puts the countdown off once at most. */
const NEWCOMER_MS = 5_000;
/** A person who has tapped opens the race within this time; the start waits for them. */
const COMING_MS = 5_000;

/** A quick match and its code. */
export interface OpenMatch {
  readonly code: string;
  readonly race: Race;
}

/** A new quick match with the first player seated. */
export const openQuick = (settings: RaceSettings, first: Person, now: number): Race => ({
  ...openRace({ ...settings, rated: true }, first, now),
  quick: { startsAt: null, most: 0 },
});

/**
 * Where somebody who taps is seated: where they sit already, else in the first match that takes them.
 * @param matches of one variant, the oldest first
 * @param avoided whom they have blocked, and who has blocked them: they never meet
 * @returns undefined if a new match has to be opened for them
 */
export function seatIn(
  matches: readonly OpenMatch[],
  person: Person,
  avoided: ReadonlySet<string>,
  now: number,
): OpenMatch | undefined {
  const open = matches.filter(({ race }) => phaseOf(race, now) === 'open');
  const own = open.find(({ race }) => isSeated(race, person.id));
  if (own) return own;
  const found = open.find(
    ({ race: { players, quick } }) =>
      players.length < PLAYERS_MAX &&
      !players.some(({ id }) => avoided.has(id)) &&
      // What starts in this moment waits for nobody else.
      now < (quick?.startsAt ?? Infinity),
  );
  if (!found) return undefined;
  const seated = seat(found.race, person);
  return {
    code: found.code,
    race: seated.quick ? { ...seated, quick: { ...seated.quick, seatedAt: now } } : seated,
  };
}

/** Somebody's tap. */
export interface Tap {
  readonly person: Person;
  readonly variant: string;
  /** Whom they have blocked, and who has blocked them. */
  readonly avoided: ReadonlySet<string>;
}

/** What taps come to. */
export interface Seating {
  /** Where each of them is seated, in their order; undefined for who has gone. */
  readonly codes: readonly (string | undefined)[];
  /** Races that have got or lost players. */
  readonly changed: readonly OpenMatch[];
  /** New ones, opened for them. */
  readonly opened: readonly OpenMatch[];
  /** The codes of those that still gather players, but for new ones. */
  readonly open: readonly string[];
}

/**
 * Seats everybody who has tapped, one after the other. A seat in the match of another game is given up.
 * @param matches of all variants, the oldest first
 * @param running the quick matches under way that somebody plays in, by person
 * @param gone who is deleted, and gets no seat
 */
export function seatAll(
  matches: readonly OpenMatch[],
  taps: readonly Tap[],
  running: ReadonlyMap<string, string>,
  gone: ReadonlySet<string>,
  now: number,
  newCode: () => string,
): Seating {
  const before = matches.filter(({ race }) => phaseOf(race, now) === 'open');
  const all = new Map(before.map(({ code, race }) => [code, race]));
  const codes = taps.map(({ person, variant, avoided }) => {
    if (gone.has(person.id)) return undefined;
    const under = running.get(person.id);
    if (under !== undefined) return under;
    const here: OpenMatch[] = [];
    for (const [code, race] of all) {
      if (race.settings.variant === variant) here.push({ code, race });
      else if (isSeated(race, person.id)) {
        const without = leave(race, person.id, now);
        if (without.ok) all.set(code, without.value);
      }
    }
    const found = seatIn(here, person, avoided, now) ?? {
      code: newCode(),
      race: openQuick(completeSettings({ variant }), person, now),
    };
    all.set(found.code, found.race);
    return found.code;
  });
  const was = new Map(before.map(({ code, race }) => [code, race]));
  const seated = [...all].map(([code, race]): OpenMatch => ({ code, race }));
  return {
    codes,
    changed: seated.filter(({ code, race }) => was.has(code) && was.get(code) !== race),
    opened: seated.filter(({ code }) => !was.has(code)),
    open: [...was.keys()],
  };
}

/**
 * Notes how many of the players are there: with the second one the time to the countdown begins, with the last but one
 * it ends.
 */
export function gather(race: Race, isPresent: (id: string) => boolean, now: number): Race {
  if (!race.quick || phaseOf(race, now) !== 'open') return race;
  const { startsAt, most } = race.quick;
  const { players } = withoutAbsent(race, isPresent);
  const there = players.length;
  if (!isEnough(players)) {
    return startsAt === null
      ? race
      : { ...race, quick: { ...race.quick, startsAt: null, most: 0 } };
  }
  if (startsAt === null) {
    return { ...race, quick: { ...race.quick, startsAt: now + GATHER_MS, most: there } };
  }
  // Whoever drops and returns is no newcomer: there have been as many before.
  if (there <= most) return race;
  const later = Math.max(startsAt, now + NEWCOMER_MS);
  return { ...race, quick: { ...race.quick, startsAt: later, most: there } };
}

/** Enough for a race, and not sparring partners alone. */
const isEnough = (players: Race['players']): boolean =>
  players.length >= PLAYERS_MIN && players.some(isPerson);

/**
 * When it is time for the countdown; null while too few are there. Whoever has tapped just before is on their way, and
 * waited for: once, and not for long.
 */
export function dueAt(race: Race, isPresent: (id: string) => boolean): number | null {
  const { startsAt = null, seatedAt = -Infinity } = race.quick ?? {};
  if (startsAt === null || withoutAbsent(race, isPresent) === race) return startsAt;
  return Math.max(startsAt, Math.min(seatedAt, startsAt) + COMING_MS);
}

/** Whether it is time for the countdown. */
export function isDue(race: Race, isPresent: (id: string) => boolean, now: number): boolean {
  const at = dueAt(race, isPresent);
  return phaseOf(race, now) === 'open' && at !== null && now >= at;
}

/**
 * The race with only the players who are present, as partners always are: one who tapped and left keeps nobody waiting.
 */
export function withoutAbsent(race: Race, isPresent: (id: string) => boolean): Race {
  const players = race.players.filter((player) => !isPerson(player) || isPresent(player.id));
  if (players.length === race.players.length) return race;
  const hostId = isPresent(race.hostId) ? race.hostId : (players.find(isPerson)?.id ?? race.hostId);
  return { ...race, players, hostId };
}

/** Whether nobody else finds a seat in a quick match, though somebody has left theirs. */
export const isFullOfAbsent = (
  race: Race,
  isPresent: (id: string) => boolean,
  now: number,
): boolean =>
  race.quick !== null &&
  phaseOf(race, now) === 'open' &&
  race.players.length >= PLAYERS_MAX &&
  withoutAbsent(race, isPresent) !== race;

/**
 * Fixes the deal and begins the countdown (P1).
 * @param race without those who are not there
 */
export function startQuick(race: Race, deal: Fixed, now: number): Result<Race, ErrorCode> {
  if (!isDue(race, () => true, now)) return refuse('race-not-open');
  return isEnough(race.players) ? begin(race, deal, now) : refuse('too-few-players');
}
