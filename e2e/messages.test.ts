/**
 * P11: a message that nobody asked for covers nothing and moves nothing: every message at a table, on five sizes of page,
 * in each language.
 */
import type { Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { encodeEntry, formatMove, gameList, isStuck, legalMoves, newGame } from '@same-deal/engine';
import { packOf, parseMove, playMove, unwrap, variantOf } from '@same-deal/engine';
import type { Move } from '@same-deal/engine';
import { scaled } from '../tools/scale.ts';
import { openTab } from '../apps/server/test/support/sockets.ts';
import type { Tab } from '../apps/server/test/support/sockets.ts';
import { openBrowser, phone } from './support/browser.ts';
import { deviceOf, playIdOf } from './support/person.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { pile } from './support/table.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** What the messages are known by. */
const LANGUAGES = {
  en: {
    colours: /colours/,
    rule: /Rule/,
    hint: 'Hint',
    hinted: /Win in/,
    lost: /can’t be won/,
    back: /be won \d+ moves? ago/,
    device: /Another device/,
    offline: /offline|connection/i,
    rest: /All the rest can go home/,
    stuck: /No moves left/,
    invited: /invited you/,
    outdated: /newer version/,
    thinking: /Looking for a win/,
    undecided: /No answer yet/,
    failed: /do not work/,
    notStored: /not stored yet/,
  },
  de: {
    colours: /Vier Farben/,
    rule: /Regel/,
    hint: 'Tipp',
    hinted: /Sieg in/,
    lost: /nicht (mehr )?zu gewinnen/,
    back: /Vor \d+ Z/,
    device: /Ein anderes Gerät/,
    offline: /offline|Verbindung/i,
    rest: /Alle übrigen können ins Ziel/,
    stuck: /Keine Züge mehr/,
    invited: /lädt dich/,
    outdated: /neuere Version/,
    thinking: /Suche eine Lösung/,
    undecided: /keine Antwort/i,
    failed: /funktionieren|gehen/,
    notStored: /noch nicht gespeichert/,
  },
} as const;
type Language = keyof typeof LANGUAGES;
const LEAST_TYPE = 14;
/** Reasons to refuse a move that are looked at in each game: by night all there are. */
const KINDS = scaled(1, 20);

const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'language', value: language, url: service.url }]);

interface Opening {
  readonly variant: string;
  readonly deal: string;
  /** Played before. */
  readonly moves?: readonly string[];
  readonly isFirstTime?: boolean;
  /** What is done before the page is there. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** A table of somebody new, in a language. */
async function openTable(
  language: Language,
  { variant, deal, moves = [], isFirstTime = false, prepare }: Opening,
): Promise<Page> {
  const device = await openTab(service.url);
  const { playId } = await device.ask('play:create', { variant, deal });
  for (const [n, text] of moves.entries()) {
    const move = encodeEntry(parseMove(variant, text)!);
    await device.ask('play:move', { playId, expected: n + 1, move });
  }
  device.close();
  const page = await openBrowser(browser, 'about:blank', phone, { isFirstTime });
  const cookies = device.cookie.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url: service.url };
  });
  await page.context().addCookies(cookies);
  await speak(page, language);
  await page.addInitScript(() => localStorage.setItem('same-deal:been-here', ''));
  await prepare?.(page);
  await page.goto(`${service.url}/play/${playId}`);
  await page.locator('[data-pile]').first().waitFor();
  return page;
}

const won = wonGames.find((game) => game.variant === 'bisley/thirteen')!;
const bisley = { variant: won.variant, deal: won.deal };
const line = won.moves.split(' ');

/** Moves a card by two taps, whatever the language. */
async function tap(page: Page, move: string): Promise<void> {
  for (const name of move.split('>')) await pile(page, name).tap();
}

/** Plays a move on another device of the same person, whatever the language of this one. */
async function moveElsewhere(page: Page, move: Move): Promise<void> {
  const device = await deviceOf(page);
  const playId = playIdOf(page);
  const { log } = await device.ask('play:open', { playId });
  await device.ask('play:move', { playId, expected: log.length + 1, move: encodeEntry(move) });
  device.close();
}

interface Seen {
  readonly faults: readonly string[];
  /** Where the board's piles are. */
  readonly board: string;
  readonly message: string;
}

