/** A busy machine keeps the database from answering in time: no fault of what a test sends many of. */
import { expect } from 'vitest';
import { isOutage } from '../../src/storage/database.ts';
import type { TestDatabase } from './database.ts';

/** What keeps failing is at fault itself. */
const AGAIN = 10;

/**
 * Sends a request, and again once the database answers if it did not.
 * @param send resolves to the code of a refusal
 */
export async function untilAnswered(
  { pool }: Pick<TestDatabase, 'pool'>,
  send: () => Promise<string | undefined>,
): Promise<string | undefined> {
  for (let again = 0; ; again++) {
    try {
      const code = await send();
      if (code !== 'unavailable' || again === AGAIN) return code;
    } catch (error) {
      if (!isOutage(error) || again === AGAIN) throw error;
    }
    const isUp = () =>
      pool.query('select').then(
        () => true,
        () => false,
      );
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
  }
}

/** The faults in a log; that the database did not answer in time is none. */
export const faultsIn = (log: string): string[] =>
  log.split('\n').filter((line) => line.includes('"level":50') && !/time(d )?out/.test(line));
