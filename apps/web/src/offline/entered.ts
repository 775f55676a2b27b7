/** When games that were played offline have joined the account: what shows either must be read again. */
import { KEPT_PLAY } from './offline-plays.ts';

const ENTERED = 'offline-entered';

/** Tells what is shown on this page that some were entered, or refused. */
export const tellEntered = (): void => void dispatchEvent(new Event(ENTERED));

/**
 * Runs `update` whenever some were entered or refused here, or went to the account from another tab.
 * @returns ends it
 */
export function onEntered(update: () => unknown): () => void {
  const ofOtherTab = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && key?.startsWith(KEPT_PLAY)) update();
  };
  addEventListener(ENTERED, update);
  addEventListener('storage', ofOtherTab);
  return () => {
    removeEventListener(ENTERED, update);
    removeEventListener('storage', ofOtherTab);
  };
}
