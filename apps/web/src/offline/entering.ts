/** Submits what was played offline, and shows a notice. Loaded only if something was. */
import type { Person } from '@same-deal/protocol';
import { offlineWords } from '../messages/offline.en.ts';
import type { Api } from '../net/api.ts';
import { isForNow, nextRetryMs, RETRY_LEAST_MS } from '../net/back-off.ts';
import { enterPlays } from './enter-plays.ts';

/** So long, or until the browser has a network again. */
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(go, ms);
    function go() {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    }
    addEventListener('online', go);
  });

/**
 * Until all is entered that can be: a line may be cut again while it is, and nobody asks again by themselves.
 * @param identity who sits here, which may change meanwhile
 */
export async function enterAndSay(
  identity: { readonly person: Person | null },
  api: Pick<Api, 'enterOffline'>,
  say: (text: string) => void,
): Promise<void> {
  let total = 0;
  // A table that was just left is released first.
  for (let ms = RETRY_LEAST_MS; ; ms = nextRetryMs(ms)) {
    await wait(ms);
    if (!identity.person) break;
    const { count, refused, stopped } = await enterPlays(identity.person, api.enterOffline);
    total += count;
    if (refused) say(offlineWords.refused);
    if (!stopped || !isForNow(stopped.code)) break;
  }
  if (total > 0) say(offlineWords.entered(total));
}
