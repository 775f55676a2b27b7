/** Who sees the tables of a race while it runs: nobody, unless its host has chosen open tables. Pure. */
import type { ErrorCode } from '@same-deal/protocol';
import { phaseOf } from './race.ts';
import type { Race } from './race.ts';

/**
 * Why somebody may not see all tables; undefined if they may.
 * @param isPlaying whether they have a play there that has not ended: no line of theirs gets another's cards
 */
export function tablesRejection(
  race: Race,
  isPlaying: boolean,
  now: number,
): ErrorCode | undefined {
  const phase = phaseOf(race, now);
  if (phase === 'settled') return undefined;
  if (phase !== 'running') return 'not-started';
  if (!race.settings.openTables) return 'deal-is-live';
  return isPlaying ? 'forbidden' : undefined;
}
