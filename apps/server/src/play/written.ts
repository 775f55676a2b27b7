/** Tables as JSON text, written in turns with everything else: a log may have thousands of entries. */
import type { PlaySnapshot } from '@same-deal/protocol';
import { inSlices } from '../in-slices.ts';
import type { Steps } from '../in-slices.ts';

/** Writing so many takes no longer than replaying one. */
const WRITTEN_A_STEP = 10;

/** The text of a table, and of whatever else is sent with it. */
export const written = (table: PlaySnapshot): Promise<string> => inSlices(writing(table));

/** The text of several tables, in the same way. */
export async function writtenTables(tables: readonly PlaySnapshot[]): Promise<string> {
  const texts: string[] = [];
  for (const table of tables) texts.push(await written(table));
  return `[${texts.join()}]`;
}

function* writing({ log, ...head }: PlaySnapshot): Steps<string> {
  const entries: string[] = [];
  for (const entry of log) {
    entries.push(JSON.stringify(entry));
    if (entries.length % WRITTEN_A_STEP === 0) yield;
  }
  return `${JSON.stringify(head).slice(0, -1)},"log":[${entries.join()}]}`;
}
