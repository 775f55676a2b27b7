// Installations keep what they have: data of a former version, upgraded both ways it can lie, is valid and goes on.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  Daily,
  DailyBoard,
  ModerationLog,
  OpenedDeal,
  PasskeyOptions,
  PeriodBoard,
  Person,
  PlaySnapshot,
  Rival,
  SignedIn,
} from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../src/storage/postgres/embedded-postgres.ts';
import { projectRoot } from '../src/project-root.ts';
import { createEmptyDatabase, dropDatabase } from './support/database.ts';
import { loadKeptData } from './support/kept-data.ts';
import type { Kept } from './support/kept-data.ts';
import { Passkey } from './support/passkey.ts';
import { serverProcesses } from './support/processes.ts';
import { Player, playOf } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

const KEPT = '2026-11-21';

const server = serverProcesses();
afterAll(() => server.remove());

/** A place where the service finds its database, with the kept data in it. */
interface Installation {
  readonly kept: Kept;
  readonly where: { readonly databaseUrl: string } | { readonly dataDir: string };
  /** The same for a command. */
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void> | void;
}

async function databaseOfOnesOwn(): Promise<Installation> {
  const databaseUrl = await createEmptyDatabase();
  return {
    kept: await loadKeptData(databaseUrl, KEPT),
    where: { databaseUrl },
    env: { DATABASE_URL: databaseUrl },
    remove: () => dropDatabase(databaseUrl),
  };
}

