/** Must hold: a best of three with rotation, by one link and one tap a race, to a winner of the whole. */
import { expect, it } from 'vitest';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { ownPlayId, playAhead } from './support/person.ts';
import { concede, openRace, startRace, takeSeat } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import wonGames from './won-games.json' with { type: 'json' };

const { service, browser } = await serviceAndBrowser();

/** So many moves of each game that was won bring a card home. */
const FIRST_CARDS = { 'bisley/thirteen': 1, 'alhambra/standard': 8 };

it('P1 P11: two people race a best of three with two games in turn, and a friend finds it by its link', async () => {
  const lines = new Map(wonGames.map(({ variant, deal, moves }) => [variant, { deal, moves }]));
  for (const [variant, { deal }] of lines) service.dealNext(variant, deal);
  const anna = await openBrowser(browser, service.url, phone);
  await openRace(anna, 'bisley/thirteen');
  const link = anna.url();
  await anna.getByRole('radio', { name: 'Best of 3' }).check();
  await anna.getByRole('checkbox', { name: 'Alhambra' }).check();
  await anna.getByText('Race 1, best of 3').waitFor();
  const ben = await openBrowser(browser, link, desktop);
  await takeSeat(ben, 'Ben');

  /** Ben gives up with no card home, Anna with some. */
  async function race(variant: keyof typeof FIRST_CARDS): Promise<void> {
    const moves = lines.get(variant)!.moves.split(' ').slice(0, FIRST_CARDS[variant]);
    await playAhead(anna, variant, moves, await ownPlayId(anna));
    await concede(ben);
    await concede(anna);
  }

  await startRace(anna, [ben], service);
  // What goes beside a race is fetched a second after its start.
  await ben.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/companion')),
  );
  await race('bisley/thirteen');
  await anna.getByRole('heading', { name: 'The series' }).waitFor();
  await expect
    .poll(() => ben.getByRole('list', { name: 'Score so far' }).innerText())
    .toMatch(/ 1\s+\u2068Ben\u2069 0/);
  await anna.getByText('When each player saw the cards').click();
  await anna.getByText(/^Ben: table after \d+\.\d s$/).waitFor();

  // One tap each: their seats are theirs, and both are ready.
  await ben.getByRole('button', { name: 'Next race' }).click();
  await ben.getByText('Race 2, best of 3').waitFor();
  const cleo = await openBrowser(browser, link, desktop);
  await cleo.waitForURL(ben.url());
  // With the second tap it begins.
  await anna.getByRole('button', { name: 'Next race' }).click();
  await anna.waitForURL(ben.url());
  await Promise.all([anna, ben].map((page) => page.getByRole('timer').first().waitFor()));
  await service.clock.skip(5_000);
  for (const page of [anna, ben]) await page.locator('[data-pile]').first().waitFor();
  await race('alhambra/standard');

  await anna.getByText('You won the series!').waitFor();
  for (const page of [ben, cleo]) {
    await page.getByText(/ wins the series$/).waitFor();
    const races = page.getByRole('region', { name: 'The series' }).getByRole('listitem');
    expect(await races.allInnerTexts()).toEqual([
      expect.stringMatching(/Race 1[\s\S]*Bisley/),
      expect.stringMatching(/Race 2[\s\S]*Alhambra/),
    ]);
  }
  await cleo.getByRole('link', { name: 'Result of race 1' }).click();
  await cleo.waitForURL(`${link}#result`);
  await cleo.getByRole('link', { name: 'Replay of the winner of race 1' }).waitFor();
  await Promise.all([anna, ben, cleo].map((page) => page.context().close()));
});
