/** All tables of a race, for watchers and players who are done: their plays, and the entries as they arrive. */
import { decodeEntry, enter } from '@same-deal/engine';
import type { Play } from '@same-deal/engine';
import type { NewsOf, PlaySnapshot } from '@same-deal/protocol';
import { filmOf } from '../replay/replay-frames.ts';

export interface OpenTable {
  readonly playId: string;
  readonly play: Play;
}

/** The tables as they are now. */
export const tablesOf = (snapshots: readonly PlaySnapshot[]): OpenTable[] =>
  snapshots.flatMap((snapshot) => {
    const last = filmOf(snapshot).frames.at(-1);
    return last ? [{ playId: snapshot.playId, play: last.play }] : [];
  });

/**
 * The tables after entries have come to them, in the order they came; of other tables they are ignored.
 * @returns undefined if one is missing, so that the tables have to be asked for again
 */
export function entered(
  tables: readonly OpenTable[],
  news: readonly NewsOf<'play:advanced'>[],
): readonly OpenTable[] | undefined {
  const plays = new Map(tables.map(({ playId, play }) => [playId, play]));
  for (const { playId, number, entry, turnedUp } of news) {
    const play = plays.get(playId);
    // Earlier entries came with the tables.
    if (!play || number <= play.entries) continue;
    const next = enter(play, decodeEntry(entry), turnedUp);
    if (number !== play.entries + 1 || !next.ok) return undefined;
    plays.set(playId, next.value);
  }
  return tables.map((table) => {
    const play = plays.get(table.playId) ?? table.play;
    return play === table.play ? table : { ...table, play };
  });
}
