import type { Words } from '../contract.ts';
import type * as English from '../lock.en.ts';

export const lockWords: Words<typeof English.lockWords> = {
  lock: 'Rennen schließen',
  unlock: 'Rennen wieder öffnen',
  lockedMark: 'Geschlossen: Niemand kommt mehr dazu',
  unlocked: 'Wieder offen: Andere können dazukommen',
};
