import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errors } from '@same-deal/protocol';
import fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import release from '../../../package.json' with { type: 'json' };
import { addressKey } from '../src/admission/address.ts';
import { healthRoutes } from '../src/http/health.ts';
import { buildTestApp, device } from './support/app.ts';
import type { TestApp } from './support/app.ts';

const html = { accept: 'text/html,application/xhtml+xml' };

describe('P8: every request is answered', () => {
  let service: TestApp;
  let page: string;
  beforeAll(async () => {
    page = mkdtempSync(path.join(tmpdir(), 'page-'));
    mkdirSync(path.join(page, 'assets'));
    writeFileSync(
      path.join(page, 'index.html'),
      '<!doctype html><script>own()</script><title>Same Deal</title>the page',
    );
    writeFileSync(path.join(page, 'assets', 'index-abc123.js'), 'export {};');
    writeFileSync(path.join(page, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    service = await buildTestApp({ pageFolder: page });
  });
  afterAll(async () => {
    await service.close();
    rmSync(page, { recursive: true });
  });

  test('the service is well when its database answers, and says its version', async () => {
    const answer = await device(service.app).get('/healthz');
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok', version: release.version } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('all who ask at once whether it is well ask its database once', async () => {
    const app = fastify();
    let asked = 0;
    const isUp = async () => {
      asked += 1;
      await new Promise(setImmediate);
      return true;
    };
    app.setSerializerCompiler(serializerCompiler);
    await app.register(healthRoutes, { isUp, isDraining: () => false });
    const ask = async () =>
      (await Promise.all(['/healthz', '/readyz', '/healthz'].map((url) => app.inject(url)))).map(
        ({ statusCode }) => statusCode,
      );
    expect([await ask(), asked]).toEqual([[200, 200, 200], 1]);
    expect([await ask(), asked]).toEqual([[200, 200, 200], 2]);
    await app.close();
  });

  test('an unknown route is not found, whoever asks', async () => {
    const one = device(service.app);
    const unknown = { status: 404, text: '{"error":{"code":"not-found"}}' };
    expect(await one.get('/api/none')).toMatchObject(unknown);
    expect(await one.get('/api/none', html)).toMatchObject(unknown);
    expect(await one.get('/assets/gone.js', html)).toMatchObject(unknown);
    expect(await one.get('/nothing')).toMatchObject(unknown);
    expect(await one.post('/race/ABCD', {}, html)).toMatchObject(unknown);
    expect(await one.patch('/api/hand-overs', {})).toMatchObject(unknown);
  });

  test('a body over 16 KB is too large', async () => {
    const answer = await device(service.app).post('/api/me', { name: 'x'.repeat(17_000) });
    expect(answer).toMatchObject({ status: 413, text: '{"error":{"code":"too-large"}}' });
  });

  test.each([
    ['broken JSON', 'application/json', '{"name":'],
    ['no JSON at all', 'text/plain', 'hello'],
    ['a form', 'application/x-www-form-urlencoded', 'a=b'],
    ['a poisoned prototype', 'application/json', '{"__proto__":{"isGuest":false}}'],
  ])('%s is a bad request', async (_title, type, payload) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/me',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: 'bad-request' } });
  });

  test('an address that cannot be decoded is a bad request', async () => {
    const answer = await device(service.app).get('/api/%zz');
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad-request' } } });
  });

  test('what is not HTTP is answered too', async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve) => {
      let said = '';
      connect(port, '127.0.0.1')
        .on('data', (chunk) => (said += chunk.toString()))
        .on('close', () => resolve(said))
        .end('NONSENSE\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('{"error":{"code":"bad-request"}}');
  });

  test('a change asked for by a foreign page is refused', async () => {
    const one = device(service.app);
    const refused = { status: errors.forbidden.status, body: { error: { code: 'forbidden' } } };
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3001' },
      { origin: 'http://localhost.evil.example:3000' },
      { origin: 'null' },
      { origin: 'nonsense' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const answer = await one.post('/api/me', {}, headers);
      expect(answer, JSON.stringify(headers)).toMatchObject(refused);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await one.get('/api/me', { origin: 'https://evil.example' })).status).toBe(401);
  });

  test('a change asked for by our own page, at whatever address, is fine', async () => {
    for (const host of ['localhost:3000', '192.168.1.5:3000', '[fe80::1]:3000', 'cards.local']) {
      const headers = { host, origin: `http://${host}` };
      const one = device(service.app);
      expect((await one.post('/api/me', {}, headers)).status, host).toBe(200);
      expect((await one.post('/api/auth/sign-out', {}, headers)).status, host).toBe(200);
    }
  });

  test('the page answers every address it may know, and only its hashed files are kept for good', async () => {
    const one = device(service.app);
    for (const url of [
      '/',
      '/race/ABCD',
      '/play/00000000-0000-4000-8000-000000000001?x=1',
      '/daily/2026-11-21/bisley',
      '/rules/bisley/3',
    ]) {
      const answer = await one.get(url, html);
      expect(answer, url).toMatchObject({ status: 200, text: expect.stringContaining('the page') });
      expect(answer.headers['cache-control'], url).toBe('no-cache');
    }
    // Of others the page says that there is nothing, and so does the answer.
    for (const url of [
      '/nothing',
      '/race',
      '/play/bisley',
      '/rules',
      '/rules/bisley/6',
      '/daily/2026-11-21',
    ]) {
      const answer = await one.get(url, html);
      expect(answer, url).toMatchObject({ status: 404, text: expect.stringContaining('the page') });
    }
    expect((await one.get('/assets/index-abc123.js')).headers['cache-control']).toContain(
      'immutable',
    );
    expect((await one.get('/icon.svg')).headers['cache-control']).toBe('no-cache');
    expect((await one.get('/../package.json')).status).toBe(404);
  });

  test('the page may load from its own origin only, over plain http too', async () => {
    const { headers } = await device(service.app).get('/', html);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    // Beside its files the script in its own HTML, by its hash.
    const own = createHash('sha256').update('own()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${own}';`);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('P2: the log holds no query, cookie or body', async () => {
    const one = device(service.app);
    await one.post('/api/me', {});
    await one.patch('/api/me', { name: 'Whispered' });
    await one.get('/api/me?secret=whispered', { authorization: 'Bearer whispered' });
    expect(service.log()).toContain('"path":"/api/me"');
    expect(service.log()).not.toMatch(/whispered/i);
    expect(service.log()).not.toContain(one.cookie().split('=')[1]!.slice(0, 20));
  });
});

test('P8: without its database the service says so', async () => {
  const service = await buildTestApp();
  const anna = device(service.app);
  await anna.post('/api/me', {});
  await service.database.close();
  const unavailable = { status: 503, text: '{"error":{"code":"unavailable"}}' };
  expect(await anna.get('/healthz')).toMatchObject(unavailable);
  expect(await anna.get('/api/me')).toMatchObject(unavailable);
  await service.app.close();
});

test('a page that was not built says so', async () => {
  const service = await buildTestApp({ pageFolder: path.join(tmpdir(), 'there-is-no-page') });
  const answer = await device(service.app).get('/race/ABCD', html);
  expect(answer).toMatchObject({ status: 503, text: expect.stringContaining('not been built') });
  await service.close();
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b'],
  ['2001:0DB8:000a::1', '2001:db8:a:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  // As some proxies write it.
  ['203.0.113.9:50123', '203.0.113.9'],
  ['[2001:db8:a:b:c:d:e:f]:443', '2001:db8:a:b'],
  ['[::ffff:203.0.113.9]', '203.0.113.9'],
])('limits count %s as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});
