import type { Answer, FormerGuests, Person } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import { forgetPlay, keptPlays, savePlay } from './offline-plays.ts';
import type { KeptPlay } from './offline-plays.ts';

/**
 * Its owner: the person who was here then, or the first one after nobody was.
 * @param person null where it is not known who is here
 */
export const isOf = ({ owner }: KeptPlay, person: Pick<Person, 'id'> | null): boolean =>
  owner === null || owner.id === person?.id;

/**
 * Of somebody who has left for good nothing is kept any more.
 * @param isNobodyElseHere whether what has no owner is theirs too
 */
export function forgetPlaysOf(person: Pick<Person, 'id'>, isNobodyElseHere = true): void {
  for (const kept of keptPlays()) {
    if (isNobodyElseHere ? isOf(kept, person) : kept.owner?.id === person.id)
      forgetPlay(kept.playId);
  }
}

/** What somebody has played offline is another person's from now on, into whom they have been merged. */
export function changeOwner(formerId: string, owner: Pick<Person, 'id' | 'name'>): void {
  for (const kept of keptPlays()) if (kept.owner?.id === formerId) savePlay({ ...kept, owner });
}

/**
 * Which guests somebody was, where this browser keeps games of another person, to send or to look at: this page is not told
 * where another device has merged a guest, or where the answer was lost.
 */
export async function formerGuests(
  person: Pick<Person, 'id'>,
  api: Pick<Api, 'call'>,
): Promise<Answer<FormerGuests>> {
  const isAnothers = ({ owner }: KeptPlay) => owner !== null && owner.id !== person.id;
  return keptPlays().some(isAnothers)
    ? api.call<FormerGuests>('GET', '/api/me/guests')
    : { ok: true, data: { ids: [] } };
}
