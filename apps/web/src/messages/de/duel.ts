import type { Words } from '../contract.ts';
import type * as English from '../duel.en.ts';

export const duel: Words<typeof English.duel> = {
  label: 'Zwei spielen mit denselben Karten: Wer ist zuerst fertig?',
  names: ['Anna', 'Ben'],
  pause: 'Anhalten',
  play: 'Abspielen',
  again: 'Noch einmal ansehen',
};
