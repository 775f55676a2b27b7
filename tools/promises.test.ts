import { expect, it } from 'vitest';
import { promises } from './promises.ts';

it('docs/promises.md names the tests of each promise, and every promise has some', () => {
  const { is, should } = promises();
  // `pnpm format` renews it.
  expect(is).toBe(should);
  for (let number = 1; number <= 12; number++) {
    expect(is).toMatch(new RegExp(`<!-- tests of P${number} -->\n\n- `));
  }
});
