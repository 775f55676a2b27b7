import type { FormerGuests, Person } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import { keptPlays, savePlay } from './offline-plays.ts';

/** What somebody has played offline is another person's from now on, into whom they have been merged. */
export function changeOwner(formerId: string, owner: Pick<Person, 'id' | 'name'>): void {
  for (const kept of keptPlays()) if (kept.owner?.id === formerId) savePlay({ ...kept, owner });
}

/** The same for every guest they were: this page is not told where another device has merged one, or the answer was lost. */
export async function claimFormerGuests(
  person: Pick<Person, 'id' | 'name'>,
  api: Pick<Api, 'call'>,
): Promise<void> {
  if (keptPlays().every(({ owner }) => !owner || owner.id === person.id)) return;
  const answer = await api.call<FormerGuests>('GET', '/api/me/guests');
  if (answer.ok) for (const id of answer.data.ids) changeOwner(id, person);
}
