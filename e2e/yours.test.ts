/** P11: the table made one's own, and how it feels: real pointers, with everything in motion. */
import { encodeEntry, gameList, parseMove } from '@same-deal/engine';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scaled } from '../tools/scale.ts';
import { openTab } from '../apps/server/test/support/sockets.ts';
import { openBrowser, phone } from './support/browser.ts';
import { practise } from './support/home.ts';
import { recordOf } from './support/person.ts';
import { openRace, startRace } from './support/race.ts';
import { figure, pile } from './support/table.ts';
import { openTable } from './support/solo.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();
const moving: BrowserContextOptions = { ...phone, reducedMotion: 'no-preference' };
const bisley = wonGames[0];
const alhambra = 'alhambra/standard';
const alhambraWon = wonGames.find(({ variant }) => variant === alhambra);

const atBisley = (options: BrowserContextOptions) =>
  openTable(browser, service.url, { variant: 'bisley/thirteen', deal: bisley?.deal }, options);

const openSheet = (page: Page) =>
  page.getByRole('button', { name: 'Make the table yours' }).click();
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name }).check({ force: true });

const colourOf = (drawn: Locator) => drawn.evaluate((one) => getComputedStyle(one).color);

/** What shows of each preference. */
const looksOf = (page: Page) =>
  page.evaluate(() => {
    const style = (selector: string, name: string) => {
      const found = document.querySelector(selector);
      return found ? getComputedStyle(found).getPropertyValue(name) : '';
    };
    const left = (name: string) =>
      document.querySelector(`[data-pile="${name}"]`)?.getBoundingClientRect().left ?? 0;
    return {
      paper: style('html', 'background-color'),
      felt: style('.table', 'background-image'),
      clubs: style('.suit-0', 'color'),
      quick: style('.button', 'transition-duration'),
      isClassic: document.querySelector('.card.classic') !== null,
      isMirrored: left('fkC') > left('fkS'),
      numbers: getComputedStyle(
        document.querySelector('[data-pile="t0"]') ?? document.body,
        '::after',
      ).content,
      hasClock: document.querySelector('.figures .time') !== null,
    };
  });

it('P11: cards of a game look alike wherever they lie: two suit colours are two in its pictures as well', async () => {
  const page = await openBrowser(browser, `${service.url}/deal/bisley/thirteen/ADB-FPA-7JG`, phone);
  await page.evaluate(() =>
    localStorage.setItem('same-deal:preferences', JSON.stringify({ colours: { bisley: 'two' } })),
  );
  await page.reload();
  const fillOf = (suit: number) =>
    page
      .locator(`main .suit-${suit}`)
      .first()
      .evaluate((one) => getComputedStyle(one).fill);
  expect(await fillOf(0)).toBe(await fillOf(1));
  expect(await fillOf(3)).toBe(await fillOf(2));
  await page.context().close();
});

