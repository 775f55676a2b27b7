import type { Failure } from '@same-deal/protocol';
import { createJournal } from '../play/journal.ts';
import { createPlays } from '../play/plays.ts';
import type { PlaysOptions } from '../play/plays.ts';
import { faultOf } from '../storage/database.ts';
import { playsRepository } from '../storage/play/plays.ts';
import type { LiveOptions, OnFault } from './options.ts';

/** Plays, and the journal that commits their entries in batches, fenced by this node's claim. */
export function addPlays(
  { database, node, clock, metrics }: LiveOptions,
  on: Pick<PlaysOptions, 'onAdvanced' | 'onHeld' | 'onTimeUp' | 'onFailed'>,
  onFault: OnFault,
) {
  const store = playsRepository(database);
  const journal = createJournal({
    write: async (entries) => {
      const outcomes = await store.append(node.id(), entries);
      if (outcomes.includes('fenced')) node.fenced();
      return outcomes;
    },
    faultOf,
    onBatch: metrics.batch,
    onOutcome: metrics.entry,
    onFault,
  });
  const failureOf = (error: unknown): Failure => {
    if (faultOf(error) !== 'other') return { code: 'unavailable' };
    onFault(error);
    return { code: 'internal' };
  };
  const { append } = journal;
  const plays = createPlays({ store, append, clock, claim: node.claim, failureOf, ...on });
  return { store, journal, plays };
}
