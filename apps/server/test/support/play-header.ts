/** What is stored of a play beside its log, for tests of what is decided from it. */
import { packOf, unwrap } from '@same-deal/engine';
import type { PlayHeader } from '../../src/play/play-record.ts';

/** Anna's practice on Bisley's deal 17, begun at 0 and open for ever, but for `changes`. */
export const playHeader = (changes: Partial<PlayHeader> = {}): PlayHeader => ({
  id: '00000000-0000-4000-8000-000000000001',
  userId: 'anna',
  ownerId: 'anna',
  playerName: 'Anna',
  race: null,
  daily: null,
  variant: 'bisley/thirteen',
  deal: null,
  pack: unwrap(packOf('17', 1)),
  isPractice: true,
  hints: 0,
  undo: 'free',
  startsAt: 0,
  closesAt: null,
  endedByCap: false,
  ...changes,
});

/** The same of a seat in a race of 15 minutes. */
export const raceHeader = (startsAt: number, changes: Partial<PlayHeader> = {}): PlayHeader =>
  playHeader({
    race: { id: 'race', code: 'ABCDEF', at: 'ABCDEF' },
    isPractice: false,
    undo: 'bounded',
    startsAt,
    closesAt: startsAt + 900_000,
    ...changes,
  });
