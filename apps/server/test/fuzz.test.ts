import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import { noSocketLimits } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { fuzz } from './support/fuzz.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import type { TestNode } from './support/nodes.ts';
import { serverProcesses } from './support/processes.ts';

const options = { socketLimits: noSocketLimits };

describe.runIf(hasValkey())('P5: two devices and a replaying client at once', () => {
  let database: TestDatabase;
  let nodes: TestNode[];
  let urls: [string, string];
  beforeAll(async () => {
    database = await createTestDatabase();
    nodes = await Promise.all(['one', 'two'].map((name) => startNode(database, name, options)));
    urls = [nodes[0]!.url, nodes[1]!.url];
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

test.runIf(hasValkey())(
  'P5: each entry counts once, all end on the same position: two processes',
  async () => {
    const database = await createTestDatabase();
    const server = serverProcesses();
    const nodes = await Promise.all(
      ['one', 'two'].map((name) => server.start({ databaseUrl: database.url, name })),
    );
    await fuzz(database, [nodes[0]!.url, nodes[1]!.url], {
      seed: firstSeed + 5,
      variant: 'sly-fox/standard',
      // Within the limits a stranger meets.
      rounds: 12,
    });
    await server.remove();
    await database.drop();
  },
  120_000,
);
