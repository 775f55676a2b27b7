// What a link to the page tells where people paste it.
import { addresses, STAND_INS } from '@same-deal/protocol';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPreview, withPreview } from '../src/preview/tags.ts';
import { wordsIn } from '../src/words/index.ts';
import { languageOf } from '../src/words/language.ts';
import { buildTestApp, device } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { openLobby, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const NOON = Date.UTC(2040, 0, 1, 12);
const HOUR = 3_600_000;
const PAGE = '<!doctype html><head><title>Same Deal</title></head><div id="app"></div>';
/** What makes previews does not ask for HTML. */
const anything = { accept: '*/*' };

describe('the tags of a page', () => {
  const place = { origin: 'https://a.example', path: '/', pictures: new Set(['same-deal']) };

  test('nothing of a title, a description or a path is read as HTML', () => {
    const html = withPreview(
      PAGE,
      { title: '</title><script>$&', description: `"><img src='x'>` },
      { ...place, path: '/"><b>' },
    );
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;$&amp; · Same Deal</title>');
    expect(html).toContain('content="&quot;&gt;&lt;img src=&#39;x&#39;&gt;"');
    expect(html.endsWith('</head><div id="app"></div>')).toBe(true);
  });

  test('a game without a picture of its own has the general one, and no picture is named that is not there', () => {
    const one = withPreview(
      PAGE,
      { ...defaultPreview(wordsIn('en')), game: 'a-fifth-game' },
      place,
    );
    expect(one).toContain('content="https://a.example/previews/same-deal.png"');
    expect(
      withPreview(PAGE, defaultPreview(wordsIn('en')), { ...place, pictures: new Set() }),
    ).not.toContain('og:image');
  });
});

describe('the language for whoever asks', () => {
  const available = ['en', 'de', 'pt-BR'];
  test.each([
    [{}, 'en'],
    [{ 'accept-language': '*' }, 'en'],
    [{ 'accept-language': 'fr, nl;q=0.8' }, 'en'],
    [{ 'accept-language': 'fr, de-CH;q=0.8, en;q=0.7' }, 'de'],
    [{ 'accept-language': 'en-GB, de;q=0.9' }, 'en'],
    [{ 'accept-language': 'pt-br' }, 'pt-BR'],
    [{ 'accept-language': ';;;q=,,-' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'a=b; language=de' }, 'de'],
    [{ 'accept-language': 'de', cookie: 'language=en; a=b' }, 'en'],
    [{ 'accept-language': 'de', cookie: 'language=xx' }, 'de'],
    [{ 'accept-language': 'de', cookie: 'my-language=en' }, 'de'],
  ])('%j gets %s', (headers, language) => {
    expect(languageOf(headers, available)).toBe(language);
  });
});

describe('the words of previews', () => {
  const [english, german] = [wordsIn('en'), wordsIn('de')];

  test('count one as one, and write days as people do', () => {
    expect(english.replay.notWon(0, 48, 1)).toContain('after 1 move.');
    expect(german.replay.notWon(0, 48, 1)).toContain('nach 1 Zug.');
    expect(german.replay.notWon(0, 48, 2)).toContain('nach 2 Zügen.');
    expect(german.duplicate.title(2, ['Bisley', 'Alhambra'])).toBe('2 Spiele Bisley und Alhambra');
    expect(german.daily.title('Sly Fox', '2026-11-01')).toBe('Sly Fox des Tages, 1. November 2026');
  });

  test('say the names that stand for people in the language they speak', () => {
    expect(german.replay.titleOf(STAND_INS.deleted, 'Bisley')).toBe('Bisley von Gelöschte Person');
    expect(german.replay.titleOf('Strong partner', 'Bisley')).toBe(
      'Bisley von Starker Trainingspartner',
    );
    expect(german.circle.title(STAND_INS.hidden)).toBe('Mach mit bei „Verborgener Name“');
    expect(english.circle.title(STAND_INS.hidden)).toContain(STAND_INS.hidden);
  });
});

describe('links to the page', () => {
  const clock = testClock(NOON);
  const folder = mkdtempSync(path.join(tmpdir(), 'page-'));
  let service: TestApp;
  let anna: Tab;
  let ben: Tab;

  beforeAll(async () => {
    mkdirSync(path.join(folder, 'previews'));
    writeFileSync(path.join(folder, 'index.html'), PAGE);
    writeFileSync(
      path.join(folder, 'index.de.html'),
      PAGE.replace('<head>', '<html lang="de"><head>'),
    );
    for (const name of ['same-deal', 'bisley']) {
      writeFileSync(path.join(folder, 'previews', `${name}.png`), '');
    }
    service = await buildTestApp({ clock, pageFolder: folder });
    const url = await listen(service.app);
    [anna, ben] = await Promise.all([openTab(url), openTab(url)]);
    await service.database.pool.query('update users set name = $1 where id = $2', [
      '<b>Anna & "Co"</b>',
      anna.me.id,
    ]);
  });
  afterAll(async () => {
    anna.close();
    ben.close();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** The tags of a page, by name. */
  async function told(address: string): Promise<Record<string, string>> {
    const { status, text } = await device(service.app).get(address, anything);
    expect(status, address).toBe(200);
    const tags = [...text.matchAll(/(?:property|name)="([^"]+)" content="([^"]*)"/g)];
    return Object.fromEntries(tags.map(([, name, content]) => [name, content]));
  }
  const plain = defaultPreview(wordsIn('en'));
  const byDefault = { 'og:title': plain.title, 'og:description': plain.description };

  test('a race tells its game and phase, and its result only when it has settled', async () => {
    const code = await openLobby([anna, ben]);
    const tags = await told(`/race/${code.toLowerCase()}?from=chat`);
    expect(tags).toMatchObject({
      'og:title': 'Bisley race',
      'og:description': expect.stringContaining('Take a seat'),
      'og:url': `http://localhost:3000/race/${code.toLowerCase()}`,
      'og:image': 'http://localhost:3000/previews/bisley.png',
      'twitter:card': 'summary_large_image',
    });
    const running = await startRace([anna, ben], {}, () => clock.skip(5000));
    const live = await told(`/race/${running.code}`);
    expect(live['og:description']).toContain('under way');
    expect(JSON.stringify(live)).not.toMatch(/Anna|Ben/);

    const [hers, his] = running.tables;
    expect(await told(`/replay/${hers!.playId}`)).toMatchObject({
      'og:title': 'Bisley replay',
      'og:description': expect.stringContaining('still being played'),
    });
    for (const [tab, table] of [
      [anna, hers!],
      [ben, his!],
    ] as const) {
      await tab.ask('play:concede', { playId: table.playId, expected: 1 });
    }
    expect((await told(`/race/${running.code}`))['og:description']).toContain('decided');
    expect(await told(`/replay/${hers!.playId}`)).toMatchObject({
      'og:title': '&lt;b&gt;Anna &amp; &quot;Co&quot;&lt;/b&gt;’s Bisley',
      'og:description': '0 of 48 cards home after 0 moves. Watch how.',
    });
  });

  test('a practice table that is still played belongs to its player alone', async () => {
    const { playId } = await anna.ask('play:create', { variant: 'bisley/thirteen' });
    expect(await told(`/replay/${playId}`)).toMatchObject(byDefault);
  });

  test('a daily tells its game and day', async () => {
    const open = await told('/daily/2040-01-01/bisley');
    expect(open).toMatchObject({ 'og:title': 'Daily Bisley, 1 January 2040' });
    expect((await told('/daily'))['og:title']).toBe('Dailies');
    await clock.skip(25 * HOUR);
    expect((await told('/daily/2040-01-01/bisley'))['og:description']).toContain('over');
  });

  test('a deal of practice tells its game', async () => {
    const deal = await told('/deal/bisley/thirteen/ADB-FPA-7JG');
    expect(deal).toMatchObject({ 'og:title': 'Bisley: the same cards' });
  });

  test('a puzzle tells its game and number', async () => {
    const puzzle = await told('/puzzles/sly-fox/keep/17');
    expect(puzzle).toMatchObject({ 'og:title': 'Sly Fox: puzzle 17' });
    expect((await told('/puzzles'))['og:title']).toBe('Puzzles');
  });

  test.each([
    '/',
    '/race/234567',
    '/race/a/b',
    '/replay/no-id',
    '/replay/00000000-0000-4000-8000-999999999999',
    '/daily/2040-02-30/bisley',
    '/daily/2050-01-01/bisley',
    '/daily/1990-01-01/bisley',
    '/daily/2040-01-01/whist',
    '/daily/archive',
  ])('%s has the default tags', async (address) => {
    const { text } = await device(service.app).get(address, { accept: 'text/html' });
    expect(text).toContain('<title>Same Deal</title>');
    expect(text).toContain('content="http://localhost:3000/previews/same-deal.png"');
  });

  const playId = '00000000-0000-4000-8000-000000000001';
  const samples: Readonly<Record<string, string>> = {
    code: 'ABC234',
    personId: 'somebody',
    playId,
    day: '2040-01-01',
    game: 'sly-fox',
    step: '5',
    kind: 'win',
    number: '17',
    form: 'standard',
    deal: '24680',
  };
  /** A path at each address of the page. */
  const paths = addresses.map((address) =>
    address.replace(/:(\w+)/g, (_, part: string) => samples[part] ?? ''),
  );
  test.each(paths)('%s is answered with the page, whatever is accepted', async (address) => {
    const one = device(service.app);
    for (const accept of ['*/*', 'text/html', 'application/json', 'image/*', undefined]) {
      for (const path of [address, `${address.replace(/\/$/, '')}/`, `${address}?from=chat`]) {
        const answer = await one.get(path, accept === undefined ? {} : { accept });
        expect(answer.status, `${path} ${accept}`).toBe(200);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(answer.text).toContain('og:title');
      }
    }
  });

  test.each([
    '/nothing',
    '/race',
    '/race/ABC234/more',
    '/play/7e0c',
    '/duplicate',
    '/rules/whist',
    '/rules/bisley/6',
    '/daily/yesterday/bisley',
    '/people/one/more',
    '/stats/more',
  ])('%s is nothing: with the page for a browser', async (address) => {
    const one = device(service.app);
    const forBrowsers = await one.get(address, { accept: 'text/html,*/*;q=0.8' });
    expect(forBrowsers.status).toBe(404);
    expect(forBrowsers.headers['content-type']).toBe('text/html; charset=utf-8');
    const answer = await one.get(address, anything);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
  });

  test('a page and its preview speak the language that was chosen, or that the browser likes', async () => {
    const one = device(service.app);
    for (const headers of [{ 'accept-language': 'de-AT,en;q=0.5' }, { cookie: 'language=de' }]) {
      const german = await one.get('/daily', { ...anything, ...headers });
      expect(german.text).toContain('lang="de"');
      expect(german.text).toContain('Tagesspiele');
      expect(german.headers['vary']).toContain('accept-language');
    }
    const other = device(service.app);
    expect((await other.get('/daily', anything)).text).not.toContain('lang="de"');
  });

  test('a language that was chosen is kept for a year: Safari forgets after a week what a script keeps', async () => {
    const kept = async (cookie: string) =>
      (await device(service.app).get('/daily', { ...anything, cookie })).headers['set-cookie'];
    expect([await kept('language=de')].flat()).toEqual([
      'language-kept=de; Max-Age=31536000; Path=/; SameSite=Lax',
    ]);
    expect(await kept('language=de; language-kept=de')).toBeUndefined();
    expect(String(await kept('language=de; language-kept=en'))).toContain('language-kept=de;');
    // What the page has chosen goes first.
    expect(languageOf({ cookie: 'language-kept=de' }, ['en', 'de'])).toBe('de');
    expect(languageOf({ cookie: 'language-kept=de; language=en' }, ['en', 'de'])).toBe('en');
    expect(await kept('language=xx')).toBeUndefined();
    expect(await kept('a=b')).toBeUndefined();
  });

  test('P12: whose session has no mark that scripts can read gets one with the page', async () => {
    const set = async (cookie: string) =>
      (await device(service.app).get('/daily', { ...anything, cookie })).headers['set-cookie'];
    expect([await set('same-deal.session_token=a')].flat()).toEqual([
      'been-here=1; Max-Age=31536000; Path=/; SameSite=Lax',
    ]);
    expect(await set('same-deal.session_token=a; been-here=1')).toBeUndefined();
  });

  test('a page that has not changed is not sent again', async () => {
    const one = device(service.app);
    const { headers } = await one.get('/daily', anything);
    const tag = String(headers['etag']);
    expect(headers['cache-control']).toBe('no-cache');
    const again = await one.get('/daily', { ...anything, 'if-none-match': tag });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect((await one.get('/', { ...anything, 'if-none-match': tag })).status).toBe(200);
  });

  test('the page is there without the database', async () => {
    const failing = await buildTestApp({ clock, pageFolder: folder });
    await failing.database.pool.query('alter table races rename to gone');
    const answer = await device(failing.app).get('/race/234567', anything);
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('Same Deal') });
    await failing.close();
  });
});
