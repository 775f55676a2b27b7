// What is kept about somebody: all of it as a file, and then none of it.
import { randomUUID } from 'node:crypto';
import { encodeMove, legalMoves } from '@same-deal/engine';
import { myData } from '@same-deal/protocol';
import type { CircleList, DuplicateSnapshot, MyData } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HIDDEN_NAME, NOBODYS_NAME } from '../src/names/stand-ins.ts';
import { buildTestApp, device, noLimits, noSocketLimits } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';
import { departuresRepository } from '../src/storage/people/departures.ts';
import { mergesRepository } from '../src/storage/people/merges.ts';
import { createTestDatabase } from './support/database.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import { openLobby, Player, playOf, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { wonChance } from './support/won-chance.ts';

let service: TestApp & { url: string };
const clock = testClock();
const tabs: Tab[] = [];

beforeAll(async () => {
  const app = await buildTestApp({ clock, socketLimits: noSocketLimits, chance: wonChance });
  service = { ...app, url: await listen(app.app) };
});
afterAll(async () => {
  for (const tab of tabs) tab.close();
  await service.close();
});

const passCountdown = () => clock.skip(5000);

/** A person by HTTP and by socket, whose every word can be told from all others. */
async function somebody(
  username?: string,
): Promise<{ browser: Device; tab: Tab; words: string[] }> {
  const browser = device(service.app);
  const userAgent = `Agent ${randomUUID()}`;
  const made = await browser.post('/api/me', {}, { 'user-agent': userAgent });
  const { id } = made.body as { id: string };
  const name = `N${randomUUID().slice(0, 20)}`;
  expect((await browser.patch('/api/me', { name })).status).toBe(200);
  if (username !== undefined) {
    const claimed = await browser.post(
      '/api/account/password',
      { username, password: 'four words and a card' },
      { 'user-agent': userAgent },
    );
    expect(claimed.status).toBe(200);
  }
  const tab = await openTab(service.url, browser.cookie());
  tabs.push(tab);
  const { rows } = await service.database.pool.query<{ email: string }>(
    'select email from users where id = $1',
    [id],
  );
  const words = [id, name, rows[0]!.email, userAgent];
  return { browser, tab, words: username === undefined ? words : [...words, username] };
}

/** Where in the database one of these words stands: every column of every table, whatever is in it. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { pool } = service.database;
  const { rows: columns } = await pool.query<{ t: string; c: string; bytes: boolean }>(
    `select table_name as t, column_name as c, data_type = 'bytea' as bytes
     from information_schema.columns where table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { t, c, bytes } of columns) {
    for (const word of words) {
      const { rowCount } = bytes
        ? await pool.query(`select 1 from "${t}" where position($1::bytea in "${c}") > 0`, [
            Buffer.from(word),
          ])
        : await pool.query(
            `select 1 from "${t}" where position(lower($1) in lower("${c}"::text)) > 0`,
            [word],
          );
      if (rowCount) found.push(`${t}.${c}`);
    }
  }
  return [...new Set(found)].sort();
}

async function exportOf(browser: Device): Promise<MyData> {
  const answer = await browser.get('/api/me/export');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toContain('attachment');
  return myData.parse(answer.body);
}

/** A settled race of these, everybody giving up after a move. */
async function settledRace(players: readonly Tab[]): Promise<{ code: string; plays: string[] }> {
  const { code, tables } = await startRace(players, {}, passCountdown);
  for (const [n, tab] of players.entries()) {
    const player = new Player(tab, tables[n]!);
    // No more than has passed, which on a fast machine is little.
    await tab.ask('race:shown', { code, afterMs: 1 });
    await player.move();
    await player.concede();
  }
  await players[0]!.news('race:updated', (race) => race.code === code && race.phase === 'settled');
  return { code, plays: tables.map(({ playId }) => playId) };
}

/** The person's ranked try at today's daily, given up; returns the play. */
async function rankedTry(tab: Tab): Promise<string> {
  const { body } = await device(service.app).get('/api/dailies');
  const { day } = body as { day: string };
  const { playId } = await tab.ask('daily:start', { day, game: 'bisley' });
  const player = new Player(tab, await tab.ask('play:open', { playId }));
  await player.move();
  await player.concede();
  return playId;
}

