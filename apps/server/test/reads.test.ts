// What is read again and again costs what it is about, not what there is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRace } from '../src/race/race.ts';
import { completeSettings } from '../src/race/settings.ts';
import type { Database } from '../src/storage/database.ts';
import { peopleRepository } from '../src/storage/people/people.ts';
import { racesRepository } from '../src/storage/race/races.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';

const PEOPLE = 3_000;
const CODE = 'ABC234';
const anna = { id: 'u1', name: 'Player 1' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into users (id, name, email)
     select 'u' || n, 'Player ' || n, n || '@example.org' from generate_series(1, ${PEOPLE}) n`,
  );
  const race = openRace(completeSettings({ variant: 'bisley/thirteen' }), anna, Date.now());
  const ben = { ...race.players[0]!, id: 'u2' };
  await racesRepository(database).create(
    CODE,
    { ...race, players: [...race.players, ben] },
    null,
    anna.id,
  );
  await database.pool.query('analyze');
});
afterAll(() => database.drop());

/** The driver's way, within the transaction. */
const within = (prisma: Database) => {
  const query = async ({ text, values }: { text: string; values: unknown[] }) => ({
    rows: await prisma.$queryRawUnsafe(text, ...values),
  });
  return { prisma, pool: { query } as unknown as TestDatabase['pool'] };
};

/** Whatever `read` reads of a table without an index, in rows. */
async function scannedBy(table: string, read: (of: Database) => Promise<unknown>): Promise<number> {
  return database.prisma.$transaction(async (transaction) => {
    await read(transaction as Database);
    const [row] = await transaction.$queryRaw<{ rows: bigint }[]>`
      select seq_tup_read as rows from pg_stat_xact_user_tables where relname = ${table}`;
    return Number(row?.rows);
  });
}

test.each<[string, (of: Database) => Promise<unknown>, unknown]>([
  [
    'a race, with the names of its players,',
    async (of) =>
      [...((await racesRepository(within(of)).find(CODE))?.names.values() ?? [])].sort(),
    ['Player 1', 'Player 2'],
  ],
  [
    'the names beside somebody',
    (of) => peopleRepository(within(of)).namesBeside('u1'),
    ['Player 2'],
  ],
])('P8: reading %s does not read everybody there is', async (_, read, expected) => {
  let found: unknown;
  const scanned = await scannedBy('users', async (of) => (found = await read(of)));
  expect(found).toEqual(expected);
  expect(scanned).toBeLessThan(PEOPLE);
});
