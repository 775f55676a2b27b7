// Nudges from their cause to the device: a push service on this machine opens what it is sent, and answers as real ones do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type {
  CircleSnapshot,
  NudgeKind,
  NudgeSettings,
  NudgeWishes,
  WaitingNudges,
} from '@same-deal/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { textOfDay, dayOf } from '../src/daily/days.ts';
import { pushKeyOf } from '../src/nudge/push-key.ts';
import { mergesRepository } from '../src/storage/people/merges.ts';
import { retentionRepository } from '../src/storage/retention.ts';
import { buildTestApp, noSocketLimits } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { pushWorker } from './support/processes.ts';
import { startPushService } from './support/push-service.ts';
import type { PushService } from './support/push-service.ts';
import { openLobby, Player, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const SECRET = 'a secret for tests only, 32 long';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const clock = testClock(Date.UTC(2040, 1, 29, 12));
let service: TestApp & { url: string };
let push: PushService;
const tabs: Tab[] = [];

beforeAll(async () => {
  const app = await buildTestApp({
    clock,
    secret: SECRET,
    push: { allowsLoopback: true },
    socketLimits: noSocketLimits,
  });
  service = { ...app, url: await listen(app.app) };
  push = await startPushService(() => pushKeyOf(SECRET).publicKey);
});
afterEach(() => {
  push.arrived.length = 0;
  push.reply(201);
  // The database's clock is not the test's, so that races seem to be settled too early.
  const faults = service
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  expect(faults.filter((line) => !line.includes('is not over yet'))).toEqual([]);
});
afterAll(async () => {
  for (const tab of tabs) tab.close();
  await service.close();
  await push.close();
});

async function somebody(): Promise<Tab> {
  const tab = await openTab(service.url);
  tabs.push(tab);
  return tab;
}

async function ask<Body>(
  who: Pick<Tab, 'cookie'>,
  method: string,
  url: string,
  body?: object,
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(service.url + url, {
    method,
    headers: { cookie: who.cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

const want = (who: Tab, wishes: NudgeWishes) =>
  ask<NudgeSettings>(who, 'PATCH', '/api/nudges', wishes);
const wants = (who: Tab, ...kinds: NudgeKind[]) =>
  want(who, { kinds: Object.fromEntries(kinds.map((kind) => [kind, true])) });

async function subscribe(who: Tab): Promise<string> {
  const device = push.device();
  expect((await ask(who, 'POST', '/api/nudges/devices', device)).status).toBe(200);
  return device.endpoint.slice(device.endpoint.lastIndexOf('/') + 1);
}

/** Two who have raced each other; the first takes nudges. */
async function pair(): Promise<{ anna: Tab; ben: Tab; device: string }> {
  const [anna, ben] = [await somebody(), await somebody()];
  const { code, tables } = await startRace([anna, ben], {}, () => clock.skip(5000));
  for (const [n, tab] of [anna, ben].entries()) await new Player(tab, tables[n]!).concede();
  await anna.news('race:updated', (race) => race.code === code && race.phase === 'settled');
  return { anna, ben, device: await subscribe(anna) };
}

/** Lets time pass, a second at a time, until so much has arrived. */
const arrives = (count = 1) =>
  expect
    .poll(async () => {
      await clock.skip(1000);
      return push.arrived.length;
    })
    .toBe(count);

interface Row {
  kind: string;
  outcome: string | null;
  claimed_at: Date | null;
  due_at: Date;
}
const rowsOf = async (who: Pick<Tab, 'me'>): Promise<Row[]> =>
  (
    await service.database.pool.query<Row>(
      'select kind, outcome, claimed_at, due_at from nudges where user_id = $1 order by created_at',
      [who.me.id],
    )
  ).rows;
/** Lets time pass until everything that is due for a person has come to something. */
const comesTo = (who: Pick<Tab, 'me'>, ...outcomes: (string | null)[]) =>
  expect
    .poll(async () => {
      await clock.skip(1000);
      return (await rowsOf(who)).map(({ outcome }) => outcome).sort();
    })
    .toEqual([...outcomes].sort());

async function invite(ben: Tab, anna: Tab): Promise<string> {
  const { code } = await ben.ask('race:create', { variant: 'bisley/thirteen' });
  await ben.ask('race:join', { code });
  await ben.ask('race:invite', { code, personId: anna.me.id });
  return code;
}

const today = () => textOfDay(dayOf(clock.now()));
async function playDaily(who: Tab, game = 'bisley'): Promise<void> {
  const { playId } = await who.ask('daily:start', { day: today(), game });
  const player = new Player(who, await who.ask('play:open', { playId }));
  await player.concede();
}
/** A new day, in which everybody may be nudged again. */
const nextDay = () => clock.skip(DAY);

describe('each kind, from its cause to the device', () => {
  test('nobody is nudged who has not asked for it', async () => {
    const { anna, ben } = await pair();
    await invite(ben, anna);
    expect(await rowsOf(anna)).toEqual([]);
    const { body } = await ask<NudgeSettings>(anna, 'GET', '/api/nudges');
    expect(body).toMatchObject({ kinds: [], quiet: null, rivals: [] });
    expect(body.key).toBe(pushKeyOf(SECRET).publicKey);
    expect(body.devices).toEqual([expect.objectContaining({ isThis: true })]);
  });

  test('an invitation, encrypted for the device and signed by the service', async () => {
    const { anna, ben, device } = await pair();
    await wants(anna, 'invitation');
    const code = await invite(ben, anna);
    await arrives();
    const [{ news, headers, ...more }] = push.arrived as [(typeof push.arrived)[number]];
    expect(more.device).toBe(device);
    expect(news).toEqual({
      kind: 'invitation',
      subject: code,
      path: `/race/${code}`,
      name: ben.me.name,
    });
    expect(headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' });
    expect(Number(headers['ttl'])).toBeLessThanOrEqual(30 * 60);
    await comesTo(anna, 'sent');
  });

  test('not an invitation that has been seen, or accepted', async () => {
    const { anna, ben } = await pair();
    await wants(anna, 'invitation');
    const code = await invite(ben, anna);
    await ask(anna, 'POST', '/api/nudges/seen', { kind: 'invitation', subject: code });
    await anna.ask('race:join', { code: await invite(ben, anna) });
    await comesTo(anna, 'dropped', 'dropped');
    expect(push.arrived).toEqual([]);
  });

  test('somebody has played a daily: once a day, with what they have played by then', async () => {
    const { anna, ben } = await pair();
    const url = `/api/nudges/rivals/${ben.me.id}`;
    const { body } = await ask<NudgeSettings>(anna, 'PUT', url);
    expect(body).toMatchObject({ kinds: ['rival-played'], rivals: [{ id: ben.me.id }] });
    await playDaily(ben);
    await playDaily(ben, 'sly-fox');
    await clock.skip(5 * MINUTE);
    await arrives();
    expect(push.arrived[0]?.news).toEqual({
      kind: 'rival-played',
      subject: expect.stringContaining(ben.me.id) as string,
      path: '/daily',
      name: ben.me.name,
      games: ['bisley', 'sly-fox'],
    });
    expect(await rowsOf(anna)).toHaveLength(1);
    // With one tap on the notice it is over.
    await want(anna, { kinds: { 'rival-played': false } });
    expect((await ask<NudgeSettings>(anna, 'GET', '/api/nudges')).body.rivals).toEqual([]);
    await nextDay();
    await playDaily(ben);
    expect(await rowsOf(anna)).toHaveLength(1);
  });

  test.each(['off_boards = true', 'banned_at = now()'])(
    'not that somebody has played who is on no board: %s',
    async (isOff) => {
      const { anna, ben } = await pair();
      await ask(anna, 'PUT', `/api/nudges/rivals/${ben.me.id}`);
      await playDaily(ben);
      await service.database.pool.query(`update users set ${isOff} where id = $1`, [ben.me.id]);
      await clock.skip(5 * MINUTE);
      await comesTo(anna, 'dropped');
      expect(push.arrived).toEqual([]);
    },
  );

  test('nobody has played a daily that one cannot begin any more: its day is over, or is once it is not quiet', async () => {
    const { anna, ben } = await pair();
    await ask(anna, 'PUT', `/api/nudges/rivals/${ben.me.id}`);
    const untilEndOfDay = () => (dayOf(clock.now()) + 1) * DAY - clock.now();
    await clock.skip(untilEndOfDay() - 4 * MINUTE);
    await playDaily(ben);
    expect(await rowsOf(anna)).toEqual([]);
    // The next evening, when Anna wants none from ten to eight.
    await want(anna, { quiet: { from: 22 * 60, to: 8 * 60 }, zone: 'UTC' });
    await clock.skip(untilEndOfDay() + 23 * HOUR);
    await playDaily(ben);
    await clock.skip(5 * MINUTE);
    await comesTo(anna, 'dropped');
    await clock.skip(12 * HOUR);
    expect(push.arrived).toEqual([]);
  });

  test('a race one has a seat in begins while one is not there, or does not look; not where one is shown its table', async () => {
    const { anna, ben } = await pair();
    await wants(anna, 'race-begins');
    const code = await openLobby([ben, anna]);
    await anna.ask('race:exit', { code });
    await ben.ask('race:start', { code });
    await arrives();
    expect(push.arrived[0]?.news).toEqual({
      kind: 'race-begins',
      subject: code,
      path: `/race/${code}`,
    });
    // Her page is open and sees the start; whether she does is known only by the table that was painted.
    const seen = await openLobby([ben, anna]);
    await ben.ask('race:start', { code: seen });
    await clock.skip(6000);
    await anna.ask('race:shown', { code: seen, afterMs: 500 });
    await clock.skip(12_000);
    await comesTo(anna, 'sent', 'dropped');
    expect(push.arrived).toHaveLength(1);
    const hidden = await openLobby([ben, anna]);
    await ben.ask('race:start', { code: hidden });
    await clock.skip(16_000);
    expect(push.arrived).toHaveLength(1);
    await arrives(2);
    expect(push.arrived[1]?.news).toMatchObject({ kind: 'race-begins', subject: hidden });
    // Who has pressed the button knows.
    await wants(ben, 'race-begins');
    const own = await openLobby([ben, anna]);
    await ben.ask('race:start', { code: own });
    expect(await rowsOf(ben)).toEqual([]);
  });

  test('a duplicate closes tomorrow: who has not played it all is nudged a day before', async () => {
    const { anna, ben } = await pair();
    const settings = { variants: ['bisley/thirteen'], deals: 2, days: 3, undo: 'bounded' } as const;
    const { code } = await ben.ask('duplicate:create', settings as never);
    await anna.ask('duplicate:join', { code });
    // Also of those one sits in already.
    await wants(anna, 'duplicate-closes');
    expect(await rowsOf(anna)).toHaveLength(1);
    await clock.skip(2 * DAY - HOUR);
    expect(push.arrived).toEqual([]);
    await clock.skip(HOUR);
    await arrives();
    const closesAt = clock.now() + DAY;
    const { at, ...news } = push.arrived[0]!.news;
    expect(news).toEqual({ kind: 'duplicate-closes', subject: code, path: `/duplicate/${code}` });
    expect(Math.abs(Date.parse(at!) - closesAt)).toBeLessThan(HOUR);
  });

  test('a streak ends in two hours: of use until then, and until one has played', async () => {
    const { anna, ben } = await pair();
    for (const one of [anna, ben]) await wants(one, 'streak-ends');
    const waitsFor = async (one: Tab) =>
      (await ask<WaitingNudges>(one, 'GET', '/api/nudges/waiting')).body.nudges.map(
        ({ kind }) => kind,
      );
    // Two days in a row with a card home, as the entries that end a try store it.
    const play = async () => {
      for (const one of [anna, ben]) {
        const { playId } = await one.ask('daily:start', { day: today(), game: 'bisley' });
        await service.database.pool.query(
          `update plays set ended_at = $2, ending = 'stuck', moves = 1, undos = 0, cards_home = 1,
             cards_home_at_ms = 1, elapsed_ms = 1 where id = $1`,
          [playId, new Date(clock.now())],
        );
      }
    };
    await play();
    await nextDay();
    await play();
    // So that no day may be missed any more, a day of the week is.
    await nextDay();
    await nextDay();
    const endOfDay = (dayOf(clock.now()) + 1) * DAY;
    await clock.skip(endOfDay - clock.now() - 3 * HOUR);
    const last = await rowsOf(anna);
    expect(last.length).toBeGreaterThan(1);
    await clock.skip(HOUR);
    await arrives();
    expect(push.arrived[0]?.news).toMatchObject({ kind: 'streak-ends', path: '/daily' });
    expect(Number(push.arrived[0]?.headers['ttl'])).toBeLessThanOrEqual(2 * 3600);
    await expect.poll(() => waitsFor(ben)).toEqual(['streak-ends']);
    expect(await waitsFor(anna)).toEqual(['streak-ends']);
    await anna.ask('daily:start', { day: today(), game: 'bisley' });
    expect(await waitsFor(anna)).toEqual([]);
    await clock.skip(2 * HOUR);
    expect(await waitsFor(ben)).toEqual([]);
  });

  test('a race of a circle that one comes to opens its lobby; not one that is cancelled, or that one does not come to', async () => {
    const { anna, ben } = await pair();
    await wants(anna, 'circle-date', 'invitation');
    const { body } = await ask<{ id: string }>(ben, 'POST', '/api/circles', { name: 'Otters' });
    const circle = `/api/circles/${body.id}`;
    const whole = async () => (await ask<CircleSnapshot>(ben, 'GET', circle)).body;
    const { code } = await whole();
    await ask(anna, 'POST', '/api/circles/join', { code });
    const at = (hours: number) => new Date(clock.now() + hours * HOUR).toISOString();
    const variant = 'bisley/thirteen';
    const first = at(3);
    for (const time of [first, at(4), at(5)])
      await ask(ben, 'POST', `${circle}/dates`, { at: time, variant });
    const [one, off, no] = (await whole()).dates;
    const answers = (id: string, comes: boolean) =>
      ask(anna, 'PUT', `${circle}/dates/${id}/me`, { comes });
    for (const { id } of [one!, off!, no!]) await answers(id, true);
    await ask(ben, 'DELETE', `${circle}/dates/${off!.id}`);
    await answers(no!.id, false);
    // Reminders may be asked for after saying yes too.
    expect(await rowsOf(ben)).toEqual([]);
    await wants(ben, 'circle-date');
    expect((await rowsOf(ben)).map(({ kind }) => kind)).toEqual(['circle-date', 'circle-date']);
    await clock.skip(2 * HOUR + 49 * MINUTE);
    expect(push.arrived).toEqual([]);
    await clock.skip(MINUTE);
    await arrives();
    const about = { kind: 'circle-date', subject: one!.id, title: 'Otters', at: first };
    expect(push.arrived[0]?.news).toEqual({ ...about, path: `/circle/${body.id}` });
    await clock.skip(3 * HOUR);
    await comesTo(anna, 'dropped', 'dropped', 'sent');
    // A race now is an invitation of everybody.
    const race = await ask<{ code: string }>(ben, 'POST', `${circle}/race`, { variant });
    await arrives(2);
    expect(push.arrived[1]?.news).toMatchObject({ kind: 'invitation', subject: race.body.code });
  });

  test('what was not pushed waits on the page, until it is seen', async () => {
    const { anna, ben } = await pair();
    const { body } = await ask<NudgeSettings>(anna, 'GET', '/api/nudges');
    await ask(anna, 'DELETE', `/api/nudges/devices/${body.devices[0]!.id}`);
    await wants(anna, 'invitation');
    const code = await invite(ben, anna);
    await comesTo(anna, 'page');
    const waiting = async () =>
      (await ask<WaitingNudges>(anna, 'GET', '/api/nudges/waiting')).body.nudges;
    expect(await waiting()).toMatchObject([{ kind: 'invitation', path: `/race/${code}` }]);
    await ask(anna, 'POST', '/api/nudges/seen', { kind: 'invitation', subject: code });
    expect(await waiting()).toEqual([]);
    expect(push.arrived).toEqual([]);
  });
});

describe('what push services answer', () => {
  async function invited() {
    const { anna, ben, device } = await pair();
    await wants(anna, 'invitation');
    return { anna, device, invite: () => invite(ben, anna) };
  }
  const devicesOf = async (who: Tab) =>
    (await ask<NudgeSettings>(who, 'GET', '/api/nudges')).body.devices;

  test.each([404, 410, 403])('%i: the device is forgotten', async (status) => {
    const { anna, invite } = await invited();
    push.reply(status);
    await invite();
    await comesTo(anna, 'page');
    expect(await devicesOf(anna)).toEqual([]);
    expect(push.arrived).toHaveLength(1);
  });

  test.each([429, 503])('%i: once more, when it says so', async (status) => {
    const { anna, invite } = await invited();
    push.reply({ status, retryAfter: '120' });
    await invite();
    await arrives();
    push.reply(201);
    await expect.poll(async () => (await rowsOf(anna))[0]?.claimed_at).toBeNull();
    const due = (await rowsOf(anna))[0]!.due_at.getTime();
    expect(due - clock.now()).toBeGreaterThan(100_000);
    await clock.skip(110_000);
    expect(push.arrived).toHaveLength(1);
    await clock.skip(10_000);
    await arrives(2);
    await comesTo(anna, 'sent');
  });

  test('429 until it is of no use: no more', async () => {
    const { anna, invite } = await invited();
    push.reply({ status: 429, retryAfter: '3600' });
    await invite();
    await comesTo(anna, 'page');
    expect(push.arrived).toHaveLength(1);
  });

  test('500: perhaps it was delivered, so it is not sent again; and 400: it never will be', async () => {
    const { anna, invite } = await invited();
    push.reply(500);
    await invite();
    await comesTo(anna, 'unknown');
    // The service is left alone for a while.
    await clock.skip(MINUTE);
    push.reply(400);
    await nextDay();
    await invite();
    await comesTo(anna, 'unknown', 'page');
    expect(push.arrived).toHaveLength(2);
    expect(await devicesOf(anna)).toHaveLength(1);
  });

  test('nothing: it is not sent again, and keeps nobody waiting at another service', async () => {
    const silent = await startPushService(() => pushKeyOf(SECRET).publicKey);
    silent.reply('nothing');
    const { anna, ben } = await pair();
    const [device] = await devicesOf(anna);
    await ask(anna, 'DELETE', `/api/nudges/devices/${device!.id}`);
    await ask(anna, 'POST', '/api/nudges/devices', silent.device());
    const other = await invited();
    await wants(anna, 'invitation');
    await invite(ben, anna);
    await other.invite();
    await arrives();
    expect((await rowsOf(anna))[0]?.outcome).toBeNull();
    await comesTo(anna, 'unknown');
    expect(silent.arrived).toHaveLength(1);
    await silent.close();
  });

  test('one device takes it, another one is put off: it is not sent again', async () => {
    const { anna, device, invite } = await invited();
    const second = await openTab(service.url, anna.cookie);
    tabs.push(second);
    await subscribe(second);
    push.reply((which) => (which === device ? 429 : 201));
    await invite();
    await arrives(2);
    await comesTo(anna, 'sent');
  });
});

describe('bounds', () => {
  test('two a day, and one of a kind about the same person: the others wait on the page', async () => {
    const { anna, ben } = await pair();
    await wants(anna, 'invitation');
    for (let n = 0; n < 5; n++) await invite(ben, anna);
    // No more than three are even stored.
    await comesTo(anna, 'sent', 'page', 'page');
    expect(push.arrived).toHaveLength(1);
  });

  test('nobody is nudged about somebody they have blocked, or are blocked by, and neither is told', async () => {
    const { anna, ben } = await pair();
    await ask(anna, 'PUT', `/api/nudges/rivals/${ben.me.id}`);
    await ask(ben, 'PUT', `/api/nudges/rivals/${anna.me.id}`);
    await ask(anna, 'PUT', `/api/people/${ben.me.id}/block`);
    await playDaily(anna);
    await playDaily(ben);
    await clock.skip(5 * MINUTE);
    await comesTo(anna, 'dropped');
    await comesTo(ben, 'dropped');
    expect(push.arrived).toEqual([]);
  });

  test('strangers cannot be asked about, and no endpoint may lie inside', async () => {
    const [anna, ben] = [await somebody(), await somebody()];
    const stranger = await ask(anna, 'PUT', `/api/nudges/rivals/${ben.me.id}`);
    expect(stranger.status).toBe(404);
    const { keys } = push.device();
    for (const endpoint of ['https://10.0.0.1/a', 'http://push.example/a', 'https://[fe80::1]/']) {
      const refused = await ask(anna, 'POST', '/api/nudges/devices', { endpoint, keys });
      expect(refused.status).toBe(400);
    }
  });

  test('P8: a zone that the service does not know leaves the one before, and is in the way of no wish', async () => {
    const anna = await somebody();
    await want(anna, { zone: 'Europe/Berlin' });
    const { status, body } = await want(anna, { kinds: { invitation: true }, zone: 'Etc/Unknown' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ kinds: ['invitation'], zone: 'Europe/Berlin' });
  });

  test('P8: who shares a circle is no stranger: told of a daily, until one of them has left', async () => {
    const [anna, ben] = [await somebody(), await somebody()];
    const circles = '/api/circles';
    const { body: made } = await ask<{ id: string }>(anna, 'POST', circles, { name: 'Ours' });
    const { body: circle } = await ask<CircleSnapshot>(anna, 'GET', `${circles}/${made.id}`);
    await ask(ben, 'POST', `${circles}/join`, { code: circle.code });
    await subscribe(anna);
    const [about, page] = [`/api/nudges/rivals/${ben.me.id}`, `/api/people/${ben.me.id}`];
    expect((await ask(anna, 'PUT', about)).status).toBe(200);
    const { body: person } = await ask(anna, 'GET', page);
    expect(person).toMatchObject({ name: ben.me.name, races: [], lastVariant: null });
    await playDaily(ben);
    await clock.skip(5 * MINUTE);
    await arrives();

    await ask(ben, 'DELETE', `${circles}/${made.id}/me`);
    await nextDay();
    await playDaily(ben);
    await comesTo(anna, 'sent', 'dropped');
    for (const url of [about, page]) {
      const { status } = await ask(anna, url === about ? 'PUT' : 'GET', url);
      expect(status).toBe(404);
    }
  });

  test('another person at the same browser takes its device over', async () => {
    const [anna, ben] = [await somebody(), await somebody()];
    const device = push.device();
    await ask(anna, 'POST', '/api/nudges/devices', device);
    await ask(ben, 'POST', '/api/nudges/devices', device);
    const devicesOf = async (who: Tab) =>
      (await ask<NudgeSettings>(who, 'GET', '/api/nudges')).body.devices.length;
    expect([await devicesOf(anna), await devicesOf(ben)]).toEqual([0, 1]);
  });
});

describe('with their people', () => {
  test('an account takes over what a guest wanted, and what others wanted of the guest', async () => {
    const { anna, ben } = await pair();
    const account = await somebody();
    await service.database.pool.query('update users set is_anonymous = false where id = $1', [
      account.me.id,
    ]);
    await wants(anna, 'invitation', 'streak-ends');
    await wants(account, 'duplicate-closes');
    await want(account, { quiet: { from: 0, to: 15 } });
    await ask(anna, 'PUT', `/api/nudges/rivals/${ben.me.id}`);
    await ask(ben, 'PUT', `/api/nudges/rivals/${anna.me.id}`);
    await invite(ben, anna);
    const merged = await mergesRepository(service.database.prisma).merge(anna.me.id, account.me.id);
    expect(merged.kind).toBe('merged');
    const settings = (await ask<NudgeSettings>(account, 'GET', '/api/nudges')).body;
    expect(settings).toMatchObject({
      kinds: ['duplicate-closes', 'invitation', 'rival-played', 'streak-ends'],
      quiet: { from: 0, to: 15 },
      rivals: [{ id: ben.me.id }],
      devices: [],
    });
    expect(await rowsOf(account)).toHaveLength(1);
    expect((await ask<NudgeSettings>(ben, 'GET', '/api/nudges')).body.rivals).toEqual([
      { id: account.me.id, name: account.me.name },
    ]);
  });

  test('a nudge is deleted a week after it was of use', async () => {
    const { anna, ben } = await pair();
    await wants(anna, 'invitation');
    await invite(ben, anna);
    const { rules } = retentionRepository(service.database.prisma);
    const rule = rules.find(({ what }) => what.startsWith('nudges'))!;
    expect(rule.days).toBe(7);
    const [{ at }] = (
      await service.database.pool.query<{ at: Date }>(
        'select expires_at as at from nudges where user_id = $1',
        [anna.me.id],
      )
    ).rows as [{ at: Date }];
    await rule.sweep(at, 100, '');
    expect(await rowsOf(anna)).toHaveLength(1);
    await rule.sweep(new Date(at.getTime() + 1), 100, '');
    expect(await rowsOf(anna)).toHaveLength(0);
  });
});

test('with kill -9 in between, on two nodes, nobody is nudged twice', async () => {
  const database = await createTestDatabase();
  const many = await startPushService(() => pushKeyOf(SECRET).publicKey);
  const people = 150;
  const nodes: ReturnType<typeof spawn>[] = [];
  try {
    const devices = Array.from({ length: people }, () => many.device());
    await database.pool.query(
      `with people as (
         insert into users (id, name, email, created_at, updated_at)
         select 'p' || n, 'P', 'p' || n, now(), now() from generate_series(1, $1::int) n returning id
       ), sessions as (
         insert into sessions (id, token, user_id, expires_at, created_at, updated_at)
         select id, id, id, now() + interval '1 day', now(), now() from people returning id
       ), settings as (
         insert into nudge_settings (user_id, kinds) select id, '{circle-date}' from people
       ), devices as (
         insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
         select 'p' || n, 'p' || n, e.endpoint, e.p256dh, e.auth, now()
         from unnest($2::text[], $3::text[], $4::text[]) with ordinality as e(endpoint, p256dh, auth, n)
       )
       insert into nudges (user_id, kind, subject, created_at, due_at, expires_at)
       select id, 'circle-date', 'a' || n, now(), now(), now() + interval '1 hour'
       from people, generate_series(1, 3) n`,
      [
        people,
        devices.map(({ endpoint }) => endpoint),
        devices.map(({ keys }) => keys.p256dh),
        devices.map(({ keys }) => keys.auth),
      ],
    );
    const start = async () => {
      const script = path.join(import.meta.dirname, 'support/nudge-node.ts');
      const words = [script, database.url, SECRET, pushWorker()];
      const child = spawn(process.execPath, ['--import', 'tsx', ...words], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      nodes.push(child);
      await once(child.stdout!, 'data');
      return child;
    };
    const [first] = await Promise.all([start(), start()]);
    await expect.poll(() => many.arrived.length).toBeGreaterThan(people / 3);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const open = () =>
      database.prisma.nudge.count({ where: { OR: [{ claimedAt: null }, { outcome: null }] } });
    // What the killed one had claimed is dropped; the other one sends the rest.
    await expect.poll(() => database.prisma.nudge.count({ where: { claimedAt: null } })).toBe(0);
    let before = -1;
    await expect
      .poll(
        async () => {
          const last = before;
          before = await open();
          return before === last;
        },
        { interval: 500 },
      )
      .toBe(true);
    const keys = many.arrived.map(({ device, news }) => `${device} ${news.subject}`);
    expect(new Set(keys).size).toBe(keys.length);
    const sent = await database.prisma.nudge.count({ where: { outcome: 'sent' } });
    expect(sent).toBeLessThanOrEqual(keys.length);
    expect(sent + before).toBe(3 * people);
  } finally {
    for (const node of nodes) node.kill('SIGKILL');
    await many.close();
    await database.drop();
  }
});
