/** Compares what was acknowledged to clients with what is stored. Pure; uses nothing but the engine. */
import { decodeEntry, enter, openPlay } from '@same-deal/engine';
import type { Position, UndoPolicy } from '@same-deal/engine';

/** An entry, as it was acknowledged or as it is stored. */
export interface Numbered {
  readonly number: number;
  readonly code: number;
  readonly elapsedMs: number;
}

/** A client's history of a play. */
export interface History {
  readonly playId: string;
  readonly acknowledged: readonly Numbered[];
  /** The entry that was sent but not answered when the client ended; it may be stored or not. */
  readonly unanswered: { readonly number: number; readonly code: number } | null;
}

/** The stored play. */
export interface StoredPlay {
  /** The whole table at T0. */
  readonly start: Position;
  readonly undo: UndoPolicy;
  readonly log: readonly Numbered[];
}

/**
 * The faults of a stored play, in words that name the entry; empty if there are none.
 * P4: every acknowledged entry is stored. P5: each entry counts once. P9: the log replays.
 */
export function faultsOf(history: History, stored: StoredPlay): string[] {
  const faults: string[] = [];
  const of = (number: number) => `play ${history.playId}, entry ${number}`;
  const { log } = stored;
  log.forEach(({ number }, n) => {
    if (number !== n + 1) faults.push(`${of(n + 1)}: the log has ${number} there`);
  });
  for (const { number, code, elapsedMs } of history.acknowledged) {
    const found = log[number - 1];
    if (!found) faults.push(`${of(number)}: acknowledged, and lost`);
    else if (found.code !== code) faults.push(`${of(number)}: acknowledged as another one`);
    else if (found.elapsedMs !== elapsedMs)
      faults.push(`${of(number)}: acknowledged at another time`);
  }
  const numbers = new Set(history.acknowledged.map(({ number }) => number));
  if (numbers.size < history.acknowledged.length)
    faults.push(`play ${history.playId}: a number was acknowledged twice`);
  for (const { number, code } of log) {
    const wasSent = history.unanswered?.number === number && history.unanswered.code === code;
    if (!numbers.has(number) && !wasSent) faults.push(`${of(number)}: stored, and never sent`);
  }
  let play = openPlay(stored.start, stored.undo);
  for (const { number, code } of log) {
    const next = enter(play, decodeEntry(code));
    if (!next.ok) {
      faults.push(`${of(number)}: does not replay (${next.reason.code})`);
      break;
    }
    play = next.value;
  }
  return faults;
}

/** The value below which `percent` per cent of the values lie; 0 if there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
