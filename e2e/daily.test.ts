/** A day of dailies: begun on one device, won on another, seen on a third, and opened when it has closed. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openTab } from '../apps/server/test/support/sockets.ts';
import { testClock } from '../apps/server/test/support/test-clock.ts';
import { expectAccessible } from './support/a11y.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { browserOf, playAhead } from './support/person.ts';
import { serviceAndBrowser } from './support/together.ts';
import { figure, playMoves, tableInWords } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const variant = 'bisley/thirteen';
const won = wonGames.find((game) => game.variant === variant);
const line = won?.moves.split(' ') ?? [];

/** Early on some day, so that no test sees midnight. */
const clock = testClock();
/** Whoever wins it, by the name that boards show. */
let anna: string;

await clock.skip(DAY_MS - (clock.now() % DAY_MS) + 6 * HOUR_MS);
/** The day the tests play on. */
const day = new Date(clock.now()).toISOString().slice(0, 10);
const { service, browser } = await serviceAndBrowser({ clock });
service.dealNext(variant, won?.deal ?? '');

const boardPath = () => `/daily/${day}/bisley`;
const moves = (page: Page) => expect.poll(() => figure(page, 'Moves'));
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

/** Somebody with an account, whom boards list. */
async function claimed(page: Page, username: string): Promise<string> {
  const origin = new URL(page.url()).origin;
  const headers = { origin };
  const data = { username, password: 'seven of hearts to column nine' };
  const me = await page.request.post(`${origin}/api/me`, { headers, data: {} });
  const answer = await page.request.post(`${origin}/api/account/password`, { headers, data });
  expect(await answer.text()).toContain(username);
  await page.evaluate(() => localStorage.setItem('same-deal:been-here', '1'));
  return ((await me.json()) as { name: string }).name;
}

/** The same person on another device. */
async function another(page: Page, options = desktop): Promise<Page> {
  const other = await openBrowser(browser, `${service.url}/healthz`, options);
  await other.context().addCookies(await page.context().cookies());
  await other.evaluate(() => localStorage.setItem('same-deal:been-here', '1'));
  return other;
}

