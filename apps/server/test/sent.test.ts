// In what form the page and its data are sent.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, device } from './support/app.ts';
import type { TestApp } from './support/app.ts';

const SCRIPT = `export const words = ${JSON.stringify('the same cards '.repeat(200))};`;
const PAGE = `<!doctype html><html><head><title>Same Deal</title></head><body>${'the page '.repeat(200)}</body></html>`;
const FILE = '/assets/table-abc123.js';
const html = { accept: 'text/html' };

const forms = {
  br: { packed: brotliCompressSync(SCRIPT), unpack: brotliDecompressSync },
  gzip: { packed: gzipSync(SCRIPT), unpack: gunzipSync },
};
type Form = keyof typeof forms;

const folder = mkdtempSync(path.join(tmpdir(), 'page-'));
let service: TestApp;
beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  writeFileSync(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(path.join(folder, 'removed.svg'), '<svg/>');
  writeFileSync(path.join(folder, FILE), SCRIPT);
  writeFileSync(path.join(folder, `${FILE}.br`), forms.br.packed);
  writeFileSync(path.join(folder, `${FILE}.gz`), forms.gzip.packed);
  const preloads = [
    { address: '/', scripts: ['/assets/Home-1.js'] },
    { address: '/race/*', scripts: ['/assets/Race-1.js', FILE] },
  ];
  writeFileSync(path.join(folder, 'preloads.json'), JSON.stringify(preloads));
  service = await buildTestApp({ pageFolder: folder });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const send = (
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
) => service.app.inject({ method, url, headers });

/** What clients say they accept, and what they get. */
const accepted: [string | undefined, Form | undefined][] = [
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.1, gzip;q=0.5', 'gzip'],
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['identity;q=1, *;q=0', undefined],
  ['br;q=0', undefined],
  ['deflate', undefined],
  ['gzip;q=much', undefined],
  ['nonsense, ;;q=,', undefined],
];
const asked = (accept: string | undefined) =>
  accept === undefined ? undefined : { 'accept-encoding': accept };

describe('a file of the page', () => {
  test.each(accepted)('is sent to whoever accepts "%s" as %s', async (accept, form) => {
    const answer = await send(FILE, asked(accept));
    const sent = form ? forms[form].packed : Buffer.from(SCRIPT);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(form);
    expect(answer.rawPayload.equals(sent)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-length': String(sent.length),
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    const head = await send(FILE, asked(accept), 'HEAD');
    expect(head.rawPayload.length).toBe(0);
    for (const name of ['content-length', 'content-encoding', 'etag', 'vary']) {
      expect(head.headers[name], name).toBe(answer.headers[name]);
    }
  });

  test('has a tag for each form, by which it is not sent again', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (form) => {
        const { headers } = await send(FILE, { 'accept-encoding': form });
        const etag = String(headers['etag']);
        const again = await send(FILE, { 'accept-encoding': form, 'if-none-match': etag });
        expect(again.statusCode).toBe(304);
        expect(again.headers['vary']).toBe('accept-encoding');
        return etag;
      }),
    );
    expect(new Set(tags).size).toBe(3);
  });

  test('is sent plain where the build found nothing to gain', async () => {
    const answer = await send('/icon.svg', { 'accept-encoding': 'br, gzip' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    expect(answer.body).toContain('<svg');
  });

  test('that a build has removed since is not found', async () => {
    rmSync(path.join(folder, 'removed.svg'));
    const answer = await send('/removed.svg');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: { code: 'not-found' } });
  });

  test('is reached by its own name alone', async () => {
    for (const url of [`${FILE}.br`, `${FILE}.gz`, '/preloads.json']) {
      expect((await send(url)).statusCode, url).toBe(404);
    }
  });
});

describe('the page', () => {
  test.each(accepted)('is sent to whoever accepts "%s" as %s', async (accept, form) => {
    const answer = await send('/race/ABC234', { ...html, ...asked(accept) });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(form);
    const unpack = form ? forms[form].unpack : (bytes: Buffer) => bytes;
    expect(unpack(answer.rawPayload).toString()).toContain('the page the page');
    expect(answer.headers).toMatchObject({
      'content-length': String(answer.rawPayload.length),
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language, cookie',
    });
    const head = await send('/race/ABC234', { ...html, ...asked(accept) }, 'HEAD');
    expect(head.rawPayload.length).toBe(0);
    for (const name of ['content-length', 'content-encoding', 'etag', 'vary']) {
      expect(head.headers[name], name).toBe(answer.headers[name]);
    }
  });

  test('is not sent again to whoever has it, in whatever form', async () => {
    const plain = await send('/', html);
    const etag = String(plain.headers['etag']);
    expect(etag).toMatch(/^W\//);
    const again = await send('/', { ...html, 'accept-encoding': 'br', 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload.length).toBe(0);
    expect(again.headers['etag']).toBe(etag);
  });

  test('names what its address needs, so that it is fetched at once', async () => {
    const linksOf = async (url: string, headers = {}) => {
      const { body } = await send(url, { ...html, ...headers });
      const [head = ''] = body.split('</head>');
      return [...head.matchAll(/<link rel="(.*?)".*? href="(.*?)" \/>/g)].map(
        ([, kind, file]) => `${kind} ${file}`,
      );
    };
    expect(await linksOf('/')).toEqual(['modulepreload /assets/Home-1.js']);
    expect(await linksOf('/race/ABC234?from=mail')).toEqual([
      'modulepreload /assets/Race-1.js',
      `modulepreload ${FILE}`,
    ]);
    expect(await linksOf('/race/')).toEqual([]);
    expect(await linksOf('/race/a/b')).toEqual([]);
    expect(await linksOf('/you')).toEqual([]);
    const cookie = 'same-deal.session_token=of-somebody';
    expect(await linksOf('/you', { cookie })).toEqual(['preload /api/me']);
    expect(await linksOf('/you', { cookie: `__Secure-${cookie}` })).toEqual(['preload /api/me']);
    expect(await linksOf('/you', { cookie: 'theme=dark' })).toEqual([]);
  });
});

describe('data', () => {
  test('that everybody may read is compressed, from a packet on', async () => {
    const plain = await send('/api/dailies');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.rawPayload.length).toBeGreaterThan(1024);
    for (const form of ['br', 'gzip'] as const) {
      const answer = await send('/api/dailies', { 'accept-encoding': form });
      expect(answer.headers).toMatchObject({
        'content-encoding': form,
        'content-length': String(answer.rawPayload.length),
        vary: 'accept-encoding',
        'cache-control': 'no-store',
      });
      const data = JSON.parse(forms[form].unpack(answer.rawPayload).toString()) as object;
      expect(Object.keys(data)).toEqual(Object.keys(plain.json()));
    }
  });

  test('that holds secrets or addresses is never compressed, however long', async () => {
    const anna = device(service.app);
    await anna.post('/api/me', {});
    const agent = { 'user-agent': 'a browser '.repeat(200), 'accept-encoding': 'br, gzip' };
    for (const url of ['/api/me/export', '/api/me/sessions', '/api/me', '/api/account']) {
      const answer = await anna.get(url, agent);
      expect(answer.status, url).toBe(200);
      expect(answer.headers['content-encoding'], url).toBeUndefined();
    }
  });

  test('that is sent here compressed is not unpacked', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/me',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync('{}'),
    });
    expect(answer.statusCode).toBe(400);
  });
});
