/** The page: how much a phone has to fetch before it shows what a visit begins with, in what form, and how often it has to wait. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gameList } from '@same-deal/engine';
import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { openRace, startRace, takeSeat } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

/** What each game adds to every page, whichever is played: its names, its variants, and where its code is. */
const NAMES_OF_GAMES = 300 * gameList.length;
/** The most bytes of scripts and of styles, as the browser counts them. */
const budgets = {
  start: { scripts: 48_500 + NAMES_OF_GAMES, styles: 8_000 },
  solo: { scripts: 58_200 + NAMES_OF_GAMES, styles: 8_000 },
  race: { scripts: 64_800 + NAMES_OF_GAMES, styles: 8_000 },
};
/** The most bytes of scripts that a puzzle's page fetches beside those of a table by a link. */
const PUZZLE_SCRIPTS = 12_288;

const { service, browser } = await serviceAndBrowser();

/** A file as the browser received it. */
interface Received {
  readonly path: string;
  readonly type: string;
  readonly encoding: string;
  /** As the browser counts them, headers included. */
  readonly bytes: number;
}

interface Asked {
  readonly path: string;
  readonly type: string;
  /** Whether the HTML asked for it, and no script had to run before. */
  readonly isByHtml: boolean;
}

/** A web socket. */
interface LineOpened {
  /** Whether a script in the HTML itself has opened it, before any file was there. */
  readonly isByHtml: boolean;
  /** The kinds of what was sent on it, as Socket.IO numbers them. */
  readonly sent: string[];
}