/** What lies over what, what is cut off, and what is too small, on the page as it is now. */
const look = (page: Page): Promise<Seen> =>
  page.evaluate(async (leastType) => {
    const frames = () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await frames();
    // A message that still rises reaches below its place. One in a sized container starts to as it is laid out.
    const moving = () => {
      document.body.getBoundingClientRect();
      return document
        .getAnimations()
        .filter((one) => one.playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    };
    for (let now = moving(); now.length > 0; now = moving()) {
      await Promise.allSettled(now.map(({ finished }) => finished));
      // How far something scrolls is found with the next frames: until then what has risen counts as it stood below.
      await frames();
    }
    const isShown = (one: Element) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 2;
    const faults: string[] = [];
    const messages = [...document.querySelectorAll('.messages > *, .notices > *')].filter(
      (one) => isShown(one) && one.textContent.trim() !== '',
    );
    if (messages.length > 1)
      faults.push(`at once: ${messages.map((one) => one.textContent.trim()).join(' | ')}`);
    const standsFree = '.card, .pile, .figures, .control, .strip, aside, .bar a, .bar button';
    for (const message of messages) {
      const text = message.textContent.trim().replaceAll(/\s+/g, ' ');
      const box = message.getBoundingClientRect();
      for (const other of document.querySelectorAll(standsFree)) {
        if (!isShown(other) || message.contains(other)) continue;
        const at = other.getBoundingClientRect();
        const isOver =
          Math.min(at.right, box.right) - Math.max(at.left, box.left) > 0.5 &&
          Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top) > 0.5;
        if (isOver) faults.push(`“${text}” lies over ${other.className}`);
      }
      const place = message.parentElement!.getBoundingClientRect();
      if (box.left < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
        faults.push(`“${text}” leaves the page`);
      if (box.top < place.top - 0.5 || box.bottom > place.bottom + 0.5)
        faults.push(`“${text}” leaves its place`);
      for (const one of [message, ...message.querySelectorAll('*')]) {
        const type = parseFloat(getComputedStyle(one).fontSize);
        if (type < leastType) faults.push(`“${text}” is written in ${type} px`);
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } = one;
        if (getComputedStyle(one).display === 'inline') continue;
        if (scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1)
          faults.push(
            `“${text}” is cut off: ${scrollWidth}×${scrollHeight} in ${clientWidth}×${clientHeight}`,
          );
      }
    }
    const piles = [...document.querySelectorAll('.pile')].map((one) => {
      const { x, y } = one.getBoundingClientRect();
      return `${Math.round(x)} ${Math.round(y)}`;
    });
    return {
      faults,
      board: piles.join(),
      message: messages[0]?.textContent.trim().replaceAll(/\s+/g, ' ') ?? '',
    };
  }, LEAST_TYPE);

/** What is wrong with a message at each size, where it is shown anew each time if it does not last. */
async function faultsOf(
  page: Page,
  wanted: RegExp,
  { show = async () => {}, boards }: { show?: () => Promise<unknown>; boards?: readonly string[] },
): Promise<string[]> {
  const faults: string[] = [];
  for (const [n, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    await show();
    let seen!: Seen;
    await expect.poll(async () => (seen = await look(page)).message).toMatch(wanted);
    const at = `${size.width}×${size.height}`;
    faults.push(...seen.faults.map((fault) => `${at}: ${fault}`));
    if (boards && seen.board !== boards[n]) faults.push(`${at}: the table has moved`);
  }
  return faults;
}

/** Where the cards are at each size while nothing is said. */
async function quietBoards(page: Page): Promise<string[]> {
  const boards: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const { message, board } = await look(page);
    expect(message).toBe('');
    boards.push(board);
  }
  return boards;
}

/** A game in which the first legal moves lead to where there is none. */
function stuckGame(variant: string): { deal: string; moves: string[] } {
  const rules = variantOf(variant);
  for (let deal = 1; ; deal++) {
    let position = unwrap(newGame(variant, unwrap(packOf(String(deal), rules.packs))));
    const moves: string[] = [];
    while (!isStuck(position) && moves.length < 60) {
      const move = legalMoves(position).at(0);
      if (!move) break;
      moves.push(formatMove(variant, move));
      position = unwrap(playMove(position, move));
    }
    if (isStuck(position) && moves.length > 0) return { deal: String(deal), moves };
  }
}

/** Moves that the rules of a game refuse in its opening, one for each reason. */
function refusedOf(variant: string, deal: string): (readonly [from: string, to: string])[] {
  const rules = variantOf(variant);
  const position = unwrap(newGame(variant, unwrap(packOf(deal, rules.packs))));
  const byReason = new Map<string, readonly [string, string]>();
  for (const [from, one] of rules.piles.entries()) {
    const isMovable = ['tableau', 'reserve', 'waste'].includes(one.role);
    if (!isMovable || position.piles[from]?.length === 0) continue;
    for (const [to, other] of rules.piles.entries()) {
      if (to === from || ['stock', 'waste'].includes(other.role)) continue;
      const played = playMove(position, { from, to });
      if (!played.ok) byReason.set(played.reason.code, [one.name, other.name]);
    }
  }
  return [...byReason.values()];
}

