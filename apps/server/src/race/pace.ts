/**
 * How long a sparring partner takes for a move, so that a race against it feels like one against a person: pure.
 *
 * The time to choose grows with the logarithm of the number of choices (Hick 1952, Hyman 1953); what has just been seen
 * for the first time takes longer; a run of cards home is one decision, made at the speed of the hand. Single times
 * scatter as those of people do: about log-normally, with a long tail to the right.
 */
import { legalMoves, variantOf } from '@same-deal/engine';
import type { Entry, Position } from '@same-deal/engine';
import type { Strength } from '@same-deal/protocol';

/** Milliseconds, but for the spread. */
export interface Pace {
  /** Studying the table before the first move. */
  readonly firstLook: number;
  /** For any move: seeing, reaching, letting go. */
  readonly hand: number;
  /** For each doubling of the number of choices. */
  readonly choice: number;
  /** For a card that has just been turned up. */
  readonly turnedUp: number;
  /** For each further card of a run home, in all. */
  readonly runHome: number;
  /** Standard deviation of the logarithm of a time. */
  readonly spread: number;
}

export const paces: Readonly<Record<Strength, Pace>> = {
  1: { firstLook: 9000, hand: 1600, choice: 900, turnedUp: 1200, runHome: 900, spread: 0.45 },
  2: { firstLook: 6500, hand: 1200, choice: 600, turnedUp: 900, runHome: 700, spread: 0.4 },
  3: { firstLook: 5000, hand: 900, choice: 400, turnedUp: 600, runHome: 500, spread: 0.35 },
};

/** Nobody stares at one table for longer than this many times the usual. */
export const LONGEST = 3;

/** What a move is like, for the time it takes. */
export interface Situation {
  readonly isFirst: boolean;
  /** How many moves there were to choose from. */
  readonly choices: number;
  /** The move before turned a card up. */
  readonly turnedUp: boolean;
  /** A card goes home, as in the move before. */
  readonly isRunHome: boolean;
}

/**
 * What an entry is like that is made on a table.
 * @param before the entry before it, and whether that turned a card up; undefined at the start
 */
export function situationOf(
  position: Position,
  entry: Entry,
  before: { readonly entry: Entry; readonly turnedUp: boolean } | undefined,
): Situation {
  const { variant } = position;
  return {
    isFirst: before === undefined,
    choices: legalMoves(position).length,
    turnedUp: before?.turnedUp ?? false,
    isRunHome: goesHome(variant, entry) && goesHome(variant, before?.entry),
  };
}

const goesHome = (variant: string, entry: Entry | undefined): boolean =>
  typeof entry === 'object' && variantOf(variant).piles[entry.to]?.role === 'foundation';

/** What a move takes as a rule: the median of its times, in milliseconds. */
export const usualPause = (pace: Omit<Pace, 'spread'>, situation: Situation): number =>
  situation.isRunHome
    ? pace.runHome
    : pace.hand +
      // The only move there is takes no choosing.
      pace.choice * Math.log2(Math.max(1, situation.choices)) +
      (situation.turnedUp ? pace.turnedUp : 0) +
      (situation.isFirst ? pace.firstLook : 0);

/**
 * The pause before a move.
 * @param chances two numbers from 0 to 1
 * @returns whole milliseconds since the move before, or since the start
 */
export function pauseBefore(
  situation: Situation,
  strength: Strength,
  chances: readonly [number, number],
): number {
  const pace = paces[strength];
  const scatter = Math.exp(pace.spread * normal(chances));
  return Math.round(usualPause(pace, situation) * Math.min(LONGEST, scatter));
}

/** A number from the standard normal distribution (Box and Muller 1958). */
const normal = ([a, b]: readonly [number, number]): number =>
  Math.sqrt(-2 * Math.log(Math.max(a, 1e-9))) * Math.cos(2 * Math.PI * b);
