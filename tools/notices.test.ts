import { expect, it } from 'vitest';
import { thirdParty } from './notices.ts';

/**
 * Licences that ask for no more than being passed on. MPL-2.0 asks it of its own files, which are shipped unchanged and with
 * their sources: `web-push` is JavaScript as it was written.
 */
const allowed = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MPL-2.0'],
];

it('THIRD-PARTY.md lists what the image ships, under licences that ask for no more than being passed on', () => {
  const { is, should } = thirdParty();
  // `pnpm format` renews it.
  expect(is).toBe(should);
  const licences = [...is.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, licence]) => licence);
  expect(licences.length).toBeGreaterThan(3);
  expect(licences.filter((one = '') => ![...allowed, 'MIT', 'MIT-0'].includes(one))).toEqual([]);
});
