/**
 * A race as a value. Its phase follows from its times, its changes are pure functions that answer with the new race or
 * the code of what stands in the way; clock, storage and publishing are the callers'. All times are milliseconds since
 * 1970 by the service's clock.
 */
import { refuse, ok } from '@same-deal/engine';
import type { Result } from '@same-deal/engine';
import {
  CLOSING_LEAST_MS,
  COUNTDOWN_MS,
  PLAYERS_MAX,
  PLAYERS_MIN,
  ghostSource,
  raceSettings,
} from '@same-deal/protocol';
import type {
  ErrorCode,
  GhostSource,
  RacePhase,
  RaceSettings,
  Strength,
} from '@same-deal/protocol';
import { z } from 'zod';
import { COMMIT_GRACE_MS } from '../deal/is-live.ts';
import { NOBODYS_NAME } from '../names/stand-ins.ts';
import { isPartner, partners } from './partners.ts';
import { areSame, settingsInSeries } from './settings.ts';
import { PRESENT_ORDER } from './standings.ts';

/** Nobody starts a lobby in which nobody has been for so long, */
export const EMPTY_LIMIT_MS = 30 * 60_000;
/** or that is older. */
export const OPEN_LIMIT_MS = 2 * 60 * 60_000;

/** `name` is what they were called when they sat down; see `shown-names.ts`. */
const player = z.object({ id: z.string(), name: z.string(), ready: z.boolean() });

/** A quick match: a race without a host, which starts by itself; see `quick.ts`. */
const quick = z.object({
  /** When it is started; null while too few are there. */
  startsAt: z.number().nullable(),
  /** The most players that have been there since that was set. */
  most: z.number(),
  /** When somebody took a seat last. */
  seatedAt: z.number().optional(),
});

const start = z.object({
  dealId: z.string(),
  commitment: z.string(),
  /** Of a deal proved winnable; null for any other. */
  difficulty: z.number().nullable().default(null),
  /** T0. */
  startsAt: z.number(),
  closesAt: z.number(),
  /** The play of each player. */
  plays: z.record(z.string(), z.string()),
  /** Somebody has won, and it closes the sooner for that. */
  closing: z.boolean().optional(),
  /**
   * The plays of those who were guests then, where it is rated: becoming an account during the race does not make them
   * rated.
   */
  guests: z.array(z.string()).optional(),
  /** The node that began it: if it ends before the race has settled, that is an outage. */
  node: z.string().optional(),
  /** Those that have taken it over while it was under way: the same goes for each of them. */
  laterNodes: z.array(z.string()).optional(),
});
export type RaceStart = z.infer<typeof start>;

/** The stored form; the database's JSON is checked against it when it is read. */
export const raceValue = z.object({
  settings: raceSettings,
  hostId: z.string(),
  locked: z.boolean(),
  players: z.array(player),
  createdAt: z.number(),
  /** Since when nobody has been there; null while somebody is. */
  emptySince: z.number().nullable(),
  start: start.nullable(),
  settledAt: z.number().nullable(),
  /** One person turned out to have had two seats: the race counts for nothing. */
  unrated: z.boolean().default(false),
  /** It was to be rated, and met an outage of the service: it is not. */
  outage: z.boolean().optional(),
  /** The order of its standings; races without one were begun under the first. */
  order: z.union([z.literal(1), z.literal(2)]).default(1),
  /** Null for a race that a host opened. */
  quick: quick.nullable().default(null),
  /** Which race of its series it is, where its settings say that there is one. */
  seriesNumber: z.number().default(1),
  /** Whose recordings it is run against; null for any other race. */
  ghostOf: ghostSource.nullable().default(null),
  /** The plays that were recorded. */
  ghosts: z.array(z.string()).default([]),
  /** The circle from which it was opened; its rematches belong there too. */
  circleId: z.string().optional(),
});
export type Race = z.infer<typeof raceValue>;

export type Change = Result<Race, ErrorCode>;

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** A new race with its host seated. */
export function openRace(
  settings: RaceSettings,
  host: Person,
  now: number,
  circleId?: string,
): Race {
  return {
    settings,
    hostId: host.id,
    locked: false,
    players: [{ id: host.id, name: host.name, ready: false }],
    createdAt: now,
    emptySince: null,
    start: null,
    settledAt: null,
    unrated: false,
    order: PRESENT_ORDER,
    quick: null,
    seriesNumber: 1,
    ghostOf: null,
    ghosts: [],
    ...(circleId === undefined ? {} : { circleId }),
  };
}

/** A race against recordings: their deal, their settings, and one person is enough. */
export const openGhostRace = (
  settings: RaceSettings,
  host: Person,
  now: number,
  ghostOf: GhostSource,
  ghosts: readonly string[],
): Race => ({ ...openRace(settings, host, now), ghostOf, ghosts: [...ghosts] });

/**
 * The same people's next race: same settings, same host if there. Sparring partners sit in it, everyone else takes the
 * seat anew.
 */