/** What can be kept about a person and takes longer to come by; with words of its own. */
async function plant({ tab, words }: { tab: Tab; words: string[] }): Promise<void> {
  const { pool } = service.database;
  const { id } = tab.me;
  const [guest, email, passkey] = [randomUUID(), `${randomUUID()}@example.org`, randomUUID()];
  const endpoint = `https://push.example/${randomUUID()}`;
  words.push(guest, email, passkey, endpoint);
  const statements: [string, unknown[]][] = [
    ['update users set email = $2, email_verified = true where id = $1', [id, email]],
    [
      `insert into users (id, name, email, is_anonymous, merged_into_id)
       values ($2, $2, $2 || '@guest', true, $1)`,
      [id, guest],
    ],
    [
      `insert into passkeys (id, user_id, name, public_key, counter, transports)
       values ($2, $1, $2, $2::text::bytea, 0, array[$2])`,
      [id, passkey],
    ],
    [
      `insert into sign_in_tickets (hash, kind, email, expires_at)
       values (sha256($1::text::bytea), 'link', $1, now() + interval '1 minute')`,
      [email],
    ],
    [
      `insert into verifications (id, identifier, value, expires_at)
       values ($2, 'someone', $1, now())`,
      [JSON.stringify({ id }), guest],
    ],
    [`insert into moderation (action, user_id, by_id, reason) values ('x', $1, $1, 'x')`, [id]],
    [
      `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
       select user_id, id, $2, 'x', 'x', now() from sessions where user_id = $1 limit 1`,
      [id, endpoint],
    ],
    [
      `with other as (
         insert into users (id, name, email) values ($2, 'O', $2) returning id
       ), wishes as (
         insert into nudge_settings (user_id, kinds) select unnest(array[$1, id]), '{invitation}' from other
       ), rivals as (
         insert into nudge_rivals (user_id, rival_id, created_at)
         select $1, id, now() from other union all select id, $1, now() from other
       )
       insert into nudges (user_id, kind, subject, about_id, created_at, due_at, expires_at)
       select $1, 'rival-played', '1 ' || id, id, now(), now(), now() from other
       union all select id, 'rival-played', '1 ' || $1, $1, now(), now(), now() from other`,
      [id, randomUUID()],
    ],
    [
      `insert into period_totals (game, week, user_id, won, played, percentiles)
       values ('bisley', 1, $1, 1, 1, 1)`,
      [id],
    ],
  ];
  for (const [sql, values] of statements) await pool.query(sql, values);
}

