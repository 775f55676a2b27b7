/** A circle in its states, before one has played and after; its dialogs; and what one is nudged about. */
import type { CircleSnapshot } from '@same-deal/protocol';
import type { Page } from 'playwright-core';
import { startRace } from '../../apps/server/test/support/races.ts';
import { openTab } from '../../apps/server/test/support/sockets.ts';
import type { Tab } from '../../apps/server/test/support/sockets.ts';
import type { Shot } from './states.ts';

/** Whole sections of a long page, from the top of the screen. */
const scrollTo = (id: string) => (page: Page) =>
  page.locator(`#${id}`).evaluate((heading) => heading.scrollIntoView());

/** Presses a button within the section of a heading, by its number there. */
const pressIn = (id: string, number: number) => async (page: Page) => {
  await scrollTo(id)(page);
  const section = page.locator(`section[aria-labelledby="${id}"]`);
  await section.getByRole('button').nth(number).click({ timeout: 5_000 });
};

/** Makes a circle for the person of this cookie, with everything that its page can show. */
export async function circlesOf(url: string, cookie: string): Promise<Shot[]> {
  const call = async <Body>(who: Tab, method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie: who.cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const anna = await openTab(url, cookie);
  const others = [await openTab(url), await openTab(url), await openTab(url)];
  // The last one in one word that is as long as names may be.
  const names = ['Ben', 'Donaudampfschiffer', 'Siebenundzwanzigfacher24'];
  for (const [n, one] of others.entries()) await call(one, 'PATCH', '/me', { name: names[n] });

  const day = new Date().toISOString().slice(0, 10);
  const playDaily = async (who: Tab, game: string) => {
    const { playId } = await who.ask('daily:start', { day, game });
    await who.ask('play:open', { playId });
    await who.ask('play:concede', { playId, expected: 1 });
  };
  const make = async (host: Tab, name: string, members: readonly Tab[]) => {
    const { id } = await call<{ id: string }>(host, 'POST', '/circles', { name });
    const { code } = await call<CircleSnapshot>(host, 'GET', `/circles/${id}`);
    for (const one of members) await call(one, 'POST', '/circles/join', { code });
    return { id, code };
  };
  const ours = await make(anna, 'Thursdays', others);
  const theirs = await make(others[0]!, 'Siebenundzwanzigfacher24', [anna, others[1]!]);
  const empty = await make(anna, 'Just me', []);
  const door = await make(others[1]!, 'Cards and coffee', []);
  for (const one of others) for (const game of ['bisley', 'alhambra']) await playDaily(one, game);
  await playDaily(anna, 'bisley');
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  for (const [at, variant] of [
    [inHours(0.1), 'bisley/thirteen'],
    [inHours(30), 'british-square/columns'],
  ]) {
    await call(anna, 'POST', `/circles/${ours.id}/dates`, { at, variant });
  }
  const { dates } = await call<CircleSnapshot>(others[0]!, 'GET', `/circles/${ours.id}`);
  for (const [n, { id }] of dates.entries()) {
    const comes = { comes: n === 0 };
    await call(others[0]!, 'PUT', `/circles/${ours.id}/dates/${id}/me`, comes);
  }
  const [arranged] = dates;
  const lobby = await call<{ code: string }>(
    others[0]!,
    'POST',
    `/circles/${ours.id}/dates/${arranged!.id}/race`,
    {},
  );
  const { code } = await startRace([anna, others[0]!]);
  for (const one of [anna, others[0]!]) await one.ask('race:leave', { code });
  const beside = await anna.ask('daily:start', { day, game: 'alhambra' });
  const ben = await call<{ id: string }>(others[0]!, 'GET', '/me');
  for (const one of [anna, ...others]) one.close();

  const [host, member] = [`/circle/${ours.id}`, `/circle/${theirs.id}`];
  return [
    { name: 'circles', path: '/circles' },
    { name: 'start', path: '/' },
    { name: 'the link', path: `/circle/${door.code}` },
    { name: 'a link that is none', path: '/circle/ZZZ222' },
    { name: 'alone', path: `/circle/${empty.id}` },
    { name: 'host', path: host },
    { name: 'host: points', path: host, act: scrollTo('circle-points') },
    { name: 'host: races', path: host, act: scrollTo('circle-races') },
    { name: 'host: members', path: host, act: scrollTo('circle-people') },
    { name: 'host: settings', path: host, act: scrollTo('circle-settings') },
    { name: 'handing on', path: host, act: pressIn('circle-people', 0) },
    { name: 'removing', path: host, act: pressIn('circle-people', 1) },
    { name: 'arranging', path: host, act: pressIn('circle-races', 1) },
    { name: 'renewing', path: host, act: pressIn('circle-settings', 1) },
    { name: 'leaving', path: host, act: pressIn('circle-settings', 2) },
    { name: 'closing', path: host, act: pressIn('circle-settings', 3) },
    { name: 'a person', path: `/people/${ben.id}` },
    { name: 'a result', path: `/race/${code}` },
    { name: 'an arranged lobby', path: `/race/${lobby.code}` },
    { name: 'lanes', path: `/play/${beside.playId}` },
    { name: 'member', path: member },
    { name: 'member: points', path: member, act: scrollTo('circle-points') },
    { name: 'member: settings', path: member, act: scrollTo('circle-settings') },
    {
      name: 'nudges',
      path: '/you',
      act: (page) => page.locator('#nudges').evaluate((heading) => heading.scrollIntoView()),
    },
  ];
}