/** A search that finds nothing before the test says what it has found. */
const withOwnSearch = (page: Page) =>
  page.addInitScript(() => {
    class OwnSearch {
      onmessage?: (event: unknown) => void;
      onerror?: (event: unknown) => void;
      terminate() {}
      postMessage() {
        const { answer } = window as unknown as { answer?: string };
        if (answer === undefined) return;
        queueMicrotask(() => {
          if (answer === 'fails') this.onerror?.({ message: answer });
          else this.onmessage?.({ data: { verdict: answer, moves: [], positions: 1 } });
        });
      }
    }
    Object.assign(window, { Worker: OwnSearch });
  });

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  const words = LANGUAGES[language];

  it.each(gameList.map(({ id, variants }) => [id, variants[0].id] as const))(
    'P11: the first tips of %s stand beside cards, clock and controls',
    async (_, variant) => {
      const page = await openTable(language, { variant, deal: '1001', isFirstTime: true });
      const faults: string[] = [];
      const gotIt = page.locator('.messages .hint:has(.count) button');
      await gotIt.waitFor();
      for (let last = 0; (await gotIt.count()) > 0;) {
        // A tip for which there is no card yet is left out.
        const number = Number.parseInt((await look(page)).message, 10);
        expect(number).toBeGreaterThan(last);
        last = number;
        faults.push(...(await faultsOf(page, new RegExp(`^${number}/`), {})));
        await gotIt.click();
      }
      faults.push(...(await faultsOf(page, words.colours, {})));
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('P11: refusals, hints, a lost line and another device stand beside cards, clock and controls, which stay where they are', async () => {
    const page = await openTable(language, bisley);
    const boards = await quietBoards(page);
    const faults: string[] = [];
    const refuse = async () => {
      await page.keyboard.press('Escape');
      await pile(page, 't0').dispatchEvent('click');
      await pile(page, 't3').dispatchEvent('click');
    };
    faults.push(...(await faultsOf(page, words.rule, { show: refuse, boards })));
    await page.locator('.toast').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: words.hint, exact: true }).click();
    await page.getByText(words.hinted).waitFor();
    faults.push(...(await faultsOf(page, words.hinted, { boards })));
    await page.locator('.messages .quiet').click();
    await moveElsewhere(page, parseMove(bisley.variant, line[0]!)!);
    await page.getByText(words.device).waitFor();
    faults.push(...(await faultsOf(page, words.device, {})));
    await page.context().setOffline(true);
    await page.getByText(words.offline).first().waitFor();
    faults.push(...(await faultsOf(page, words.offline, {})));
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('P11: that no move is left, and that it cannot be won, stand beside cards, clock and controls', async () => {
    const variant = 'bisley/thirteen';
    const { deal, moves } = stuckGame(variant);
    const page = await openTable(language, { variant, deal, moves: moves.slice(0, -1) });
    // Whoever moves a card is in control.
    await tap(page, moves.at(-1)!);
    const faults = await faultsOf(page, words.stuck, {});
    const hint = page.getByRole('button', { name: words.hint, exact: true });
    const advice = async () => {
      await hint.click();
      return (await look(page)).message;
    };
    await expect.poll(advice).toMatch(words.lost);
    faults.push(...(await faultsOf(page, words.lost, {})));
    await page.locator('.messages .primary').click();
    await page.getByText(words.back).first().waitFor();
    faults.push(...(await faultsOf(page, words.back, {})));
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('P11: that a win is looked for, that none was found in time, and that hints do not work, stand beside them too', async () => {
    const page = await openTable(language, { ...bisley, prepare: withOwnSearch });
    const boards = await quietBoards(page);
    const hint = page.getByRole('button', { name: words.hint, exact: true });
    await hint.click();
    const faults = await faultsOf(page, words.thinking, { boards });
    for (const [how, wanted] of [
      ['undecided', words.undecided],
      ['fails', words.failed],
    ] as const) {
      await page.locator('.messages .quiet').click();
      await page.evaluate((answer) => Object.assign(window, { answer }), how);
      await hint.click();
      faults.push(...(await faultsOf(page, wanted, { boards })));
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('P11: that moves are not stored stands beside cards, clock and controls', async () => {
    let isHeld = false;
    const prepare = (page: Page) =>
      page.routeWebSocket(/./, (route) => {
        const server = route.connectToServer();
        route.onMessage((message) => {
          if (!isHeld) server.send(message);
        });
      });
    const page = await openTable(language, { ...bisley, prepare });
    await quietBoards(page);
    isHeld = true;
    await tap(page, line[0]!);
    expect(await faultsOf(page, words.notStored, {})).toEqual([]);
    await page.context().close();
  });

  it.each(gameList.map(({ id, variants }) => [id, variants[0].id] as const))(
    'P11: refusals of each kind in %s stand beside cards, clock and controls',
    async (_, variant) => {
      const page = await openTable(language, { variant, deal: '1001' });
      const boards = await quietBoards(page);
      const faults: string[] = [];
      for (const [from, to] of refusedOf(variant, '1001').slice(0, KINDS)) {
        // One after the other: the one before would be taken for it.
        await page.locator('.toast').waitFor({ state: 'detached' });
        const show = async () => {
          await page.keyboard.press('Escape');
          await pile(page, from).dispatchEvent('click');
          await pile(page, to).dispatchEvent('click');
        };
        faults.push(...(await faultsOf(page, /\S/, { show, boards })));
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('P11: the offer to finish stands beside cards, clock and controls; one tap on it plays the rest, and wins', async () => {
    const page = await openTable(language, { ...bisley, moves: line.slice(0, 24) });
    // Whoever moves a card is in control.
    await tap(page, line[24]!);
    await page.getByText(words.rest).first().waitFor();
    expect(await faultsOf(page, words.rest, {})).toEqual([]);
    await page.locator('.messages button').click();
    await page.locator('.end h2').waitFor();
    await page.context().close();
  });

  it('P11: an invitation, and that there is a newer version, stand beside cards, clock and controls, which stay where they are', async () => {
    const lines: WebSocketRoute[] = [];
    const prepare = (page: Page) =>
      page.routeWebSocket(/./, (route) => {
        route.connectToServer();
        lines.push(route);
      });
    const variant = 'british-square/piles';
    const page = await openTable(language, { variant, deal: '1001', prepare });
    const boards = await quietBoards(page);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    const receive = (name: string, body: object) =>
      lines.forEach((route) => route.send(`42${JSON.stringify([name, body])}`));
    const from = { id: 'x', name: 'Siebenundzwanzigfacher24' };
    receive('race:invited', { code: 'ZZZ222', variant: 'british-square/piles', from });
    await page.getByText(words.invited).first().waitFor();
    const faults = await faultsOf(page, words.invited, { boards });
    receive('service:updated', {});
    await page.getByText(words.outdated).first().waitFor();
    faults.push(...(await faultsOf(page, words.outdated, { boards })));
    expect(faults).toEqual([]);
    // As the browser's own reload: of a visit the service worker may show the page that is kept.
    const reload = page.locator('.notice', { hasText: words.outdated }).getByRole('button');
    await Promise.all([page.waitForEvent('load'), reload.click()]);
    const visits = await page.evaluate(() =>
      performance
        .getEntriesByType('navigation')
        .map((one) => (one as PerformanceNavigationTiming).type),
    );
    expect(visits).toEqual(['reload']);
    await page.context().close();
  });

  it('P11: what a race has to say stands beside cards, clock and standings', async () => {
    service.dealNext(bisley.variant, bisley.deal);
    const anna = await openBrowser(browser, service.url, phone);
    await openRace(anna, bisley.variant);
    const ben = await openBrowser(browser, anna.url(), phone);
    await takeSeat(ben, 'Benjamin the Bold of Rye');
    await startRace(anna, [ben], service);
    if (language !== 'en') {
      await speak(anna, language);
      await anna.reload();
      await anna.locator('[data-pile]').first().waitFor();
    }
    const boards = await quietBoards(anna);
    const bensOther = await deviceOf(ben);
    const code = new URL(anna.url()).pathname.split('/').at(-1) ?? '';
    await bensOther.ask('race:enter', { code });
    // News is gone after some seconds: said anew where it is, as not much may be said in a minute.
    const saidTo = (page: Page, by: Tab) => async () => {
      if ((await look(page)).message === '')
        await by.ask('race:say', { code, phrase: 'good-luck' });
    };
    const faults = await faultsOf(anna, /Benjamin/, { show: saidTo(anna, bensOther), boards });

    // To somebody who came late and watches, and to who has given up, as to who plays.
    await concede(ben);
    const carla = await openBrowser(browser, 'about:blank', phone);
    const annasOther = await deviceOf(anna);
    await annasOther.ask('race:enter', { code });
    for (const page of [ben, carla]) {
      await speak(page, language);
      await page.goto(anna.url());
      await page.locator('.strip, aside').first().waitFor();
      const show = saidTo(page, annasOther);
      faults.push(...(await faultsOf(page, /\S/, { show, boards: await quietBoards(page) })));
    }
    expect(faults).toEqual([]);
    annasOther.close();
    await carla.context().close();
    bensOther.close();
    await anna.context().close();
    await ben.context().close();
  });
});