describe('export', () => {
  test('holds person, devices, blocks and every play with its log, which replays', async () => {
    const [anna, ben] = [await somebody(), await somebody()];
    const { code, plays } = await settledRace([anna.tab, ben.tab]);
    const practice = await anna.tab.ask('play:create', { variant: 'bisley/thirteen', deal: '7' });
    await anna.browser.post('/api/hand-overs', { path: '/' });
    await service.app.inject({
      method: 'PUT',
      url: `/api/people/${ben.tab.me.id}/block`,
      headers: { cookie: anna.browser.cookie() },
    });
    await anna.browser.patch('/api/nudges', { kinds: { invitation: true } });
    await service.app.inject({
      method: 'PUT',
      url: `/api/nudges/rivals/${ben.tab.me.id}`,
      headers: { cookie: anna.browser.cookie() },
    });
    await anna.browser.post('/api/nudges/devices', {
      endpoint: 'https://push.example/a',
      keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) },
    });
    const data = await exportOf(anna.browser);
    expect(data).toMatchObject({
      format: 'same-deal/1',
      person: { id: anna.words[0], name: anna.words[1], isGuest: true, account: { passkeys: [] } },
      settings: { offBoards: false },
      devices: [{ userAgent: anna.words[3], isThis: true }],
      blocked: [{ id: ben.tab.me.id, name: ben.words[1] }],
      nudges: {
        kinds: ['invitation', 'rival-played'],
        rivals: [{ id: ben.tab.me.id }],
        devices: [{ endpoint: 'https://push.example/a' }],
        stored: [],
      },
      plays: [
        { playId: practice.playId, deal: '7', log: [], ending: null },
        { playId: plays[0], raceCode: code, ending: 'conceded', isYours: true },
      ],
    });
    const [, raced] = data.plays;
    expect(raced!.log).toHaveLength(2);
    expect(raced!.shownAfterMs).toBe(1);
    expect(playOf(raced!).moves).toBe(1);
  });

  test('P2: of a live deal it holds what the own table shows and no more; nothing of the others', async () => {
    const [anna, ben] = [await somebody(), await somebody()];
    const { code, tables } = await startRace(
      [anna.tab, ben.tab],
      { variant: 'alhambra/standard' },
      passCountdown,
    );
    const data = await exportOf(anna.browser);
    const own = (await anna.browser.get(`/api/plays/${tables[0]!.playId}`)).body as object;
    expect(data.plays).toHaveLength(1);
    expect({ ...data.plays[0], elapsedMs: 0, closesInMs: 0, startedAt: undefined }).toEqual({
      ...own,
      elapsedMs: 0,
      closesInMs: 0,
      startedAt: undefined,
      shownAfterMs: null,
    });
    const text = JSON.stringify(data);
    expect(text).not.toContain(tables[1]!.playId);
    expect(text).not.toMatch(/salt/);
    expect(data.plays[0]).toMatchObject({ pack: null });
    // In the countdown there is nothing to be seen yet.
    const lobby = await openLobby([ben.tab, anna.tab]);
    await ben.tab.ask('race:start', { code: lobby });
    expect((await exportOf(anna.browser)).plays).toHaveLength(1);
    await passCountdown();
    expect((await exportOf(anna.browser)).plays).toHaveLength(2);
    for (const tab of [anna.tab, ben.tab]) {
      for (const each of [code, lobby]) await tab.ask('race:leave', { code: each });
    }
  });

  test('nobody’s is refused, and it is not to be had without end', async () => {
    expect((await device(service.app).get('/api/me/export')).status).toBe(401);
    const limited = await buildTestApp({
      limits: { ...noLimits, exports: { times: 2, perMs: 60_000 } },
    });
    const anna = device(limited.app);
    await anna.post('/api/me', {});
    const codes = [];
    for (let n = 0; n < 3; n++) codes.push((await anna.get('/api/me/export')).status);
    expect(codes).toEqual([200, 200, 429]);
    await limited.close();
  });
});

test('the wish to be on no board is kept', async () => {
  const { browser } = await somebody();
  expect((await browser.get('/api/me/settings')).body).toEqual({ offBoards: false });
  expect((await browser.patch('/api/me/settings', { offBoards: true })).status).toBe(200);
  expect((await browser.get('/api/me/settings')).body).toEqual({ offBoards: true });
  expect((await exportOf(browser)).settings).toEqual({ offBoards: true });
  expect((await device(service.app).get('/api/me/settings')).status).toBe(401);
});

test('P6: what somebody prefers is the same on every device of theirs, and what is no preference is not kept', async () => {
  const { browser } = await somebody();
  const put = (body: object, cookie = browser.cookie()) =>
    service.app.inject({
      method: 'PUT',
      url: '/api/me/preferences',
      headers: { host: 'localhost:3000', cookie },
      payload: body,
    });
  expect((await browser.get('/api/me/preferences')).body).toEqual({});
  const mine = { theme: 'dark', colours: { bisley: 'two' }, letters: false };
  expect((await put({ ...mine, mirrored: true, anything: 'else' })).json()).toEqual(mine);
  expect((await browser.get('/api/me/preferences')).body).toEqual(mine);
  expect((await exportOf(browser)).preferences).toEqual(mine);
  expect((await put({ felt: 'red' })).statusCode).toBe(400);
  expect((await browser.get('/api/me/preferences')).body).toEqual(mine);
  expect((await put(mine, '')).statusCode).toBe(401);
});

