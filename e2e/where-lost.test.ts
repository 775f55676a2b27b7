/** A replay says where the play was lost, goes on from just before it, and lies beside another. */
import {
  formatMove,
  newGame,
  packOf,
  parseMove,
  variantOf,
  legalMoves,
  playMove,
  unwrap,
} from '@same-deal/engine';
import { COUNTDOWN_MS } from '@same-deal/protocol';
import { solve } from '@same-deal/solver';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Player, startRace } from '../apps/server/test/support/races.ts';
import { openTab } from '../apps/server/test/support/sockets.ts';
import type { Tab } from '../apps/server/test/support/sockets.ts';
import { inTime } from '../packages/solver/test/in-time.ts';
import { expectAccessible } from './support/a11y.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { browserOf } from './support/person.ts';
import { concede } from './support/race.ts';
import { serviceAndBrowser } from './support/together.ts';
import { figure, playMoves, tableInWords } from './support/table.ts';
import wonGames from './won-games.json' with { type: 'json' };

const variant = 'bisley/thirteen';
const won = wonGames.find((game) => game.variant === variant);
const deal = won?.deal ?? '';
const line = (won?.moves.split(' ') ?? []).map((text) => parseMove(variant, text)!);

/** The first place in the won game where a wrong move loses it for sure. */
function firstMistake() {
  const pack = packOf(deal, variantOf(variant).packs);
  if (!pack.ok) throw new Error('no such deal');
  let position = unwrap(newGame(variant, pack.value));
  for (const [at, right] of line.entries()) {
    for (const wrong of legalMoves(position)) {
      const next = playMove(position, wrong);
      if (next.ok && unwrap(solve(next.value, inTime())).verdict === 'lost') return { at, wrong };
    }
    const next = playMove(position, right);
    if (!next.ok) throw new Error('the won game does not replay');
    position = next.value;
  }
  throw new Error('this deal cannot be lost');
}

const { service, browser } = await serviceAndBrowser();
let anna: Tab;
let ben: Tab;
let players: { anna: Player; ben: Player };
let code: string;
const mistake = firstMistake();

beforeAll(async () => {
  service.dealNext(variant, deal);
  [anna, ben] = await Promise.all([openTab(service.url), openTab(service.url)]);
  const race = await startRace([anna, ben], { variant }, () => service.clock.skip(COUNTDOWN_MS));
  code = race.code;
  const { tables } = race;
  players = { anna: new Player(anna, tables[0]!), ben: new Player(ben, tables[1]!) };
  for (const move of line.slice(0, mistake.at)) await players.ben.move(move);
  await players.ben.move(mistake.wrong);
  await players.ben.move();
  await players.ben.concede();
  for (const move of line) await players.anna.move(move);
  await anna.news('race:updated', (race) => race.code === code && race.phase === 'settled');
});
afterAll(async () => {
  anna?.close();
  ben?.close();
});

/** A page of somebody who has been racing elsewhere. */
const pageOf = (tab: Tab, path: string, options = desktop): Promise<Page> =>
  openBrowser(browser, service.url + path, { ...options, ...browserOf(tab, service.url) });

/** A solo game of that deal, given up after so many moves of the line that wins. */
async function practise(tab: Tab, moves: number): Promise<Player> {
  const { playId } = await tab.ask('play:create', { variant, deal });
  const player = new Player(tab, await tab.ask('play:open', { playId }));
  for (const move of line.slice(0, moves)) await player.move(move);
  await player.concede();
  return player;
}

it('a game that is over, opened by somebody else, is watched as what it is: theirs', async () => {
  const { playId } = await practise(ben, 3);
  const page = await pageOf(anna, `/play/${playId}`, phone);
  await page.waitForURL(`${service.url}/replay/${playId}`);
  await page.getByRole('heading', { name: `${ben.me.name}’s game` }).waitFor();
  // What is said aloud is fetched beside the page.
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('You gave up').count()).toBe(0);
  await page.context().close();
});