export function rematchOf(former: Race, asker: Person, now: number): Race {
  const opened = openRace(former.settings, asker, now, former.circleId);
  const rematch = { ...opened, hostId: former.hostId };
  return former.players.filter(({ id }) => isPartner(id)).reduce(seat, rematch);
}

/**
 * Whom a rematch waits for.
 * @param players of the race before
 * @returns the ids of its people, without those who have left for good
 */
export const askedOf = (players: readonly Person[]): string[] =>
  players.filter((one) => isPerson(one) && one.name !== NOBODYS_NAME).map(({ id }) => id);

export function phaseOf(race: Race, now: number): RacePhase {
  if (race.settledAt !== null) return 'settled';
  if (race.start) return now < race.start.startsAt ? 'countdown' : 'running';
  const isForgotten = race.emptySince !== null && now - race.emptySince > EMPTY_LIMIT_MS;
  return isForgotten || now - race.createdAt > OPEN_LIMIT_MS ? 'expired' : 'open';
}

export const isSeated = (race: Race, id: string): boolean =>
  race.players.some((player) => player.id === id);

/**
 * Whether its result is to change ratings: its settings say so, everybody saw their own table alone, and nobody has two
 * of its seats.
 */
export const isRated = ({ settings, unrated, ghostOf }: Race): boolean =>
  settings.rated === true && settings.openTables !== true && ghostOf === null && !unrated;

/** Whether every play is over or the cap and its grace have passed, so that the race can be settled. */
export const isOver = (race: Race, unended: number, now: number): boolean =>
  race.start !== null && (unended === 0 || now >= race.start.closesAt + COMMIT_GRACE_MS);

/** Why nothing can be changed before the start any more; undefined while it can. */
function closedReason(race: Race, now: number): ErrorCode | undefined {
  const phase = phaseOf(race, now);
  return phase === 'open' ? undefined : phase === 'expired' ? 'race-expired' : 'race-not-open';
}

/** A quick match has no host: it starts by itself. */
const isHost = (race: Race, id: string): boolean => !race.quick && race.hostId === id;

function asHost(race: Race, by: string, now: number, change: () => Change): Change {
  const closed = closedReason(race, now);
  if (closed) return refuse(closed);
  return isHost(race, by) ? change() : refuse('not-host');
}

/**
 * Takes a seat. A person who has one keeps it; the first in an empty lobby is its host.
 * @param isShutOut the host wants nothing to do with them; they get the answer that the race is locked
 */
export function join(
  race: Race,
  { id, name }: Person,
  now: number,
  isShutOut: boolean = false,
): Change {
  const phase = phaseOf(race, now);
  if (phase === 'expired') return refuse('race-expired');
  if (isSeated(race, id)) return ok(race);
  if (phase !== 'open') return refuse('race-started');
  // Quick matches are entered by tapping only, so that nobody is in two or meets somebody blocked.
  if (race.locked || race.quick || isShutOut) return refuse('race-locked');
  if (race.players.length >= PLAYERS_MAX) return refuse('race-full');
  return ok(seat(race, { id, name }));
}

/** The race with one more player; the first in an empty lobby is its host. */
export const seat = (race: Race, { id, name }: Person): Race => ({
  ...race,
  players: [...race.players, { id, name, ready: isPartner(id) }],
  hostId: race.players.some(isPerson) ? race.hostId : id,
});

/** A player who is no sparring partner. */
export const isPerson = ({ id }: { readonly id: string }): boolean => !isPartner(id);

/**
 * Seats a sparring partner, who is always ready. The host may; in a quick match the only player.
 * @returns the same race if that one sits there already
 */
export function addPartner(race: Race, by: string, strength: Strength, now: number): Change {
  const closed = closedReason(race, now);
  if (closed) return refuse(closed);
  if (!isSeated(race, by)) return refuse('not-in-race');
  const isAlone = race.players.filter(isPerson).length === 1;
  if (race.quick ? !isAlone : !isHost(race, by)) return refuse('not-host');
  const partner = partners[strength];
  if (isSeated(race, partner.id)) return ok(race);
  if (race.players.length >= PLAYERS_MAX) return refuse('race-full');
  return ok(seat(race, partner));
}

/** Gives up a seat before the start; the next player is host if the host goes. */
export function leave(race: Race, id: string, now: number): Change {
  const closed = closedReason(race, now);
  if (closed) return refuse(closed);
  if (!isSeated(race, id)) return refuse('not-in-race');
  const players = race.players.filter((player) => player.id !== id);
  return ok({
    ...race,
    players,
    hostId: race.hostId === id ? (players.find(isPerson)?.id ?? id) : race.hostId,
  });
}

export function setReady(race: Race, id: string, ready: boolean, now: number): Change {
  const closed = closedReason(race, now);
  if (closed) return refuse(closed);
  if (!isSeated(race, id)) return refuse('not-in-race');
  const isSame = race.players.every((seat) => seat.id !== id || seat.ready === ready);
  const players = race.players.map((seat) => (seat.id === id ? { ...seat, ready } : seat));
  return ok(isSame ? race : { ...race, players });
}

