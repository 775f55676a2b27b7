import { randomBytes } from 'node:crypto';
import type { PasskeyOptions, Person } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteOf } from '../src/auth/passkeys.ts';
import { buildTestApp, device } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';
import { loseCommit } from './support/lose-commit.ts';
import { base64url, LOCAL_ORIGIN as origin, Passkey } from './support/passkey.ts';

const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

let service: TestApp;
beforeAll(async () => {
  service = await buildTestApp();
});
afterAll(() => service.close());

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const post = (at: Device, path: string, body: object) =>
  at.post(path, body, { origin, 'user-agent': userAgent });
const registerOptions = async (at: Device) =>
  (await post(at, '/api/account/passkeys/options', {})).body as PasskeyOptions;
const signInOptions = async (at: Device) =>
  (await post(at, '/api/sign-in/passkey/options', {})).body as PasskeyOptions;
const add = (at: Device, credential: object) => post(at, '/api/account/passkeys', { credential });
const signIn = (at: Device, credential: object) =>
  post(at, '/api/sign-in/passkey', { credential, guest: 'bring' });

async function guest(): Promise<{ at: Device; person: Person }> {
  const at = device(service.app);
  return { at, person: (await at.post('/api/me', {})).body as Person };
}
async function account(): Promise<{ at: Device; person: Person; passkey: Passkey }> {
  const { at, person } = await guest();
  const passkey = new Passkey();
  const answer = await add(at, passkey.make(await registerOptions(at)));
  expect(answer).toMatchObject({
    status: 200,
    body: { username: null, passkeys: [{ id: passkey.id, name: 'Chrome on Linux', usedAt: null }] },
  });
  return { at, person, passkey };
}

