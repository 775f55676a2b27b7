/** Where sparring partners are offered. */
import type { Strength } from '@same-deal/protocol';

export const addPartnerWords = {
  add: 'Add a sparring partner',
  addOne: {
    1: 'Add the easygoing sparring partner',
    2: 'Add the steady sparring partner',
    3: 'Add the strong sparring partner',
  } satisfies Record<Strength, string>,
  lead: 'The computer takes a seat, sees only what you see, and counts in nobody’s result.',
  nobodyYet: 'Nobody here yet. Race a sparring partner?',
  offer: 'A computer that plays at a human pace. Anyone who taps in the meantime joins in.',
};
