import { expect, test } from 'vitest';
import { PASSWORD_MIN } from '@same-deal/protocol';
import { accounts as words } from '../messages/accounts.en.ts';
import { deviceName } from './device-name.ts';
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

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  ['', 'A browser'],
])('a passkey is named after its device: %j', (userAgent, name) =>
  expect(deviceName(userAgent)).toBe(name),
);

test('the hint says how long a password has to be', () => {
  expect(words.ways.passwordHint).toContain(`${PASSWORD_MIN} characters`);
});
