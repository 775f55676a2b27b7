/** Names of ours that stand where a person's own may not be shown. */
import { STAND_INS } from '@same-deal/protocol';
import { everyWords } from '../words/index.ts';
import { nameSkeleton } from './name-skeleton.ts';

/** What replays and races call somebody whose name a moderator has hidden, and a circle that may not be called what it was. */
export const HIDDEN_NAME = STAND_INS.hidden;

/** The name of a player who has left for good. */
export const NOBODYS_NAME = STAND_INS.deleted;

const looks = new Set(
  everyWords.flatMap(({ shownName }) => Object.values(STAND_INS).map(shownName)).map(nameSkeleton),
);

/** Whether a name looks like one of ours in any language: nobody may take it (P8). */
export const isStandIn = (name: string): boolean => looks.has(nameSkeleton(name));
