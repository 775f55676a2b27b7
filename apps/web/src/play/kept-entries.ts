/**
 * Own entries on their way to the service, kept in the browser from the moment they are made until they are
 * acknowledged: a reload, a closed page or another person signing in loses none. They go out when their player opens
 * the table again.
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
}

const keyOf = (playId: string) => `same-deal:kept:${playId}`;

/** Keeps these entries of a play in place of what was kept of it; none, and nothing is kept. */
export function keepWaiting(playId: string, name: string, waiting: readonly WaitingEntry[]): void {
  try {
    const [first] = waiting;
    if (!first) {
      localStorage.removeItem(keyOf(playId));
      return;
    }
    const codes = waiting.map(({ entry }) => encodeEntry(entry));
    const kept: Kept = { name, first: first.number, codes };
    localStorage.setItem(keyOf(playId), JSON.stringify(kept));
  } catch {
    // Storage is barred or full; they are still on the table.
  }
}

/** What is kept of a play; undefined if nothing is, or it cannot be read. */
export function keptEntries(playId: string): Kept | undefined {
  try {
    const text = localStorage.getItem(keyOf(playId));
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

/** Nothing of anybody is kept any more. */
export function forgetKeptEntries(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(keyOf(''))) localStorage.removeItem(key);
    }
  } catch {
    // Then there was nothing.
  }
}
