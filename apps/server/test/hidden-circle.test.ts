// P2 in a circle: until I have played a daily, nothing that reaches me depends on how another one's try went, but for what
// their lane has shown me by then: cards home after as long as I have played.
import {
  findVariant,
  mersenneDraw,
  newGame,
  packOf,
  shuffledPack,
  unwrap,
} from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { buildTestApp, device } from './support/app.ts';
import { fixedChance } from './support/fixed-chance.ts';
import { openLobby, Player } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

/** Far ahead, so that the database never thinks that a daily has closed. */
const NOON = Date.UTC(2040, 1, 29, 12);
const daily = { day: '2040-02-29', game: 'sly-fox' };
const variant = findVariant('sly-fox/standard')!;
const MINUTE = 60_000;
/** So much of his try is alike in all stories: a move each second. */
const ALIKE = 3;
const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** By the database's clock, which this test's is far ahead of. */
const MACHINE_TIMES = /"20[0-3]\d-\d\d-\d\dT[^"]*"/g;

interface Story {
  /** All that Anna gets until her time is the one up to which his tries are alike. */
  readonly before: readonly string[];
  /** What she gets a minute later, and once she has played. */
  readonly after: readonly string[];
  /** Cards turned up until then. */
  readonly turnedUp: number;
}

/** Ben plays and is done within a minute; Anna plays afterwards. @param more moves that Ben makes after those alike */
async function tell(pack: Pack, more: number): Promise<Story> {
  const clock = testClock(NOON);
  const chance = fixedChance((id, packs) =>
    id === variant.id ? pack : unwrap(packOf('17', packs)),
  );
  const { app, database, close } = await buildTestApp({ clock, chance });
  const url = await listen(app);
  const cookies: string[] = [];
  for (const name of ['anna', 'ben', 'cora']) {
    const browser = device(app);
    const { id } = (await browser.post('/api/me', {})).body as { id: string };
    await database.pool.query('update users set id = $1, name = $1 where id = $2', [name, id]);
    cookies.push(browser.cookie());
  }
  const [anna, ben, cora] = await Promise.all(cookies.map((cookie) => openTab(url, cookie)));
  const call = async (who: typeof anna, method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie: who!.cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.text();
  };

  // They have raced, she wants to know when he has played, and all three are in a circle.
  const race = await openLobby([anna!, ben!]);
  await anna!.ask('race:start', { code: race });
  await clock.skip(6_000);
  for (const one of [anna!, ben!]) await one.ask('race:leave', { code: race });
  await call(anna, 'PUT', '/api/nudges/rivals/ben', {});
  const { id } = JSON.parse(await call(anna, 'POST', '/api/circles', { name: 'Ours' })) as {
    id: string;
  };
  const { code } = JSON.parse(await call(anna, 'GET', `/api/circles/${id}`)) as { code: string };
  for (const one of [ben, cora]) await call(one, 'POST', '/api/circles/join', { code });

  let heard: string[] = [];
  let newsBefore = anna!.received.length;
  /** Everything a circle, a nudge, a person's page or a lane tells her. */
  async function look(playId?: string): Promise<void> {
    const circle = `/api/circles/${id}`;
    const paths = [
      ...['/api/circles', `/api/circles/codes/${code}`, circle, `${circle}/weeks`],
      ...[`${circle}/weeks/${daily.day}`, `${circle}/people/anna/ben`, `${circle}/people/ben/cora`],
      ...['fastest', 'fewest'].map(
        (board) => `/api/dailies/${daily.day}/${daily.game}/boards/${board}?circle=${id}`,
      ),
      ...['/api/nudges', '/api/nudges/waiting', '/api/people', '/api/people/ben', '/api/plays'],
    ];
    for (const path of paths) heard.push(`${path} ${await call(anna, 'GET', path)}`);
    const { rows } = await database.pool.query(
      `select kind, subject, data, due_at, expires_at from nudges where user_id = 'anna' order by subject`,
    );
    heard.push(`pushed ${JSON.stringify(rows)}`);
    if (playId)
      heard.push(`lanes ${JSON.stringify(await anna!.request('lanes:read', { playId }))}`);
  }
  const taken = () => {
    // How soon news arrives is the machine's matter.
    const news = anna!.received.slice(newsBefore).filter(({ name }) => !name.startsWith('race:'));
    newsBefore = anna!.received.length;
    const texts = news.map((one) => `${one.name} ${JSON.stringify(one.news)}`).sort();
    const all = [...heard, ...new Set(texts)];
    heard = [];
    return all.map((one) => one.replaceAll(IDS, 'id').replaceAll(MACHINE_TIMES, '"then"'));
  };

  const begunAt = clock.now();
  const { playId } = await ben!.ask('daily:start', daily);
  const his = new Player(ben!, await ben!.ask('play:open', { playId }));
  const isHome = ({ to }: { to: number }) => variant.piles[to]!.role === 'foundation';
  const play = () => his.move(his.moves().find(isHome) ?? his.moves()[0]);
  await look();
  for (let n = 0; n < ALIKE; n++) {
    await clock.skip(1_000);
    await play();
  }
  const turnedUp = his.play.entries - his.play.undos;
  await look();
  for (let n = 0; n < more; n++) {
    await clock.skip(1_000);
    await play();
  }
  await clock.skip(begunAt + MINUTE - clock.now());
  await his.concede();
  await clock.skip(6 * MINUTE);
  await look();
  const hers = await anna!.ask('daily:start', daily);
  await look(hers.playId);
  for (let n = 0; n < ALIKE; n++) {
    await clock.skip(999);
    await look(hers.playId);
    await clock.skip(1);
    await look(hers.playId);
  }
  await anna!.news('circle:changed');
  const before = taken();
  await clock.skip(MINUTE);
  await look(hers.playId);
  const table = await anna!.ask('play:open', { playId: hers.playId });
  await anna!.ask('play:concede', { playId: hers.playId, expected: table.log.length + 1 });
  await look();
  const after = taken();
  for (const one of [anna!, ben!, cora!]) one.close();
  await close();
  return { before, after, turnedUp };
}

test('P2, P7: another pack and another end beyond what a lane has shown so far give me the same bytes of a circle until then', async () => {
  const pack = shuffledPack(variant.packs, mersenneDraw([7]));
  const short = await tell(pack, 0);
  // The stock's top card lies open, and no more than one a move has followed.
  const stockAt = variant.piles.findIndex(({ role }) => role === 'stock');
  const stock = unwrap(newGame(variant.id, pack)).piles[stockAt]!;
  const hidden = stock
    .slice(0, stock.length - short.turnedUp - 1)
    .map((card) => pack.indexOf(card));
  expect(hidden.length).toBeGreaterThan(10);
  const other = [...pack];
  hidden.forEach((place, n) => (other[place] = pack[hidden[(n + 1) % hidden.length]!]!));
  const long = await tell(other, 30);
  expect(long.before).toEqual(short.before);
  expect(short.before.some((one) => one.startsWith('lanes ') && one.includes('"ben"'))).toBe(true);
  expect(short.before.some((one) => one.startsWith('pushed ') && one.includes('ben'))).toBe(true);
  expect(short.before.some((one) => one.startsWith('circle:changed'))).toBe(true);
  // It would be noticed: later on the lane, and then the results, tell them apart.
  const differing = long.after
    .filter((one, n) => one !== short.after[n])
    .map((one) => one.split(' ')[0]);
  expect(differing).toContain('lanes');
  expect(differing.some((path) => path?.startsWith('/api/circles/'))).toBe(true);
});