async function dataFolder(): Promise<Installation> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'same-deal-kept-'));
  chmodSync(dataDir, 0o755);
  const { url, stop } = await startEmbeddedPostgres(dataDir);
  const kept = await loadKeptData(url, KEPT).finally(stop);
  return {
    kept,
    where: { dataDir },
    env: { DATA_DIR: dataDir },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** A log as one line: codes, times, and the cards that were turned up. */
function digestOf({ log }: PlaySnapshot): string {
  const entries = log.map(({ entry, elapsedMs, turnedUp }) => [entry, elapsedMs, turnedUp ?? -1]);
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}

function commitmentOf({ salt, variant, pack }: OpenedDeal): string {
  return createHash('sha256')
    .update(Buffer.from(salt, 'hex'))
    .update(variant)
    .update(Uint8Array.of(0, ...pack))
    .digest('hex');
}

const withoutYou = ({ isYou: _, ...row }: { isYou: boolean }) => row;

describe.each([
  ['in the data folder, by start', dataFolder],
  ['behind DATABASE_URL', databaseOfOnesOwn],
])(`data of ${KEPT} %s`, (_, install) => {
  // One installation, on which each test goes on from the one before.
  let installation: Installation;
  let kept: Kept;
  let url: string;
  let stop: () => Promise<void>;
  const tabs = new Map<string, Tab>();
  const tabOf = (name: string) => tabs.get(name)!;

  beforeAll(async () => {
    installation = await install();
    kept = installation.kept;
    const node = await server.start(installation.where);
    url = node.url;
    stop = () => {
      const ended = new Promise<void>((resolve) => node.child.once('exit', () => resolve()));
      node.child.kill('SIGTERM');
      return ended;
    };
    for (const [name, { cookie }] of Object.entries(kept.people)) {
      tabs.set(name, await openTab(url, cookie));
    }
  });
  afterAll(async () => {
    for (const tab of tabs.values()) tab.close();
    await stop?.();
    await installation?.remove();
  });

  async function get<Body>(address: string, name?: string): Promise<Body> {
    const cookie = name === undefined ? undefined : kept.people[name]!.cookie;
    const answer = await fetch(url + address, { headers: cookie ? { cookie } : {} });
    expect(answer.status, address).toBe(200);
    return (await answer.json()) as Body;
  }

  async function post<Body>(
    address: string,
    body: object,
    base = url,
  ): Promise<{ body: Body; cookie: string }> {
    const answer = await fetch(base + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify(body),
    });
    expect(answer.status, address).toBe(200);
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    return { body: (await answer.json()) as Body, cookie: cookies.join('; ') };
  }

  /** Somebody goes on with a play where it is. */
  async function goOn(name: string, playId: string): Promise<Player> {
    const tab = tabOf(name);
    return new Player(tab, await tab.ask('play:open', { playId }));
  }

  /** `ops verify` on this database, beside the service. */
  function verifyResults(): Promise<{ status: number; said: string }> {
    const main = path.join(projectRoot(), 'tools', 'verify-results', 'main.ts');
    const { PATH, HOME } = process.env;
    const options = { cwd: projectRoot(), env: { PATH, HOME, ...installation.env } };
    return new Promise((resolve) => {
      execFile(process.execPath, ['--import', 'tsx', main], options, (error, out, err) =>
        resolve({ status: error ? Number(error.code) : 0, said: out + err }),
      );
    });
  }

  test('a lobby in which everybody was ready is started', async () => {
    const code = kept.races.lobby;
    for (const name of ['cleo', 'ivo']) {
      const race = await tabOf(name).ask('race:enter', { code });
      expect(race.phase).toBe('open');
      expect(race.players.map(({ ready }) => ready)).toEqual([true, true]);
    }
    await tabOf('cleo').ask('race:start', { code });
    await tabOf('ivo').news(
      'race:updated',
      (race) => race.code === code && race.phase === 'countdown',
    );
  });

  test('P12: guests and accounts are who they were: by cookie, password and passkey', async () => {
    for (const [name, { id, isGuest, name: called }] of Object.entries(kept.people)) {
      expect(await get<Person>('/api/me', name)).toEqual({ id, isGuest, name: called });
    }
    const { anna, cleo } = kept.people;
    const second = await fetch(`${url}/api/me`, { headers: { cookie: kept.secondCookieOfAnna } });
    expect(await second.json(), 'the device of the guest she merged').toMatchObject({
      id: anna!.id,
    });

    const { username, password } = anna!;
    const byPassword = await post<SignedIn>('/api/sign-in/password', {
      username,
      password,
      guest: 'leave',
    });
    expect(byPassword.body.person.id).toBe(anna!.id);
    expect(byPassword.cookie).not.toBe('');

    // Browsers have passkeys for names, not for addresses.
    const local = url.replace('127.0.0.1', 'localhost');
    const asked = await post<PasskeyOptions>('/api/sign-in/passkey/options', {}, local);
    const credential = new Passkey(cleo!.passkey).answer(asked.body, local);
    const byPasskey = await post<SignedIn>(
      '/api/sign-in/passkey',
      { credential, guest: 'leave' },
      local,
    );
    expect(byPasskey.body.person.id).toBe(cleo!.id);
  });

  test('P9: every play replays to the figures it had, whether its log was folded or not', async () => {
    expect(kept.plays.some(({ isFolded }) => isFolded)).toBe(true);
    expect(kept.plays.some(({ isFolded }) => !isFolded)).toBe(true);
    for (const one of kept.plays) {
      const table = await tabOf(one.opener).ask('play:open', { playId: one.id });
      const { entries, moves, undos, cardsHome } = playOf(table);
      expect(
        {
          ending: table.ending,
          elapsedMs: table.ending === null ? null : table.elapsedMs,
          ...{ entries, moves, undos, cardsHome },
          logDigest: digestOf(table),
        },
        one.what,
      ).toEqual({
        ending: one.ending,
        elapsedMs: one.elapsedMs,
        entries: one.entries,
        moves: one.moves,
        undos: one.undos,
        cardsHome: one.cardsHome,
        logDigest: one.logDigest,
      });
    }
  });

  test('P9: places in settled races are what they were, and P1: so are their deals', async () => {
    for (const name of ['won', 'capped', 'settled'] as const) {
      const code = kept.races[name];
      const race = await tabOf('ben').ask('race:enter', { code });
      const players = race.players.map(({ id, name, playId, progress }) => ({
        // What has been told since then besides.
        ...{ id, name, playId, progress: progress && { ...progress, suitsHome: undefined } },
      }));
      const { phase, unrated } = race;
      expect({ phase, unrated, players }, name).toEqual({
        phase: 'settled',
        ...kept.standings[name],
      });
      const deal = await get<OpenedDeal>(`/api/races/${code}/deal`);
      expect([deal.commitment, race.commitment, commitmentOf(deal)]).toEqual(
        Array(3).fill(kept.commitments[name]),
      );
    }
    for (const [name, tallies] of Object.entries(kept.tallies)) {
      const { people } = await get<{ people: Rival[] }>('/api/people', name);
      const found = people.map(({ lastRacedAt: _, ...one }) => one);
      // Of people raced at the same time either may come first.
      expect(found).toHaveLength(tallies.length);
      expect(found).toEqual(expect.arrayContaining([...tallies]));
    }
  });

  test('P9: boards and sums of a closed day are what they were', async () => {
    const day = kept.days.closed;
    for (const { game, board, ...expected } of kept.boards) {
      const { listed, tries, top } = await get<DailyBoard>(
        `/api/dailies/${day}/${game}/boards/${board}`,
      );
      expect({ listed, tries, top: top.map(withoutYou) }, `${game} ${board}`).toEqual(expected);
    }
    for (const [name, expected] of Object.entries(kept.tries)) {
      const { phase, mine } = await get<Daily>(`/api/dailies/${day}/bisley`, name);
      expect([phase, mine], name).toEqual(['closed', expect.objectContaining(expected)]);
    }
    for (const { game, period, rows } of kept.periods) {
      const sums = await get<PeriodBoard>(`/api/boards/${game}/${period}?week=${day}`);
      expect(sums.rows.map(withoutYou), `${game} ${period}`).toEqual(rows);
    }
  });

  test('what a moderator decided stands, and so does a block', async () => {
    const { entries } = await get<ModerationLog>('/api/moderation', 'dora');
    expect(entries.map(({ at: _, ...one }) => one)).toEqual(kept.moderation);
    const { people } = await get<{ people: Rival[] }>('/api/people', 'anna');
    expect(people).toContainEqual(
      expect.objectContaining({ id: kept.people['eve']!.id, isBlocked: true }),
    );
  });

  test('a result that had not been counted yet is on the board', async () => {
    const { top } = await get<DailyBoard>(
      `/api/dailies/${kept.days.today}/british-square/boards/fewest`,
    );
    expect(top.map(({ playerId }) => playerId)).toEqual([kept.people['cleo']!.id]);
  });

  test('a rematch waits for its players', async () => {
    const race = await tabOf('hana').ask('race:enter', { code: kept.races.settled });
    expect(race.rematchCode).toBe(kept.races.rematch);
    const rematch = await tabOf('hana').ask('race:join', { code: kept.races.rematch });
    expect(rematch).toMatchObject({ phase: 'open', settings: race.settings });
    expect(rematch.players.map(({ id }) => id)).toEqual(
      ['cleo', 'anna', 'hana'].map((name) => kept.people[name]!.id),
    );
  });

  test('P10: a running race is played on by both where they were, and settles', async () => {
    const code = kept.races.running;
    const { live, people, commitments } = kept;
    for (const name of ['anna', 'ben']) {
      expect((await tabOf(name).ask('race:enter', { code })).phase).toBe('running');
    }
    const players = [await goOn('anna', live.annaRace), await goOn('ben', live.benRace)] as const;
    for (const player of players) {
      await player.move();
      await player.concede();
    }
    const race = await tabOf('anna').news(
      'race:updated',
      (news) => news.code === code && news.phase === 'settled',
    );
    expect(race.players.map(({ id, progress }) => [id, progress?.ending, progress?.moves])).toEqual(
      [
        [people['anna']!.id, 'conceded', players[0].play.moves],
        [people['ben']!.id, 'conceded', players[1].play.moves],
      ],
    );
    const deal = await get<OpenedDeal>(`/api/races/${code}/deal`);
    expect(commitmentOf(deal)).toBe(commitments.running);
  });

  test("a daily's try under way is ended: an account's is on the board, a guest is told the place", async () => {
    const { days, live, people } = kept;
    for (const [name, playId, game] of [
      ['anna', live.annaDaily, 'bisley'],
      ['ben', live.benDaily, 'alhambra'],
    ] as const) {
      const player = await goOn(name, playId);
      await player.move();
      await player.concede();
      const isListed = !people[name]!.isGuest;
      const { mine } = await get<Daily>(`/api/dailies/${days.today}/${game}`, name);
      expect(mine).toMatchObject({
        ...{ playId, isListed },
        ending: 'conceded',
        moves: player.play.moves,
        fastestPlace: expect.any(Number),
      });
    }
    const listed = async () => {
      const address = `/api/dailies/${days.today}/bisley/boards/fastest`;
      return (await get<DailyBoard>(address)).top.map(({ playerId }) => playerId);
    };
    // What others see may be a second old.
    await expect.poll(listed).toEqual(['cleo', 'anna'].map((name) => people[name]!.id));
  });

  test('P1: the race started first has opened its tables, both alike', async () => {
    const [hers, his] = await Promise.all(
      ['cleo', 'ivo'].map((name) =>
        tabOf(name).news('play:opened', ({ raceCode }) => raceCode === kept.races.lobby),
      ),
    );
    expect(hers!.start).toEqual(his!.start);
    await new Player(tabOf('cleo'), hers!).move();
  });

  test('P9: `ops verify` finds nothing wrong with all of it', async () => {
    const { status, said } = await verifyResults();
    expect(said).toMatch(/^\d+ plays replayed, everything agrees\n$/m);
    expect(status).toBe(0);
  });
});
