/** The tables of servers without a lobby: client and server both derive deals and ids from the race's number. */
import { mersenneDraw, newGame, shuffledPack, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';

export const VARIANT = 'bisley/thirteen';
export const SEATS = 4;
/** The most that a race has. */
const SEATS_MOST = 10;

/** The opening of a race's deal. */
export const openingOf = (race: number): Position =>
  unwrap(newGame(VARIANT, shuffledPack(1, mersenneDraw([race + 1]))));

/** The id of a seat's play, or of the one after it has begun anew `times` times; a UUID, as the service has them. */
export const playIdOf = (race: number, seat: number, times = 0): string =>
  `00000000-0000-7000-${(0x8000 + times).toString(16)}-${(race * SEATS_MOST + seat).toString(16).padStart(12, '0')}`;
