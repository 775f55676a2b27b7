/** Must hold: for each game two people race from link to standings to rematch, on known deals, in real Chromium. */
import { COUNTDOWN_MS } from '@same-deal/protocol';
import { describe, expect, it } from 'vitest';
import { startRace as raceOf } from '../apps/server/test/support/races.ts';
import { openTab } from '../apps/server/test/support/sockets.ts';
import { scaled } from '../tools/scale.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { crowded } from './support/layout.ts';
import { browserOf, ownPlayId, playAhead, rename } from './support/person.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import { figure, playMoves, tableInWords } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

/** So many moves at either end of a game are made by tapping; the whole of it takes minutes. */
const BY_TAPS = scaled(3, 20);

/** By day one whose cards all lie open and one whose stock is hidden; each night every game. */
const GAMES = scaled(
  wonGames.filter(({ variant }) => ['bisley/thirteen', 'sly-fox/standard'].includes(variant)),
  wonGames,
);

const { service, browser } = await serviceAndBrowser();

it.each([320, 360])(
  'P11: beside a long name every short one keeps its count of cards, at %i pixels',
  async (width) => {
    const { url, clock } = service;
    const tabs = [await openTab(url), await openTab(url), await openTab(url)] as const;
    const names = ['Donaudampfschifffahrtsge', 'Anna', 'Ben'];
    for (const [n, tab] of tabs.entries()) await rename(tab, url, names[n] ?? '');
    const { code } = await raceOf(tabs, {}, () => clock.skip(COUNTDOWN_MS));
    const page = await openBrowser(browser, `${url}/race/${code}`, {
      ...phone,
      viewport: { width, height: 640 },
      ...browserOf(tabs[1], url),
    });
    await page.locator('[data-pile]').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await crowded(page)).toEqual([]);
    for (const tab of tabs) tab.close();
    await page.context().close();
  },
);

describe.each(GAMES)('a race of $variant', ({ variant, deal, moves }) => {
  it('P1 P3 P6 P10: two people race from link to standings to rematch', async () => {
    const line = moves.split(' ');
    const begun = Date.now();
    service.dealNext(variant, deal);

    const anna = await openBrowser(browser, service.url, desktop);
    await openRace(anna, variant);
    const link = anna.url();
    const ben = await openBrowser(browser, link, variant === 'sly-fox/standard' ? phone : desktop);
    await takeSeat(ben, 'Ben');
    await startRace(anna, [ben], service);

    // The identical deal.
    const opening = await tableInWords(anna);
    await expect.poll(() => tableInWords(ben)).toEqual(opening);

    // One reloads in mid-race and goes on.
    await playMoves(ben, line.slice(0, 3));
    const before = await tableInWords(ben);
    expect(before).not.toEqual(opening);
    await ben.reload();
    await expect.poll(() => tableInWords(ben)).toEqual(before);
    await playMoves(ben, line.slice(3, 5));

    // A third browser becomes Ben by hand-over code, at the same table; the first follows.
    const showStandings = ben.getByRole('button', { name: 'Show the standings' });
    if (await showStandings.isVisible()) await showStandings.click();
    await ben.getByRole('button', { name: 'Continue on another device' }).click();
    const code = await ben.getByRole('status', { name: 'Hand-over code' }).innerText();
    const bensOther = await openBrowser(browser, `${service.url}/continue`, desktop);
    await bensOther.getByRole('textbox', { name: 'Code or link' }).fill(code.toLowerCase());
    await bensOther.getByRole('button', { name: 'Go', exact: true }).click();
    await bensOther.getByRole('button', { name: 'Continue as Ben' }).click();
    await ben.getByText('You’re now playing on your other device.').waitFor();
    await ben.keyboard.press('Escape');
    const here = await tableInWords(bensOther);
    await playMoves(bensOther, line.slice(5, 6));
    const after = await tableInWords(bensOther);
    expect(after).not.toEqual(here);
    const back = ben.getByRole('button', { name: 'See my table' });
    if (await back.isVisible()) await back.click();
    await expect.poll(() => tableInWords(ben)).toEqual(after);

    // A fourth comes late and watches: progress, not tables.
    const late = await openBrowser(browser, link, desktop);
    await late.getByText('so you watch this one').waitFor();
    expect(await late.locator('[data-pile]').count()).toBe(0);

    // Anna wins on the deal whose winning line is known: by taps, but for the middle, which another device plays.
    await playMoves(anna, line.slice(0, BY_TAPS));
    await playAhead(anna, variant, line.slice(BY_TAPS, -BY_TAPS), await ownPlayId(anna));
    await expect.poll(() => figure(anna, 'Moves')).toBe(String(line.length - BY_TAPS));
    await playMoves(anna, line.slice(-BY_TAPS));
    await anna.getByText('All cards home').first().waitFor();
    await expect.poll(() => figure(anna, 'Moves')).toBe(String(line.length));
    await concede(bensOther);

    for (const page of [anna, ben, bensOther, late]) {
      await page.getByRole('heading', { name: 'Standings' }).waitFor();
      const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
      await expect.poll(() => rows.count()).toBe(2);
      await expect.poll(() => rows.nth(0).innerText()).toMatch(/^\s*1\b[\s\S]*Won \d+:\d\d/);
      await expect.poll(() => rows.nth(1).innerText()).toMatch(/Ben[\s\S]*Gave up/);
    }

    // The time is the server's: no longer than the race has lasted, and as its own record has it.
    const replay = anna.getByRole('link', { name: /^Watch the replay of (?!Ben)/ });
    const playId = (await replay.getAttribute('href'))?.split('/').at(-1) ?? '';
    const record = (await (await fetch(`${service.url}/api/plays/${playId}`)).json()) as {
      ending: string;
      elapsedMs: number;
      log: unknown[];
    };
    expect(record).toMatchObject({ ending: 'won' });
    expect(record.log).toHaveLength(line.length);
    expect(record.elapsedMs).toBeGreaterThan(0);
    expect(record.elapsedMs).toBeLessThan(Date.now() - begun);
    const seconds = Math.floor(record.elapsedMs / 1000);
    const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    await expect.poll(() => anna.getByRole('table').innerText()).toContain(`Won ${shown}`);

    // Anyone can check the deal.
    await late.getByText('Reveal the deal').click();
    await late.getByRole('button', { name: 'Check this deal' }).click();
    await late.getByText('It matches').waitFor();

    // Rematch in one click each, in the same new race, which begins by itself.
    await ben.getByRole('button', { name: 'Rematch' }).click();
    await ben.waitForURL((url) => url.pathname.startsWith('/race/') && String(url) !== link);
    await ben.getByText('The others have been asked').waitFor();
    await anna.getByRole('button', { name: 'Go to the rematch' }).click();
    await anna.waitForURL(ben.url());
    for (const page of [anna, ben]) {
      await page.getByText('The race starts in', { exact: true }).waitFor();
    }

    await Promise.all([anna, ben, bensOther, late].map((page) => page.context().close()));
  });
});
