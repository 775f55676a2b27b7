/** The clock ends a try at a daily or a duplicate where it is open, also if nobody asks for anything then. */
import type { Clock } from '../clock.ts';
import { COMMIT_GRACE_MS } from '../deal/is-live.ts';
import type { PlayHeader } from './play-record.ts';

export interface ClosingsOptions {
  readonly clock: Clock;
  /** Ends those whose time is up, and notifies the pages that have them open, whoever has ended them. */
  readonly endTries: (playIds: readonly string[]) => Promise<unknown>;
  readonly onFault: (error: unknown) => void;
}

/** How long after a failure the tries are ended again. */
const AGAIN_AFTER_MS = 10_000;

export function createClosings({ clock, endTries, onFault }: ClosingsOptions) {
  /** By the time at which they close; those of a daily close together. */
  const closings = new Map<
    number,
    { readonly playIds: Set<string>; readonly cancel: () => void }
  >();

  let isStopped = false;

  function endAll(closesAt: number): void {
    const playIds = [...(closings.get(closesAt)?.playIds ?? [])];
    closings.delete(closesAt);
    if (playIds.length === 0) return;
    endTries(playIds).catch((error: unknown) => {
      onFault(error);
      if (isStopped) return;
      for (const id of playIds) add(id, closesAt, clock.now() + AGAIN_AFTER_MS);
    });
  }

  function add(playId: string, closesAt: number, endsAt = closesAt + COMMIT_GRACE_MS + 1): void {
    const closing = closings.get(closesAt);
    if (closing) return void closing.playIds.add(playId);
    const cancel = clock.at(endsAt, () => endAll(closesAt));
    closings.set(closesAt, { playIds: new Set([playId]), cancel });
  }

  return {
    /** A play is held here: if it is a try, it is ended in time. */
    held({ id, race, closesAt }: PlayHeader): void {
      if (race === null && closesAt !== null) add(id, closesAt);
    },
    /** It has ended by itself. */
    ended({ id, closesAt }: PlayHeader): void {
      if (closesAt !== null) closings.get(closesAt)?.playIds.delete(id);
    },
    stop(): void {
      isStopped = true;
      for (const { cancel } of closings.values()) cancel();
      closings.clear();
    },
  };
}
