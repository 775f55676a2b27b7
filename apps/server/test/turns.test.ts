// Many requests at once must not keep the lines waiting.
import { expect, test } from 'vitest';
import { turns } from '../src/admission/turns.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('P8: a hundred at once begin four a turn, in order, and none is left', async () => {
  const turn = turns(4);
  const begun: number[] = [];
  for (let n = 0; n < 100; n++) turn(() => begun.push(n));
  expect(begun).toEqual([0, 1, 2, 3]);
  for (let passed = 1; passed < 25; passed++) {
    await nextTurn();
    expect(begun.length).toBeLessThanOrEqual(4 * (passed + 1));
  }
  await expect.poll(() => begun.length).toBe(100);
  expect(begun).toEqual(begun.toSorted((a, b) => a - b));
});

test('what comes later waits behind those before it, and alone for nobody', async () => {
  const turn = turns(2);
  const begun: string[] = [];
  for (const name of ['a', 'b', 'c']) turn(() => begun.push(name));
  turn(() => {
    begun.push('d');
    turn(() => begun.push('e'));
  });
  await expect.poll(() => begun.join('')).toBe('abcde');
  await nextTurn();
  turn(() => begun.push('f'));
  expect(begun.join('')).toBe('abcdef');
});
