/**
 * A plan for a deal is a table of answers to yes/no questions. Each question belongs to one pass
 * through the stock and one card, and is asked when the play comes to it; most never are. An answer
 * says whether to depart from what is usual, so a table of zeros is a plan too: bring home what can
 * go home, and build on the waste while it will be turned over again.
 */

/** What there is to ask about a card. The first four name the card that it would be built on. */
export const BUILD = 0;
export const BUILD_ON_EMPTY = 4;
/** Leave a waste card where it is although it could go home: to be built on, or for its twin. */
export const STAY_ON_WASTE = 5;
export const STAY_IN_RESERVE = 6;
/** Both foundations want the card: let it go to the king foundation. */
export const HOME_DOWN = 7;
const KINDS = 8;

const CARDS = 104;
export const QUESTIONS_IN_PASS = CARDS * KINDS;

/** A question's number within its pass. */
export const questionOf = (card: number, kind: number): number => card * KINDS + kind;

const kindOf = (question: number): number => question % KINDS;
export const isAboutStaying = (question: number): boolean =>
  kindOf(question) === STAY_ON_WASTE || kindOf(question) === STAY_IN_RESERVE;
export const isAboutReserve = (question: number): boolean => kindOf(question) === STAY_IN_RESERVE;
