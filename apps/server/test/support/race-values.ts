/** What tests of a race's rules begin with. */
import type { RaceSettings } from '@same-deal/protocol';
import type { Change, Race } from '../../src/race/race.ts';

/** Settings as a lobby has them at first. */
export const settings = {
  variant: 'bisley/thirteen',
  undo: 'bounded',
  capMinutes: 15,
  proved: true,
} as const satisfies RaceSettings;

/** Somebody who is called what their id is. */
export const person = (id: string): { id: string; name: string } => ({ id, name: id });

/**
 * A race after a change that the rules allow.
 * @throws Error with the reason if they do not
 */
export function must(change: Change): Race {
  if (!change.ok) throw new Error(change.reason);
  return change.value;
}
