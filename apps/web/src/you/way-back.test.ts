import { expect, test } from 'vitest';
import { PASSWORD_MIN } from '@same-deal/protocol';
import { accounts as words } from '../messages/accounts.en.ts';
import { wayBack } from './way-back.ts';

test.each([
  ['', '/'],
  ['?to=/race/ABC234', '/race/ABC234'],
  ['?to=%2Fplay%2F7', '/play/7'],
  ['?to=//evil.example', '/'],
  ['?to=/%5Cevil.example', '/'],
  ['?to=https://evil.example', '/'],
  ['?to=/a%20b', '/'],
  ['?to=/%0A/evil.example', '/'],
])('after signing in at %j: %s', (search, path) => expect(wayBack(search)).toBe(path));

test('the hint says how long a password has to be', () => {
  expect(words.ways.passwordHint).toContain(`${PASSWORD_MIN} characters`);
});
