import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import * as engine from '@same-deal/engine';
import { expect, it } from 'vitest';

/** Often enough for V8 to keep in mind how. */
const OFTEN = 10_000;

it('V8 keeps no dictionary of what tests import, to look each name up at each use', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isFast = runInThisContext('(object) => %HasFastProperties(object)') as (
    object: unknown,
  ) => boolean;
  let read = 0;
  for (let n = 0; n < OFTEN; n++) read += engine.gameList.length;
  expect(read).toBeGreaterThan(0);
  expect(isFast(engine)).toBe(true);
  setFlagsFromString('--no-allow-natives-syntax');
});
