/** Sets of ranks of one suit as bits, and the groups in them; see search.ts for what a group is. */

export const RANKS = 13;

/** The lowest rank of a set that is not empty. */
export const lowestRank = (set: number): number => 31 - Math.clz32(set & -set);
/** The highest rank of a set that is not empty. */
export const highestRank = (set: number): number => 31 - Math.clz32(set);

/** groups[resting × 16 + rank]: the group of a resting card, for every set of resting cards. */
const groups = groupTable();

function groupTable(): Uint16Array {
  const table = new Uint16Array(2 ** RANKS * 16);
  for (let resting = 1; resting < 2 ** RANKS; resting++) {
    let left = resting;
    while (left) {
      let group = 0;
      // The next resting card belongs to the group unless it is adjacent in rank to the last one.
      for (let last = -1; left && lowestRank(left) !== last + (group && 1); left &= left - 1) {
        last = lowestRank(left);
        group |= 1 << last;
      }
      for (let rest = group; rest; rest &= rest - 1) table[resting * 16 + lowestRank(rest)] = group;
    }
  }
  return table;
}

/** The resting cards of one suit whose group is free: none of it is covered. */
export function freeCards(resting: number, showing: number): number {
  let free = resting;
  for (let covered = resting & ~showing; covered; covered &= covered - 1) {
    free &= ~(groups[resting * 16 + lowestRank(covered)] ?? 0);
  }
  return free;
}

/** The resting cards whose neighbours in rank both rest too. */
export const betweenNeighbours = (resting: number): number =>
  resting & (resting << 1) & (resting >> 1);

/** The resting cards with lifted cards of their group on both sides. */
export function betweenLifted(resting: number): number {
  const ends = (1 << lowestRank(resting)) | (1 << highestRank(resting));
  return resting & ~(resting << 1) & ~(resting >> 1) & ~ends;
}

/** The ranks next to any of a set. */
export const besideAny = (set: number): number => (set << 1) | (set >> 1);
