/**
 * Quick matches: whoever taps is seated with whoever else has, and the race starts by itself. Pure, like `race.ts`.
 * A quick match gathers players while it is open; from its countdown on it is a race like any other.
 */
import { refuse } from '@same-deal/engine';
import type { Result } from '@same-deal/engine';
import { PLAYERS_MAX, PLAYERS_MIN } from '@same-deal/protocol';
import type { ErrorCode, RaceSettings } from '@same-deal/protocol';
import { begin, isPerson, isSeated, openRace, phaseOf, seat } from './race.ts';
import type { Fixed, Person, Race } from './race.ts';

/** From the second player's coming to the countdown. */
export const GATHER_MS = 10_000;
/** Whoever comes late in that time has so long to look round; each player puts the countdown off once at most. */
const NEWCOMER_MS = 5_000;

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
    ({ race: { players } }) =>
      players.length < PLAYERS_MAX && !players.some(({ id }) => avoided.has(id)),
  );
  return found && { code: found.code, race: seat(found.race, person) };
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
    return startsAt === null ? race : { ...race, quick: { startsAt: null, most: 0 } };
  }
  if (startsAt === null) return { ...race, quick: { startsAt: now + GATHER_MS, most: there } };
  // Whoever drops and returns is no newcomer: there have been as many before.
  if (there <= most) return race;
  return { ...race, quick: { startsAt: Math.max(startsAt, now + NEWCOMER_MS), most: there } };
}

/** Enough for a race, and not sparring partners alone. */
const isEnough = (players: Race['players']): boolean =>
  players.length >= PLAYERS_MIN && players.some(isPerson);

/** Whether it is time for the countdown. */
export const isDue = (race: Race, now: number): boolean =>
  phaseOf(race, now) === 'open' && typeof race.quick?.startsAt === 'number'
    ? now >= race.quick.startsAt
    : false;

/** The race with those alone who are there, as partners always are: whoever tapped and went keeps nobody waiting. */
export function withoutAbsent(race: Race, isPresent: (id: string) => boolean): Race {
  const players = race.players.filter((player) => !isPerson(player) || isPresent(player.id));
  if (players.length === race.players.length) return race;
  const hostId = isPresent(race.hostId) ? race.hostId : (players.find(isPerson)?.id ?? race.hostId);
  return { ...race, players, hostId };
}

/**
 * Fixes the deal and begins the countdown (P1).
 * @param race without those who are not there
 */
export function startQuick(race: Race, deal: Fixed, now: number): Result<Race, ErrorCode> {
  if (!isDue(race, now)) return refuse('race-not-open');
  return isEnough(race.players) ? begin(race, deal, now) : refuse('too-few-players');
}
