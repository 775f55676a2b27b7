import type { Words } from '../contract.ts';
import type * as English from '../shared-deal.en.ts';

export const sharedDeal: Words<typeof English.sharedDeal> = {
  deal: (deal) => `Karten ${deal}`,
  lead: 'Du bekommst dieselben Karten wie, wer dir diesen Link geschickt hat. Ohne Zeitdruck, und rückgängig machen darfst du alles.',
  play: 'Diese Karten spielen',
  wrong: 'Dieser Link führt zu keinen Karten',
  noForm: 'Diese Patience gibt es in dieser Form nicht.',
  other: 'Eine Patience wählen',
};
