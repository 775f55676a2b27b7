/** Names that stand for people whose own is not shown. Nobody can take one of them; the page says them in its words. */
export const STAND_INS = {
  /** Whose name a moderator has hidden. */
  hidden: 'Hidden name',
  /** Who is nobody any more. */
  deleted: 'Deleted player',
} as const;
