import { expect, it } from 'vitest';
import { loadOnce } from './load-once.ts';

it('P11: who asks for a part first is served first, also where a later fetch would be faster', async () => {
  const fetches = [20, 0];
  const load = loadOnce(
    () => new Promise<string>((resolve) => setTimeout(resolve, fetches.shift(), 'words')),
  );
  const order: string[] = [];
  const selected = load().then(() => order.push('selected'));
  const refused = load().then(() => order.push('refused'));
  await Promise.all([selected, refused]);
  expect(order).toEqual(['selected', 'refused']);
  expect(fetches).toEqual([0]);
});

it('tries again after a fetch that failed', async () => {
  let tries = 0;
  const load = loadOnce(() =>
    ++tries === 1 ? Promise.reject(new Error('no line')) : Promise.resolve('words'),
  );
  await expect(load()).rejects.toThrow('no line');
  await expect(load()).resolves.toBe('words');
});