/** New settings; players were ready for the old ones, so nobody is now. */
export const configure = (race: Race, by: string, settings: RaceSettings, now: number): Change =>
  asHost(race, by, now, () => {
    // Those of the recordings.
    if (race.ghostOf) return refuse('bad-request');
    // Earlier pages know nothing of the closing clock or of series: what they leave out stays.
    const asked = { ...race.settings, ...settings };
    // What a series is about is settled in its first race.
    const series = race.seriesNumber > 1 ? race.settings.series : asked.series;
    const changed = settingsInSeries({ ...asked, series }, race.seriesNumber);
    const players = race.players.map((seat) => ({ ...seat, ready: isPartner(seat.id) }));
    return ok(areSame(changed, race.settings) ? race : { ...race, settings: changed, players });
  });

export const remove = (race: Race, by: string, id: string, now: number): Change =>
  asHost(race, by, now, () =>
    id === by
      ? refuse('bad-request')
      : isSeated(race, id)
        ? ok({ ...race, players: race.players.filter((player) => player.id !== id) })
        : refuse('not-in-race'),
  );

export const setLocked = (race: Race, by: string, locked: boolean, now: number): Change =>
  asHost(race, by, now, () => ok(race.locked === locked ? race : { ...race, locked }));

/** Why the host cannot start now; undefined if nothing stands in the way. Starting is the host's "ready". */
export function startRejection(race: Race, by: string, now: number): ErrorCode | undefined {
  const closed = closedReason(race, now);
  if (closed) return closed;
  if (!isHost(race, by)) return 'not-host';
  if (!isSeated(race, by)) return 'not-in-race';
  if (race.players.length < (race.ghostOf ? 1 : PLAYERS_MIN)) return 'too-few-players';
  const isEveryoneReady = race.players.every(({ id, ready }) => ready || id === by);
  return isEveryoneReady ? undefined : 'players-not-ready';
}

/** What is fixed when a race is started. */
export type Fixed = Pick<RaceStart, 'dealId' | 'commitment' | 'difficulty' | 'plays' | 'node'>;

/** Fixes the deal and begins the countdown (P1). */
export function startRace(race: Race, by: string, deal: Fixed, now: number): Change {
  const rejection = startRejection(race, by, now);
  return rejection ? refuse(rejection) : begin(race, deal, now);
}

/**
 * Whether a rematch begins by itself: everybody of the race before sits in it, and everybody who sits in it, newcomers
 * too, is there and ready. Otherwise its host may start it.
 * @param asked the people of the race before; none if it is no rematch
 */
export const isComplete = (
  race: Race,
  asked: readonly string[],
  isPresent: (id: string) => boolean,
  now: number,
): boolean =>
  phaseOf(race, now) === 'open' &&
  asked.length > 0 &&
  race.players.length >= PLAYERS_MIN &&
  [race.hostId, ...asked].every((id) => isSeated(race, id)) &&
  race.players.every(({ id, ready }) => ready && (isPartner(id) || isPresent(id)));

/** The countdown of a race that is open. */
export function begin(race: Race, deal: Fixed, now: number): Change {
  const closed = closedReason(race, now);
  if (closed) return refuse(closed);
  const startsAt = now + COUNTDOWN_MS;
  const closesAt = startsAt + race.settings.capMinutes * 60_000;
  return ok({ ...race, start: { ...deal, startsAt, closesAt } });
}

/**
 * The race once a person has won: the others have a quarter of the winner's time from now on, if the host wished so.
 * @param wonInMs the winner's time
 * @returns the same race if nothing changes: it closes once, and never later than the cap
 */
export function closeAfterWin(race: Race, wonInMs: number, now: number): Race {
  const { start, settings } = race;
  if (!start || start.closing || race.settledAt !== null || settings.closing !== 'quarter')
    return race;
  const closesAt = now + Math.max(CLOSING_LEAST_MS, Math.round(wonInMs / 4));
  return closesAt < start.closesAt
    ? { ...race, start: { ...start, closesAt, closing: true } }
    : race;
}

/** Whether the lobby waits for a host who is not there, or has no seat and so cannot start. */
export const lacksHost = (race: Race, isPresent: (id: string) => boolean, now: number): boolean =>
  phaseOf(race, now) === 'open' &&
  !race.quick &&
  !(isPresent(race.hostId) && isSeated(race, race.hostId));

/** Passes the host's rights to the first player who is there, if the host is not. */
export function passHost(race: Race, isPresent: (id: string) => boolean, now: number): Race {
  if (!lacksHost(race, isPresent, now)) return race;
  const next = race.players.find(({ id }) => isPresent(id));
  return next ? { ...race, hostId: next.id } : race;
}

/** Notes when the last person went, or that somebody is there again. */
export function notePresence(race: Race, isAnyoneThere: boolean, now: number): Race {
  if (phaseOf(race, now) !== 'open') return race;
  if (isAnyoneThere) return race.emptySince === null ? race : { ...race, emptySince: null };
  return race.emptySince === null ? { ...race, emptySince: now } : race;
}
