/** Why something cannot be at a table, in English; fetched once the table is there. */
import type { PileSpec, RejectionCode } from '@same-deal/engine';
import type { ErrorCode } from '@same-deal/protocol';
import { commonErrors } from './common-errors.en.ts';
import { errors } from './errors.en.ts';
import type { PlaceAs } from './table.en.ts';

type PileRole = PileSpec['role'];

/** The piles of a move, as the sentences need them. */
interface Names {
  /** `7 of hearts`. */
  readonly card: string;
  /** The card it was meant to go on; undefined where there is none. */
  readonly on: string | undefined;
  readonly from: Place;
  readonly to: Place;
  /** The card is lower than the one it was meant to go on. */
  readonly isLower: boolean;
}

interface Place {
  readonly role: PileRole | undefined;
  readonly as: (as: PlaceAs) => string;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const rejections: Record<RejectionCode, (names: Names) => string> = {
  'no-such-pile': () => 'There is no such place.',
  'no-such-route': ({ from, to }) =>
    from.role === 'foundation'
      ? 'Foundation cards can’t be moved.'
      : from.role === 'reserve'
        ? 'Reserve cards can’t move to other piles.'
        : to.role === 'stock'
          ? 'Nothing goes back to the stock; no redeals.'
          : `Cards can’t go from ${from.as('from')} to ${to.as('to')}.`,
  'empty-pile': ({ from }) => `${capital(from.as('subject'))} is empty.`,
  'face-down': () => 'That card is still face down.',
  'wrong-suit': ({ card, on, to }) =>
    on
      ? `The ${card} does not go on the ${on}: the suits must match.`
      : `The ${card} does not go on ${to.as('to')}: the suits must match.`,
  'not-next-rank': ({ card, on, to }) =>
    on ? `The ${card} does not follow the ${on}.` : `The ${card} cannot begin ${to.as('to')}.`,
  'wrong-direction': ({ to, isLower }) =>
    `${capital(to.as('subject'))} is building ${isLower ? 'up' : 'down'}; it can’t reverse.`,
  'space-takes-waste-only': () => 'Only a card from the waste may fill an empty pile.',
  'space-stays-empty': () => 'An empty column stays empty.',
  'batch-not-complete': () => 'Place the rest of the batch first.',
  'stock-not-empty': () => 'The waste turns over only when the stock is empty.',
  'no-redeals-left': () => 'The stock is empty; no redeals left.',
};

/** As everywhere, and what only a table has to say. */
export const refusals: Partial<Record<ErrorCode | 'queue-full' | 'not-yours', string>> = {
  ...commonErrors,
  ...errors,
  'queue-full': 'Too many moves are waiting to send.',
  'not-yours': 'This is somebody else’s table.',
  'time-is-up': 'The time was up before that move arrived.',
};

export const refused = 'The service refused that.';
