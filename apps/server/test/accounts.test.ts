import type { Account, Person } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_COST } from '../src/auth/passwords.ts';
import { accountsRepository } from '../src/storage/auth/accounts.ts';
import { waitAfter } from '../src/admission/guesses.ts';
import { defaultLimits } from '../src/admission/limits.ts';
import { buildTestApp, device, noLimits } from './support/app.ts';
import type { Answer, Device, TestApp } from './support/app.ts';

const PASSWORD = 'four words and a card';
const refused = (status: number, code: string, detail?: string) => ({
  status,
  body: { error: detail === undefined ? { code } : { code, detail } },
});

let service: TestApp;
let count = 0;
const newName = () => `player${(count += 1)}`;

beforeAll(async () => {
  service = await buildTestApp();
});
afterAll(() => service.close());

async function guest(): Promise<{ at: Device; person: Person }> {
  const at = device(service.app);
  return { at, person: (await at.post('/api/me', {})).body as Person };
}
async function account(
  username = newName(),
): Promise<{ at: Device; person: Person; username: string }> {
  const { at, person } = await guest();
  const answer = await at.post('/api/account/password', { username, password: PASSWORD });
  expect(answer.status).toBe(200);
  return { at, person, username };
}
const signIn = (at: Device, username: string, password = PASSWORD, choice = 'bring') =>
  at.post('/api/sign-in/password', { username, password, guest: choice });

describe('P12: claiming a guest by username and password', () => {
  test('everything stays: the same person, a guest no longer', async () => {
    const { at, person } = await guest();
    const before = at.cookie();
    const answer = await at.post('/api/account/password', {
      username: ' Anna.K ',
      password: PASSWORD,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { username: 'anna.k', email: null, passkeys: [] },
    });
    expect((await at.get('/api/me')).body).toEqual({ ...person, isGuest: false });
    expect(at.cookie(), 'a session of its own').not.toBe(before);
    const former = await device(service.app).get('/api/me', { cookie: before });
    expect(former.status, 'the former one has ended').toBe(401);
  });

  test('signing in elsewhere is being the same person, in any spelling of the username', async () => {
    const { person, username } = await account();
    const laptop = device(service.app);
    const answer = await signIn(laptop, ` ${username.toUpperCase()} `);
    expect(answer).toMatchObject({
      status: 200,
      body: { person: { ...person, isGuest: false }, merged: null },
    });
    expect((await laptop.get('/api/me')).body).toEqual({ ...person, isGuest: false });
  });

  test('a username is somebody’s once', async () => {
    const { username } = await account();
    const { at, person } = await guest();
    const body = { username: username.toUpperCase(), password: PASSWORD };
    expect(await at.post('/api/account/password', body)).toMatchObject(
      refused(409, 'username-taken'),
    );
    expect((await at.get('/api/me')).body, 'nothing has changed').toEqual(person);
  });

  test.each(['ab', 'x'.repeat(25), 'an na', '.anna', 'anna-', 'аnna', 'anna@b', ''])(
    'P8: %j cannot be a username',
    async (username) => {
      const { at } = await guest();
      expect(
        await at.post('/api/account/password', { username, password: PASSWORD }),
      ).toMatchObject(refused(400, 'username-not-allowed'));
    },
  );

  test('both can be changed by whoever knows the password', async () => {
    const { at, username } = await account();
    const next = { username: newName(), password: 'another four words here' };
    expect(await at.post('/api/account/password', next)).toMatchObject(
      refused(401, 'sign-in-failed'),
    );
    const wrong = { ...next, current: 'not the password at all' };
    expect(await at.post('/api/account/password', wrong)).toMatchObject(
      refused(401, 'sign-in-failed'),
    );
    const right = { ...next, current: PASSWORD };
    expect((await at.post('/api/account/password', right)).body).toMatchObject({
      username: next.username,
    });
    expect((await signIn(device(service.app), username)).status).toBe(401);
    expect((await signIn(device(service.app), next.username, next.password)).status).toBe(200);
  });

  test('nobody who is not signed in has an account to change', async () => {
    const nobody = device(service.app);
    expect(await nobody.get('/api/account')).toMatchObject(refused(401, 'not-signed-in'));
    const body = { username: newName(), password: PASSWORD };
    expect(await nobody.post('/api/account/password', body)).toMatchObject(
      refused(401, 'not-signed-in'),
    );
  });

  test('the password is kept as a slow hash with its parameters, and nowhere else', async () => {
    const usual = await buildTestApp({ passwordCost: USUAL_COST });
    const at = device(usual.app);
    const { id: userId } = (await at.post('/api/me', {})).body as Person;
    await at.post('/api/account/password', { username: newName(), password: PASSWORD });
    const row = await usual.database.prisma.account.findFirstOrThrow({ where: { userId } });
    expect(row.password).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(usual.log()).not.toContain(PASSWORD);
    await usual.close();
  });
});

