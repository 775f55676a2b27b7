/** When games that were played offline have joined the account: what shows either must be read again. */
import { KEPT_PLAY } from './offline-plays.ts';

const ENTERED = 'offline-entered';
/** What another tab has entered comes game by game; so soon after the last one it is read again. */
const TOGETHER_MS = 250;

/** Tells what is shown on this page that some were entered, or refused. */
export const tellEntered = (): void => void dispatchEvent(new Event(ENTERED));

/**
 * Runs `update` whenever some were entered or refused here, or went to the account from another tab.
 * @returns ends it
 */
export function onEntered(update: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One after the other.
  const ofOtherTab = ({ key, newValue }: StorageEvent) => {
    if (newValue !== null || !key?.startsWith(KEPT_PLAY)) return;
    clearTimeout(timer);
    timer = setTimeout(update, TOGETHER_MS);
  };
  addEventListener(ENTERED, update);
  addEventListener('storage', ofOtherTab);
  return () => {
    clearTimeout(timer);
    removeEventListener(ENTERED, update);
    removeEventListener('storage', ofOtherTab);
  };
}