describe('P11: the sheet at the table', () => {
  it('changes every look at once, and keeps it over a reload', async () => {
    const page = await atBisley({ ...phone, colorScheme: 'light' });
    const before = await looksOf(page);
    await openSheet(page);
    await choose(page, 'Theme', 'Dark');
    await choose(page, 'Felt', 'Blue');
    await choose(page, 'Suit colours in Bisley', 'Two');
    await choose(page, 'Card faces', 'Classic');
    await choose(page, 'Animation', 'Off');
    for (const name of [
      'Left-handed table',
      'Hide the clock',
      'Numbers on columns',
      'Collect automatically',
    ]) {
      await page.getByRole('checkbox', { name }).check();
    }
    await page.getByRole('button', { name: 'Done' }).click();
    const after = await looksOf(page);
    for (const name of Object.keys(before) as (keyof typeof before)[]) {
      if (name !== 'quick') expect(after[name], name).not.toBe(before[name]);
    }
    await page.reload();
    await pile(page, 't0').waitFor();
    await expect.poll(() => looksOf(page)).toEqual(after);
    // The little tables of the rules are of the same pack.
    await page.getByRole('button', { name: 'Help' }).click();
    const diamond = page.locator('dialog .card.classic.suit-3').first();
    await diamond.waitFor();
    expect(await colourOf(diamond)).toBe(await colourOf(page.locator('.suit-3').first()));
    await page.keyboard.press('Escape');
    // One move of one's own, and all that can go home follows it: in Bisley nothing is lost by that.
    await pile(page, 't2').dblclick();
    await expect.poll(async () => Number(await figure(page, 'Moves'))).toBeGreaterThan(3);
    // On a phone that is turned, the figures have a narrow bar: none is cut off, however large.
    await page.setViewportSize({ width: 844, height: 390 });
    const cutOff = () =>
      page.locator('.bar').evaluate((bar) => {
        for (const figure of bar.querySelectorAll('dd')) figure.textContent = '104/104';
        return bar.scrollWidth - bar.clientWidth;
      });
    await expect.poll(cutOff).toBe(0);
    await page.context().close();
  });

  it('lets one tap move a card that has one place, by finger, mouse and key, and two taps on it no other', async () => {
    for (const how of ['tap', 'dblclick', 'Enter'] as const) {
      const desk = { viewport: { width: 1440, height: 900 } };
      const page = await atBisley(how === 'tap' ? phone : desk);
      await pile(page, 't2').click();
      expect(await figure(page, 'Moves')).toBe('0');
      await page.keyboard.press('Escape');
      await openSheet(page);
      await page.getByRole('checkbox', { name: 'One tap moves a card' }).check();
      await page.getByRole('button', { name: 'Done' }).click();
      if (how === 'Enter') await pile(page, 't2').press('Enter');
      else await pile(page, 't2')[how]();
      await expect.poll(() => figure(page, 'Moves'), { message: how }).toBe('1');
      await expect.poll(() => pile(page, 'fkH').getAttribute('aria-label')).not.toContain('empty');
      expect(await figure(page, 'Moves'), how).toBe('1');
      await page.context().close();
    }
  });

  it('lets cards move by taps alone, or by dragging alone', async () => {
    const page = await atBisley({ viewport: { width: 1440, height: 900 } });
    const drag = async () => {
      await pile(page, 't2').dragTo(pile(page, 'fkH'), { sourcePosition: await foot(page) });
    };
    await openSheet(page);
    await choose(page, 'Cards move by', 'Tap');
    await page.getByRole('button', { name: 'Done' }).click();
    await drag();
    expect(await figure(page, 'Moves')).toBe('0');
    await page.keyboard.press('Escape');
    await openSheet(page);
    await choose(page, 'Cards move by', 'Drag');
    await page.getByRole('button', { name: 'Done' }).click();
    await pile(page, 't2').dblclick();
    expect(await figure(page, 'Moves')).toBe('0');
    await drag();
    await expect.poll(() => figure(page, 'Moves')).toBe('1');
    await page.context().close();
  });

  it('ALH-8: turns the waste over by a tap on the empty stock, also where cards move by dragging alone', async () => {
    const desk = { viewport: { width: 1440, height: 900 } };
    const page = await openTable(browser, service.url, { variant: alhambra }, desk);
    const [stock, waste] = [pile(page, 's'), pile(page, 'w')];
    for (let left = 63; left > 0; left--) await page.keyboard.press('d');
    await expect.poll(() => stock.getAttribute('aria-label')).toContain('empty');
    await openSheet(page);
    await choose(page, 'Cards move by', 'Drag');
    await page.getByRole('button', { name: 'Done' }).click();
    await waste.dblclick();
    expect(await figure(page, 'Moves')).toBe('63');
    await stock.click();
    await expect.poll(() => stock.getAttribute('aria-label')).toContain('63 cards');
    expect(await figure(page, 'Moves')).toBe('64');
    await page.context().close();
  });
});

/** Counts tones and buzzes instead of letting them be heard and felt. */
function noteSoundAndBuzz(): void {
  const noted = { tones: 0, buzzes: 0 };
  Object.assign(window, {
    noted,
    OscillatorNode: class extends OscillatorNode {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options);
        noted.tones++;
      }
    },
  });
  Object.defineProperty(navigator, 'vibrate', { value: () => ++noted.buzzes > 0 });
}