describe('P12: by passkey', () => {
  test('a guest claims an account, and signs in on any device', async () => {
    const { at, person, passkey } = await account();
    expect((await at.get('/api/me')).body).toEqual({ ...person, isGuest: false });
    const there = device(service.app);
    const answer = await signIn(there, passkey.answer(await signInOptions(there)));
    expect(answer.body).toEqual({ person: { ...person, isGuest: false }, merged: null });
    const ways = (await there.get('/api/account')).body;
    expect(ways).toMatchObject({ passkeys: [{ usedAt: expect.any(String) }] });
  });

  test('an account has as many as it likes, and keeps at least one way in', async () => {
    const { at, passkey } = await account();
    const second = new Passkey();
    expect((await add(at, second.make(await registerOptions(at)))).status).toBe(200);
    const remove = (id: string) => at.delete(`/api/account/passkeys/${id}`, undefined, { origin });
    expect((await remove(passkey.id)).status).toBe(200);
    expect(await remove(passkey.id)).toMatchObject(refused(404, 'not-found'));
    expect(await remove(second.id)).toMatchObject(refused(409, 'last-way-in'));
    const there = device(service.app);
    const gone = await signIn(there, passkey.answer(await signInOptions(there)));
    expect(gone).toMatchObject(refused(400, 'passkey-refused'));
  });

  test('of two removals at once one is refused', async () => {
    const { at, passkey } = await account();
    const second = new Passkey();
    await add(at, second.make(await registerOptions(at)));
    const answers = await Promise.all(
      [passkey, second].map(({ id }) =>
        at.delete(`/api/account/passkeys/${id}`, undefined, { origin }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('nobody removes somebody else’s', async () => {
    const [anna, ben] = [await account(), await account()];
    const answer = await anna.at.delete(`/api/account/passkeys/${ben.passkey.id}`, undefined, {
      origin,
    });
    expect(answer).toMatchObject(refused(404, 'not-found'));
  });
});

test('P8: where the database is gone, no passkey is called wrong', async () => {
  const { passkey } = await account();
  const there = device(service.app);
  const answer = passkey.answer(await signInOptions(there));
  loseCommit(service.database.pool, /update sign_in_tickets/i);
  expect(await signIn(there, answer)).toMatchObject(refused(503, 'unavailable'));
  const { at } = await guest();
  const made = new Passkey().make(await registerOptions(at));
  loseCommit(service.database.pool, /update sign_in_tickets/i);
  expect(await add(at, made)).toMatchObject(refused(503, 'unavailable'));
});

describe('P8: passkeys that are not right', () => {
  test('a challenge is answered once', async () => {
    const { passkey } = await account();
    const there = device(service.app);
    const answer = passkey.answer(await signInOptions(there));
    expect((await signIn(there, answer)).status).toBe(200);
    expect(await signIn(device(service.app), answer)).toMatchObject(
      refused(400, 'passkey-refused'),
    );
  });

  test('and in time', async () => {
    const { passkey } = await account();
    const there = device(service.app);
    const options = await signInOptions(there);
    await service.database.prisma.signInTicket.updateMany({ data: { expiresAt: new Date() } });
    expect(await signIn(there, passkey.answer(options))).toMatchObject(
      refused(400, 'passkey-refused'),
    );
  });

  test('nobody’s challenge, another site, another key, a foreign origin, a counter that goes back', async () => {
    const { passkey } = await account();
    const there = device(service.app);
    const stranger = new Passkey();
    const impostor = Object.assign(new Passkey(), { id: passkey.id });
    const answers = [
      passkey.answer({ challenge: base64url(randomBytes(32)) }),
      passkey.answer(await signInOptions(there), 'https://evil.example'),
      passkey.answer(await signInOptions(there), origin, 'evil.example'),
      stranger.answer(await signInOptions(there)),
      impostor.answer(await signInOptions(there)),
      passkey.make(await signInOptions(there)),
      { id: passkey.id },
      { id: passkey.id, response: { clientDataJSON: 'e30' } },
    ];
    for (const [n, answer] of answers.entries()) {
      const refusedAnswer = await signIn(there, answer);
      expect(refusedAnswer, `${n}`).toMatchObject({
        status: 400,
        text: '{"error":{"code":"passkey-refused"}}',
      });
    }
    passkey.count = 9;
    expect((await signIn(there, passkey.answer(await signInOptions(there)))).status).toBe(200);
    passkey.count = 8;
    const back = await signIn(there, passkey.answer(await signInOptions(there)));
    expect(back).toMatchObject(refused(400, 'passkey-refused'));
  });

  test('one is not made with somebody else’s challenge, a sign-in’s, or for another site; nor twice', async () => {
    const [anna, ben] = [await guest(), await guest()];
    const made = new Passkey();
    const answers = [
      made.make(await registerOptions(ben.at)),
      made.make(await signInOptions(anna.at)),
      made.make(await registerOptions(anna.at), 'https://evil.example'),
      made.make(await registerOptions(anna.at), origin, 'evil.example'),
      { id: made.id },
    ];
    for (const [n, answer] of answers.entries()) {
      expect(await add(anna.at, answer), `${n}`).toMatchObject(refused(400, 'passkey-refused'));
    }
    expect((await anna.at.get('/api/me')).body).toEqual(anna.person);
    expect((await add(anna.at, made.make(await registerOptions(anna.at)))).status).toBe(200);
    // The same passkey is nobody else's.
    expect(await add(ben.at, made.make(await registerOptions(ben.at)))).toMatchObject(
      refused(400, 'passkey-refused'),
    );
  });

  test('where browsers have none, none is offered', async () => {
    const { at } = await guest();
    const host = '192.168.1.5:3000';
    const headers = { host, origin: `http://${host}` };
    for (const path of ['/api/account/passkeys/options', '/api/sign-in/passkey/options']) {
      expect(await at.post(path, {}, headers)).toMatchObject(refused(409, 'passkey-unavailable'));
    }
  });
});

test.each([
  ['http://localhost:3000', undefined, 'localhost'],
  ['https://cards.example:8443', undefined, 'cards.example'],
  ['http://cards.example', 'https://play.example.org', 'play.example.org'],
  ['http://cards.example', undefined, undefined],
  ['https://192.168.1.5', undefined, undefined],
  ['https://[fe80::1]', undefined, undefined],
  ['null', undefined, undefined],
  [undefined, undefined, undefined],
  ['http://localhost:3000', 'http://play.example.org', undefined],
])('the site of a request from %j, with the public address %j, is %j', (from, publicUrl, id) => {
  expect(siteOf(from, publicUrl)?.id).toBe(id);
});
