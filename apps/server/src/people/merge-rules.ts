/**
 * What becomes of a guest who turns out to be somebody with an account. Pure: what is stored goes in, what is to be
 * stored comes out. The rules in words, as the page states them: every game of the guest is the account's from then on;
 * in a lobby, or in a duplicate, where both sat one seat remains; of two tries at one daily, or at one deal of a duplicate,
 * the earlier start is the ranked one; a race in which both played keeps both seats and counts for nothing; and nothing
 * happens while one of those still runs. Being somebody else for a while is no way around a block: a seat in a lobby is
 * given up where the account would get none.
 */
import { ok, refuse } from '@same-deal/engine';
import type { Result } from '@same-deal/engine';
import { isPerson, isSeated } from '../race/race.ts';
import type { Person, Race } from '../race/race.ts';

/** The blocks of a person whom two turn out to be. */
export interface Blocks {
  /** Who has blocked either. */
  readonly by: ReadonlySet<string>;
  /** And whom either has blocked, too. */
  readonly all: ReadonlySet<string>;
}
const none: Blocks = { by: new Set(), all: new Set() };

/** Whether a lobby takes a person not: its host has blocked them, or they would meet somebody in a quick match. */
const isShutOut = ({ quick, hostId, players }: Race, { by, all }: Blocks): boolean =>
  quick ? players.some(({ id }) => all.has(id)) : by.has(hostId);

/**
 * A race after the guest has become the account; the same value if it does not change.
 * @returns refused with `merge-running` while both play in it
 */
export function mergeInRace(
  race: Race,
  guestId: string,
  account: Person,
  blocks: Blocks = none,
): Result<Race, 'merge-running'> {
  const hostId = race.hostId === guestId ? account.id : race.hostId;
  if (!isSeated(race, guestId)) return ok(hostId === race.hostId ? race : { ...race, hostId });
  if (isSeated(race, account.id)) {
    if (race.start)
      return race.settledAt === null ? refuse('merge-running') : ok({ ...race, unrated: true });
    return ok({ ...race, hostId, players: race.players.filter(({ id }) => id !== guestId) });
  }
  if (!race.start && isShutOut(race, blocks)) {
    const others = race.players.filter(({ id }) => id !== guestId);
    const next = race.hostId === guestId ? others.find(isPerson)?.id : race.hostId;
    return ok({ ...race, hostId: next ?? account.id, players: others });
  }
  const { id, name } = account;
  const players = race.players.map((seat) => (seat.id === guestId ? { ...seat, id, name } : seat));
  if (!race.start) return ok({ ...race, hostId, players });
  const plays = Object.fromEntries(
    Object.entries(race.start.plays).map(([player, play]) => [
      player === guestId ? id : player,
      play,
    ]),
  );
  return ok({ ...race, hostId, players, start: { ...race.start, plays } });
}

/** Whether both had a seat in a started race: both remain. */
export const isShared = (race: Race, guestId: string, accountId: string): boolean =>
  race.start !== null && isSeated(race, guestId) && isSeated(race, accountId);

/** A ranked try at a daily, or at a deal of a duplicate. */
export interface Try {
  readonly playId: string;
  /** Names the daily or the deal, for people too. */
  readonly at: string;
  readonly startedAt: number;
  readonly isRunning: boolean;
}

/**
 * Of two ranked tries at one deal the one that was started first stays ranked; at the same instant, the account's.
 * @returns the plays that are ranked no longer; refused with the name of the daily or deal at which both tries run
 */
export function mergeTries(
  guests: readonly Try[],
  accounts: readonly Try[],
): Result<readonly string[], string> {
  const unranked: string[] = [];
  for (const ofGuest of guests) {
    const ofAccount = accounts.find(({ at }) => at === ofGuest.at);
    if (!ofAccount) continue;
    if (ofGuest.isRunning && ofAccount.isRunning) return refuse(ofGuest.at);
    unranked.push((ofGuest.startedAt < ofAccount.startedAt ? ofAccount : ofGuest).playId);
  }
  return ok(unranked);
}