describe('P8: a wrong password', () => {
  test('tells nobody whether there is such an account', async () => {
    const { username } = await account();
    const answers = await Promise.all([
      signIn(device(service.app), username, 'wrong but long enough'),
      signIn(device(service.app), 'nobody-has-this', 'wrong but long enough'),
      signIn(device(service.app), '\u202e', 'wrong but long enough'),
      signIn(device(service.app), username, ''),
    ]);
    for (const { status, text } of answers) {
      expect({ status, text }).toEqual({
        status: 401,
        text: '{"error":{"code":"sign-in-failed"}}',
      });
    }
  });

  test('leaves the guest who is here as they were', async () => {
    const { username } = await account();
    const { at, person } = await guest();
    expect((await signIn(at, username, 'wrong but long enough')).status).toBe(401);
    expect((await at.get('/api/me')).body).toEqual(person);
  });

  test('waits longer after each other one, at one address alone: nobody is locked out from elsewhere', async () => {
    const limited = await buildTestApp({
      limits: { ...noLimits, passwordTries: { times: 2, perMs: 60_000 } },
    });
    const owner = device(limited.app, '203.0.113.1');
    await owner.post('/api/me', {});
    const username = 'locked-out';
    await owner.post('/api/account/password', { username, password: PASSWORD });
    const trying = (from: string, name: string, password: string) =>
      device(limited.app, from).post('/api/sign-in/password', {
        username: name,
        password,
        guest: 'bring',
      });
    for (const name of [username, 'nobody-at-all']) {
      // All at once: the wait begins as the second is compared, and the others are counted right after it.
      const passwords = [...Array<string>(4).fill('wrong and long enough'), PASSWORD];
      const answers = await Promise.all(
        passwords.map((password) => trying('203.0.113.2', name, password)),
      );
      const errors = answers.map(
        ({ body }) => (body as { error: { code: string; retryAfterMs?: number } }).error,
      );
      expect(
        errors.map(({ code }) => code),
        name,
      ).toEqual(['sign-in-failed', 'sign-in-failed', ...Array(3).fill('too-many-requests')]);
      expect(errors.at(-1)?.retryAfterMs, 'also for the right one').toBeLessThanOrEqual(2_000);
    }
    expect((await trying('203.0.113.3', username, PASSWORD)).status, 'elsewhere').toBe(200);
    await limited.close();
  });

  test('P12: a try that was never compared does not count: where many sign in at once, nobody waits for it longer', async () => {
    const limited = await buildTestApp({
      limits: { ...noLimits, passwordTries: { times: 2, perMs: 60_000 } },
    });
    const school = '203.0.113.1';
    const username = 'anna-at-school';
    const anna = device(limited.app, school);
    await anna.post('/api/me', {});
    await anna.post('/api/account/password', { username, password: PASSWORD });
    const trying = (name: string, password: string) =>
      device(limited.app, school).post('/api/sign-in/password', {
        username: name,
        password,
        guest: 'leave',
      });
    const changing = (current: string) => anna.delete('/api/account/password', { current });
    // For unknown names each comparison takes its usual time: one is compared, four wait.
    const five = () =>
      Array.from({ length: 5 }, (_, n) => trying(`classmate${n}`, 'wrong and long enough'));
    const full = {
      status: 429,
      body: { error: { code: 'too-many-requests', retryAfterMs: 2_500 } },
    };
    const six = (asked: () => Promise<Answer>) => Array.from({ length: 6 }, asked);
    const classmates = five();
    for (const one of await Promise.all(six(() => trying(username, PASSWORD))))
      expect(one).toMatchObject(full);
    for (const { status } of await Promise.all(classmates)) expect(status).toBe(401);
    expect((await trying(username, 'wrong and long enough')).status).toBe(401);
    expect((await trying(username, PASSWORD)).status, 'the second that is compared').toBe(200);

    const others = five();
    for (const one of await Promise.all(six(() => changing(PASSWORD))))
      expect(one).toMatchObject(full);
    await Promise.all(others);
    expect((await changing('wrong and long enough')).status).toBe(401);
    expect(await changing(PASSWORD)).toMatchObject(refused(409, 'last-way-in'));
    await limited.close();
  });

  test('counts once where a new one is set: five times it is called wrong, and the right one is taken', async () => {
    const { passwordTries } = defaultLimits;
    const limited = await buildTestApp({ limits: { ...noLimits, passwordTries } });
    const anna = device(limited.app);
    await anna.post('/api/me', {});
    const change = { username: 'anna', password: 'another four words' };
    const changing = async (current?: string) =>
      (await anna.post('/api/account/password', { ...change, current })).status;
    await anna.post('/api/account/password', { ...change, password: PASSWORD });
    for (let n = 0; n < 4; n++) expect(await changing('wrong and long enough')).toBe(401);
    expect(await changing(PASSWORD)).toBe(200);
    change.password = PASSWORD;
    for (let n = 0; n < 5; n++) expect(await changing('wrong and long enough')).toBe(401);
    expect(await changing('wrong and long enough')).toBe(429);
    await limited.close();
  });

  test('is remembered for a day, and each wait is twice as long, a quarter of an hour at most', async () => {
    expect([0, 1, 2, 3, 9, 10, 50].map(waitAfter)).toEqual([0, 2, 4, 8, 512, 900, 900]);
    const { times, perMs } = defaultLimits.passwordTries;
    let tries = 0;
    for (let ms = 0; ms < perMs; tries++) ms += 1000 * waitAfter(tries - times + 2);
    expect(tries, 'what docs/security.md says').toBeLessThan(120);
  });

  test('is limited for each address, whatever accounts are tried', async () => {
    const limited = await buildTestApp({
      limits: { ...noLimits, signIns: { times: 2, perMs: 60_000 } },
    });
    const try_ = (username: string, address: string) =>
      device(limited.app, address).post('/api/sign-in/password', {
        username,
        password: PASSWORD,
        guest: 'leave',
      });
    expect((await try_('one', '203.0.113.1')).status).toBe(401);
    expect((await try_('two', '203.0.113.1')).status).toBe(401);
    expect((await try_('three', '203.0.113.1')).status).toBe(429);
    expect((await try_('three', '203.0.113.2')).status).toBe(401);
    await limited.close();
  });
});

