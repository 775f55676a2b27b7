import { expect, test } from 'vitest';
import { readTogether } from '../src/storage/read-together.ts';

/** Answers when it is told to; notes what it was asked for. */
function slowStore(stored: Record<string, number>) {
  const asked: (readonly string[])[] = [];
  const read = readTogether<number>(async (keys) => {
    asked.push(keys);
    if (keys.includes('broken')) throw new Error('the line broke');
    return new Map(keys.flatMap((key) => (key in stored ? [[key, stored[key]!]] : [])));
  });
  return { asked, read };
}

test('what is asked for in one turn is read at once, each key once; what does not exist is undefined', async () => {
  const { asked, read } = slowStore({ a: 1, b: 2 });
  expect(await Promise.all(['a', 'b', 'a', 'none'].map(read))).toEqual([1, 2, 1, undefined]);
  expect(asked).toEqual([['a', 'b', 'none']]);
});

test('P4: a read never answers with what was there before it was asked for', async () => {
  const stored: Record<string, number> = { a: 1 };
  const { asked, read } = slowStore(stored);
  const first = read('a');
  expect(await first).toBe(1);
  const second = read('a');
  stored['a'] = 2;
  expect(await second).toBe(2);
  expect(asked).toEqual([['a'], ['a']]);
});

test('P8: whose read fails is told so, and the next one is not', async () => {
  const { read } = slowStore({ a: 1 });
  await expect(read('broken')).rejects.toThrow('the line broke');
  expect(await read('a')).toBe(1);
});

test('a thousand are read by several statements, each of a bounded size', async () => {
  const { asked, read } = slowStore({});
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => read(String(n))));
  expect(Math.max(...asked.map((keys) => keys.length))).toBeLessThanOrEqual(50);
  expect(asked.flat()).toHaveLength(1_000);
});
