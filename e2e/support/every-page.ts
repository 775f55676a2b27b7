/** Every page and state that a user can reach, one after the other, each opened anew. */
import { COUNTDOWN_MS } from '@same-deal/protocol';
import type { Page } from 'playwright-core';
import { scaled } from '../../tools/scale.ts';
import { choose, practise } from './home.ts';
import { concede, openRace } from './race.ts';
import { rarerStatesOf } from './rarer-pages.ts';
import type { Service } from './service.ts';
import { button, cards, heading, opening } from './state.ts';
import type { State } from './state.ts';

/** Pages that need nothing but their address. */
const PATHS = [
  ...['/', '/daily', '/daily/archive', '/boards/bisley', '/stats', '/games', '/people', '/puzzles'],
  ...['/rules/british-square', '/rules/bisley/2', '/sign-in', '/you', '/continue', '/nowhere'],
  ...['/deal/bisley/thirteen/ADB-FPA-7JG', '/deal/bisley/thirteen/ADB-FPA-7JH'],
];

/** Creates plays and races through the page, as a user would, and lists the states based on them. */
async function statesOf(page: Page, { url, clock }: Service): Promise<State[]> {
  const path = () => new URL(page.url()).pathname;
  await page.goto(url);
  await practise(page, 'alhambra/standard');
  const ended = path().split('/').at(-1) ?? '';
  await concede(page);
  await page.getByRole('heading', { name: 'You gave up' }).waitFor();
  await page.goto(url);
  await practise(page, 'sly-fox/standard');
  const table = path();
  await page.goto(url);
  await openRace(page, 'bisley/thirteen');
  await page.getByText('Add a sparring partner').first().click();
  await button(page, 'Add the easygoing sparring partner');
  const race = path();
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const atTable = (name: string, act?: State['act']): State => ({
    name,
    path: table,
    shows: cards,
    ...(act && { act }),
  });
  return [
    ...PATHS.map((one) => ({ name: one, path: one, shows: heading })),
    {
      name: 'a particular deal',
      path: '/',
      shows: heading,
      act: (here) => here.getByText('Play a particular deal').click(),
    },
    { name: 'a daily', path: `/daily/${day}/bisley`, shows: heading },
    { name: 'a puzzle', path: '/puzzles/bisley/keep/1', shows: cards },
    { name: 'a replay', path: `/replay/${ended}`, shows: heading },
    { name: 'the end of a game', path: `/play/${ended}`, shows: cards },
    atTable('a table'),
    atTable('help', opening('Help')),
    atTable('giving up', opening('Give up')),
    atTable('preferences', opening('Make the table yours')),
    { name: 'the lobby', path: race, shows: heading },
    {
      name: 'the countdown',
      path: race,
      shows: heading,
      act: async (here) => {
        await button(here, 'Start the race');
        await here.getByRole('timer').first().waitFor();
      },
    },
    {
      name: 'a race',
      path: race,
      shows: () => clock.skip(COUNTDOWN_MS),
      act: cards,
    },
    {
      name: 'talk',
      path: race,
      shows: cards,
      act: async (here) => {
        const standings = here.getByRole('button', { name: 'Show the standings' });
        if (await standings.isVisible()) await standings.click();
        await button(here, 'Say something');
        await here.getByText('Good luck!').first().waitFor();
      },
    },
    {
      name: 'the result',
      path: race,
      shows: cards,
      act: async (here) => {
        await concede(here);
        // The partner plays on until its time is up; what it was about to do then waits for its own moment.
        await clock.skip(3_600_000);
        const ticking = setInterval(() => void clock.skip(60_000), 1_000);
        const revealed = here.getByText('Reveal the deal').click({ timeout: 180_000 });
        await revealed.finally(() => clearInterval(ticking));
      },
    },
    {
      name: 'a quick match',
      path: '/',
      shows: heading,
      act: async (here) => {
        await choose(here, 'british-square/piles');
        await button(here, 'Quick match');
        await here
          .getByText(/Looking for someone|Nobody here yet/)
          .first()
          .waitFor();
      },
    },
  ];
}

async function open(page: Page, { url }: Service, { path, shows, act }: State): Promise<void> {
  await page.goto(url + path);
  await shows(page);
  await act?.(page);
  await page.waitForLoadState('networkidle');
}

/**
 * Yields the name of each state while it is open: the common ones in the quick test, all of them at night.
 */
export async function* everyPage(page: Page, service: Service): AsyncGenerator<string> {
  for (const states of scaled([statesOf], [statesOf, rarerStatesOf])) {
    for (const state of await states(page, service)) {
      await open(page, service, state).catch((cause: unknown) => {
        throw new Error(`no way to “${state.name}”`, { cause });
      });
      yield state.name;
      await state.leave?.(page);
    }
  }
}