/** Notes what a page asks for and receives from now on. */
async function watchNetwork(session: CDPSession) {
  const asked: Asked[] = [];
  const received: Received[] = [];
  const answers = new Map<string, Omit<Received, 'bytes'>>();
  const lines = new Map<string, LineOpened>();
  session.on('Network.webSocketCreated', ({ requestId, initiator }) => {
    const [by] = initiator?.stack?.callFrames ?? [];
    lines.set(requestId, { isByHtml: by?.url.endsWith('.js') === false, sent: [] });
  });
  session.on('Network.webSocketFrameSent', ({ requestId, response }) => {
    // But for the answers to pings.
    if (response.payloadData.startsWith('4')) {
      lines.get(requestId)?.sent.push(response.payloadData.slice(0, 2));
    }
  });
  session.on('Network.requestWillBeSent', ({ request, type, initiator }) => {
    const { pathname: path } = new URL(request.url);
    asked.push({ path, type: type ?? '', isByHtml: initiator.type === 'parser' });
  });
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const encoding = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === 'content-encoding',
    );
    const path = new URL(response.url).pathname;
    answers.set(requestId, { path, type, encoding: encoding?.[1] ?? '' });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) received.push({ ...answer, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return {
    asked,
    received,
    get lines() {
      return [...lines.values()];
    },
  };
}

/** Opens a page with nothing kept but somebody's cookies, if they are given. */
async function openWatched(url: string, somebody: Page | undefined) {
  const page = await openBrowser(browser, 'about:blank', phone);
  if (somebody) {
    const { cookies, origins } = await somebody.context().storageState();
    await page.context().addCookies(cookies);
    const kept = origins.flatMap(({ localStorage }) => localStorage);
    await page.addInitScript((items) => {
      for (const { name, value } of items) localStorage.setItem(name, value);
    }, kept);
  }
  const session = await page.context().newCDPSession(page);
  const network = await watchNetwork(session);
  await page.goto(url);
  return { page, session, network };
}

/** What is fetched some seconds after a page's beginning, whatever it shows by then: a loaded machine is not there yet. */
const LATER = /\/(later|keep-page|EndPanel|EndOf\w+)-/;
const scriptsOf = (received: readonly Received[]) =>
  received.filter(({ type, path }) => type === 'Script' && !LATER.test(path));
const stylesOf = (received: readonly Received[]) =>
  received.filter(({ type }) => type === 'Stylesheet');

/**
 * Holds a page to its budget.
 * @param shows a chunk that draws what the page shows, so that it is among what was weighed
 */
function expectLight(
  received: readonly Received[],
  of: keyof typeof budgets,
  shows: 'start' | 'table',
): void {
  const kinds = { scripts: scriptsOf(received), styles: stylesOf(received) };
  for (const [kind, files] of Object.entries(kinds)) {
    const list = files.map(({ path, encoding, bytes }) => `${bytes} ${encoding} ${path}`);
    const sum = files.reduce((bytes, file) => bytes + file.bytes, 0);
    if (process.env['SHOW_BYTES']) console.info(of, kind, sum, list);
    expect(sum, list.join('\n')).toBeGreaterThan(0);
    expect(sum, list.join('\n')).toBeLessThanOrEqual(budgets[of][kind as keyof typeof kinds]);
  }
  expect(kinds.scripts.map(({ path }) => path).join('\n')).toContain(`/assets/${shows}-`);
}

/** The scripts that the HTML of an address names. */
async function scriptsNamedAt(url: string): Promise<string[]> {
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
}

it('scripts that stand before a first table are compiled while they arrive, where a browser can', async () => {
  const scripts = await scriptsNamedAt(service.url);
  expect(scripts.length).toBeGreaterThan(2);
  for (const path of scripts) {
    const code = await (await fetch(service.url + path)).text();
    expect(code.slice(0, 40)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});

it('the start page keeps to its budget of bytes, and its scripts are all named by the HTML', async () => {
  const { page, network } = await openWatched(service.url, undefined);
  await page.getByRole('button', { name: 'Play solo' }).waitFor();
  await page.locator('section[aria-labelledby="today"] li').first().waitFor();
  const { received } = network;
  expectLight(received, 'start', 'start');
  const named = await scriptsNamedAt(service.url);
  // The picture that a newcomer sees comes after the page, into room that is kept for it.
  const later = /^\/assets\/(Duel|TwoTables|deal-source)-/;
  const needed = scriptsOf(received).filter(({ path }) => !later.test(path));
  expect(needed.filter(({ path }) => !named.includes(path))).toEqual([]);
  expect(named.length).toBeLessThanOrEqual(4);
});

it('the first table by a link to a play keeps to its budget of bytes', async () => {
  const home = await openBrowser(browser, service.url, phone);
  // A deal that can be won: one without a move brings what comes at the end.
  await practise(home, 'bisley/thirteen', wonGames[0]!.deal);
  const { page, network } = await openWatched(home.url(), home);
  await page.locator('[data-pile]').first().waitFor();
  // What is fetched or asked once the table is there does not count.
  const received = network.received.filter(({ path }) => !path.startsWith('/assets/hints-'));
  const lines = structuredClone(network.lines);
  expectLight(received, 'solo', 'table');

  // All scripts are named by the HTML: with the styles and /api/me six files, which a browser fetches side by side.
  const needed = scriptsOf(received).map(({ path }) => path);
  const named = await scriptsNamedAt(home.url());
  expect(needed.filter((path) => !named.includes(path))).toEqual([]);
  expect(named.length).toBeLessThanOrEqual(4);
  // Beside them goes the line, let in before they are there; what follows on it is one question.
  expect(lines).toEqual([{ isByHtml: true, sent: ['40', '42'] }]);
  // The signs on the cards come beside them as well: the HTML asks for their font.
  const fonts = network.asked.filter(({ path }) => /\/cards-[\w-]+\.woff2$/.test(path));
  expect(fonts.map(({ isByHtml }) => isByHtml)).toEqual([true]);
  // Who is here is asked beside them, once.
  const me = network.asked.filter(({ path }) => path === '/api/me');
  expect(me.map(({ isByHtml }) => isByHtml)).toEqual([true]);
});

it('nor does the first table of a race by its link, from the lobby on', async () => {
  const anna = await openBrowser(browser, service.url, phone);
  await openRace(anna, 'bisley/thirteen');
  const { page: ben, network } = await openWatched(anna.url(), undefined);
  await takeSeat(ben, 'Ben');
  // What is fetched once the table is there does not count, nor what that needs.
  const drawn = ben.locator('[data-pile]').first().waitFor();
  const received = drawn.then(() =>
    network.received.filter(
      ({ path }) => !/^\/assets\/(Rail|Track|rematch|changes\.en|duration)-/.test(path),
    ),
  );
  await startRace(anna, [ben], service);
  expectLight(await received, 'race', 'table');
  const named = await scriptsNamedAt(anna.url());
  // What is drawn comes at once; an invitation and its like are fetched when they are opened.
  expect(named.length).toBeLessThanOrEqual(4);
  for (const part of ['app', 'race', 'table']) {
    expect(
      named.some((path) => path.startsWith(`/assets/${part}-`)),
      part,
    ).toBe(true);
  }
});

it('a puzzle fetches few scripts that a table does not, and a table none of its', async () => {
  const home = await openBrowser(browser, service.url, phone);
  await practise(home, 'bisley/thirteen', wonGames[0]!.deal);
  const drawn = async (url: string) => {
    const { page, network } = await openWatched(url, home);
    await page.locator('[data-pile]').first().waitFor();
    const scripts = scriptsOf(network.received);
    await page.context().close();
    return scripts;
  };
  const table = await drawn(home.url());
  const puzzle = await drawn(`${service.url}/puzzles/bisley/keep/1`);
  const own = puzzle.filter(({ path }) => !table.some((other) => other.path === path));
  const list = own.map(({ path, bytes }) => `${bytes} ${path}`);
  if (process.env['SHOW_BYTES']) console.info('puzzle', list);
  expect(list.join('\n')).toContain('/assets/Puzzle-');
  expect(
    own.reduce((sum, { bytes }) => sum + bytes, 0),
    list.join('\n'),
  ).toBeLessThanOrEqual(PUZZLE_SCRIPTS);
  expect(table.filter(({ path }) => /puzzle/i.test(path))).toEqual([]);
});

it('text is sent as brotli, and as gzip where the browser takes no brotli', async () => {
  for (const form of ['br', 'gzip']) {
    const page = await openBrowser(browser, 'about:blank', phone);
    const session = await page.context().newCDPSession(page);
    const { received } = await watchNetwork(session);
    if (form === 'gzip') {
      await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
    }
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Play solo' }).waitFor();
    // On a busy machine the network is idle before the page has asked for them.
    await page.locator('section[aria-labelledby="today"] li').first().waitFor();
    await page.waitForLoadState('networkidle');
    const large = received.filter(
      ({ type, bytes }) => ['Document', 'Script', 'Stylesheet'].includes(type) && bytes > 2_000,
    );
    expect(large.length).toBeGreaterThan(2);
    expect(large.filter(({ encoding }) => encoding !== form)).toEqual([]);
    const dailies = received.find(({ path }) => path === '/api/dailies');
    expect(dailies?.encoding).toBe(form);
    await page.context().close();
  }
});

it('a browser that asks for nothing in particular, or for a part, gets it plain and whole', async () => {
  const [script = ''] = await scriptsNamedAt(service.url);
  const page = await openBrowser(browser, service.url, phone);
  const part = await page.evaluate(async (path) => {
    const whole = await (await fetch(path)).text();
    const answer = await fetch(path, { headers: { range: 'bytes=0-9' } });
    return { status: answer.status, isWhole: (await answer.text()) === whole };
  }, script);
  expect(part).toEqual({ status: 200, isWhole: true });
});

/** Where the parts of the start page stand that need nobody's answer, in whole pixels. */
const startPage =
  '.hero :is(h1, .lead), .games > .game, .begin, .begin .ways > button, .below > .any';
const placesOf = (page: Page): Promise<string[]> =>
  page.locator(startPage).evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      // The cards in a game's picture have their ranks later.
      const text = (part.querySelector('.words') ?? part).textContent?.trim();
      return `${text} ${[x, y, width, height].map(Math.round).join(' ')}`;
    }),
  );

