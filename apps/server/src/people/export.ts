/** Everything that is stored about a person, as one JSON text in chunks. */
import type { MyData } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { hasBegun, snapshotOf } from '../play/play-record.ts';
import type { PlayRecord } from '../play/play-record.ts';
import { written } from '../play/written.ts';

export interface ExportOptions {
  readonly clock: Clock;
  readonly readPlay: (playId: string) => Promise<PlayRecord | undefined>;
  /** Settles a race if that is due. */
  readonly settleIfDue: (code: string) => Promise<unknown>;
}

export type ExportHead = Omit<MyData, 'format' | 'exportedAt' | 'plays'>;

/** @param options plays are read one by one and kept nowhere: there may be thousands */
export function createExport({ clock, readPlay, settleIfDue }: ExportOptions) {
  /** A person's own play as its table shows it (P2); nothing before its start. */
  async function tableOf(playId: string, personId: string) {
    let record = await readPlay(playId);
    const race = record?.header.race;
    if (race && record?.ending === null && clock.now() >= (record.header.closesAt ?? Infinity)) {
      await settleIfDue(race.code);
      record = await readPlay(playId);
    }
    if (!record || !hasBegun(record.header, clock.now())) return undefined;
    const { startsAt, shownAfterMs = null } = record.header;
    const startedAt = new Date(startsAt).toISOString();
    return { ...snapshotOf(record, personId, clock.now()), startedAt, shownAfterMs };
  }

  /**
   * @param playIds the person's plays
   * @returns the pieces of a text that is a `myData`
   */
  return async function* (
    head: ExportHead,
    playIds: AsyncIterable<string>,
  ): AsyncGenerator<string> {
    const { person } = head;
    const exportedAt = new Date(clock.now()).toISOString();
    const opening = JSON.stringify({ format: 'same-deal/1', exportedAt, ...head }, null, 1);
    yield `${opening.slice(0, -1).trimEnd()},\n "plays": [`;
    let separator = '\n';
    for await (const playId of playIds) {
      const table = await tableOf(playId, person.id);
      if (!table) continue;
      yield separator + (await written(table));
      separator = ',\n';
    }
    yield '\n ]\n}\n';
  };
}