it('the title of a page says what its heading does where there is no game to be seen', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  const page = await pageOf(anna, `/replay/${nobody}`);
  for (const path of [`/replay/${nobody}`, `/compare/${nobody}/${nobody}`]) {
    await page.goto(service.url + path);
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    await expect.poll(() => page.title()).toBe('Nothing here · Same Deal');
  }
  await page.context().close();
});

it('of a daily that is still played nothing is said to open with a race', async () => {
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  const { playId } = await ben.ask('daily:start', { day, game: 'sly-fox' });
  const page = await pageOf(anna, `/replay/${playId}`);
  for (const [path, when] of [
    [`/replay/${playId}`, 'when it is over for everyone'],
    [`/compare/${playId}/${playId}`, 'when it is over for everyone'],
    [`/play/${playId}`, 'It opens afterwards.'],
  ] as const) {
    await page.goto(service.url + path);
    await page.getByText(when).waitFor();
    expect(await page.getByRole('alert').innerText()).not.toContain('race');
  }
  await page.context().close();
});

describe('a race that has settled', () => {
  it('P9: the loser’s replay marks the move after which it could not be won, and practice goes on from just before it', async () => {
    const page = await pageOf(ben, `/replay/${players.ben.playId}`, phone);
    const section = page.getByRole('region', { name: 'Where it was lost' });
    await section
      .getByText('Proved: after this move it can’t be won.')
      .waitFor({ timeout: 30_000 });
    const number = mistake.at + 1;
    await page.getByRole('button', { name: 'lost here', exact: true }).tap();
    await page.getByText(`${number}/${mistake.at + 3}`).waitFor();

    await section.getByRole('button', { name: 'See a win' }).tap();
    await page.getByRole('heading', { name: 'A win' }).waitFor();
    await page.getByRole('button', { name: 'To the end' }).tap();
    await section.scrollIntoViewIfNeeded();
    await section.getByRole('button', { name: 'Back to the replay' }).tap();

    // How well it was played: one choice gave the win away, and what would have kept it is named.
    const accuracy = page.getByRole('region', { name: 'Accuracy' });
    await accuracy.getByText('choices kept the win').waitFor();
    await accuracy.getByText('Would have kept it:').waitFor();
    await accuracy.getByRole('button', { name: `Show it: move ${number}`, exact: true }).tap();
    await page.getByText(`${number}/${mistake.at + 3}`).waitFor();
    await page.getByRole('img', { name: `Lost at move ${number}.` }).waitFor();
    await accuracy
      .getByRole('button', { name: `Retry from here, before move ${number}` })
      .waitFor();

    await section.getByRole('button', { name: 'Retry from just before' }).tap();
    await page.waitForURL(/\/play\//);
    await tableInWords(page);
    await expect.poll(() => figure(page, 'Moves')).toBe(String(mistake.at));
    await page.getByRole('button', { name: 'Hint', exact: true }).tap();
    await page
      .getByRole('status')
      .filter({ hasText: /^Win in/ })
      .waitFor();

    // The same mistake again: the end says until when the win was kept, and goes on from before what cost it.
    await playMoves(page, [formatMove(variant, mistake.wrong)]);
    await concede(page);
    await page.getByText(`the win was kept to move ${mistake.at}.`).waitFor({ timeout: 30_000 });
    // A loss can be passed on too.
    await page.getByRole('button', { name: 'Share', exact: true }).tap();
    const share = page.getByRole('dialog', { name: 'Share your result' });
    await share.getByRole('img', { name: '/48 home' }).waitFor();
    expect(await share.getByRole('textbox').inputValue()).toMatch(
      /⬜\n\d+\/48 home · \d+ moves\n/u,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Retry from here, before move ${number}` }).tap();
    await expect.poll(() => figure(page, 'Moves')).toBe(String(mistake.at));
    await page.context().close();
  });

  it('the result says how well one played oneself, and goes on from before the mistake', async () => {
    const page = await pageOf(ben, `/race/${code}`, phone);
    const accuracy = page.getByRole('region', { name: 'Accuracy' });
    await accuracy
      .getByText(`the win was kept to move ${mistake.at}.`)
      .waitFor({ timeout: 30_000 });
    await accuracy.getByText('choices kept the win').waitFor();
    await page.getByRole('table', { name: 'Standings' }).waitFor();
    await page.getByRole('region', { name: 'The race again' }).waitFor();
    await expectAccessible(page, 'the result of a race with how well it was played');
    // Passed on as text and as a picture, without anybody else's name.
    await page.getByRole('button', { name: 'Share', exact: true }).tap();
    const share = page.getByRole('dialog', { name: 'Share your result' });
    await share.getByRole('img', { name: '2nd of 2' }).waitFor();
    expect(await share.getByRole('textbox').inputValue()).not.toContain(anna.me.name);
    await page.keyboard.press('Escape');
    await accuracy
      .getByRole('button', { name: `Retry from here, before move ${mistake.at + 1}` })
      .tap();
    await page.waitForURL(/\/play\//);
    await expect.poll(() => figure(page, 'Moves')).toBe(String(mistake.at));
    await page.context().close();
  });

  /** How many cards of the table that is shown the controls at the foot hide. */
  const belowControls = (page: Page) =>
    page.locator('[data-card]:visible').evaluateAll((cards) => {
      const foot = document.querySelector('.controls')!.getBoundingClientRect().top;
      return cards.filter((card) => card.getBoundingClientRect().bottom > foot).length;
    });

  it('both replays lie side by side, and part at the mistake', async () => {
    const page = await pageOf(anna, `/replay/${players.anna.playId}`);
    await page.getByText('You never lost the win.').waitFor({ timeout: 30_000 });
    await expectAccessible(page, 'a replay that tells where it was lost');
    await page.getByRole('link', { name: `Side by side with ${ben.me.name}` }).click();
    await page
      .getByText(mistake.at === 0 ? 'at the first move' : `after move ${mistake.at}.`)
      .first()
      .waitFor();
    const now = (name: string) => page.getByRole('region', { name }).locator('.now');
    await page.getByRole('button', { name: 'Show where' }).press('Enter');
    await page.getByText(`${mistake.at + 1}/`).waitFor();
    await expect
      .poll(() => now(anna.me.name).innerText())
      .not.toBe(await now(ben.me.name).innerText());

    await page.keyboard.press('ArrowLeft');
    await page.getByText(`${mistake.at}/`).waitFor();
    await expect.poll(() => now(anna.me.name).innerText()).toBe(await now(ben.me.name).innerText());
    await expectAccessible(page, 'two replays side by side');

    // Turned, a phone has no room for everything: the page scrolls, and no card runs over what is below.
    const spilled = () =>
      page.locator('[data-card]:visible').evaluateAll(
        (cards) =>
          cards.filter((card) => {
            const table = card.closest('section')?.getBoundingClientRect();
            const { right, bottom } = card.getBoundingClientRect();
            return !table || right > table.right || bottom > table.bottom;
          }).length,
      );
    for (const [width, height] of [
      [844, 390],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(spilled).toBe(0);
      // Upright every card stands above the controls.
      if (height > width) await expect.poll(() => belowControls(page)).toBe(0);
      // A card is as large as its place the moment it stands there.
      const size = await page.locator('.board:visible').evaluate((board) => {
        const before = board.style.getPropertyValue('--card-width');
        board.style.setProperty('--card-width', '33px');
        const card = board.querySelector('[data-card]')?.getBoundingClientRect();
        board.style.setProperty('--card-width', before);
        return card?.width;
      });
      expect(size).toBe(33);
    }
    await page.context().close();
  });

  it('of two games with the same moves it is said whose ended and how the other went on', async () => {
    const [stopped, longer] = [await practise(anna, 2), await practise(anna, 4)];
    const page = await pageOf(anna, `/compare/${stopped.playId}/${longer.playId}`, phone);
    await page
      .getByText(/^The same moves until .* game ended, after move 2\.$/)
      .last()
      .waitFor();
    await page.getByRole('button', { name: 'one game ends' }).waitFor();
    expect(await page.getByText(/diverge/).count()).toBe(0);
    await expect.poll(() => belowControls(page)).toBe(0);
    await page.context().close();
  });
});