/** Lets the page's scripts arrive when they are told to. */
async function holdScripts(page: Page): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/assets\/app-/, async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}

it.each([
  ['somebody new', 390],
  ['somebody known', 390],
  ['somebody new', 1440],
  ['somebody known', 1440],
])(
  'P11: %s sees the start page before its scripts are there, and it stays where it is, at %i px',
  async (who, width) => {
    const page = await openBrowser(browser, service.url, width < 500 ? phone : desktop);
    if (who === 'somebody known') {
      await practise(page, 'bisley/thirteen');
      await page.goto('about:blank');
    } else {
      await page.context().clearCookies();
    }
    const arrive = await holdScripts(page);
    await page.goto(service.url, { waitUntil: 'commit' });
    await page.locator('main h1').waitFor();
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    await expect.poll(() => page.locator('.game svg').count()).toBe(gameList.length);
    const places = await placesOf(page);
    expect(places).toHaveLength(2 + gameList.length + 1 + 3 + 1);
    expect(await page.locator('#main').count()).toBe(0);
    arrive();
    await page.locator('#main h1').waitFor();
    await page
      .getByRole('link', { name: who === 'somebody new' ? 'Sign in' : 'You' })
      .first()
      .waitFor();
    await expect.poll(() => placesOf(page)).toEqual(places);
    await page.context().close();
  },
);

