// The order of the boards as PostgreSQL has it, against the domain's.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import { keyOf } from '../src/daily/ranking.ts';
import { cacheless } from './support/boards.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { anyTry } from './support/tries.ts';

describe('the database says the same', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('keys are those of ranking.ts', async () => {
    const tries = fc.sample(anyTry, 500);
    const { rows } = await database.pool.query(
      `select fastest_key(w, e, m, c)::float8 as fastest, fewest_key(w, e, m, c)::float8 as fewest
       from unnest($1::boolean[], $2::int[], $3::int[], $4::int[]) with ordinality as t(w, e, m, c, n)
       order by n`,
      [
        tries.map(({ won }) => won),
        tries.map(({ elapsedMs }) => elapsedMs),
        tries.map(({ moves }) => moves),
        tries.map(({ cardsHome }) => cardsHome),
      ],
    );
    expect(rows).toEqual(
      tries.map((one) => ({ fastest: keyOf('fastest', one), fewest: keyOf('fewest', one) })),
    );
  });

  test('places, percentiles and totals are those of counting, folded into the counts or not, and when results change', async () => {
    const check = await cacheless(database);
    const seed = fc.sample(
      fc.array(anyTry, { minLength: 1, maxLength: 60, size: 'max' }),
      scaled(12, 120),
    );
    for (const [n, tries] of seed.entries()) {
      const daily = await check.newDaily(n);
      await check.add(daily, tries.slice(0, tries.length / 2));
      if (n % 2 === 0) await check.fold();
      await check.add(daily, tries.slice(tries.length / 2));
      await check.expectRight(daily);
      await check.changeSome(daily);
      await check.expectRight(daily);
      await check.fold();
      await check.expectRight(daily);
    }
  }, 120_000);
});
