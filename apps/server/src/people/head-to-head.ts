/** Wins, losses and ties between two people: pure, over the standings of settled races. */
import type { Meeting, Tally } from '@same-deal/protocol';
import { placesOf } from '../race/standings.ts';
import type { Order, RaceResult } from '../race/standings.ts';

/** A settled race as far as it matters to those who were in it. */
export interface SettledRace {
  readonly code: string;
  readonly variant: string;
  /** ISO text. */
  readonly settledAt: string;
  readonly order: Order;
  readonly results: readonly (RaceResult & {
    readonly personId: string;
    /** Null of somebody who has gone for good. */
    readonly name: string | null;
  })[];
}

/** Some people are several ids: a guest that went into an account keeps its seats. */
export type Ids = ReadonlySet<string>;

/** The best place among these ids; undefined if none of them was in the race. */
function placeOf({ results, order }: SettledRace, ids: Ids): number | undefined {
  const places = placesOf(results, order).filter((_, n) => ids.has(results[n]?.personId ?? ''));
  return places.length > 0 ? Math.min(...places) : undefined;
}

/** The races that both were in, as the first of them sees it, in the order given. */
export function meetingsOf(races: readonly SettledRace[], me: Ids, them: Ids): Meeting[] {
  return races.flatMap((race) => {
    const [yourPlace, theirPlace] = [placeOf(race, me), placeOf(race, them)];
    if (yourPlace === undefined || theirPlace === undefined) return [];
    const { code, variant, settledAt, results } = race;
    const outcome =
      yourPlace < theirPlace ? 'won' : yourPlace > theirPlace ? 'lost' : ('tied' as const);
    return [{ code, variant, settledAt, outcome, yourPlace, theirPlace, players: results.length }];
  });
}

/** The sums of outcomes. */
export function tallyOf(meetings: readonly Pick<Meeting, 'outcome'>[]): Tally {
  const count = (outcome: Meeting['outcome']) =>
    meetings.filter((meeting) => meeting.outcome === outcome).length;
  return { wins: count('won'), losses: count('lost'), ties: count('tied') };
}

/**
 * Everybody one has raced and who is still there, with how that went; whom one raced last comes first.
 * @param races newest first
 */
export function rivalsOf(
  races: readonly SettledRace[],
  me: Ids,
): (Tally & { id: string; name: string; lastRacedAt: string; lastVariant: string })[] {
  const names = new Map<string, string>();
  const racesWith = new Map<string, SettledRace[]>();
  for (const race of races) {
    if (!race.results.some(({ personId }) => me.has(personId))) continue;
    for (const { personId, name } of race.results) {
      if (me.has(personId) || name === null) continue;
      names.set(personId, name);
      const shared = racesWith.get(personId);
      if (shared) shared.push(race);
      else racesWith.set(personId, [race]);
    }
  }
  return [...racesWith].flatMap(([id, shared]) => {
    const meetings = meetingsOf(shared, me, new Set([id]));
    const [last] = meetings;
    if (!last) return [];
    const { settledAt: lastRacedAt, variant: lastVariant } = last;
    return [{ id, name: names.get(id) ?? '', ...tallyOf(meetings), lastRacedAt, lastVariant }];
  });
}
