/** What a user gets: a name, practice on any deal with free undo and redo, and the replay of it. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { practise, typeDeal } from './support/home.ts';
import { ownPlayId, playAhead, playIdOf, recordOf } from './support/person.ts';
import { concede, raceOfTwo } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import { figure, waitForAnnouncement, pile, playMoves, tableInWords } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const bisley = 'bisley/thirteen';
const won = wonGames.find(({ variant }) => variant === bisley);
const deal = won?.deal ?? '';
const line = won?.moves.split(' ') ?? [];

const { service, browser } = await serviceAndBrowser();

const moves = (page: Page) => expect.poll(() => figure(page, 'Moves'));
const table = (page: Page) => expect.poll(() => tableInWords(page));
const dealButton = (page: Page) => page.getByRole('button', { name: /^Copy deal code / });

describe('practice', () => {
  it('P12: a guest has a friendly name, changes it, keeps it on reload, and is told what no name is', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    await practise(page, bisley);
    await page.goto(service.url);
    const button = page.getByRole('button', { name: /^You are .*Change your name/ });
    const given = await button.innerText();
    expect(given.trim()).not.toBe('');
    await page.reload();
    await expect.poll(() => button.innerText()).toBe(given);

    await button.click();
    const field = page.getByRole('textbox', { name: 'Your name' });
    for (const bad of ['', '\u200b\u202e', 'a'.repeat(25)]) {
      await field.fill(bad);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').getByText('A name has up to 24 characters').waitFor();
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    }
    await field.fill('Zoë of the Aces');
    await page.getByRole('button', { name: 'Save' }).click();
    // It is read aloud too, from a place of its own.
    await page.locator('.notice').getByText('You are Zoë of the Aces now.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'You are Zoë of the Aces.' }).waitFor();
    await page.context().close();
  });

  it('waits once for what comes later at a table: no move puts off hints, or what the end shows', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    await practise(page, bisley, deal);
    await page.evaluate(() => {
      const later: string[] = [];
      const own = window.setTimeout;
      const noting = (...[task, ms, ...more]: Parameters<typeof own>) => {
        if (ms === 3_000) later.push(String(task));
        return own(task, ms, ...more);
      };
      Object.assign(window, { later, setTimeout: noting });
    });
    await playMoves(page, line.slice(0, 3));
    await moves(page).toBe('3');
    // Only what is fetched is awaited.
    const fetched = () =>
      (window as unknown as { later: string[] }).later.filter((task) => task.startsWith('async'));
    expect(await page.evaluate(fetched)).toEqual([]);
    await page.context().close();
  });

  it('on a PySolFC number: free undo and redo, restart on the same table, a new deal, and all of them in the list', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    const opening = await practise(page, bisley, deal);
    await expect.poll(() => dealButton(page).innerText()).toContain(deal);

    await playMoves(page, line.slice(0, 2));
    const two = await tableInWords(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await table(page).toEqual(opening);
    await expect.poll(() => figure(page, 'Undos')).toBe('2');
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByRole('button', { name: 'Redo' }).click();
    await table(page).toEqual(two);
    await expect.poll(async () => (await recordOf(page)).log.length).toBe(6);

    // Restart asks first: the game so far is kept.
    const first = playIdOf(page);
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(first));
    await table(page).toEqual(opening);
    expect(await figure(page, 'Moves')).toBe('0');
    await expect.poll(() => dealButton(page).innerText()).toContain(deal);

    const second = playIdOf(page);
    await page.getByRole('button', { name: 'New deal' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(second));
    await table(page).not.toEqual(opening);

    // All three are in progress; the first goes on where it was left.
    await page.goto(service.url);
    const games = page.getByRole('region', { name: 'Your games' });
    await expect.poll(() => games.getByRole('link', { name: 'Continue Bisley' }).count()).toBe(3);
    await games.locator(`a[href="/play/${first}"]`).click();
    await page.waitForURL(`**/play/${first}`);
    await table(page).toEqual(two);
    await page.context().close();
  });

  it('P6: on a phone’s start page the latest game is one tap away, whatever lies above it', async () => {
    const page = await openBrowser(browser, service.url, phone);
    await practise(page, bisley);
    await page.goto(service.url);
    const opening = await practise(page, 'alhambra/standard');
    const latest = playIdOf(page);
    await page.goto(service.url);
    const way = page
      .getByRole('region', { name: 'Your last game' })
      .getByRole('link', { name: /^Alhambra .* Continue$/ });
    await way.waitFor();
    const box = await way.boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(844);
    await way.tap();
    await page.waitForURL(`**/play/${latest}`);
    await table(page).toEqual(opening);
    await page.context().close();
  });

  it('on a deal code: a mistyped one is explained, the right one gives the same cards to somebody else', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    const opening = await practise(page, 'alhambra/standard');
    const code = (await dealButton(page).innerText()).trim();
    expect(code).toMatch(/^\w{3}-\w{3}-\w{3}$/);

    const other = await openBrowser(browser, service.url, phone);
    await other.getByRole('radio', { name: 'Alhambra' }).check({ force: true });
    const mistyped = code.slice(0, -1) + (code.endsWith('B') ? 'C' : 'B');
    await typeDeal(other, mistyped);
    await other.getByRole('alert').getByText('the code does not add up').waitFor();
    await typeDeal(other, 'seven');
    await other.getByRole('alert').getByText('neither a deal code nor a number').waitFor();
    await typeDeal(other, code.toLowerCase());
    await other.waitForURL(/\/play\//);
    await expect.poll(() => tableInWords(other)).toEqual(opening);
    await page.context().close();
    await other.context().close();
  });

  it('a refused move says why; a second tap sends home, where two foundations want the card both are lit and nothing is chosen; Collect logs every move', async () => {
    const page = await openBrowser(browser, service.url, desktop);
    const opening = await practise(page, bisley, deal);

    await pile(page, 't0').click();
    await pile(page, 't1').click();
    await waitForAnnouncement(
      page,
      /^The .* does not go on the .*: the suits must match\.$|^The .* does not follow the/,
    );
    await expect.poll(() => tableInWords(page)).toEqual(opening);

    // Shortly before the end, played on another device; this one follows.
    await playAhead(page, bisley, line.slice(0, 48));
    await moves(page).toBe('48');

    // Only the kings' clubs want that one: the second tap sends it there.
    await pile(page, 't1').click();
    await pile(page, 't1').click();
    await moves(page).toBe('49');
    await expect.poll(() => pile(page, 'fkC').getAttribute('aria-label')).toContain('10 of clubs');

    // Nothing but moves home is left, and the page offers to play them.
    const finish = page.getByRole('button', { name: 'Finish' });
    await finish.waitFor();

    // Everything that only one foundation wants, a move each; the rest is left to the player.
    await page.getByRole('button', { name: 'Collect' }).click();
    await moves(page).toBe('51');
    await waitForAnnouncement(page, '2 cards brought home.');
    // The last of them is the last move.
    await pile(page, 't10').press('l');
    await waitForAnnouncement(page, /^.* to its foundation/);
    await expect.poll(async () => (await recordOf(page)).log.length).toBe(51);

    await pile(page, 't10').click();
    await pile(page, 't10').click();
    await waitForAnnouncement(page, /^The .* of spades fits two foundations\. Choose one\.$/);
    const lit = await page
      .locator('[data-pile][aria-label*="can go here"]')
      .evaluateAll((piles) => piles.map((one) => one.getAttribute('data-pile')));
    expect(lit.sort()).toEqual(['faS', 'fkS']);
    expect(await figure(page, 'Moves')).toBe('51');
    await pile(page, 'fkS').click();
    await moves(page).toBe('52');
    // Undo is free here, and gives no move back.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => figure(page, 'Undos')).toBe('1');
    expect(await figure(page, 'Moves')).toBe('52');

    await playMoves(page, ['t7>faC', 't12>faH', 't10>faS']);
    await page.getByRole('heading', { name: 'Won!' }).waitFor();
    // How well it was played is said into room that was kept for it: no button moves.
    const again = page.getByRole('button', { name: 'Same deal again' });
    // The panel itself rises into its place.
    await again.evaluate(async (button) => {
      await Promise.all(
        button
          .closest('section')!
          .getAnimations()
          .map((one) => one.finished),
      );
    });
    const before = await again.boundingBox();
    await page.getByText('choices kept the win').waitFor();
    expect(await again.boundingBox()).toEqual(before);

    // The replay: step by step, and by itself.
    const final = await tableInWords(page);
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.waitForURL(/\/replay\//);
    const step = page.getByRole('slider', { name: 'Step' });
    const at = () => expect.poll(() => step.inputValue(), { timeout: 20_000 });
    const last = await step.getAttribute('max');
    expect(last).toBe('56');
    await expect.poll(() => tableInWords(page)).toEqual(opening);
    await page.getByRole('button', { name: 'One step on' }).click();
    await at().toBe('1');
    await page.getByRole('button', { name: 'One step back' }).click();
    await table(page).toEqual(opening);
    // Arrow keys step, but on the cards go from pile to pile.
    await page.keyboard.press('ArrowRight');
    await at().toBe('1');
    await pile(page, 't1').focus();
    await page.keyboard.press('ArrowRight');
    expect(await step.inputValue()).toBe('1');
    await page.getByRole('button', { name: 'One step back' }).click();
    await at().toBe('0');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await at().not.toBe('0');
    await page.getByRole('button', { name: 'To the end' }).click();
    await at().toBe('56');
    await table(page).toEqual(final);
    await page.context().close();
  });

  it('a link to a deal says which it is, and one tap plays it; a mistyped one says so', async () => {
    const page = await openBrowser(browser, `${service.url}/deal/${bisley}/${deal}`, phone);
    await page.getByRole('heading', { name: 'Bisley, 13 columns' }).waitFor();
    await page.getByText(`Deal ${deal}`).waitFor();
    await page.getByRole('button', { name: 'Play this deal' }).tap();
    await page.waitForURL(/\/play\//);
    const played = await tableInWords(page);
    await page.goto(service.url);
    expect(await practise(page, bisley, deal)).toEqual(played);
    await page.goto(`${service.url}/deal/${bisley}/${deal}A`);
    await page.getByRole('heading', { name: 'This link leads to no deal' }).waitFor();
    await page.getByRole('link', { name: 'Choose a game' }).tap();
    await page.getByRole('button', { name: 'Play solo' }).waitFor();
    await page.context().close();
  });

  it('giving up asks twice, and a game that is over is in the list with its replay', async () => {
    const page = await openBrowser(browser, service.url, phone);
    await practise(page, 'british-square/piles', '14635');
    await playMoves(page, ['t9>fD', 't11>fS', 't12>t5', 'deal']);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep playing' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await playMoves(page, ['deal']);
    await concede(page);
    await page.getByRole('heading', { name: 'You gave up' }).waitFor();
    await expect.poll(() => recordOf(page)).toMatchObject({ ending: 'conceded' });

    await page.goto(service.url);
    const games = page.getByRole('region', { name: 'Your games' });
    await games.getByText('Gave up').waitFor();
    await games.getByText('2 cards home · 5 moves').waitFor();
    await games.getByRole('link', { name: 'Replay British Square' }).click();
    await page.getByRole('slider', { name: 'Step' }).waitFor();

    // On a phone that is turned, where the tabs stand above: every card, and what plays them, in sight.
    await page.setViewportSize({ width: 844, height: 390 });
    const isInSight = () =>
      page.locator('[data-pile], .controls button').evaluateAll((all) => {
        return Math.max(...all.map((one) => one.getBoundingClientRect().bottom)) <= innerHeight;
      });
    await expect.poll(isInSight).toBe(true);
    await page.context().close();
  });
});

it('P11: the felt of a table reaches all edges of a screen with a notch, and its bar stays below the notch', async () => {
  const page = await openBrowser(browser, service.url, phone);
  const session = await page.context().newCDPSession(page);
  const insets = { top: 47, topMax: 47, bottom: 34, bottomMax: 34 };
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await practise(page, bisley);
  await pile(page, 't0').waitFor();
  const edges = (selector: string) =>
    page.locator(selector).evaluate((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return [Math.round(top), Math.round(bottom)];
    });
  expect(await edges('section.table')).toEqual([0, 844]);
  expect((await edges('.table .bar'))[0]).toBe(47);
  expect((await edges('.table .controls'))[1]).toBe(844 - 34);
  await page.context().close();
});

it('P11: on a screen with a notch, upright or on its side, nothing of a race or a replay lies under it', async () => {
  const [anna, ben] = await raceOfTwo(browser, service, bisley, [phone, phone]);
  const session = await ben.context().newCDPSession(ben);
  /** What can be read or pressed in parts of the page, and lies under the notch or the corners. */
  const covered = (parts: string, { top = 0, left = 0, right = 0 }) =>
    ben.evaluate(
      ([selector, from, least, most]) =>
        [...document.querySelectorAll(selector)]
          .filter((one) => one.getClientRects().length > 0)
          .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.top < from || box.left < least || box.right > innerWidth - most;
          })
          .map((one) => one.className.toString()),
      [parts, top, left, right] as const,
    );
  const turn = async (width: number, height: number, insets: Record<string, number>) => {
    await ben.setViewportSize({ width, height });
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
  };
  const upright = { top: 47, topMax: 47, bottom: 34, bottomMax: 34 };
  const onItsSide = { left: 47, leftMax: 47, right: 47, rightMax: 47, bottom: 21, bottomMax: 21 };
  const ofRace = '.strip .chip, .strip .turn, .table .bar, #standings :is(h2, .actions .button)';

  await turn(390, 844, upright);
  await expect.poll(() => covered(ofRace, upright)).toEqual([]);
  // The notch is left out once.
  const edges = await ben
    .locator('.strip, .table .bar')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()));
  expect(Math.abs(edges[1]!.top - edges[0]!.bottom)).toBeLessThan(1);
  for (const width of [844, 932]) {
    await turn(width, 430, onItsSide);
    await expect.poll(() => covered(ofRace, onItsSide)).toEqual([]);
  }
  await turn(844, 390, onItsSide);
  await ben.locator('.strip').tap();
  await ben.getByRole('heading', { name: 'Standings' }).waitFor();
  await expect.poll(() => covered(ofRace, onItsSide)).toEqual([]);

  const playId = await ownPlayId(ben);
  const hers = await ownPlayId(anna);
  await ben.locator('.strip').tap();
  for (const page of [ben, anna]) await concede(page);
  await ben.getByRole('table').waitFor();
  const ofReplay = 'main :is(button, a, h1, input[type="range"], [data-card])';
  for (const path of [`/replay/${playId}`, `/compare/${playId}/${hers}`]) {
    await ben.goto(service.url + path);
    await ben.locator('[data-card]').first().waitFor();
    await expect.poll(() => covered(ofReplay, onItsSide)).toEqual([]);
  }
  await anna.context().close();
  await ben.context().close();
});

it('P11: a drag that misses its card neither loads a table anew nor leaves it', async () => {
  const page = await openBrowser(browser, service.url, phone);
  const beyond = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehavior);
  expect(await beyond()).toBe('auto');
  await practise(page, bisley);
  await pile(page, 't0').waitFor();
  expect(await beyond()).toBe('none');
  await page.context().close();
});
