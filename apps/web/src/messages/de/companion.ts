import type { Words } from '../contract.ts';
import type * as English from '../companion.en.ts';

export const companionWords: Words<typeof English.companionWords> = {
  passedYou: (name) => `${name} hat dich überholt.`,
  youLead: 'Du liegst vorn!',
  halfway: (name) => `${name} hat die Hälfte im Ziel.`,
  youHalfway: 'Du hast die Hälfte im Ziel.',
  firstSuit: (name) => `Erste Farbe im Ziel: ${name}.`,
  youFirstSuit: 'Erste Farbe im Ziel: deine!',
  startsIn: (seconds) => `${seconds} …`,
  begun: 'Los!',
};
