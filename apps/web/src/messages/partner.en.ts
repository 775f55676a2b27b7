/** Words for sparring partners: seats that are no people. */
import type { RacePlayer, Strength } from '@same-deal/protocol';

const names: Readonly<Record<Strength, string>> = { 1: 'Easygoing', 2: 'Steady', 3: 'Strong' };
const adding: Readonly<Record<Strength, string>> = {
  1: 'Add the easygoing sparring partner',
  2: 'Add the steady sparring partner',
  3: 'Add the strong sparring partner',
};

export const partnerWords = {
  /** Always beside the name. */
  badge: 'Computer',
  /** The same of a recorded play. */
  ghost: 'Recording',
  heading: 'Sparring partners',
  add: 'Add a sparring partner',
  name: (strength: Strength) => names[strength],
  addOne: (strength: Strength) => adding[strength],
  lead: 'The computer takes a seat, sees only what you see, and counts in nobody’s result.',
  nobodyYet: 'Nobody here yet. Race a sparring partner?',
  /** Nobody waited for it any more. */
  stopped: 'Stopped',
  offer: 'A computer that plays at a human pace. Anyone who taps in the meantime joins in.',
};

/** What a seat is called where the badge stands beside it. */
export const seatName = ({ name, partner }: Pick<RacePlayer, 'name' | 'partner'>): string =>
  partner ? names[partner] : name;
