/** Rarer pages and states, and those that need another person: checked in the nightly tests. */
import { parseMove } from '@same-deal/engine';
import { COUNTDOWN_MS } from '@same-deal/protocol';
import type { Page } from 'playwright-core';
import { openLobby, Player, startRace } from '../../apps/server/test/support/races.ts';
import { openTab } from '../../apps/server/test/support/sockets.ts';
import wonGames from '../won-games.json' with { type: 'json' };
import { practise } from './home.ts';
import { concede } from './race.ts';
import type { Service } from './service.ts';
import { button, cards, dialog, heading, opening } from './state.ts';
import type { State } from './state.ts';

const BISLEY = 'bisley/thirteen';
const won = wonGames.find(({ variant }) => variant === BISLEY)!;

/** Runs `make` with lines of this person and of two others, and closes them afterwards. */
async function withPeople<Made>(
  page: Page,
  url: string,
  make: (people: Awaited<ReturnType<typeof openTab>>[]) => Promise<Made>,
): Promise<Made> {
  const cookies = await page.context().cookies();
  const own = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const people = await Promise.all([own, undefined, undefined].map((one) => openTab(url, one)));
  const made = await make(people);
  for (const one of people) one.close();
  return made;
}

/** Creates a settled race, a lobby with all settings, a race with open tables, and a running duplicate. */
const make = (page: Page, service: Service) =>
  withPeople(page, service.url, async ([me, ben, cora]) => {
    const passCountdown = () => service.clock.skip(COUNTDOWN_MS);
    service.dealNext(BISLEY, won.deal);
    const race = await startRace([me!, ben!], { variant: BISLEY }, passCountdown);
    const [mine, his] = [new Player(me!, race.tables[0]!), new Player(ben!, race.tables[1]!)];
    await his.move();
    await his.concede();
    for (const move of won.moves.split(' ')) await mine.move(parseMove(BISLEY, move)!);
    const alone = await me!.ask('play:create', { variant: BISLEY, deal: won.deal });
    const practice = new Player(me!, await me!.ask('play:open', alone));
    for (const move of won.moves.split(' ')) await practice.move(parseMove(BISLEY, move)!);
    const lobby = await openLobby([me!, ben!], {
      variant: 'bisley/twelve',
      openTables: true,
      closing: 'none',
      rated: true,
      proved: true,
      series: { bestOf: 3, variants: ['bisley/twelve', 'alhambra/standard'] },
    });
    const joining = await openLobby([ben!, cora!]);
    const watched = await startRace([ben!, cora!], { openTables: true }, passCountdown);
    const { code: duplicate } = await me!.ask('duplicate:create', {
      variants: [BISLEY, 'sly-fox/standard'],
      deals: 2,
      days: 3,
      undo: 'bounded',
    });
    const { playId } = await me!.ask('duplicate:start', { code: duplicate, deal: 1 });
    await me!.ask('play:open', { playId });
    await me!.ask('play:concede', { playId, expected: 1 });
    return {
      ...{ race: race.code, lobby, joining, watched: watched.code, duplicate },
      ...{ mine: mine.playId, his: his.playId, won: practice.playId, ben: ben!.me.id },
    };
  });

const shownText = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/** A solo table, opened from the start page. */
const table = (variant: string, act?: State['act']): State => ({
  name: `a table of ${variant}`,
  path: '/',
  shows: heading,
  act: async (page) => {
    await practise(page, variant);
    await act?.(page);
  },
});

/** A solo table of Bisley, on which something is done. */
const atTable = (name: string, act: NonNullable<State['act']>): State => ({
  ...table(BISLEY, act),
  name,
});

async function cutLine(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await shownText('You’re offline')(page);
}
const mendLine = (page: Page) => page.context().setOffline(false);

/** An address, and what to wait for there. */
const at = (path: string, shows: State['shows'] = heading) => ({ path, shows });

