import type { Words } from '../contract.ts';
import type * as English from '../proof.en.ts';

export const proof: Words<typeof English.proof> = {
  deal: 'Karten',
  proved: 'Sicher lösbar',
  any: 'Beliebig',
  hint: 'Ein Computer hat die Patience mit diesen Karten gelöst. Sind keine solchen bereit, nehmen wir ungeprüfte und sagen es dir.',
  provedDeal: 'Sicher lösbar:',
  notProved: 'Nicht auf Lösbarkeit geprüft',
};
