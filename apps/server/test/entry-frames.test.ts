/** Entries that are taken straight from their frames: the same ones as the protocol's schemas take, and no others. */
import { clientEvents } from '@same-deal/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryIn } from '../src/line/entry-frames.ts';

const frameOf = (id: number, body: unknown): Buffer =>
  Buffer.from(`42${id}${JSON.stringify(body)}`);

test('a page’s own writing of an entry is taken', () => {
  fc.assert(
    fc.property(
      fc.nat(999_999_999),
      fc.uuid({ version: [1, 4, 7] }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.option(fc.integer({ min: 0, max: 0xffff })),
      (id, playId, expected, move) => {
        const name = move === null ? 'play:undo' : 'play:move';
        const request = { playId, expected, ...(move !== null && { move }) };
        expect(entryIn(frameOf(id, [name, request]))).toEqual({ id: String(id), name, request });
      },
    ),
  );
});

test('P8: whatever is taken is what its schema says; the rest goes the usual way', () => {
  const number = fc.oneof(
    fc.integer({ min: -2, max: 70_000 }),
    fc.constantFrom(1.5, 1e21, null, '1', 65_535, 65_536, 999_999, 1_000_000),
  );
  const anyId = fc.oneof(
    fc.uuid(),
    fc.uuid().map((text) => text.toUpperCase()),
    fc.constantFrom('', 'x', '00000000-0000-0000-0000-000000000000'),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('play:move', 'play:undo', 'play:concede', 'play:open'),
      fc.record(
        { playId: anyId, expected: number, move: number, other: fc.constant(1) },
        { requiredKeys: [] },
      ),
      (name, request) => {
        const found = entryIn(frameOf(7, [name, request]));
        if (!found) return;
        expect(found.name).toBe(name);
        const parsed = clientEvents[found.name].request.safeParse(
          JSON.parse(JSON.stringify(request)),
        );
        expect(parsed.data).toEqual(found.request);
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([
  'without a number: it asks for no answer',
  'of another namespace',
  'with more behind it',
  'with blanks',
])('an entry %s is not taken', (how) => {
  const body = '["play:undo",{"playId":"01890a5d-ac96-774b-bcce-b302099a8057","expected":1}]';
  const frames: Record<string, string> = {
    'without a number: it asks for no answer': `42${body}`,
    'of another namespace': `42/admin,1${body}`,
    'with more behind it': `421${body} `,
    'with blanks': `421${body.replace(',', ', ')}`,
  };
  expect(entryIn(Buffer.from(`421${body}`))).toBeDefined();
  expect(entryIn(Buffer.from(frames[how]!))).toBeUndefined();
});