describe('a daily', () => {
  it('P6: is begun on one device and won on another; a third sees the board change by itself; the result is shared', async () => {
    const watcher = await openBrowser(browser, service.url, desktop);
    await claimed(watcher, 'zoe');
    await watcher.goto(service.url + boardPath());
    await watcher.getByText('Nobody is listed yet.').waitFor();

    // Where the days begin thirteen hours before UTC's, or twelve.
    const inAuckland = { ...phone, timezoneId: 'Pacific/Auckland' };
    const first = await openBrowser(browser, service.url, inAuckland);
    anna = await claimed(first, 'anna');
    const left = await another(first);
    await left.goto(`${service.url}/daily`);
    await left.getByRole('button', { name: 'Play the daily Bisley' }).waitFor();
    await first.goto(service.url);
    await first.getByRole('button', { name: 'Play the daily Bisley' }).tap();
    const dialog = first.getByRole('dialog', { name: 'Begin today’s Bisley?' });
    await dialog.getByText('This is your one ranked try.').waitFor();
    await dialog.getByText('The clock starts at once and never stops').waitFor();
    const noon = await first.evaluate(
      (end) =>
        new Intl.DateTimeFormat('en-GB', {
          weekday: 'long',
          hour: 'numeric',
          minute: '2-digit',
        }).format(end),
      Date.parse(`${boardPath().split('/')[2]}T12:00:00Z`) + 24 * 3_600_000,
    );
    await dialog.getByText(`until noon UTC tomorrow (${noon}, your time)`).waitFor();
    const description = await dialog.evaluate((node) => {
      const id = node.getAttribute('aria-describedby');
      return id && document.getElementById(id)?.textContent;
    });
    expect(description).toBe('This is your one ranked try.');
    await dialog.getByRole('button', { name: 'Begin', exact: true }).tap();
    await first.waitForURL(/\/play\//);
    await tableInWords(first);
    expect(await first.title()).toBe('Daily Bisley · Same Deal');
    await playAhead(first, variant, line.slice(0, -6));
    await moves(first).toBe(String(line.length - 6));
    await playMoves(first, line.slice(-6, -4));
    expect(await first.getByRole('button', { name: 'Hint', exact: true }).count()).toBe(0);
    await first.getByRole('button', { name: 'Give up' }).tap();
    const asked = first.getByRole('dialog', { name: 'Give up?' });
    await asked.getByText('This is your one try at this deal').waitFor();
    await asked.getByRole('button', { name: 'Keep playing' }).tap();

    const second = await another(first);
    await second.goto(`${service.url}/daily`);
    await second.getByRole('link', { name: 'Continue the daily Bisley' }).click();
    await moves(second).toBe(String(line.length - 4));
    await playMoves(second, line.slice(-4));
    await second.getByRole('heading', { name: 'Won!' }).waitFor();
    await second.getByText('Place 1').waitFor();
    await second.getByText(`${line.length} moves`, { exact: true }).waitFor();

    // A page that was left open before it offers it still, and leads to its board instead of asking.
    await left.getByRole('button', { name: 'Play the daily Bisley' }).click();
    await left.waitForURL(`**${boardPath()}`);
    await expect.poll(() => left.getByRole('dialog').count()).toBe(0);

    // The next one is a press away, with the question before it.
    await second.getByRole('button', { name: 'Next: Sly Fox' }).click();
    const after = second.getByRole('dialog', { name: 'Begin today’s Sly Fox?' });
    await after.getByRole('button', { name: 'Not now' }).click();

    await rowOf(watcher, anna).waitFor();
    await expect.poll(() => rowOf(watcher, anna).innerText()).toMatch(/^1\s[\s\S]*no undos/);

    await second.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // The picture takes as long as is wished.
    await second.evaluate(() => {
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (...asked) {
        addEventListener('draw', () => toBlob.apply(this, asked), { once: true });
      };
    });
    await second.getByRole('button', { name: 'Share', exact: true }).click();
    const share = second.getByRole('dialog', { name: 'Share your result' });
    await share.getByText('Drawing the picture…').waitFor();
    await second.evaluate(() => dispatchEvent(new Event('draw')));
    await share.getByRole('button', { name: 'Copy the text' }).click();
    const copied = await second.evaluate(() => navigator.clipboard.readText());
    expect(copied.split('\n')).toEqual([
      expect.stringMatching(/^Same Deal: daily Bisley, \d+ \w+ \d{4}$/),
      '🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩 🏁',
      expect.stringMatching(/^[\d:.]+ · \d+ moves · no undos · Place 1$/),
      service.url + boardPath(),
    ]);
    await share.getByRole('img', { name: /The picture says/ }).waitFor();
    await second.setViewportSize({ width: 390, height: 844 });
    const text = share.getByRole('textbox');
    await expect.poll(() => text.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);

    // The one win is all that the axis of winning times shows.
    await second.goto(`${service.url}/stats`);
    await second.getByRole('heading', { name: 'Winning times' }).waitFor();
    expect(await second.locator('.bars > *').count()).toBe(1);
    // Above them it stands beside all games and days: it says that it is of dailies alone.
    const streak = second.getByRole('term').filter({ hasText: /^Daily streak$/ });
    await expect.poll(() => streak.locator('xpath=following-sibling::dd[1]').innerText()).toBe('1');

    // It was the one try: no other device begins another.
    await first.goto(`${service.url}/daily`);
    await first.getByText('Place 1').waitFor();
    expect(await first.getByRole('button', { name: 'Play the daily Bisley' }).count()).toBe(0);
    for (const page of [watcher, first, second]) await page.context().close();
  });

  it('P11: on a phone the ways on from today’s deals stand beside each other', async () => {
    for (const width of [320, 390]) {
      const page = await openBrowser(browser, service.url, {
        ...phone,
        viewport: { width, height: 844 },
      });
      const today = page.getByRole('region', { name: 'Today’s deals' });
      await today.getByText(/ left$/).waitFor();
      const boxes = await Promise.all(
        ['Puzzles', 'All about today’s deals'].map((name) =>
          today.getByRole('link', { name, exact: true }).boundingBox(),
        ),
      );
      expect(boxes[0]!.y, `${width}`).toBeCloseTo(boxes[1]!.y, 0);
      await page.context().close();
    }
  });

  it('where only guests have played, the board says why nobody is listed', async () => {
    const guest = await openTab(service.url);
    const { playId } = await guest.ask('daily:start', { day, game: 'alhambra' });
    await guest.ask('play:open', { playId });
    await guest.ask('play:concede', { playId, expected: 1 });
    guest.close();
    const page = await openBrowser(browser, `${service.url}/daily/${day}/alhambra`, phone);
    await page.getByText('only people with an account are listed').waitFor();
    expect(await page.getByText(/0 of \d+ result/).count()).toBe(0);
    await page.context().close();
  });

  it('P11: board and times are reached and read by keyboard and screen reader', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    await page.goto(`${service.url}/daily`);
    await page.getByRole('link', { name: 'Board of the daily Bisley' }).press('Enter');
    const fastest = page.getByRole('radio', { name: 'Fastest' });
    await fastest.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('table', { name: 'Fewest moves: the first hundred' }).waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Place', 'Name', 'Time', 'Moves']),
    );
    await page.getByText('1 win, 0 not won').waitFor();
    await page.getByText('As a table').press('Enter');
    await page.getByRole('row').filter({ hasText: ' to ' }).first().waitFor();
    await expectAccessible(page, 'a daily and its board');
    await page.goto(`${service.url}/daily`);
    await page.getByRole('heading', { name: 'Tomorrow’s deals are locked in' }).waitFor();
    await expectAccessible(page, 'today’s dailies');
    await page.context().close();
  });

  it('P6 P10: a try whose beginning was not answered is not denied, and is found when the line is back', async () => {
    const page = await openBrowser(browser, 'about:blank', phone);
    const line = { losesAt: '', isDead: false };
    await page.routeWebSocket(/socket\.io/, (near) => {
      if (line.isDead) return void near.close();
      const far = near.connectToServer();
      let isLost = false;
      near.onMessage((message) => {
        far.send(message);
        if (!line.losesAt || !String(message).includes(line.losesAt)) return;
        // Sent, and nothing comes back.
        isLost = line.isDead = true;
        void near.close();
      });
      far.onMessage((message) => isLost || near.send(message));
    });
    await page.goto(`${service.url}/healthz`);
    await claimed(page, 'lea');
    await page.goto(`${service.url}/daily`);
    const dialog = page.getByRole('dialog');
    const begin = async (game: string) => {
      await page.getByRole('button', { name: `Play the daily ${game}` }).tap();
      line.losesAt = 'daily:start';
      await dialog.getByRole('button', { name: 'Begin', exact: true }).tap();
      await dialog.getByText('your try may have begun').waitFor();
      line.losesAt = '';
    };

    await begin('Sly Fox');
    await dialog.getByRole('button', { name: 'Not now' }).tap();
    line.isDead = false;
    await page.getByRole('link', { name: 'Continue the daily Sly Fox' }).waitFor();

    // Whoever stays is taken to the table.
    await begin('Alhambra');
    line.isDead = false;
    await page.waitForURL(/\/play\//);
    await tableInWords(page);
    expect(await page.title()).toBe('Daily Alhambra · Same Deal');

    // A try begun on another device is not promised a fresh start.
    await page.goto(`${service.url}/daily`);
    await page.getByRole('button', { name: 'Play the daily British Square' }).waitFor();
    const second = await another(page);
    await second.goto(`${service.url}/daily`);
    await second.getByRole('button', { name: 'Play the daily British Square' }).click();
    await second.getByRole('button', { name: 'Begin', exact: true }).click();
    await second.waitForURL(/\/play\//);
    await page.getByRole('button', { name: 'Play the daily British Square' }).tap();
    await dialog.getByText('The clock is running.').waitFor();
    expect(await dialog.getByText('The clock starts at once').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Continue' }).tap();
    await page.waitForURL(second.url());
    for (const one of [page, second]) await one.context().close();
  });

  it('P6: the next morning an unfinished try says until when it can be finished', async () => {
    const tab = await openTab(service.url);
    await tab.ask('daily:start', { day, game: 'british-square' });
    await clock.skip(20 * HOUR_MS);
    const page = await openBrowser(browser, `${service.url}/daily`, {
      ...phone,
      timezoneId: 'UTC',
      ...browserOf(tab, service.url),
    });
    tab.close();
    await page.getByRole('heading', { name: 'Yesterday’s, still unfinished' }).waitFor();
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
    const until = `You have until ${weekday.format(clock.now())} 12:00 to finish.`;
    await page.getByText(until).waitFor();
    await page.getByRole('link', { name: 'Board of the daily British Square' }).last().tap();
    await page.getByText(`The clock is running. ${until}`).waitFor();
    await page.context().close();
  });

  it('P1 P9: a closed day opens its deal to check and to practise, and its replays', async () => {
    await clock.skip(11 * HOUR_MS);
    const page = await openBrowser(browser, `${service.url}/daily/archive`, phone);
    await page
      .getByRole('link', { name: /^Bisley / })
      .first()
      .tap();
    await page.getByRole('heading', { name: 'This day has closed' }).waitFor();
    await page.getByText('Reveal the deal').tap();
    await page.getByRole('button', { name: 'Check this deal' }).tap();
    await page.getByText('It matches.').waitFor();
    await page.getByRole('link', { name: `Watch the replay of ${anna}` }).tap();
    await page.getByText('You never lost the win.').waitFor({ timeout: 30_000 });
    await page.goBack();
    await page.getByRole('button', { name: 'Play this deal in practice' }).tap();
    await page.waitForURL(/\/play\//);
    await tableInWords(page);
    await page.getByRole('button', { name: 'Hint', exact: true }).waitFor();
    await page.goto(`${service.url}/boards/bisley`);
    await page.getByRole('radio', { name: 'All time' }).check();
    await rowOf(page, anna).waitFor();
    await expectAccessible(page, 'the boards over the days');
    await page.context().close();
  });
});
