import type { PlaySnapshot } from '@same-deal/protocol';
import { untrack } from 'svelte';
import { beenHere } from '../state/been-here.ts';
import type { Identity } from '../state/identity.svelte.ts';
import { keepTable, keptTables } from './kept-table.ts';
import type { PlaySession } from './play-session.svelte.ts';

/** A line that has brought nothing by then is taken for slow. */
const RECALL_AFTER_MS = 2_000;

/** The table as the service last said it is, in the form in which it says so; undefined before it has. */
export function tableOf(session: PlaySession): PlaySnapshot | undefined {
  const { snapshot, log, hints } = session.state;
  const { elapsedMs, closesInMs, ending } = session;
  return (
    snapshot && log && { ...snapshot, elapsedMs, closesInMs, log: [...log.logged], ending, hints }
  );
}

/**
 * Keeps an own table in this browser whenever the page is left or hidden, as a phone may end it then; and where there
 * is no line, or a slow one, shows it as it last was. For the setup of a component.
 * @param identity who is here, which another tab may change
 * @param isAway whether the service is known not to answer
 */
export function rememberTable(
  session: PlaySession,
  identity: Pick<Identity, 'person' | 'lost' | 'isNobody'>,
  isAway: () => boolean,
): void {
  /** Whose table it is, whoever is here by now; null after they have signed out, as then nothing of theirs stays. */
  let ownerId: string | null | undefined;
  $effect(() => {
    const { person, lost, isNobody } = identity;
    if (ownerId === undefined && session.isYours) ownerId = person?.id;
    else if (ownerId && isNobody && !lost) ownerId = null;
  });

  function keep(): void {
    const snapshot = tableOf(session);
    // A race cannot be continued without the line, so its table is not kept.
    if (ownerId && snapshot?.isYours && snapshot.raceCode === null) keepTable(ownerId, snapshot);
  }

  function recall(): void {
    const person = beenHere.last();
    const table = person && keptTables(person.id).find(({ playId }) => playId === session.playId);
    if (!person || !table) return;
    ownerId ??= person.id;
    session.recall(table);
  }

  let isSlow = $state(false);
  $effect(() => {
    const timer = setTimeout(() => (isSlow = true), RECALL_AFTER_MS);
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  });
  $effect(() => {
    const isWanted = isSlow || isAway() || session.line === 'down';
    if (isWanted && !session.play) untrack(recall);
  });
}
