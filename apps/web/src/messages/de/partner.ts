import type { Strength } from '@same-deal/protocol';
import type { Words } from '../contract.ts';
import type * as English from '../partner.en.ts';
import { shownName } from './shown-name.ts';

const names: Readonly<Record<Strength, string>> = { 1: 'Gemütlich', 2: 'Beständig', 3: 'Stark' };
const adding: Readonly<Record<Strength, string>> = {
  1: 'Den gemütlichen Trainingspartner dazuholen',
  2: 'Den beständigen Trainingspartner dazuholen',
  3: 'Den starken Trainingspartner dazuholen',
};

export const partnerWords: Words<typeof English.partnerWords> = {
  badge: 'Computer',
  ghost: 'Aufnahme',
  heading: 'Trainingspartner',
  add: 'Trainingspartner dazuholen',
  name: (strength) => names[strength],
  addOne: (strength) => adding[strength],
  lead: 'Der Computer spielt auf einem Platz, sieht nur, was du siehst, und zählt in niemandes Ergebnis.',
  nobodyYet: 'Noch niemand da. Ein Rennen gegen einen Trainingspartner?',
  stopped: 'Beendet',
  offer: 'Ein Computer, der so schnell spielt wie ein Mensch. Wer inzwischen tippt, spielt mit.',
};

export const seatName: typeof English.seatName = ({ name, partner }) =>
  partner ? names[partner] : shownName(name);
