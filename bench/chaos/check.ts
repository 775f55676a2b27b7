/** The checker: what clients were told against what is stored. Pure; knows the rules by the engine alone. */
import { decodeEntry, enter, openPlay } from '@same-deal/engine';
import type { Position, UndoPolicy } from '@same-deal/engine';

/** An entry, as it was acknowledged or as it is stored. */
export interface Numbered {
  readonly number: number;
  readonly code: number;
  readonly elapsedMs: number;
}

/** All that a client knows of a play. */
export interface History {
  readonly playId: string;
  readonly acknowledged: readonly Numbered[];
  /** What was sent and not answered when the client ended; it may be stored or not. */
  readonly unanswered: { readonly number: number; readonly code: number } | null;
}

/** All that is stored of it. */
export interface StoredPlay {
  /** The whole table at T0. */
  readonly start: Position;
  readonly undo: UndoPolicy;
  readonly log: readonly Numbered[];
}

/**
 * What is wrong with a stored play, in words that name the entry; empty if nothing is.
 * P4: all that was acknowledged is there. P5: each thing counts once. P9: the log replays.
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

/** The value below which so many of a hundred lie; 0 of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
