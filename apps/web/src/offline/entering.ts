/** Enters what was played without a line, and says so. Fetched only where something was. */
import type { Person } from '@same-deal/protocol';
import { offlineWords } from '../messages/offline.en.ts';
import type { Api } from '../net/api.ts';
import { enterPlays } from './enter-plays.ts';

const SETTLE_MS = 500;

export async function enterAndSay(
  person: Person,
  api: Pick<Api, 'enterOffline'>,
  say: (text: string) => void,
): Promise<void> {
  // Whoever has just left a table lets go of it first.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const { count, refused } = await enterPlays(person, api.enterOffline);
  if (count > 0) say(offlineWords.entered(count));
  if (refused) say(offlineWords.refused);
}
