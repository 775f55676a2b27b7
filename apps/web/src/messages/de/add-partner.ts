import type * as English from '../add-partner.en.ts';
import type { Words } from '../contract.ts';

export const addPartnerWords: Words<typeof English.addPartnerWords> = {
  add: 'Trainingspartner dazuholen',
  addOne: {
    1: 'Den gemütlichen Trainingspartner dazuholen',
    2: 'Den beständigen Trainingspartner dazuholen',
    3: 'Den starken Trainingspartner dazuholen',
  },
  lead: 'Der Computer spielt auf einem Platz, sieht nur, was du siehst, und zählt in niemandes Ergebnis.',
  nobodyYet: 'Noch niemand da. Ein Rennen gegen einen Trainingspartner?',
  offer: 'Ein Computer, der so schnell spielt wie ein Mensch. Wer inzwischen tippt, spielt mit.',
};
