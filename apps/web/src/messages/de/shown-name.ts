import { STAND_INS } from '@same-deal/protocol/stand-ins';
import type { Words } from '../contract.ts';
import type * as English from '../shown-name.en.ts';

const names: ReadonlyMap<string, string> = new Map([
  [STAND_INS.hidden, 'Verborgener Name'],
  [STAND_INS.deleted, 'Gelöschte Person'],
  [STAND_INS.easygoing, 'Gemütlicher Trainingspartner'],
  [STAND_INS.steady, 'Beständiger Trainingspartner'],
  [STAND_INS.strong, 'Starker Trainingspartner'],
]);

export const shownName: Words<typeof English.shownName> = (name) => names.get(name) ?? name;