/** A newcomer's start page whose scripts are still under way, with a game chosen on it. */
async function chooseEarly(game: string): Promise<{ page: Page; arrive: () => void }> {
  const page = await openBrowser(browser, 'about:blank', phone);
  const arrive = await holdScripts(page);
  await page.goto(service.url, { waitUntil: 'commit' });
  await page.getByRole('radio', { name: game }).check();
  return { page, arrive };
}

it('P11: what is chosen, typed and pressed on the start page before its scripts are there happens once they are', async () => {
  const { page, arrive } = await chooseEarly('Sly Fox');
  await page.getByLabel('Code or link').fill('K7QM');
  await page.getByText('Play a particular deal').click();
  arrive();
  await page.locator('#main h1').waitFor();
  expect(await page.locator('.start').count()).toBe(0);
  expect(await page.getByRole('radio', { name: 'Sly Fox' }).isChecked()).toBe(true);
  await expect.poll(() => page.getByLabel('Code or link').inputValue()).toBe('K7QM');
  expect(await page.locator('details').getAttribute('open')).not.toBeNull();
  await page.context().close();
});

it('P11: a way to play that is pressed on the start page before its scripts are there leads to the chosen game', async () => {
  const { page, arrive } = await chooseEarly('Sly Fox');
  await page.getByRole('button', { name: 'Play solo' }).click();
  arrive();
  await page.waitForURL(/\/play\//);
  await page.locator('[data-pile]').first().waitFor();
  expect(await page.title()).toContain('Sly Fox');
  await page.context().close();
});

it('a newcomer who begins a game asks for nothing of a past that they do not have', async () => {
  const page = await openBrowser(browser, 'about:blank', phone);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  await page.goto(service.url);
  await page.getByRole('button', { name: 'Play the daily Bisley' }).waitFor();
  await page.getByRole('button', { name: 'Race a friend' }).click();
  await page.getByRole('button', { name: 'Start the race' }).waitFor();
  expect(asked.slice(0, 2)).toEqual(['GET /api/dailies', 'POST /api/me']);
  expect(asked.filter((one) => one !== 'GET /api/service')).toHaveLength(2);
  await page.context().close();
});

it('P11: rules that are asked for on the start page before its scripts are there are those of the chosen game', async () => {
  const { page, arrive } = await chooseEarly('Sly Fox');
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  arrive();
  await page.getByRole('heading', { name: 'Rules of Sly Fox' }).waitFor();
  await page.context().close();
});

it('what every page fetches some seconds after its beginning brings nothing else along', () => {
  const folder = path.join(import.meta.dirname, '../apps/web/dist/assets');
  const later = readdirSync(folder).filter((name) => /^(later|keep-page)-.*\.js$/.test(name));
  expect(later.length).toBeGreaterThan(0);
  for (const name of later) {
    const code = readFileSync(path.join(folder, name), 'utf8');
    const brought = [...code.matchAll(/(?:from|import)"\.\/([a-zA-Z]+(?:-page)?)-/g)];
    expect(brought.filter(([, chunk]) => chunk !== 'app' && chunk !== 'keep-page')).toEqual([]);
  }
});

it('P11: at no other address the start page is to be seen, before scripts are there', async () => {
  const page = await openBrowser(browser, 'about:blank', phone);
  await page.route(/\/assets\/app-/, (route) => route.abort());
  await page.goto(`${service.url}/daily`);
  expect(await page.locator('h1').count()).toBe(0);
  await page.context().close();
});
