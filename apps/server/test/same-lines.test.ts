import { pino } from 'pino';
import { expect, test } from 'vitest';
import { fewOfTheSame, SAME_MOST, SAME_WITHIN_MS } from '../src/same-lines.ts';

test('a fault that repeats itself a thousand times writes a few lines, and one that says how many were left out', () => {
  let now = 0;
  const written: Record<string, unknown>[] = [];
  const log = pino(
    { hooks: { logMethod: fewOfTheSame(() => now) } },
    { write: (line: string) => void written.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const fail = () => log.error({ err: new Error('No space left on device') }, 'in the background');
  for (let n = 0; n < 1_000; n++) fail();
  expect(written).toHaveLength(SAME_MOST);
  log.error({ err: new Error('another') }, 'in the background');
  log.error('plain words');
  for (let n = 0; n < 20; n++) log.info('told as often as it happens');
  expect(written).toHaveLength(SAME_MOST + 22);
  now += SAME_WITHIN_MS;
  fail();
  expect(written.at(-1)).toMatchObject({
    msg: 'in the background',
    err: { message: 'No space left on device' },
    leftOut: 1_000 - SAME_MOST,
  });
});
