/**
 * Own tables as they last were here, kept in the browser: without a line they are shown and played on, and what is
 * played waits in `kept-entries.ts`.
 */
import { isVariantId } from '@same-deal/engine';
import type { PlaySnapshot } from '@same-deal/protocol';

/** A table's form, as of version 2 of the protocol and still the same. */
const FORM = 2;

interface KeptTable {
  /** In whose form the table is. */
  readonly version: number;
  readonly ownerId: string;
  /** By the device's clock, in milliseconds since 1970. */
  readonly at: number;
  readonly snapshot: PlaySnapshot;
}

const PREFIX = 'same-deal:last-table:';
/** The most tables that are kept; a long one takes some ten thousand characters. */
const MOST = 5;

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** All that can be read, newest first. */
const stored = (): KeptTable[] =>
  keys()
    .flatMap((key) => read(localStorage.getItem(key)) ?? [])
    .sort((a, b) => b.at - a.at);

function read(text: string | null): KeptTable | undefined {
  try {
    const table = JSON.parse(text ?? 'null') as KeptTable | null;
    const isOfNow = table?.version === FORM && isVariantId(table.snapshot.variant);
    return isOfNow ? table : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a person's table in place of what was kept of it, and of the oldest one; one that has ended is not kept. */
export function keepTable(ownerId: string, snapshot: PlaySnapshot): void {
  const { playId, ending } = snapshot;
  const table: KeptTable = { version: FORM, ownerId, at: Date.now(), snapshot };
  try {
    localStorage.removeItem(PREFIX + playId);
    if (ending !== null) return;
    for (const { snapshot: old } of stored().slice(MOST - 1)) {
      localStorage.removeItem(PREFIX + old.playId);
    }
    localStorage.setItem(PREFIX + playId, JSON.stringify(table));
  } catch {
    // Storage is barred or full: it opens with a line.
  }
}

/** A person's tables as they are now if nobody has played on, newest first. */
export const keptTables = (ownerId: string): PlaySnapshot[] =>
  stored()
    .filter((table) => table.ownerId === ownerId)
    .map(({ at, snapshot }) => {
      const { elapsedMs, closesInMs } = snapshot;
      const sinceMs = Math.max(0, Date.now() - at);
      return {
        ...snapshot,
        elapsedMs: elapsedMs + sinceMs,
        closesInMs: closesInMs === null ? null : Math.max(0, closesInMs - sinceMs),
      };
    });

/** Removes a person's tables, and what cannot be read. */
export function forgetTables(ownerId: string): void {
  for (const key of keys())
    if ((read(localStorage.getItem(key))?.ownerId ?? ownerId) === ownerId)
      localStorage.removeItem(key);
}
