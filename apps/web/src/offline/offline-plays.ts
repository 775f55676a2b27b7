/**
 * Practice that the service does not have yet: begun offline, stored in this browser until it is submitted to
 * the account. What is stored is the truth for every tab; each reads it again before it adds to it.
 */
import type { Failure, Person } from '@same-deal/protocol';

export interface KeptPlay {
  /** Drawn here; the service stores it under the same id afterwards. */
  readonly playId: string;
  /** The owner; null if nobody was signed in yet. */
  readonly owner: Pick<Person, 'id' | 'name'> | null;
  readonly variant: string;
  /** A deal code or number. */
  readonly deal: string;
  /** By the device's clock, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly hints: number;
  /** Entry n is number n + 1: its code, and the time from the start. */
  readonly entries: readonly (readonly [code: number, elapsedMs: number])[];
  /** It takes no further entries; an earlier version did not say. */
  readonly isEnded?: true;
  /** Why the service will never take it as it is; it stays until its player discards it. */
  readonly refused?: Failure | undefined;
}

/** How the keys of what is kept begin, in the browser's storage. */
export const KEPT_PLAY = 'same-deal:offline:';

/** Where storage is barred or full: until the page is closed. */
const unstored = new Map<string, KeptPlay>();

/** Keeps a play as it is now. */
export function savePlay(play: KeptPlay): void {
  try {
    localStorage.setItem(KEPT_PLAY + play.playId, JSON.stringify(play));
    unstored.delete(play.playId);
  } catch {
    unstored.set(play.playId, play);
  }
}

/** Undefined if no such play is kept here. */
export function keptPlay(playId: string): KeptPlay | undefined {
  // Where storage has become full, what it holds is older.
  const newer = unstored.get(playId);
  if (newer) return newer;
  try {
    const text = localStorage.getItem(KEPT_PLAY + playId);
    return text === null ? undefined : (JSON.parse(text) as KeptPlay);
  } catch {
    return undefined;
  }
}

/** It is in the account now, or discarded. */
export function forgetPlay(playId: string): void {
  unstored.delete(playId);
  try {
    localStorage.removeItem(KEPT_PLAY + playId);
  } catch {
    // Then it was not there.
  }
}

/** The ids of all that is kept. */
function keptIds(): string[] {
  try {
    const stored = Object.keys(localStorage).filter((key) => key.startsWith(KEPT_PLAY));
    return [...new Set([...stored.map((key) => key.slice(KEPT_PLAY.length)), ...unstored.keys()])];
  } catch {
    return [...unstored.keys()];
  }
}

/** All that is kept, newest first. */
export const keptPlays = (): KeptPlay[] =>
  keptIds()
    .flatMap((id) => keptPlay(id) ?? [])
    .sort((a, b) => b.startedAt - a.startedAt);

/** Whether a play is kept here: the one question that every page asks. */
export const isKeptHere = (playId: string): boolean => keptPlay(playId) !== undefined;

export const hasKeptPlays = (): boolean => keptIds().length > 0;

/** Whether some of them wait for somebody whose they will be. */
export const hasOwnerless = (): boolean =>
  keptPlays().some(({ owner, refused }) => !owner && !refused);

/** Whether this page alone has games, as its browser has no room for them. */
export const hasUnstored = (): boolean => unstored.size > 0;

/** Whether this browser has anything for the service: whole games, or entries of tables that were left (kept-entries.ts). */
export function hasUnsent(): boolean {
  try {
    if (Object.keys(localStorage).some((key) => /^same-deal:(offline|kept):/.test(key)))
      return true;
  } catch {
    // Then there is nothing but what this page has.
  }
  return hasUnstored();
}