describe('P11: what is heard, felt and hidden', () => {
  it('sounds, vibration and letter keys come and go with their switches, and are kept', async () => {
    const page = await openBrowser(browser, 'about:blank', phone);
    await page.addInitScript(noteSoundAndBuzz);
    await page.goto(service.url);
    await practise(page, 'bisley/thirteen', bisley?.deal);
    const noted = () =>
      page.evaluate(
        () => (window as unknown as { noted: { tones: number; buzzes: number } }).noted,
      );
    const turn = async (isOn: boolean) => {
      await openSheet(page);
      for (const name of ['Sounds', 'Vibration']) {
        await page.getByRole('checkbox', { name }).setChecked(isOn);
      }
      // On a phone they are folded.
      const letters = page.getByRole('checkbox', { name: 'Keyboard shortcuts' });
      expect(await letters.isVisible()).toBe(false);
      await page.getByText('Keyboard', { exact: true }).tap();
      await letters.setChecked(!isOn);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    const send = async (name: string, moves: string) => {
      await pile(page, name).dblclick();
      await expect.poll(() => figure(page, 'Moves')).toBe(moves);
    };
    await send('t2', '1');
    expect(await noted()).toEqual({ tones: 0, buzzes: 0 });
    await turn(true);
    await send('t8', '2');
    await expect.poll(async () => (await noted()).tones).toBeGreaterThan(0);
    expect((await noted()).buzzes).toBe(1);
    await pile(page, 't0').focus();
    await page.keyboard.press('z');
    expect(await figure(page, 'Moves')).toBe('2');

    await page.reload();
    await send('t11', '3');
    await expect.poll(async () => (await noted()).tones).toBeGreaterThan(0);
    const { tones, buzzes } = await noted();
    await turn(false);
    await pile(page, 't0').focus();
    await page.keyboard.press('z');
    await expect.poll(() => figure(page, 'Undos')).toBe('1');
    expect(await noted()).toEqual({ tones, buzzes });
    await page.context().close();
  });

  it('the standings of a race are hidden from whoever wishes, and one tap away', async () => {
    const page = await openBrowser(browser, service.url, {
      viewport: { width: 1440, height: 900 },
    });
    await openRace(page, 'bisley/thirteen');
    const code = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const opponent = await openTab(service.url);
    await opponent.ask('race:join', { code });
    await opponent.ask('race:ready', { code, ready: true });
    await startRace(page, [], service);
    const standings = page.getByRole('list', { name: 'Standings' });
    await standings.waitFor();
    await openSheet(page);
    await page.getByRole('checkbox', { name: 'Hide the standings' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await standings.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('button', { name: 'Show the standings' }).click();
    await standings.waitFor();
    opponent.close();
    await page.context().close();
  });
});

/** On the lower part of a column, where its top card is. */
async function foot(page: Page): Promise<{ x: number; y: number }> {
  const box = await pile(page, 't2').boundingBox();
  return { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) - 12 };
}

describe('P11: with everything in motion', () => {
  it('no tap is lost while cards fly: eight a second give the log that slow ones give', async () => {
    const page = await openTable(
      browser,
      service.url,
      { variant: alhambra, deal: alhambraWon?.deal },
      moving,
    );
    const moves = (alhambraWon?.moves.split(' ') ?? []).slice(0, scaled(14, 140));
    let taps = 0;
    const begin = performance.now();
    for (const move of moves) {
      for (const name of move === 'deal' || move === 'redeal' ? ['s'] : move.split('>')) {
        const box = await pile(page, name).boundingBox();
        await page.waitForTimeout(Math.max(0, ++taps * 125 - (performance.now() - begin)));
        // In a fan the top card is at the lower edge.
        const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0)];
        await page.touchscreen.tap(x, y - 14);
      }
    }
    expect(taps).toBeGreaterThanOrEqual(scaled(20, 200));
    const entries = moves.map((text) => encodeEntry(parseMove(alhambra, text) ?? 'undo'));
    const logged = async () => (await recordOf(page)).log.map(({ entry }) => entry);
    await expect.poll(async () => (await logged()).length).toBe(entries.length);
    expect(await logged()).toEqual(entries);
    await page.context().close();
  });

  it('a second finger changes nothing, neither before a drop nor before a touch is cancelled, which puts the card back; the next tap counts', async () => {
    const page = await atBisley(moving);
    const at = async (name: string) => {
      const box = await pile(page, name).boundingBox();
      return {
        x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
        y: (box?.y ?? 0) + (box?.height ?? 0) - 14,
      };
    };
    const [card, home, other] = [await at('t2'), await at('fkH'), await at('t8')];
    const fingers = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
      ...at: object[]
    ) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at as { x: number; y: number }[],
      });
    const first = (x: number, y: number) => ({ x, y, id: 1 });
    const lifted = () =>
      page
        .locator('.card.lifted')
        .evaluateAll((cards) => cards.map((one) => one.getAttribute('data-card')));

    await touch('touchStart', first(card.x, card.y));
    await touch('touchMove', first(card.x + 20, card.y - 30));
    await expect.poll(lifted).toHaveLength(1);
    const grasped = await lifted();
    await touch('touchStart', first(card.x + 20, card.y - 30), { ...other, id: 2 });
    await touch('touchMove', first(home.x, home.y), { x: other.x + 30, y: other.y - 60, id: 2 });
    expect(await lifted()).toEqual(grasped);
    await touch('touchCancel');
    await expect.poll(lifted).toEqual([]);
    expect(await figure(page, 'Moves')).toBe('0');

    // The same drag, dropped while the second finger lies still on the glass: a move, and no zoom.
    const still = { ...other, id: 2 };
    await touch('touchStart', first(card.x, card.y));
    await touch('touchMove', first(card.x + 20, card.y - 30));
    await expect.poll(lifted).toHaveLength(1);
    await touch('touchStart', first(card.x + 20, card.y - 30), still);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      const [x, y] = [card.x + part * (home.x - card.x), card.y + part * (home.y - card.y)];
      await touch('touchMove', first(x, y), still);
    }
    expect(await lifted()).toEqual(grasped);
    await touch('touchEnd', first(home.x, home.y));
    await expect.poll(() => figure(page, 'Moves')).toBe('1');
    await touch('touchEnd');
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    expect(await figure(page, 'Moves')).toBe('1');

    // Two quick taps of a finger send a card home.
    const next = await at('t8');
    await page.touchscreen.tap(next.x, next.y);
    await page.touchscreen.tap(next.x, next.y);
    await expect.poll(() => figure(page, 'Moves')).toBe('2');
    await page.context().close();
  });

  it('two quick taps send a card home, it stays marked, and what leaves the window is put back', async () => {
    const page = await atBisley({ ...moving, ...{ hasTouch: false, isMobile: false } });
    await pile(page, 't2').dblclick({ position: await foot(page) });
    await expect.poll(() => figure(page, 'Moves')).toBe('1');
    await expect.poll(() => page.locator('.card.marked').count()).toBe(1);
    const box = await pile(page, 't8').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 12);
    await page.mouse.down();
    await page.mouse.move(120, 200, { steps: 4 });
    await expect.poll(() => page.locator('.card.lifted').count()).toBe(1);
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    await expect.poll(() => page.locator('.card.lifted').count()).toBe(0);
    await page.mouse.up();
    expect(await figure(page, 'Moves')).toBe('1');
    await page.context().close();
  });
});

it('P11: ranks are at least 18 pixels high on a phone, in every game', async () => {
  const page = await openBrowser(browser, service.url, phone);
  for (const { id, variants } of gameList) {
    await page.goto(service.url);
    await practise(page, variants[0].id);
    const heights = await page.locator('.card .index:not(.far) .sign').evaluateAll((signs) => {
      const pen = document.createElement('canvas').getContext('2d');
      return signs.map((sign) => {
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(sign);
        if (pen) pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        return pen?.measureText('8').actualBoundingBoxAscent ?? 0;
      });
    });
    expect(heights.length, id).toBeGreaterThan(8);
    expect(Math.min(...heights), id).toBeGreaterThanOrEqual(18);
  }
  await page.context().close();
});
