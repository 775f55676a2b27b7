/** Names that are no person's own. Nobody can take one of them; the page says them in its words. */
export const STAND_INS = {
  /** Whose name a moderator has hidden. */
  hidden: 'Hidden name',
  /** Who is nobody any more. */
  deleted: 'Deleted player',
  /** Sparring partners, the easiest first. */
  easygoing: 'Easygoing partner',
  steady: 'Steady partner',
  strong: 'Strong partner',
} as const;
