/** Words for locking a lobby. */
export const lockWords = {
  lock: 'Lock the race',
  unlock: 'Unlock the race',
  lockedMark: 'Locked: nobody else gets in',
  unlocked: 'Unlocked: others can get in',
};
