/** Stores preferences that hold on all devices in the account. */
import type { AccountPreferences } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import type { PreferenceStore, Preferences } from '../state/preferences.svelte.ts';

/** Somebody tries one felt after the other: the last one is sent. */
const SEND_AFTER_MS = 600;
const ADDRESS = '/api/me/preferences';
/** Whose preferences have changed here and are not in their account yet, and which: "ID NAME,NAME". */
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

/** The changes that wait in this browser, for each of its tabs. */
const unsent = {
  /** @returns their names; those of `all` where an earlier page has noted whose they are alone */
  of: (personId: string, all: readonly string[]): readonly string[] => {
    try {
      const [id, names] = (localStorage.getItem(UNSENT) ?? '').split(' ');
      return id === personId ? (names?.split(',') ?? all) : [];
    } catch {
      return [];
    }
  },
  set: (personId: string, names: readonly string[]): void => {
    if (names.length === 0) return unsent.clear();
    try {
      localStorage.setItem(UNSENT, `${personId} ${names.join(',')}`);
    } catch {
      // Sent as long as the page is open, then.
    }
  },
  clear: (): void => {
    try {
      localStorage.removeItem(UNSENT);
    } catch {
      // Nothing was noted.
    }
  },
};

/** Somebody has left for good: nothing of theirs waits any more. */
export function forgetUnsent(personId: string): void {
  if (unsent.of(personId, [personId]).length > 0) unsent.clear();
}

type Chosen = Partial<Preferences>;

/** Another tab's change brings other objects with the same in them. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const changedNames = (before: Chosen, after: Chosen): string[] =>
  Object.keys(after).filter(
    (name) => !isSame(before[name as keyof Chosen], after[name as keyof Chosen]),
  );

const only = (names: readonly string[], kept: AccountPreferences): AccountPreferences =>
  Object.fromEntries(Object.entries(kept).filter(([name]) => names.includes(name)));

/**
 * Takes over what the account keeps, but for what was changed here and it does not know yet, which is sent to it: what
 * another device has changed meanwhile stays.
 * @param since what was chosen when the person became known here, which may be a while ago
 * @returns the function that stops it
 */
export function keepInAccount(
  api: Pick<Api, 'get' | 'send'>,
  store: PreferenceStore,
  personId: string,
  since = store.chosen,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  /** Changed while the page is open: also where nothing can be stored. */
  const open = new Set<string>();
  const waiting = (all: readonly string[]) => new Set([...unsent.of(personId, all), ...open]);

  function note(names: readonly string[]): void {
    if (names.length === 0) return;
    for (const name of names) open.add(name);
    unsent.set(personId, [...waiting(Object.keys(forAccount(store.chosen)))]);
  }

  async function meet(): Promise<void> {
    const answer = await api.get<AccountPreferences>(ADDRESS);
    if (!answer.ok || isStopped) return;
    const here = store.chosen;
    const own = forAccount(here);
    const all = Object.keys(own);
    // Somebody new may have made this browser theirs before.
    const isNew = Object.keys(answer.data).length === 0;
    const names = isNew ? all : [...waiting(all)];
    const changed = only(names, own);
    const both = { ...answer.data, ...changed };
    if (Object.keys(changed).length > 0) {
      const sent = await api.send<AccountPreferences>('PUT', ADDRESS, both);
      if (!sent.ok) return;
    }
    // What was changed meanwhile is sent with the next ones.
    const noted = isStopped ? new Set(unsent.of(personId, all)) : waiting(all);
    const left = changedNames(here, store.chosen).filter((name) => noted.has(name));
    // Somebody else may sit here by now, and have changes of their own.
    if (isStopped) return noted.size > 0 ? unsent.set(personId, left) : undefined;
    open.clear();
    for (const name of left) open.add(name);
    if (left.length > 0) return unsent.set(personId, left);
    // Whoever they are of: what they speak of is not here any more.
    unsent.clear();
    if (Object.keys(both).length > 0) store.keep(fromAccount(store.chosen, both));
  }

  store.onchange((names) => {
    note(names);
    clearTimeout(timer);
    timer = setTimeout(() => void meet(), SEND_AFTER_MS);
  });
  note(changedNames(since, store.chosen));
  void meet();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    store.onchange(undefined);
  };
}
