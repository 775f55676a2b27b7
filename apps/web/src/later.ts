/** What begins long after the first page has come: nothing that is shown waits for it. */
import { laterWords } from './messages/later.en.ts';
import type { Transport } from './net/transport.ts';
import { keepPage } from './offline/keep-page.ts';
import type { Announcer } from './state/announcer.svelte.ts';
import type { AppContext } from './state/app.ts';
import { keepFocus } from './ui/keep-focus.ts';

/** Of shorter losses nothing was said (`state/connection.svelte.ts`). */
const SAID_AFTER_MS = 1_000;

/** A notice that goes is seen to go, but not heard. */
function sayWhenBack(transport: Pick<Transport, 'onLine'>, announcer: Announcer): void {
  let since: number | undefined;
  transport.onLine((line) => {
    if (line === 'down') since ??= performance.now();
    if (line !== 'up') return;
    const lostMs = performance.now() - (since ?? Infinity);
    if (lostMs > SAID_AFTER_MS) announcer.add(laterWords.back);
    since = undefined;
  });
}

/** Under which this browser keeps who has asked to leave it (`you/leaving-note.ts`). */
export const LEAVING = 'same-deal:leaving';

/** Whoever has asked to leave, and did not hear whether they have, may be here as before, or not be any more. */
async function settleWhoLeaves(app: AppContext): Promise<void> {
  try {
    if (localStorage.getItem(LEAVING) === null) return;
    (await import('./you/leaving.ts')).settleLater(app);
  } catch {
    // Storage is barred and holds nothing, or the part did not come: the next page looks again.
  }
}

export function begin(app: AppContext): void {
  const { transport, announcer, router, stage } = app;
  keepPage(() => router.route.page === 'race' && stage.isTable);
  keepFocus();
  sayWhenBack(transport, announcer);
  void settleWhoLeaves(app);
}
