import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as protocol from '../src/index.ts';
import { clientEvents, errors, PROTOCOL_VERSION, serverEvents } from '../src/index.ts';

const HOW =
  'The wire has changed. If a page that is already open would not understand the change, raise PROTOCOL_VERSION; then ' +
  'write the new hash into PINNED.';
const PINNED = {
  version: 3,
  hash: 'b5af336e63cec655eac4694a33a6b610d67fef2ccbf1a1f80a28289ceb10b82a',
};

/** JSON with the keys of every object in order. */
const stable = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

const shapeOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

test('the wire changes only on purpose: a hash of all schemas is pinned beside the version', () => {
  const requests = Object.entries(clientEvents).map(([name, { request, answer }]) => [
    name,
    shapeOf(request, 'input'),
    shapeOf(answer, 'output'),
  ]);
  const news = Object.entries(serverEvents).map(([name, schema]) => [
    name,
    shapeOf(schema, 'output'),
  ]);
  // Whatever else this package exports as a schema: the bodies of HTTP, and the parts of the above.
  const others = Object.entries<unknown>(protocol)
    .flatMap(([name, value]) =>
      value instanceof z.ZodType
        ? [{ name, input: shapeOf(value, 'input'), output: shapeOf(value, 'output') }]
        : [],
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const hash = createHash('sha256')
    .update(stable({ requests, news, others, errors: Object.keys(errors).sort() }))
    .digest('hex');
  expect({ version: PROTOCOL_VERSION, hash }, HOW).toEqual(PINNED);
});