test('P8: the export has invitations, races arranged, being removed, and names reported as a guest', async () => {
  const username = `u${randomUUID().slice(0, 20)}`;
  const [anna, ben] = [await somebody(username), await somebody()];
  await settledRace([anna.tab, ben.tab]);
  await plant(anna);
  const { pool } = service.database;
  // The guest is the first word that is planted, after the username.
  const ids = [anna.words[0], ben.words[0], anna.words[5]];
  const [circle, date] = [randomUUID(), randomUUID()];
  const statements: [string, unknown[]][] = [
    [
      `insert into circles (id, name, code, host_id, created_at) values ($2, 'Ours', 'EXPORT', $1, now())`,
      [ids[1], circle],
    ],
    [
      `insert into circle_members (circle_id, user_id, joined_at, left_at, removed_at, former_stays)
       values ($3, $1, now(), now(), now(), '[[20000, 20002]]'), ($3, $2, now(), null, null, '[]')`,
      [ids[0], ids[1], circle],
    ],
    [
      `insert into circle_invitations (circle_id, user_id, from_id, at)
       values ($3, $1, $2, now()), ($3, $2, $1, now())`,
      [ids[0], ids[1], circle],
    ],
    [
      `insert into circle_dates (id, circle_id, at, variant, made_by)
       values ($3, $2, now(), 'bisley/thirteen', $1)`,
      [ids[0], circle, date],
    ],
    [
      'insert into circle_date_people (date_id, user_id, comes) values ($2, $1, true)',
      [ids[0], date],
    ],
    [
      `insert into name_reports (person_id, name, reporter_id)
       values ($2, 'As a guest', $3), ($2, 'As myself', $1), ($1, 'Of me', $2)`,
      ids,
    ],
    ['insert into blocks (blocker_id, blocked_id) values ($1, $2), ($2, $1)', [ids[0], ids[1]]],
  ];
  for (const [sql, values] of statements) await pool.query(sql, values);

  const data = await exportOf(anna.browser);
  expect(data.reported!.map(({ name }) => name).sort()).toEqual(['As a guest', 'As myself']);
  const about = { circle, name: 'Ours', at: expect.any(String) };
  expect(data.invitations).toEqual({
    received: [{ ...about, fromId: ids[1] }],
    sent: [{ ...about, toId: ids[1] }],
  });
  expect(data.arranged).toEqual([
    { circle, at: expect.any(String), variant: 'bisley/thirteen', isCancelled: false },
  ]);
  const formerStays = [{ from: '2024-10-04', before: '2024-10-06' }];
  expect(data.circles).toMatchObject([{ id: circle, removedAt: expect.any(String), formerStays }]);
  // Of others there is what she has named herself, and no name that she was not shown.
  expect(JSON.stringify(data)).not.toContain('Of me');

  await pool.query('update users set name_hidden_at = now() where id = $1', [ids[1]]);
  const { circles, ...rest } = await exportOf(anna.browser);
  expect(circles).toMatchObject([{ id: circle, name: 'Hidden name' }]);
  expect(JSON.stringify(rest)).not.toContain('Ours');
  expect((await exportOf(ben.browser)).circles, 'their own').toMatchObject([{ name: 'Ours' }]);
});

/** Where the export has what is kept of a person, or why it has not; by the column that names them. */
const EXPORTED: Readonly<Record<string, keyof MyData | readonly [why: string]>> = {
  'accounts.user_id': 'person',
  'blocks.blocked_id': ['of others: whom they block'],
  'blocks.blocker_id': 'blocked',
  'circle_date_people.user_id': 'circles',
  'circle_dates.made_by': 'arranged',
  'circle_invitations.from_id': 'invitations',
  'circle_invitations.user_id': 'invitations',
  'circle_members.user_id': 'circles',
  'circle_named_after.user_id': [
    'for the name to go with them, also where they are no longer in it',
  ],
  'circles.host_id': 'circles',
  'duplicate_seats.user_id': 'duplicates',
  'duplicates.opened_by': 'duplicates',
  'hand_overs.user_id': ['lives for some minutes'],
  'moderation.by_id': ['the journal of the house'],
  'moderation.user_id': ['the journal of the house'],
  'name_reports.person_id': ['of others: whom they report'],
  'name_reports.reporter_id': 'reported',
  'nudge_rivals.rival_id': ['of others: whom they follow'],
  'nudge_rivals.user_id': 'nudges',
  'nudge_settings.user_id': 'nudges',
  'nudges.about_id': ['of others: what they are told'],
  'nudges.user_id': 'nudges',
  'passkeys.user_id': 'person',
  'period_totals.user_id': ['sums of results'],
  'plays.user_id': 'plays',
  'push_subscriptions.user_id': 'nudges',
  'rating_changes.user_id': 'ratings',
  'results.user_id': ['what the play says, and its place among others'],
  'seen_deals.user_id': 'seenDeals',
  'sessions.user_id': 'devices',
  'sign_in_tickets.user_id': ['lives for some minutes'],
  'users.merged_into_id': ['guests who became this account: what they played is its own'],
};

