/** Stores preferences that hold on all devices in the account. */
import type { AccountPreferences } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import type { PreferenceStore, Preferences } from '../state/preferences.svelte.ts';

/** Somebody tries one felt after the other: the last one is sent. */
const SEND_AFTER_MS = 600;
/** Whose preferences have changed here and are not in their account yet. */
const UNSENT = 'same-deal:preferences-unsent';

const onDevice = [
  'faces',
  'animation',
  'moveBy',
  'oneTap',
  'numbers',
  'mirrored',
  'sounds',
  'volume',
] as const;

/** What of it an account keeps. */
export function forAccount(chosen: Partial<Preferences>): AccountPreferences {
  const kept: Partial<Record<keyof Preferences, unknown>> = { ...chosen };
  for (const name of onDevice) delete kept[name];
  return kept as AccountPreferences;
}

/** What a device goes by when its account says this: what a hand or a screen decides stays. */
export function fromAccount(
  chosen: Partial<Preferences>,
  kept: AccountPreferences,
): Partial<Preferences> {
  const here = onDevice.filter((name) => name in chosen).map((name) => [name, chosen[name]]);
  return { ...kept, ...Object.fromEntries(here) } as Partial<Preferences>;
}

/** Whose changes wait in this browser. */
const unsent = {
  of: (): string | null => {
    try {
      return localStorage.getItem(UNSENT);
    } catch {
      return null;
    }
  },
  note: (personId: string | null): void => {
    try {
      if (personId === null) localStorage.removeItem(UNSENT);
      else localStorage.setItem(UNSENT, personId);
    } catch {
      // Sent as long as the page is open, then.
    }
  },
};

/**
 * Takes over what the account keeps, unless something was changed here that it does not know yet, and sends each change.
 * @param since what was chosen when the person became known here, which may be a while ago
 * @returns the function that stops it
 */
export function keepInAccount(
  api: Pick<Api, 'preferences' | 'setPreferences'>,
  store: PreferenceStore,
  personId: string,
  since = store.chosen,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function send(): Promise<void> {
    const sent = store.chosen;
    const answer = await api.setPreferences(forAccount(sent));
    if (answer.ok && store.chosen === sent) unsent.note(null);
  }

  async function begin(): Promise<void> {
    if (unsent.of() === personId) return send();
    const answer = await api.preferences();
    if (!answer.ok || isStopped || unsent.of() === personId) return;
    if (Object.keys(answer.data).length > 0) store.keep(fromAccount(store.chosen, answer.data));
    // Somebody new, who has already made this browser theirs.
    else if (Object.keys(forAccount(store.chosen)).length > 0) await send();
  }

  store.onchange(() => {
    unsent.note(personId);
    clearTimeout(timer);
    timer = setTimeout(() => void send(), SEND_AFTER_MS);
  });
  if (store.chosen !== since) unsent.note(personId);
  void begin();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    store.onchange(undefined);
  };
}
