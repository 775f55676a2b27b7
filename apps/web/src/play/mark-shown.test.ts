import { afterEach, expect, test, vi } from 'vitest';
import { markShown } from './mark-shown.ts';

afterEach(() => vi.unstubAllGlobals());

test('a play leaves one mark, when its cards are painted first', () => {
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => paint());
  const [one, other] = [{}, {}];
  for (const play of [one, one, other]) markShown(play);
  expect(performance.getEntriesByName('table')).toHaveLength(2);
});
