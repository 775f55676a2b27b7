import type { Words } from '../contract.ts';
import type * as English from '../partner.en.ts';
import { shownName } from './shown-name.ts';

export const partnerNames: typeof English.partnerNames = {
  1: 'Gemütlich',
  2: 'Beständig',
  3: 'Stark',
};

export const partnerWords: Words<typeof English.partnerWords> = {
  badge: 'Computer',
  ghost: 'Aufzeichnung',
  stopped: 'Beendet',
};

export const seatName: typeof English.seatName = ({ name, partner }) =>
  partner ? partnerNames[partner] : shownName(name);
