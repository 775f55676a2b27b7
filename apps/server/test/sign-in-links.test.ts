// Links for signing in, over a real SMTP server on this machine.
import type { AddressInfo } from 'node:net';
import type { Person, SignedIn } from '@same-deal/protocol';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, device, noLimits } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';

const publicUrl = 'https://play.example.org';
const headers = { host: 'play.example.org', origin: publicUrl };
const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}
let letters: Letter[] = [];
let server: SMTPServer;
let smtp: { url: string; from: string };
let service: TestApp;
let count = 0;
const newAddress = () => `anna${(count += 1)}@example.org`;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => (text += chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          // Quoted-printable: soft line ends, and "=" itself.
          text: text.replace(/=\r\n/g, '').replaceAll('=3D', '='),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  smtp = { url: `smtp://127.0.0.1:${port}`, from: 'Same Deal <cards@example.org>' };
  service = await buildTestApp({
    config: { publicUrl, smtp, logLevel: 'debug', trustProxy: 'loopback' },
  });
});
beforeEach(() => {
  letters = [];
});
afterAll(async () => {
  await service.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

const post = (at: Device, path: string, body: object) => at.post(path, body, headers);
const meAt = async (at: Device) => (await at.get('/api/me', headers)).body as Person;

async function guest(): Promise<{ at: Device; person: Person }> {
  const at = device(service.app);
  return { at, person: (await post(at, '/api/me', {})).body as Person };
}
/** The token of the link in the newest letter to an address. */
async function tokenTo(address: string): Promise<string> {
  const letter = () => letters.findLast(({ to }) => to.includes(address));
  await expect.poll(letter).toBeDefined();
  const link = /https:\/\/play\.example\.org\/sign-in#(\S+)/.exec(letter()!.text);
  return link?.[1] ?? '';
}
async function account(): Promise<{ at: Device; person: Person; email: string }> {
  const { at, person } = await guest();
  const email = newAddress();
  await post(at, '/api/account/email', { email });
  const token = await tokenTo(email);
  expect((await post(at, '/api/sign-in/link', { token, guest: 'bring' })).status).toBe(200);
  letters = [];
  return { at, person, email };
}

describe('P12: by e-mail', () => {
  test('a guest claims an account by a link that was sent to them', async () => {
    const { at, person } = await guest();
    const email = newAddress();
    const before = at.cookie();
    expect(
      (await post(at, '/api/account/email', { email: ` ${email.toUpperCase()} ` })).status,
    ).toBe(200);
    const token = await tokenTo(email);
    expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    expect(letters[0]).toMatchObject({ from: 'cards@example.org', to: [email] });
    expect((await meAt(at)).isGuest, 'asking alone changes nothing').toBe(true);
    const answer = await post(at, '/api/sign-in/link', { token, guest: 'bring' });
    expect(answer.body).toEqual({ person: { ...person, isGuest: false }, merged: null });
    expect((await at.get('/api/account', headers)).body).toMatchObject({ email });
    expect(at.cookie()).not.toBe(before);
    const former = await device(service.app).get('/api/me', { ...headers, cookie: before });
    expect(former.status).toBe(401);
  });

  test('and signs in with another link anywhere; a guest there comes along', async () => {
    const { person, email } = await account();
    const there = await guest();
    expect((await post(there.at, '/api/sign-in/email', { email })).status).toBe(200);
    const token = await tokenTo(email);
    const answer = await post(there.at, '/api/sign-in/link', { token, guest: 'bring' });
    expect(answer.body as SignedIn).toMatchObject({
      person: { id: person.id },
      merged: { name: there.person.name },
    });
    expect((await meAt(there.at)).id).toBe(person.id);
  });

  test('an address is removed, unless it is the last way in; links sent to it before are none then', async () => {
    const { at, person, email } = await account();
    const remove = () => at.delete('/api/account/email', undefined, headers);
    expect(await remove()).toMatchObject(refused(409, 'last-way-in'));
    const body = { username: 'by-mail-no-more', password: 'four words and a card' };
    expect((await post(at, '/api/account/password', body)).status).toBe(200);
    await post(device(service.app), '/api/sign-in/email', { email });
    const token = await tokenTo(email);
    expect(await remove()).toMatchObject({ status: 200, body: { email: null } });
    const late = await post(at, '/api/sign-in/link', { token, guest: 'leave' });
    expect(late).toMatchObject(refused(404, 'link-unknown'));
    expect((await meAt(at)).id).toBe(person.id);
    const { prisma } = service.database;
    expect(await prisma.user.count({ where: { email } })).toBe(0);
    expect(await prisma.signInTicket.count({ where: { email } })).toBe(0);
  });

  test('claiming with an address that has an account is signing in to it', async () => {
    const { person, email } = await account();
    const there = await guest();
    await post(there.at, '/api/account/email', { email });
    const token = await tokenTo(email);
    const answer = await post(there.at, '/api/sign-in/link', { token, guest: 'bring' });
    expect(answer.body).toMatchObject({ person: { id: person.id } });
  });
});

describe('P8: links that do not work', () => {
  test('a second time: used, by whomever', async () => {
    const { email } = await account();
    const at = device(service.app);
    await post(at, '/api/sign-in/email', { email });
    const token = await tokenTo(email);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        post(device(service.app), '/api/sign-in/link', { token, guest: 'leave' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(refused(410, 'link-used'));
    }
    const again = await post(device(service.app), '/api/sign-in/link', { token, guest: 'leave' });
    expect(again).toMatchObject(refused(410, 'link-used'));
  });

  test('after fifteen minutes', async () => {
    const { email } = await account();
    await post(device(service.app), '/api/sign-in/email', { email });
    const token = await tokenTo(email);
    const { prisma } = service.database;
    const [ticket] = await prisma.signInTicket.findMany({ where: { email, usedAt: null } });
    expect(ticket!.expiresAt.getTime() - ticket!.createdAt.getTime()).toBe(900_000);
    await prisma.signInTicket.updateMany({ where: { email }, data: { expiresAt: new Date() } });
    const late = await post(device(service.app), '/api/sign-in/link', { token, guest: 'leave' });
    expect(late).toMatchObject(refused(410, 'link-expired'));
  });

  test('unknown ones, all alike; a passkey’s challenge is none', async () => {
    const at = device(service.app);
    const options = (await post(at, '/api/sign-in/passkey/options', {})).body as {
      challenge: string;
    };
    for (const token of ['', 'x', 'A'.repeat(32), options.challenge]) {
      const answer = await post(at, '/api/sign-in/link', { token, guest: 'leave' });
      expect(answer, token).toMatchObject(refused(404, 'link-unknown'));
    }
  });

  test('nobody adds their address to somebody else’s games by opening a link', async () => {
    const { at, person } = await guest();
    const email = newAddress();
    await post(at, '/api/account/email', { email });
    const token = await tokenTo(email);
    for (const victim of [device(service.app), (await guest()).at]) {
      const answer = await post(victim, '/api/sign-in/link', { token, guest: 'bring' });
      expect(answer).toMatchObject(refused(409, 'link-elsewhere'));
    }
    expect(await meAt(at), 'and the link is not used up').toEqual(person);
    expect((await post(at, '/api/sign-in/link', { token, guest: 'bring' })).status).toBe(200);
  });

  test('whoever asks is not told whether an address has an account, and strangers get no letters', async () => {
    const { email } = await account();
    const stranger = newAddress();
    const at = device(service.app);
    const [known, unknown] = [
      await post(at, '/api/sign-in/email', { email }),
      await post(at, '/api/sign-in/email', { email: stranger }),
    ];
    expect(known).toMatchObject({ status: 200, text: unknown.text });
    await tokenTo(email);
    expect(letters.map(({ to }) => to)).toEqual([[email]]);
  });

  test('only hashes are kept, and no log holds a token or an address', async () => {
    const { email } = await account();
    await post(device(service.app), '/api/sign-in/email', { email });
    const token = await tokenTo(email);
    const rows = await service.database.prisma.signInTicket.findMany({ where: { email } });
    expect(rows.every(({ hash }) => hash.length === 32)).toBe(true);
    const kept = JSON.stringify(rows, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(kept).not.toContain(token);
    expect(service.log()).not.toContain(token);
    expect(service.log()).not.toContain(email);
  });

  test('letters to one address are limited, whoever asks', async () => {
    const limited = await buildTestApp({
      config: { publicUrl, smtp, logLevel: 'silent', trustProxy: 'loopback' },
      limits: { ...noLimits, links: { times: 2, perMs: 60_000 } },
    });
    const ask = (email: string, address: string) =>
      device(limited.app, address).post('/api/sign-in/email', { email }, headers);
    expect((await ask('a@example.org', '203.0.113.1')).status).toBe(200);
    expect((await ask('A@example.org', '203.0.113.2')).status).toBe(200);
    expect((await ask('a@example.org', '203.0.113.3')).status).toBe(429);
    expect((await ask('b@example.org', '203.0.113.3')).status).toBe(200);
    await limited.close();
  });

  test('letters to add an address are limited by person and by address, and say nothing of accounts', async () => {
    const hour = 60 * 60_000;
    const limited = await buildTestApp({
      config: { publicUrl, smtp, logLevel: 'silent', trustProxy: 'loopback' },
      limits: {
        ...noLimits,
        newEmails: { times: 2, perMs: hour },
        addressNewEmails: { times: 3, perMs: hour },
      },
    });
    const someone = async (address: string) => {
      const at = device(limited.app, address);
      await at.post('/api/me', {}, headers);
      return at;
    };
    const add = (at: Device, email: string) => post(at, '/api/account/email', { email });
    const claimed = newAddress();
    const owner = await someone('203.0.113.1');
    expect((await add(owner, claimed)).status).toBe(200);
    const token = await tokenTo(claimed);
    expect((await post(owner, '/api/sign-in/link', { token, guest: 'bring' })).status).toBe(200);
    letters = [];

    const anna = await someone('203.0.113.2');
    const strangers = Array.from({ length: 6 }, newAddress);
    expect((await add(anna, strangers[0]!)).status).toBe(200);
    expect((await add(anna, claimed)).status).toBe(200);
    for (const email of [strangers[1]!, claimed]) {
      const { status, body } = await add(anna, email);
      const { code, retryAfterMs } = (body as { error: { code: string; retryAfterMs: number } })
        .error;
      expect([status, code], 'one person').toEqual([429, 'too-many-requests']);
      expect(retryAfterMs).toBeGreaterThan(hour - 60_000);
      expect(retryAfterMs).toBeLessThanOrEqual(hour);
    }
    const ben = await someone('203.0.113.2');
    expect((await add(ben, strangers[2]!)).status).toBe(200);
    expect((await add(ben, strangers[3]!)).status, 'as another guest').toBe(429);
    expect((await add(await someone('203.0.113.3'), strangers[4]!)).status).toBe(200);
    // Signing in is no new address: that goes on.
    expect((await post(anna, '/api/sign-in/email', { email: claimed })).status).toBe(200);
    const sentTo = [strangers[0], claimed, strangers[2], strangers[4], claimed];
    await expect.poll(() => letters.length).toBe(sentTo.length);
    expect(letters.flatMap(({ to }) => to).sort()).toEqual(sentTo.sort());
    await limited.close();
  });

  test('without a mail server there is none of it, and the page is told', async () => {
    const silent = await buildTestApp();
    const at = device(silent.app);
    expect((await at.get('/api/service')).body).toEqual({ publicUrl: null, sendsEmail: false });
    expect(await at.post('/api/sign-in/email', { email: 'a@example.org' })).toMatchObject(
      refused(409, 'email-off'),
    );
    await silent.close();
    const { body } = await device(service.app).get('/api/service', headers);
    expect(body).toEqual({ publicUrl, sendsEmail: true });
  });

  test('a mail server that is away is logged without the address, and answered like every other', async () => {
    const broken = await buildTestApp({
      config: {
        publicUrl,
        smtp: { ...smtp, url: 'smtp://127.0.0.1:1' },
        logLevel: 'debug',
        trustProxy: 'loopback',
      },
    });
    const at = device(broken.app);
    await at.post('/api/me', {}, headers);
    const email = newAddress();
    expect((await at.post('/api/account/email', { email }, headers)).status).toBe(200);
    await expect.poll(() => broken.log()).toContain('could not be sent');
    expect(broken.log()).not.toContain(email);
    await broken.close();
  });
});
