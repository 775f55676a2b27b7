import { expect, test } from 'vitest';
import { defaultNameOf } from './default-name.ts';

test('a circle is called after who makes it, in whole words, by a name that is allowed', () => {
  expect(defaultNameOf('Anna')).toBe('Anna’s circle');
  expect(defaultNameOf('Graceful Jackdaw')).toBe('Graceful Jackdaw');
  expect(defaultNameOf('Wilhelmina-Alexandrovna')).toBe('Wilhelmina-Alexandrovna');
});
