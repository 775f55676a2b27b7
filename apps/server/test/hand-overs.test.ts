import type { HandOverCreated, Person } from '@same-deal/protocol';
import { formatHandOverCode, normaliseHandOverCode } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, device, noLimits } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';

describe('P6: going on at another device', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await buildTestApp();
  });
  afterAll(() => service.close());

  async function guest(name: string): Promise<{ at: Device; person: Person }> {
    const at = device(service.app);
    await at.post('/api/me', {});
    return { at, person: (await at.patch('/api/me', { name })).body as Person };
  }
  async function handOver(from: Device, path = '/race/ABCD'): Promise<HandOverCreated> {
    const answer = await from.post('/api/hand-overs', { path });
    expect(answer.status).toBe(200);
    return answer.body as HandOverCreated;
  }
  const code = (status: number, name: string) => ({ status, body: { error: { code: name } } });

  test('a token makes another device the same person', async () => {
    const anna = await guest('Anna');
    const { token, code, expiresInMs } = await handOver(anna.at, '/race/ABCD?view=1#top');
    expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(expiresInMs).toBe(300_000);

    const laptop = device(service.app);
    const path = '/race/ABCD?view=1#top';
    expect(await laptop.post('/api/hand-overs/look', { token })).toMatchObject({
      status: 200,
      body: { name: 'Anna', sameAsYou: false, path },
    });
    expect((await laptop.get('/api/me')).status, 'looking signs nobody in').toBe(401);
    const accepted = await laptop.post('/api/hand-overs/accept', { token, guest: 'leave' });
    expect(accepted).toMatchObject({ status: 200, body: { name: 'Anna', path } });
    expect((await laptop.get('/api/me')).body).toEqual(anna.person);
    expect((await anna.at.get('/api/me')).body, 'the first device stays signed in').toEqual(
      anna.person,
    );
    expect(laptop.cookie(), 'a session of its own').not.toBe(anna.at.cookie());
  });

  test('a code may be typed in any way it can be read', async () => {
    const anna = await guest('Anna');
    const { code } = await handOver(anna.at);
    const typed = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replace('-', ' – ')}`;
    const laptop = device(service.app);
    expect((await laptop.post('/api/hand-overs/look', { code: typed })).status).toBe(200);
    const answer = await laptop.post('/api/hand-overs/accept', { code: typed, guest: 'leave' });
    expect(answer.status).toBe(200);
    expect((await laptop.get('/api/me')).body).toEqual(anna.person);
  });

  test('looking says who is here already', async () => {
    const anna = await guest('Anna');
    const ben = await guest('Ben');
    const { token } = await handOver(anna.at);
    expect((await anna.at.post('/api/hand-overs/look', { token })).body).toEqual({
      name: 'Anna',
      sameAsYou: true,
      path: '/race/ABCD',
    });
    expect((await ben.at.post('/api/hand-overs/look', { token })).body).toEqual({
      name: 'Anna',
      sameAsYou: false,
      youAreGuestNamed: 'Ben',
      path: '/race/ABCD',
    });
  });

  test('it works once', async () => {
    const anna = await guest('Anna');
    const { token, code: typed } = await handOver(anna.at);
    const accept = (body: object) =>
      device(service.app).post('/api/hand-overs/accept', { ...body, guest: 'leave' });
    expect((await accept({ token })).status).toBe(200);
    expect(await accept({ token })).toMatchObject(code(410, 'hand-over-used'));
    expect(await accept({ code: typed })).toMatchObject(code(410, 'hand-over-used'));
    const look = await device(service.app).post('/api/hand-overs/look', { token });
    expect(look).toMatchObject(code(410, 'hand-over-used'));
  });

  test('of several devices at once exactly one wins', async () => {
    const anna = await guest('Anna');
    const { token, code: typed } = await handOver(anna.at);
    const devices = Array.from({ length: 12 }, () => device(service.app));
    const answers = await Promise.all(
      devices.map((one, index) =>
        one.post('/api/hand-overs/accept', {
          ...(index % 2 ? { token } : { code: typed }),
          guest: 'leave',
        }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter((one) => !won.includes(one))) {
      expect(answer).toMatchObject(code(410, 'hand-over-used'));
    }
    const sessions = await service.database.prisma.session.count({
      where: { userId: anna.person.id },
    });
    expect(sessions).toBe(2);
  });

  test('it ends with the session that has made it', async () => {
    const anna = await guest('Anna');
    const phone = device(service.app);
    const first = await handOver(anna.at);
    await phone.post('/api/hand-overs/accept', { token: first.token, guest: 'leave' });
    const [phones, annas] = [await handOver(phone), await handOver(anna.at)];
    expect((await anna.at.delete('/api/me/sessions')).body).toEqual({ ended: 1 });
    const accept = ({ token }: HandOverCreated) =>
      phone.post('/api/hand-overs/accept', { token, guest: 'leave' });
    expect(await accept(phones)).toMatchObject(code(404, 'hand-over-unknown'));
    expect((await phone.get('/api/me')).status).toBe(401);
    expect((await accept(annas)).status).toBe(200);
  });

  test('it runs out', async () => {
    const anna = await guest('Anna');
    const { token } = await handOver(anna.at);
    const { prisma } = service.database;
    const [kept] = await prisma.handOver.findMany({ where: { userId: anna.person.id } });
    const lifetimeMs = kept!.expiresAt.getTime() - kept!.createdAt.getTime();
    expect(lifetimeMs).toBe(300_000);
    await prisma.handOver.update({ where: { id: kept!.id }, data: { expiresAt: new Date() } });
    const late = device(service.app);
    expect(await late.post('/api/hand-overs/look', { token })).toMatchObject(
      code(410, 'hand-over-expired'),
    );
    expect(await late.post('/api/hand-overs/accept', { token, guest: 'leave' })).toMatchObject(
      code(410, 'hand-over-expired'),
    );
    expect((await late.get('/api/me')).status).toBe(401);
  });

  test('every unknown token and code is refused alike', async () => {
    const one = device(service.app);
    const answers = await Promise.all(
      [
        { code: '0000-0000' },
        { code: 'too short' },
        { code: '' },
        { code: '\u{1F0CF}' },
        { token: 'x' },
        { token: 'A'.repeat(32) },
      ].flatMap((body) => [
        one.post('/api/hand-overs/look', body),
        one.post('/api/hand-overs/accept', { ...body, guest: 'leave' }),
      ]),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, text: '{"error":{"code":"hand-over-unknown"}}' });
    }
  });

  test('only hashes are kept', async () => {
    const anna = await guest('Anna');
    const { token, code: typed } = await handOver(anna.at);
    const [row] = await service.database.prisma.handOver.findMany({
      where: { userId: anna.person.id },
    });
    expect(row!.tokenHash).toHaveLength(32);
    expect(row!.codeHash).toHaveLength(32);
    const everything = JSON.stringify(row, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(normaliseHandOverCode(typed));
    expect(service.log()).not.toContain(token);
  });

  test('a guest’s games come along if wished; the session that was here ends', async () => {
    const anna = await guest('Anna');
    const { prisma } = service.database;
    for (const choice of ['bring', 'leave'] as const) {
      const ben = await guest('Ben');
      const { id } = await prisma.play.create({
        data: {
          deal: {
            create: { variant: 'bisley/thirteen', kind: 'practice', pack: Uint8Array.of(1) },
          },
          user: { connect: { id: ben.person.id } },
          undo: 'free',
          startsAt: new Date(),
        },
      });
      const { token } = await handOver(anna.at);
      const cookie = ben.at.cookie();
      const answer = await ben.at.post('/api/hand-overs/accept', { token, guest: choice });
      expect(answer).toMatchObject({
        status: 200,
        body: { merged: choice === 'bring' ? { name: 'Ben', plays: 1, sharedRaces: 0 } : null },
      });
      expect((await ben.at.get('/api/me')).body).toEqual(anna.person);
      const { userId } = await prisma.play.findUniqueOrThrow({ where: { id } });
      expect(userId).toBe((choice === 'bring' ? anna : ben).person.id);
      const left = await device(service.app).get('/api/me', { cookie });
      expect(left.status, 'the session that was here has ended').toBe(401);
    }
  });

  test('bringing a guest to itself changes nothing', async () => {
    const anna = await guest('Anna');
    const { token } = await handOver(anna.at);
    const answer = await anna.at.post('/api/hand-overs/accept', { token, guest: 'bring' });
    expect(answer).toMatchObject({ status: 200, body: { merged: null } });
    expect((await anna.at.get('/api/me')).body).toEqual(anna.person);
  });

  test('making one needs somebody who is signed in, and a path of this service', async () => {
    expect(await device(service.app).post('/api/hand-overs', { path: '/' })).toMatchObject(
      code(401, 'not-signed-in'),
    );
    const anna = await guest('Anna');
    const bad = [
      '',
      'race',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a b',
      '/\n',
    ];
    for (const path of [...bad, `/${'x'.repeat(200)}`]) {
      const answer = await anna.at.post('/api/hand-overs', { path });
      expect(answer, path).toMatchObject(code(400, 'bad-request'));
    }
  });

  test('a body must say exactly one of token and code', async () => {
    const one = device(service.app);
    for (const body of [{}, { token: 'x', code: 'y' }, { token: 1 }, []]) {
      expect(await one.post('/api/hand-overs/look', body)).toMatchObject(code(400, 'bad-request'));
    }
    const answer = await one.post('/api/hand-overs/accept', { token: 'x', guest: 'sell' });
    expect(answer).toMatchObject(code(400, 'bad-request'));
  });
});

test('P8: guessing codes is limited by address', async () => {
  const limits = { ...noLimits, handOverTries: { times: 3, perMs: 60_000 } };
  const service = await buildTestApp({ limits });
  const look = (address: string) =>
    device(service.app, address).post('/api/hand-overs/look', { code: '0000-0000' });
  const accept = () =>
    device(service.app, '2001:db8:1:2:3::4').post('/api/hand-overs/accept', {
      code: '0000-0000',
      guest: 'leave',
    });
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:DB8:1:2:ffff::3']) {
    expect((await look(address)).status).toBe(404);
  }
  expect(await accept()).toMatchObject({
    status: 429,
    body: { error: { code: 'too-many-requests', retryAfterMs: expect.any(Number) } },
  });
  expect((await look('2001:db8:1:3::1')).status).toBe(404);
  await service.close();
});

test('P6: an address uses up no tries with codes that are right, nor with tokens: a class goes on at its tablets', async () => {
  const limits = { ...noLimits, handOverTries: { times: 3, perMs: 60_000 } };
  const service = await buildTestApp({ limits });
  const anna = device(service.app);
  await anna.post('/api/me', {});
  const handOver = async () =>
    (await anna.post('/api/hand-overs', { path: '/' })).body as HandOverCreated;
  const look = async (body: object) =>
    (await device(service.app).post('/api/hand-overs/look', body)).status;
  const accept = async (body: object) =>
    (await device(service.app).post('/api/hand-overs/accept', { ...body, guest: 'leave' })).status;
  for (let n = 0; n < 4; n++) {
    const { code } = await handOver();
    expect([await look({ code }), await accept({ code }), await look({ code })]).toEqual([
      200, 200, 410,
    ]);
    expect(await look({ token: 'a made-up token' })).toBe(404);
  }
  for (let n = 0; n < 3; n++) expect(await look({ code: '0000-0000' })).toBe(404);
  expect(await look({ code: '0000-0000' })).toBe(429);
  const { token } = await handOver();
  expect([await look({ token }), await accept({ token })]).toEqual([200, 200]);
  await service.close();
});

test('codes: every way to type one reads as the same', () => {
  for (const typed of ['7K3Q-M0X1', '7k3qm0x1', ' 7K3Q MOXI ', '7k3q—mol', '7K3Q-MOXL']) {
    expect(normaliseHandOverCode(typed)).toBe(typed.includes('mol') ? null : '7K3QM0X1');
  }
  expect(normaliseHandOverCode('7K3Q-M0XU')).toBeNull();
  expect(formatHandOverCode('7K3QM0X1')).toBe('7K3Q-M0X1');
});
