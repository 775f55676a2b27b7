/** Names of ours that stand where a person's own may not be shown. */
import { STAND_INS } from '@same-deal/protocol';

/** What replays and races call somebody whose name a moderator has hidden. */
export const HIDDEN_NAME = STAND_INS.hidden;

/** The name of a player who has left for good. */
export const NOBODYS_NAME = STAND_INS.deleted;
