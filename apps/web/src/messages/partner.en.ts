/** Words for sparring partners: seats that are no people. */
import type { Strength } from '@same-deal/protocol';

const names: Readonly<Record<Strength, string>> = { 1: 'Easygoing', 2: 'Steady', 3: 'Strong' };

export const partnerWords = {
  /** Always beside the name. */
  badge: 'Computer',
  heading: 'Sparring partners',
  add: 'Add a sparring partner',
  name: (strength: Strength) => names[strength],
  addOne: (strength: Strength) => `Add the ${names[strength].toLowerCase()} sparring partner`,
  lead: 'The computer plays a seat, sees only what you see, and counts in nobody’s result.',
  nobodyYet: 'Nobody here yet. Race a sparring partner?',
  offer: 'A computer that plays at a human pace. Whoever taps meanwhile races along.',
};
