/** Names as they are shown: those that stand for somebody in the page's words, all others as they are. */
import { STAND_INS } from '@same-deal/protocol/stand-ins';
import { standIns } from './stand-ins.en.ts';

export const shownName = (name: string): string =>
  name === STAND_INS.hidden
    ? standIns.hidden
    : name === STAND_INS.deleted
      ? standIns.deleted
      : name;
