/**
 * Own entries on their way to the service, kept in the browser from the moment they are made until they are
 * acknowledged: a reload, a closed page or another person signing in loses none. They go out when their player opens
 * the table again, or, where it was left, with the next line (`offline/send-kept.ts`).
 */
import { decodeEntry, encodeEntry } from '@same-deal/engine';
import type { WaitingEntry } from './play-log.ts';

export interface Kept {
  /** Whose table it is, as it was called then. */
  readonly name: string;
  /** The number of the first one. */
  readonly first: number;
  /** Codes of the log, one after another. */
  readonly codes: readonly number[];
  /** When the last one was kept, by the device's clock; earlier versions did not say. */
  readonly at?: number;
}

/** The most plays whose entries are kept; each takes some thousand characters at most. */
export const MOST_KEPT = 20;

/** Under which name they are kept. */
export const keyOf = (playId: string) => `same-deal:kept:${playId}`;

const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(keyOf('')));

/**
 * Keeps these entries of a play in place of what was kept of it; none, and nothing is kept.
 * @returns what had to be given up for it, to be told to the player: other people's first, then the oldest
 */
export function keepWaiting(
  playId: string,
  name: string,
  waiting: readonly WaitingEntry[],
): readonly Kept[] {
  try {
    const [first] = waiting;
    if (!first) {
      localStorage.removeItem(keyOf(playId));
      return [];
    }
    const codes = waiting.map(({ entry }) => encodeEntry(entry));
    const kept: Kept = { name, first: first.number, codes, at: Date.now() };
    localStorage.setItem(keyOf(playId), JSON.stringify(kept));
    return giveUp(playId, name);
  } catch {
    // Storage is barred or full; they are still on the table.
    return [];
  }
}

/** Makes room beside a play's entries. */
function giveUp(playId: string, name: string): readonly Kept[] {
  const others = keys()
    .filter((key) => key !== keyOf(playId))
    .map((key) => ({ key, kept: read(localStorage.getItem(key)) }));
  const isOther = ({ kept }: { kept: Kept | undefined }) => Number(kept?.name !== name);
  others.sort((a, b) => isOther(b) - isOther(a) || (a.kept?.at ?? 0) - (b.kept?.at ?? 0));
  const tooMany = others.slice(0, Math.max(0, others.length + 1 - MOST_KEPT));
  for (const { key } of tooMany) localStorage.removeItem(key);
  return tooMany.flatMap(({ kept }) => kept ?? []);
}

/** The service has acknowledged an entry whose table is no longer open here: it need not be kept. */
export function forgetAcknowledged(playId: string, { entry, number }: WaitingEntry): void {
  const kept = keptEntries(playId);
  if (!kept || kept.first !== number || kept.codes[0] !== encodeEntry(entry)) return;
  keepWaiting(playId, kept.name, keptWaiting(playId).slice(1));
}

/** What is kept of a play; undefined if nothing is, or it cannot be read. */
export function keptEntries(playId: string): Kept | undefined {
  try {
    return read(localStorage.getItem(keyOf(playId)));
  } catch {
    return undefined;
  }
}

function read(text: string | null): Kept | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}

/** The same as they waited, to wait again. */
export function keptWaiting(playId: string): WaitingEntry[] {
  const { first, codes } = keptEntries(playId) ?? { first: 1, codes: [] };
  return codes.map((code, n) => ({ entry: decodeEntry(code), number: first + n }));
}

/** Removes what is kept of a person by that name, and what cannot be read: whose it is, is not known any better here. */
export function forgetKeptEntries(name: string): void {
  try {
    for (const key of keys())
      if ((read(localStorage.getItem(key))?.name ?? name) === name) localStorage.removeItem(key);
  } catch {
    // Then there was nothing.
  }
}
