import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { buildTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { createTestDatabase, shareDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { fuzz } from './support/fuzz.ts';
import { serverProcesses } from './support/processes.ts';
import { listen } from './support/sockets.ts';

const never = { times: 1_000_000, perMs: 1000 };
const options = { socketLimits: { entries: never, creations: never, others: never } };

describe('P5: two devices and a replaying client at once', () => {
  let database: TestDatabase;
  let nodes: TestApp[];
  let urls: [string, string];
  beforeAll(async () => {
    database = await createTestDatabase();
    nodes = await Promise.all(
      [1, 2].map(() =>
        buildTestApp({ database: shareDatabase(database), hasOtherNodes: true, ...options }),
      ),
    );
    urls = [await listen(nodes[0]!.app), await listen(nodes[1]!.app)];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });

  const variants = [
    'sly-fox/standard',
    'bisley/thirteen',
    'british-square/piles',
    'alhambra/standard',
    'british-square/union',
  ];
  test.each(
    // One game with hidden cards and one without, or all of them.
    variants.slice(0, scaled(2, 5)).map((variant, n) => [firstSeed + n, variant] as const),
  )(
    'each entry counts once, all end on the same position: two nodes, seed %i, %s',
    async (seed, variant) => {
      await fuzz(database, urls, { seed, variant, rounds: scaled(15, 100) });
      for (const node of nodes) expect(node.log()).not.toContain('"level":50');
    },
    scaled(60_000, 300_000),
  );
});

test('P5: each entry counts once, all end on the same position: two processes', async () => {
  const database = await createTestDatabase();
  const server = serverProcesses();
  const nodes = await Promise.all([1, 2].map(() => server.start({ databaseUrl: database.url })));
  await fuzz(database, [nodes[0]!.url, nodes[1]!.url], {
    seed: firstSeed + 5,
    variant: 'sly-fox/standard',
    // Within the limits a stranger meets.
    rounds: 12,
  });
  await server.remove();
  await database.drop();
}, 120_000);
