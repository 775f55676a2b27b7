import { STAND_INS } from '@same-deal/protocol/stand-ins';
import type { Words } from '../contract.ts';
import type * as English from '../shown-name.en.ts';

export const shownName: Words<typeof English.shownName> = (name) =>
  name === STAND_INS.hidden
    ? 'Verborgener Name'
    : name === STAND_INS.deleted
      ? 'Gelöschte Person'
      : name;
