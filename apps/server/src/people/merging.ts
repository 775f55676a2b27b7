/** The shell around a merge: storage decides by the rules, and everyone concerned is notified. */
import type { Answer, MergedGuest } from '@same-deal/protocol';

export type MergeOutcome =
  | {
      readonly kind: 'merged';
      readonly merged: MergedGuest;
      /** The races that have changed. */
      readonly raceCodes: readonly string[];
      /** The guest's sessions, which have ended. */
      readonly sessionIds: readonly string[];
    }
  | { readonly kind: 'running'; readonly what: string }
  | { readonly kind: 'merged-before' };

export interface MergeStore {
  /** The codes of races that both have played in and that had not settled when last checked. */
  unsettledRacesOfBoth(guestId: string, accountId: string): Promise<readonly string[]>;
  /** A daily, or a deal of a duplicate, at which both have a ranked try that has not ended, if there is one. */
  runningTryOfBoth(guestId: string, accountId: string): Promise<string | null>;
  /** Merges once and for all in one transaction, or changes nothing. */
  merge(guestId: string, accountId: string): Promise<MergeOutcome>;
}

interface RaceShell {
  /** The race, settled first if that is due. */
  find(code: string): Promise<{ readonly race: { readonly settledAt: number | null } } | null>;
  changedInStorage(code: string): Promise<void>;
}

export interface MergingOptions {
  readonly store: MergeStore;
  readonly races: RaceShell;
  /** Settles the dailies that have closed. */
  readonly settleDailies: () => Promise<void>;
  /** Closes the lines of sessions that have ended, on every node. */
  readonly closeSessions: (sessionIds: readonly string[]) => void;
}

export type Merging = ReturnType<typeof createMerging>;

export function createMerging(options: MergingOptions) {
  const { store, races, settleDailies, closeSessions } = options;
  const running = (what: string): Answer<never> => ({
    ok: false,
    error: { code: 'merge-running', detail: what },
  });

  /** Whether nothing stands in the way; refused with `merge-running`. Changes nothing but what was due anyway. */
  async function check(guestId: string, accountId: string): Promise<Answer<null>> {
    await settleDailies();
    for (const code of await store.unsettledRacesOfBoth(guestId, accountId)) {
      const stored = await races.find(code);
      if (stored?.race.settledAt === null) return running(`race ${code}`);
    }
    const deal = await store.runningTryOfBoth(guestId, accountId);
    return deal === null ? { ok: true, data: null } : running(deal);
  }

  return {
    check,

    /** Merges a guest into an account; see `merge-rules.ts`. */
    async merge(guestId: string, accountId: string): Promise<Answer<MergedGuest>> {
      const checked = await check(guestId, accountId);
      if (!checked.ok) return checked;
      const outcome = await store.merge(guestId, accountId);
      if (outcome.kind === 'running') return running(outcome.what);
      if (outcome.kind === 'merged-before') return { ok: false, error: { code: 'merged-already' } };
      closeSessions(outcome.sessionIds);
      await Promise.all(outcome.raceCodes.map(races.changedInStorage));
      return { ok: true, data: outcome.merged };
    },
  };
}