test('P8: whatever names a person is in the export, or there is a reason why not', async () => {
  // By reference, or by a name of the kind where a table refers to nobody.
  const { rows } = await service.database.pool.query<{ place: string }>(
    `select distinct c.table_name || '.' || c.column_name as place
     from information_schema.columns c
     left join information_schema.key_column_usage k using (table_schema, table_name, column_name)
     left join information_schema.referential_constraints f
       on f.constraint_schema = k.constraint_schema and f.constraint_name = k.constraint_name
     where c.table_schema = 'public' and (
       f.unique_constraint_name = 'users_pkey' or c.column_name = 'user_id'
     ) order by 1`,
  );
  expect(rows.map(({ place }) => place)).toEqual(Object.keys(EXPORTED).sort());
  const kinds = Object.values(EXPORTED).filter((kind) => typeof kind === 'string');
  expect(Object.keys(myData.shape)).toEqual(expect.arrayContaining(kinds));
});

describe('being forgotten', () => {
  test('export, then delete: no table has a trace of the person left, and the races of others stay whole', async () => {
    const username = `u${randomUUID().slice(0, 20)}`;
    const [anna, ben, cleo] = [await somebody(username), await somebody(), await somebody()];
    const { code, plays } = await settledRace([anna.tab, ben.tab, cleo.tab]);
    const daily = await rankedTry(anna.tab);
    await plant(anna);
    // A duplicate with a try of theirs, and one that they have opened and not begun.
    const group = { variants: ['bisley/thirteen'], deals: 2, days: 1 };
    const played = await ben.tab.ask('duplicate:create', group);
    await anna.tab.ask('duplicate:join', played);
    await anna.tab.ask('duplicate:start', { ...played, deal: 1 });
    await anna.tab.ask('duplicate:create', group);
    const hosted = await settledRace([ben.tab, anna.tab]);
    const practice = await anna.tab.ask('play:create', { variant: 'sly-fox/standard', deal: '7' });
    const table = await anna.tab.ask('play:open', practice);
    const [move] = legalMoves(playOf(table).position);
    await anna.tab.ask('play:move', { ...practice, expected: 1, move: encodeMove(move!) });
    await anna.browser.post('/api/hand-overs', { path: '/' });
    // A lobby of others they sit in, one of their own, and one that nobody will ever start.
    const lobby = await openLobby([ben.tab, anna.tab]);
    const own = await openLobby([anna.tab, cleo.tab]);
    const alone = await openLobby([anna.tab]);
    // Circles that are called after them: their own, one they have joined, and one they are asked to join.
    const makeCircle = async (by: Device, name: string, people: readonly string[] = []) => {
      const { body } = await by.post('/api/circles', { name, people });
      const { id } = body as { id: string };
      return (await by.get(`/api/circles/${id}`)).body as { id: string; code: string };
    };
    const mine = await makeCircle(anna.browser, anna.words[1]!);
    await cleo.browser.post('/api/circles/join', { code: mine.code });
    const ours = await makeCircle(cleo.browser, anna.words[1]!);
    await anna.browser.post('/api/circles/join', { code: ours.code });
    await makeCircle(cleo.browser, anna.words[1]!, [anna.tab.me.id]);
    const other = await makeCircle(cleo.browser, 'Us');
    await anna.browser.post('/api/circles/join', { code: other.code });
    const put = { method: 'PUT', headers: { cookie: ben.browser.cookie() } } as const;
    await service.app.inject({ ...put, url: `/api/people/${anna.tab.me.id}/block` });
    const before = await ben.tab.ask('race:enter', { code });
    const kept = (await ben.browser.get(`/api/plays/${plays[0]}`)).body as { log: object[] };
    expect((await placesOf(anna.words)).length, 'there is something to forget').toBeGreaterThan(4);
    await exportOf(anna.browser);

    const answer = await anna.browser.delete('/api/me', { sure: true });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0');
    expect(await placesOf(anna.words)).toEqual([]);
    await expect.poll(() => anna.tab.socket.connected).toBe(false);
    expect((await anna.browser.get('/api/me')).status).toBe(401);

    const { circles } = (await cleo.browser.get('/api/circles')).body as CircleList;
    expect(circles.map(({ name }) => name).sort()).toEqual([...Array(3).fill(HIDDEN_NAME), 'Us']);

    // The races, as they were but for one name.
    const after = await ben.tab.ask('race:enter', { code });
    const nameless = (race: typeof before) =>
      race.players.map(({ playId, progress }) => ({ playId, progress }));
    expect(nameless(after)).toEqual(nameless(before));
    expect(after.players.map(({ name }) => name)).toEqual([
      NOBODYS_NAME,
      ben.words[1],
      cleo.words[1],
    ]);
    const replay = await ben.browser.get(`/api/plays/${plays[0]}`);
    expect(replay).toMatchObject({ status: 200, body: { playerName: NOBODYS_NAME } });
    expect((replay.body as typeof kept).log).toEqual(kept.log);
    // Two who have gone from one race are two still.
    await cleo.tab.ask('race:leave', { code: own });
    expect((await cleo.browser.delete('/api/me', { sure: true })).status).toBe(200);
    const names = (await ben.tab.ask('race:enter', { code })).players.map(({ name }) => name);
    expect(names).toEqual([NOBODYS_NAME, ben.words[1], NOBODYS_NAME]);

    // Seats in lobbies are free again; nobody there has raced with them.
    expect((await ben.tab.ask('race:enter', { code: lobby })).players).toHaveLength(1);
    expect((await ben.tab.ask('race:enter', { code: alone })).players).toEqual([]);
    expect((await ben.browser.get('/api/people')).body).toEqual({ people: [] });
    expect(await ben.tab.request('race:rematch', { code: hosted.code })).toMatchObject({
      ok: true,
    });
    // The daily's try counts among all tries as before, and is on no board.
    const { rows: results } = await service.database.pool.query(
      'select standing from results where play_id = $1',
      [daily],
    );
    expect(results).toEqual([{ standing: 1 }]);
    // In the duplicate they are a nameless player.
    const { standings } = (await ben.browser.get(`/api/duplicates/${played.code}`))
      .body as DuplicateSnapshot;
    expect(standings.map(({ name }) => name).sort()).toEqual([NOBODYS_NAME, ben.words[1]].sort());
    // Practice is gone altogether.
    const { rows } = await service.database.pool.query(
      'select 1 from entries where play_id = $1 union select 1 from plays where id = $1',
      [practice.playId],
    );
    expect(rows).toEqual([]);
  });

  test('circles that were called after somebody who is no longer in them keep no name; a namesake’s does', async () => {
    const [anna, ben, cleo] = [await somebody(), await somebody(), await somebody()];
    const name = 'Annabel';
    await anna.browser.patch('/api/me', { name });
    await settledRace([anna.tab, ben.tab, cleo.tab]);
    const make = async (by: Device, called: string, people: readonly string[] = []) => {
      const { id } = (await by.post('/api/circles', { name: called, people })).body as {
        id: string;
      };
      return (await by.get(`/api/circles/${id}`)).body as { id: string; code: string };
    };
    const join = ({ browser }: { browser: Device }, { code }: { code: string }) =>
      browser.post('/api/circles/join', { code });
    // One that she has made and left, one that she has declined, and one that she came to by its link and left.
    const made = await make(anna.browser, `${name}’s circle`);
    await join(ben, made);
    const declined = await make(cleo.browser, `Cleo & ${name}`, [anna.tab.me.id]);
    const joined = await make(cleo.browser, 'Us');
    const renamed = await make(anna.browser, `Club of ${name}`);
    for (const one of [cleo, ben]) await join(one, renamed);
    const patched = { method: 'PATCH', headers: { cookie: cleo.browser.cookie() } } as const;
    const rename = ({ id }: { id: string }, to: string) =>
      service.app.inject({ ...patched, url: `/api/circles/${id}`, payload: { name: to } });
    await rename(joined, `${name} & Cleo`);
    await join(anna, joined);
    for (const { id } of [made, joined, renamed])
      await anna.browser.delete(`/api/circles/${id}/me`);
    await anna.browser.delete(`/api/circles/${declined.id}/invitation`);
    // Called otherwise since, and one of somebody else of this name.
    await rename(renamed, 'Ours');
    await make(cleo.browser, `${name}’s circle`);
    const { rows } = await service.database.pool.query(
      `select from circle_members where user_id = $1 union all
       select from circle_invitations where user_id = $1`,
      [anna.tab.me.id],
    );
    expect(rows, 'nothing else leads there').toEqual([]);

    expect((await anna.browser.delete('/api/me', { sure: true })).status).toBe(200);
    const namesOf = async ({ browser }: { browser: Device }) =>
      ((await browser.get('/api/circles')).body as CircleList).circles.map((one) => one.name);
    expect(await namesOf(ben)).toEqual([HIDDEN_NAME, 'Ours']);
    expect((await namesOf(cleo)).sort()).toEqual(
      [HIDDEN_NAME, HIDDEN_NAME, 'Ours', `${name}’s circle`].sort(),
    );
  });

  test('more lobbies than one statement writes: those of a guest come along, and all go with the account', async () => {
    const [anna, guest] = [await somebody(`u${randomUUID().slice(0, 20)}`), await somebody()];
    const { pool, prisma } = service.database;
    const code = await openLobby([guest.tab]);
    await pool.query(
      `insert into races (code, version, value)
       select code || n, 1, value from races, generate_series(1, 1001) n where code = $1`,
      [code],
    );
    const racesOf = async ({ tab }: { tab: Tab }) =>
      (await pool.query('select from races where position($1 in value::text) > 0', [tab.me.id]))
        .rowCount;
    expect(await racesOf(guest)).toBe(1_002);
    await mergesRepository(prisma).merge(guest.tab.me.id, anna.tab.me.id);
    expect(await Promise.all([guest, anna].map(racesOf))).toEqual([0, 1_002]);
    await departuresRepository(prisma).leaveForGood(anna.tab.me.id);
    expect(await racesOf(anna)).toBe(0);
  });

  test('P8: the export names the deal of a duplicate that one has looked at', async () => {
    const [anna, ben] = [await somebody(), await somebody()];
    const group = { variants: ['bisley/thirteen'], deals: 2, days: 1 };
    const { code } = await ben.tab.ask('duplicate:create', group);
    const { pool } = service.database;
    await pool.query(
      `insert into seen_deals (user_id, deal_id, at)
       select $1, n.deal_id, now() from duplicate_deals n join duplicates d on d.id = n.duplicate_id
       where d.code = $2 and n.number = 2`,
      [anna.tab.me.id, code],
    );
    const { seenDeals } = await exportOf(anna.browser);
    expect(seenDeals).toMatchObject([{ deal: `duplicate/${code}/2`, variant: 'bisley/thirteen' }]);
  });

  test('replays of a duplicate that has just ended name nobody who has gone', async () => {
    const [anna, ben] = [await somebody(), await somebody()];
    const group = { variants: ['bisley/thirteen'], deals: 2, days: 1 };
    const { code } = await anna.tab.ask('duplicate:create', group);
    await ben.tab.ask('duplicate:join', { code });
    const plays: string[] = [];
    for (const { tab } of [anna, ben])
      for (const deal of [1, 2]) {
        const { playId } = await tab.ask('duplicate:start', { code, deal });
        await new Player(tab, await tab.ask('play:open', { playId })).concede();
        plays.push(playId);
      }
    const nameIn = async () =>
      ((await ben.browser.get(`/api/plays/${plays[0]}`)).body as { playerName: string }).playerName;
    expect(await nameIn()).toBe(anna.words[1]);
    expect((await anna.browser.delete('/api/me', { sure: true })).status).toBe(200);
    expect(await nameIn()).toBe(NOBODYS_NAME);
  });

  test('P8: not while a race of theirs runs; nothing has changed then', async () => {
    const [anna, ben] = [await somebody(), await somebody()];
    const { code, tables } = await startRace([anna.tab, ben.tab], {}, passCountdown);
    const before = await placesOf(anna.words);
    const refused = {
      status: 409,
      body: { error: { code: 'race-running', detail: code } },
    };
    expect(await anna.browser.delete('/api/me', { sure: true })).toMatchObject(refused);
    await new Player(anna.tab, tables[0]!).concede();
    expect(await anna.browser.delete('/api/me', { sure: true })).toMatchObject(refused);
    expect((await anna.browser.get('/api/me')).status).toBe(200);
    expect(await placesOf(anna.words)).toEqual(before);
    // In the countdown too.
    const other = await openLobby([ben.tab, anna.tab]);
    await ben.tab.ask('race:start', { code: other });
    expect(await anna.browser.delete('/api/me', { sure: true })).toMatchObject({ status: 409 });
    // Nobody needs to be awake: a race whose time is up is settled by who asks.
    await ben.tab.ask('race:leave', { code: other });
    await anna.tab.ask('race:leave', { code: other });
    await new Player(ben.tab, tables[1]!).concede();
    expect((await anna.browser.delete('/api/me', { sure: true })).status).toBe(200);
    expect(await placesOf(anna.words)).toEqual([]);
  });

  test('P8: the refusal touches no play: nobody keeps their own entries from being stored by asking again and again', async () => {
    const [anna, ben] = [await somebody(), await somebody()];
    const { code, tables } = await startRace([anna.tab, ben.tab], {}, passCountdown);
    // As while an entry is being stored.
    const entering = await service.database.pool.connect();
    try {
      await entering.query('begin');
      await entering.query('select from plays where id = $1 for no key update', [
        tables[0]!.playId,
      ]);
      expect(await anna.browser.delete('/api/me', { sure: true })).toMatchObject({
        status: 409,
        body: { error: { code: 'race-running', detail: code } },
      });
    } finally {
      await entering.query('rollback');
      entering.release();
    }
    for (const [n, { tab }] of [anna, ben].entries()) await new Player(tab, tables[n]!).concede();
  });

  test('P8: only when sure, only oneself, and once', async () => {
    const { browser } = await somebody();
    expect(await browser.delete('/api/me', {})).toMatchObject({
      status: 400,
      body: { error: { code: 'bad-request' } },
    });
    expect((await device(service.app).delete('/api/me', { sure: true })).status).toBe(401);
    const answers = await Promise.all([
      browser.delete('/api/me', { sure: true }),
      browser.delete('/api/me', { sure: true }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a start at the same moment either has them or not: no race is left half', async () => {
    for (let n = 0; n < 6; n++) {
      const [anna, ben] = [await somebody(), await somebody()];
      const code = await openLobby([ben.tab, anna.tab]);
      const [start, gone] = await Promise.all([
        ben.tab.request('race:start', { code }),
        anna.browser.delete('/api/me', { sure: true }),
      ]);
      const race = await ben.tab.ask('race:enter', { code });
      if (start.ok) {
        expect(gone.status).toBe(409);
        expect(race.players.map(({ name }) => name)).toContain(anna.words[1]);
      } else {
        expect(start.error.code).toBe('too-few-players');
        expect(gone.status).toBe(200);
        expect(race).toMatchObject({ phase: 'open', players: [{ id: ben.tab.me.id }] });
      }
    }
  });

  test.runIf(hasValkey())(
    'the node that holds the play in memory shows the name no more',
    async () => {
      const database = await createTestDatabase();
      const node = (name: string) => startNode(database, name, { socketLimits: noSocketLimits });
      const [one, two] = [await node('one'), await node('two')];
      const [anna, ben] = [await openTab(one.url), await openTab(two.url)];
      const code = await openLobby([anna, ben]);
      await anna.ask('race:start', { code });
      for (const tab of [anna, ben]) await tab.ask('race:leave', { code });
      await ben.news('race:updated', (race) => race.code === code && race.phase === 'settled');
      const playId = (await ben.ask('race:enter', { code })).players.find(
        ({ id }) => id === anna.me.id,
      )!.playId!;
      const see = () => device(two.app).get(`/api/plays/${playId}`);
      expect((await see()).body).toMatchObject({ playerName: anna.me.name });
      const gone = await device(one.app).delete('/api/me', { sure: true }, { cookie: anna.cookie });
      expect(gone.status).toBe(200);
      await ben.news('race:updated', ({ players }) =>
        players.some(({ name }) => name === NOBODYS_NAME),
      );
      expect((await see()).body).toMatchObject({ playerName: NOBODYS_NAME });
      for (const tab of [anna, ben]) tab.close();
      await one.close();
      await two.close();
      await database.drop();
    },
  );
});
