/** A duplicate as sent to a person: pure. */
import { DUPLICATE_PLAYERS_MAX } from '@same-deal/protocol';
import type {
  DuplicateDeal,
  DuplicateList,
  DuplicateResult,
  DuplicateSnapshot,
  DuplicateStanding,
} from '@same-deal/protocol';
import { toHex } from '../deal/commitment.ts';
import { shownNames } from '../race/shown-names.ts';
import { capMinutesOf, phaseOf } from './duplicate.ts';
import type { DealOfDuplicate, Duplicate, DuplicateTry, TryResult } from './duplicate.ts';
import { placesOnDeal, scoresOf, sharesOf } from './scoring.ts';
import type { Outcome } from './scoring.ts';

type OutcomeOfTry = TryResult | null | undefined;

/** Everybody's outcome at a deal, in the order of the seats. */
function outcomesOf(duplicate: Duplicate, deal: number): OutcomeOfTry[] {
  const missing = phaseOf(duplicate) === 'closed' ? null : undefined;
  return duplicate.seats.map(({ personId }) => tryOf(duplicate, deal, personId)?.result ?? missing);
}

const tryOf = (
  { tries }: Duplicate,
  deal: number,
  personId: string | null,
): DuplicateTry | undefined => tries.find((one) => one.deal === deal && one.personId === personId);

/**
 * Whether the results of a deal may be told: who has not played it learns no more than how many have, not even that it can
 * be won.
 */
const isOpenTo = (duplicate: Duplicate, deal: number, viewerId: string | null): boolean =>
  phaseOf(duplicate) === 'closed' || Boolean(tryOf(duplicate, deal, viewerId)?.result);

/** @param viewerId null for somebody who is not signed in */
export function snapshotOf(
  duplicate: Duplicate,
  viewerId: string | null,
  now: number,
): DuplicateSnapshot {
  const { code, undo, openedBy, closesAt, seats, deals } = duplicate;
  const phase = phaseOf(duplicate);
  const isSeated = seats.some(({ personId }) => personId === viewerId);
  const isRunning = phase === 'open' && now < closesAt;
  return {
    code,
    phase,
    undo,
    closesInMs: phase === 'closed' ? 0 : Math.max(0, closesAt - now),
    openedBy,
    isSeated,
    canJoin: isRunning && !isSeated && seats.length < DUPLICATE_PLAYERS_MAX,
    deals: deals.map((deal) => dealOf(duplicate, deal, viewerId, now)),
    standings: standingsOf(duplicate, viewerId),
  };
}

function dealOf(
  duplicate: Duplicate,
  { number, variant, commitment, proved, difficulty }: DealOfDuplicate,
  viewerId: string | null,
  now: number,
): DuplicateDeal {
  const outcomes = outcomesOf(duplicate, number);
  const mine = tryOf(duplicate, number, viewerId);
  return {
    number,
    variant,
    commitment: toHex(commitment),
    proved,
    difficulty,
    capMinutes: capMinutesOf(variant),
    done: outcomes.filter((outcome) => outcome).length,
    running:
      mine && mine.result === null
        ? { playId: mine.playId, closesInMs: Math.max(0, mine.closesAt - now) }
        : null,
    results: isOpenTo(duplicate, number, viewerId)
      ? resultsOf(duplicate, number, outcomes, viewerId)
      : null,
  };
}

function resultsOf(
  duplicate: Duplicate,
  number: number,
  outcomes: readonly OutcomeOfTry[],
  viewerId: string | null,
): DuplicateResult[] {
  const isClosed = phaseOf(duplicate) === 'closed';
  const shares = sharesOf(outcomes);
  const places = placesOnDeal(outcomes);
  return duplicate.seats
    .flatMap(({ personId }, n) => {
      const result = outcomes[n];
      if (!result) return [];
      const { ending, elapsedMs, moves, undos, cardsHome } = result;
      const isOpen = isClosed || personId === viewerId;
      return {
        playerId: personId,
        place: places[n] ?? 1,
        ending,
        elapsedMs,
        moves,
        undos,
        cardsHome,
        share: shares[n] ?? null,
        playId: isOpen ? (tryOf(duplicate, number, personId)?.playId ?? null) : null,
      };
    })
    .sort((a, b) => a.place - b.place);
}

/** By the deals that are open to the reader: a score over others would say who has done better there. */
function standingsOf(duplicate: Duplicate, viewerId: string | null): DuplicateStanding[] {
  const { seats, deals, tries } = duplicate;
  const outcomes = deals
    .filter(({ number }) => isOpenTo(duplicate, number, viewerId))
    .map(({ number }): readonly Outcome[] => outcomesOf(duplicate, number));
  const scores = scoresOf(outcomes, seats.length);
  const names = shownNames(
    seats.map(({ personId, name }) => ({ id: personId, name })),
    new Map(),
  );
  return seats
    .map(({ personId, name }, n) => ({
      playerId: personId,
      name: names.get(personId) ?? name,
      isYou: personId === viewerId,
      score: scores[n]!.score,
      place: scores[n]!.place,
      done: doneBy(tries, personId),
    }))
    .sort((a, b) => a.place - b.place);
}

/** How many deals somebody has played. */
const doneBy = (tries: Duplicate['tries'], personId: string): number =>
  tries.filter((one) => one.personId === personId && one.result !== null).length;

type Listed = DuplicateList['duplicates'][number];

/** A line of somebody's list. */
export function lineOf(duplicate: Duplicate, personId: string, now: number): Listed {
  const { code, deals, seats, closesAt, tries } = duplicate;
  const phase = phaseOf(duplicate);
  return {
    code,
    phase,
    variants: [...new Set(deals.map(({ variant }) => variant))],
    deals: deals.length,
    done: doneBy(tries, personId),
    players: seats.length,
    closesInMs: phase === 'closed' ? 0 : Math.max(0, closesAt - now),
  };
}

/** What waits for the person first, then what waits for others, then what is closed; each the sooner it ends. */
export const byUrgency = (a: Listed, b: Listed): number =>
  urgency(a) - urgency(b) || a.closesInMs - b.closesInMs;

const urgency = ({ phase, done, deals }: Listed): number =>
  phase === 'closed' ? 2 : done < deals ? 0 : 1;