describe('no session is carried over (fixation)', () => {
  test('signing in never goes on with the session that was here, and ends it', async () => {
    const { username } = await account();
    const planted = await guest();
    const cookie = planted.at.cookie();
    expect((await signIn(planted.at, username, PASSWORD, 'leave')).status).toBe(200);
    expect(planted.at.cookie()).not.toBe(cookie);
    expect((await device(service.app).get('/api/me', { cookie })).status).toBe(401);
  });

  test('a session that nobody has made is not taken over', async () => {
    const { username } = await account();
    const at = device(service.app);
    const cookie = 'same-deal.session_token=planted.signature';
    const answer = await at.post(
      '/api/sign-in/password',
      { username, password: PASSWORD, guest: 'bring' },
      { cookie },
    );
    expect(answer.status).toBe(200);
    expect(String(answer.headers['set-cookie'])).not.toContain('planted');
    expect((await device(service.app).get('/api/me', { cookie })).status).toBe(401);
  });
});

describe('a way of signing in that is not wanted any more', () => {
  const address = 'anna@example.org';
  /** As if she had opened a link. */
  const giveAddress = (id: string) =>
    service.database.prisma.user.update({
      where: { id },
      data: { email: address, emailVerified: true },
    });

  const givePasskeys = (userId: string, ids: readonly string[]) =>
    service.database.prisma.passkey.createMany({
      data: ids.map((id) => ({
        id,
        userId,
        name: 'Chrome on Linux',
        publicKey: Uint8Array.of(1),
        counter: 0,
        transports: [],
      })),
    });

  test('a password goes by whoever knows it, and its username is free again; never the last way in', async () => {
    const { at, person, username } = await account();
    const remove = (current: string) => at.delete('/api/account/password', { current });
    expect(await remove(PASSWORD)).toMatchObject(refused(409, 'last-way-in'));
    await givePasskeys(person.id, [person.id]);
    expect(await remove('not the password at all')).toMatchObject(refused(401, 'sign-in-failed'));
    expect(await at.delete('/api/account/password', {})).toMatchObject({ status: 400 });
    expect(await remove(PASSWORD)).toMatchObject({
      status: 200,
      body: { username: null, passkeys: [{ id: person.id }] },
    });
    expect((await signIn(device(service.app), username)).status).toBe(401);
    expect(await remove(PASSWORD)).toMatchObject(refused(404, 'not-found', 'way of signing in'));
    expect(await at.delete(`/api/account/passkeys/${person.id}`)).toMatchObject(
      refused(409, 'last-way-in'),
    );
    expect((await at.get('/api/me')).body).toMatchObject({ id: person.id, isGuest: false });
    await account(username);
  });

  test('an address goes, and nothing keeps it; without a mail server it is no way in', async () => {
    const { at, person, username } = await account();
    await giveAddress(person.id);
    expect(await at.delete('/api/account/password', { current: PASSWORD })).toMatchObject(
      refused(409, 'last-way-in'),
    );
    expect(await at.delete('/api/account/email')).toMatchObject({
      status: 200,
      body: { username, email: null },
    });
    expect(await at.delete('/api/account/email')).toMatchObject(
      refused(404, 'not-found', 'way of signing in'),
    );
    expect(await service.database.prisma.user.count({ where: { email: address } })).toBe(0);
    expect((await device(service.app).delete('/api/account/email')).status).toBe(401);
  });

  test('of several removed at once one remains', async () => {
    const { at, person } = await account();
    const ids = ['one', 'two', 'three'].map((id) => `${person.id}-${id}`);
    await givePasskeys(person.id, ids);
    const answers = await Promise.all([
      at.delete('/api/account/password', { current: PASSWORD }),
      ...ids.map((id) => at.delete(`/api/account/passkeys/${id}`)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
  });
});

test('a guest who has become somebody else meanwhile claims nothing any more', async () => {
  const [{ person: anna }, { person }] = [await account(), await guest()];
  const { prisma } = service.database;
  const accounts = accountsRepository(prisma);
  const where = { id: person.id };
  await prisma.user.update({ where, data: { mergedIntoId: anna.id } });
  const passkey = { id: person.id, userId: person.id, publicKey: Uint8Array.of(1), counter: 0 };
  expect(await accounts.setPassword(person.id, newName(), 'hash')).toBe(false);
  expect(await accounts.setEmail(person.id, 'somebody@example.org')).toBe(false);
  expect(await accounts.addPasskey({ ...passkey, name: 'x', transports: [] })).toBe(false);
  expect(await prisma.user.findUniqueOrThrow({ where })).toMatchObject({ isAnonymous: true });
  expect(await prisma.passkey.count({ where: { userId: person.id } })).toBe(0);
});

test('an account that is here already is left, not merged', async () => {
  const [anna, ben] = [await account(), await account()];
  expect((await signIn(anna.at, ben.username)).body).toMatchObject({ merged: null });
  expect((await anna.at.get('/api/me')).body).toMatchObject({ id: ben.person.id });
  const again = await signIn(device(service.app), anna.username);
  expect(again.body).toMatchObject({ person: { id: anna.person.id } });
});

test('an account says how it can be signed in to', async () => {
  const { at, username } = await account();
  const body = (await at.get('/api/account')).body as Account;
  expect(body).toEqual({ username, email: null, passkeys: [] });
});