/** The rarer states; the last ones turn this person's guest into an account. */
export async function rarerStatesOf(page: Page, service: Service): Promise<State[]> {
  const made = await make(page, service);
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  return [
    table(BISLEY),
    table('bisley/twelve'),
    table('british-square/piles'),
    table('british-square/columns'),
    table('alhambra/standard'),
    atTable('a hint', async (here) => {
      await button(here, 'Hint');
      const advice = here.getByRole('status').filter({ hasText: /won|No answer yet/ });
      await here.getByRole('button', { name: 'Play it' }).or(advice).first().waitFor();
    }),
    atTable('a menu', opening('Game menu')),
    atTable('handing over', async (here) => {
      await opening('Game menu')(here);
      await button(here, 'Continue on another device');
      await here.getByRole('status', { name: 'Hand-over code' }).waitFor();
    }),
    { ...at('/', heading), name: 'a new duplicate', act: opening('Play over several days') },
    { ...at(`/duplicate/${made.duplicate}`), name: 'a duplicate' },
    { ...at(`/race/${made.race}`), name: 'the result of two' },
    { ...at(`/play/${made.won}`, cards), name: 'a win' },
    { ...at(`/replay/${made.mine}`, shownText('never lost the win')), name: 'the replay of a win' },
    { ...at(`/replay/${made.his}`), name: 'somebody else’s replay' },
    { ...at(`/compare/${made.mine}/${made.his}`, cards), name: 'two replays' },
    { ...at(`/race/${made.race}/ghosts`, shownText('Set up the race')), name: 'recordings' },
    { ...at(`/race/${made.race}/tables`, shownText('Play')), name: 'all replays together' },
    { ...at(`/race/${made.lobby}`, shownText('Best of 3')), name: 'a lobby with all settings' },
    {
      ...at(`/race/${made.lobby}`),
      name: 'the rules in a lobby',
      act: opening('Rules'),
    },
    { ...at(`/race/${made.joining}`), name: 'the lobby of somebody else' },
    { ...at(`/race/${made.watched}`, shownText('All tables')), name: 'open tables' },
    { ...at('/race/ZZZZZZ'), name: 'no such race' },
    { ...at('/people'), name: 'people one has raced' },
    { ...at(`/people/${made.ben}`), name: 'somebody' },
    {
      ...at('/daily'),
      name: 'beginning a daily',
      act: opening('Play the daily Sly Fox'),
    },
    {
      ...at('/daily'),
      name: 'a daily’s table',
      act: async (here) => {
        await opening('Play the daily Bisley')(here);
        await button(here, 'Begin');
        await cards(here);
      },
    },
    {
      ...at('/daily'),
      name: 'the end of a daily',
      act: async (here) => {
        await here.getByRole('link', { name: 'Continue the daily Bisley' }).click();
        await cards(here);
        await concede(here);
        await here.getByRole('heading', { name: 'You gave up' }).waitFor();
      },
    },
    { ...at(`/daily/${day}/bisley`), name: 'a daily that was played' },
    { ...at('/'), name: 'the start page without a line', act: cutLine, leave: mendLine },
    {
      ...at('/you'),
      name: 'an account',
      act: async (here) => {
        // Each run has its own person, and so needs a username of its own.
        const username = `everyone-${made.race.toLowerCase()}`;
        const answer = await here.request.post(`${service.url}/api/account/password`, {
          headers: { origin: service.url },
          data: { username, password: 'seven of hearts to column nine' },
        });
        if (!answer.ok()) throw new Error(await answer.text());
        await here.reload();
        await shownText('You have an account.')(here);
        for (const summary of await here.locator('main summary').all()) await summary.click();
      },
    },
    {
      ...at('/you', shownText('You have an account.')),
      name: 'deleting an account',
      act: async (here) => {
        await here.getByRole('button', { name: /^Delete/ }).click();
        await dialog(here);
      },
    },
    { ...at('/stats'), name: 'statistics with an account' },
    { ...at('/boards/bisley'), name: 'boards with an account' },
    {
      ...at('/sign-in'),
      name: 'signing in to another account',
    },
  ];
}
