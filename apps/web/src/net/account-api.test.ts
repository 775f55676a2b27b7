import type { Answer, ErrorCode, Person } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { hasLeft } from './account-api.ts';

const anna: Person = { id: 'a', name: 'Anna', isGuest: true };
const refused = (code: ErrorCode): Answer<never> => ({ ok: false, error: { code } });
const who = (answer: Answer<Person>) => ({ me: async () => answer });

test('P8: who leaves for good, or signs out, has left though the answer was lost', async () => {
  const nobody = who(refused('not-signed-in'));
  expect(await hasLeft(nobody, { ok: true, data: {} })).toBe(true);
  expect(await hasLeft(nobody, refused('unavailable'))).toBe(true);
});

test('but not where they are here as before, where nobody can say so, or where it was refused', async () => {
  expect(await hasLeft(who({ ok: true, data: anna }), refused('unavailable'))).toBe(false);
  expect(await hasLeft(who(refused('unavailable')), refused('unavailable'))).toBe(false);
  // The session had ended before it was asked.
  expect(await hasLeft(who(refused('not-signed-in')), refused('not-signed-in'))).toBe(false);
});
