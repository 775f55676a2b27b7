import type { Person } from '@same-deal/protocol';
import { keptPlays, savePlay } from './offline-plays.ts';

/** What somebody has played offline is another person's from now on, into whom they have been merged. */
export function changeOwner(formerId: string, owner: Pick<Person, 'id' | 'name'>): void {
  for (const kept of keptPlays()) if (kept.owner?.id === formerId) savePlay({ ...kept, owner });
}
