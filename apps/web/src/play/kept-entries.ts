/**
 * Own entries on their way to the service, kept in the browser for when their table cannot be open meanwhile: after
 * signing in again, or after a reload without a line. They go out when their player opens the table again.
 */
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
export function keepEntries(playId: string, kept: Kept): void {
  try {
    if (kept.codes.length > 0) localStorage.setItem(keyOf(playId), JSON.stringify(kept));
    else localStorage.removeItem(keyOf(playId));
  } catch {
    // Storage is barred or full; they are still on the table.
  }
}

export function keptEntries(playId: string): Kept | undefined {
  try {
    const text = localStorage.getItem(keyOf(playId));
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
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
