import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase } from '../../src/storage/database.ts';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { query, withDatabase } from './sql.ts';

export interface TestDatabase extends OpenDatabase {
  readonly url: string;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/** A fresh, migrated, empty database. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = await createDatabase(inject('templateDatabase'));
  const database = openDatabase(url, () => undefined);
  return {
    ...database,
    url,
    drop: async () => {
      await database.close();
      await dropDatabase(url);
    },
  };
}

/**
 * Creates a database without any table, for tests of the migrations themselves.
 * @returns its connection string
 */
export async function createEmptyDatabase(): Promise<string> {
  return createDatabase('template0');
}

/** Drops a database, even if there are connections to it. */
export async function dropDatabase(url: string): Promise<void> {
  await query(inject('adminUrl'), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copies files, where by itself each page is written twice, the second time compressed into the log.
  const how = 'strategy file_copy';
  await query(inject('adminUrl'), `create database ${name} template ${template} ${how}`);
  return withDatabase(inject('adminUrl'), name);
}

/** The same database with connections of its own, as another node has. */
export function shareDatabase({ url }: Pick<TestDatabase, 'url'>): TestDatabase {
  const database = openDatabase(url, () => undefined);
  return { ...database, url, drop: database.close };
}
