/** Bisley's groups (docs/winnability.md), held against their definition card by card. */
import { mersenneDraw } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import {
  besideAny,
  betweenLifted,
  betweenNeighbours,
  freeCards,
  highestRank,
  lowestRank,
  RANKS,
} from '../src/bisley/groups.ts';

const ranksOf = (set: number): number[] =>
  Array.from({ length: RANKS }, (_, rank) => rank).filter((rank) => set & (1 << rank));
const setOf = (ranks: readonly number[]): number =>
  ranks.reduce((set, rank) => set | (1 << rank), 0);

/** Resting cards joined by lifted ones between them; neighbours in rank have nothing between them. */
function slowGroups(resting: number): number[][] {
  const groups: number[][] = [];
  for (const rank of ranksOf(resting)) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last !== undefined && rank - last > 1) group.push(rank);
    else groups.push([rank]);
  }
  return groups;
}

const draw = mersenneDraw([8]);
const sets = Array.from({ length: 500 }, () => 1 + draw(2 ** RANKS - 2));

describe('groups of resting cards', () => {
  it('are free while none of their cards is covered', () => {
    for (const resting of sets) {
      const showing = resting & draw(2 ** RANKS - 1);
      const free = slowGroups(resting).filter((group) =>
        group.every((rank) => showing & (1 << rank)),
      );
      expect(freeCards(resting, showing)).toBe(setOf(free.flat()));
    }
  });

  it('all show where every card does, and none is free where all are covered', () => {
    for (const resting of sets) {
      expect(freeCards(resting, resting)).toBe(resting);
      expect(freeCards(resting, 0)).toBe(0);
    }
  });
});

describe('sets of ranks', () => {
  it('have a lowest and a highest rank', () => {
    for (const set of sets) {
      expect(lowestRank(set)).toBe(Math.min(...ranksOf(set)));
      expect(highestRank(set)).toBe(Math.max(...ranksOf(set)));
    }
  });

  it('tell which cards have resting neighbours on both sides, and which lifted ones', () => {
    for (const set of sets) {
      const has = (rank: number) => (set & (1 << rank)) !== 0;
      const isInside = (rank: number) => rank > lowestRank(set) && rank < highestRank(set);
      expect(betweenNeighbours(set)).toBe(
        setOf(ranksOf(set).filter((rank) => has(rank - 1) && has(rank + 1))),
      );
      expect(betweenLifted(set)).toBe(
        setOf(ranksOf(set).filter((rank) => isInside(rank) && !has(rank - 1) && !has(rank + 1))),
      );
      const beside = ranksOf(2 ** RANKS - 1).filter((rank) => has(rank - 1) || has(rank + 1));
      expect(besideAny(set) & (2 ** RANKS - 1)).toBe(setOf(beside));
    }
  });
});
