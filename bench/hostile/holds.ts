/**
 * How long each heavy request holds the service's event loop, asked for the largest data that anybody may have: plays of
 * nearly 5,000 entries, ten to a race. It is measured in turns of the loop, as that is what others wait for.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeMove, legalMoves, LOG_LIMIT, newGame, packOf, unwrap } from '@same-deal/engine';
import type { PlaySnapshot, RaceSnapshot } from '@same-deal/protocol';
import pg from 'pg';
import { becomeGuest, VERSION } from '../server/lobby.ts';
import { openLine } from '../server/line.ts';
import type { Line } from '../server/line.ts';
import { startPostgres, temporaryFolder } from '../server/postgres.ts';
import { freePort } from '../server/processes.ts';
import type { Server } from '../server/processes.ts';
import { startService } from '../server/rows.ts';

/** The longest that a turn of the loop may take, and the most that a ghost race may keep. */
export const MOST_MS = 20;
export const MOST_GHOST_RACE_BYTES = 2 ** 20;

const PEOPLE = 10;
/** The first of them warms the service up; of the others the middle one counts, as a machine has other things to do. */
const ROUNDS = 4;
const ENTRIES = LOG_LIMIT - 10;
const VARIANT = 'bisley/thirteen';
const DEAL = '17';
const UNDO = 65_535;
/** In which frames are counted (`admission/limits.ts`). */
const WINDOW_MS = 10_000;
/** A node forgets ended plays within so long. */
const FORGET_MS = 62_000;

export interface Holds {
  /** The longest turn in each measured round, by what was asked, in milliseconds. */
  readonly turns: Readonly<Record<string, readonly number[]>>;
  readonly ghostRaceBytes: number;
}

export const middleOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

interface Person {
  readonly address: string;
  readonly cookie: string;
  line: Line;
}

const move = encodeMove(legalMoves(unwrap(newGame(VARIANT, unwrap(packOf(DEAL, 1)))))[0]!);
const log = (most: number) =>
  Array.from({ length: most }, (_, n) => [n % 2 === 0 ? move : UNDO, 10 * n]);

const everybody: Person[] = [];
async function newPerson(server: string): Promise<Person> {
  const address = `10.9.${everybody.length >> 8}.${everybody.length & 255}`;
  const cookie = await becomeGuest(server, address);
  const person = { address, cookie, line: await openLine(server, VERSION, cookie, address) };
  everybody.push(person);
  return person;
}

/** A started race of all of them, with the ids of their plays. */
async function startRace(people: readonly Person[], openTables: boolean): Promise<string> {
  const [host, ...others] = people.map(({ line }) => line) as [Line, ...Line[]];
  const settings = { variant: VARIANT, proved: false, capMinutes: 120, openTables };
  const { code } = await host.ask<{ code: string }>('race:create', settings);
  for (const line of others) {
    await line.ask('race:join', { code });
    await line.ask('race:ready', { code, ready: true });
  }
  await host.ask('race:start', { code });
  return code;
}

/** Measures all of them on a service and a database of its own. */
export async function measureHolds(profile?: string): Promise<Holds> {
  const folder = temporaryFolder();
  const postgres = await startPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  const port = await freePort();
  const secret = randomBytes(32).toString('base64');
  const start = (args: readonly string[]) =>
    startService({ node: process.execPath, profile, args }, folder.path, {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      BETTER_AUTH_SECRET: secret,
    });
  let service: Server | undefined;
  try {
    await client.connect();
    service = await start([]);
    const people: Person[] = [];
    for (let n = 0; n < PEOPLE; n++) people.push(await newPerson(service.url));
    const open: string[] = [];
    const closed: string[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      open.push(await startRace(people, true));
      closed.push(await startRace(people, false));
    }
    const { playId: practice } = await people[0]!.line.ask<{ playId: string }>('play:create', {
      variant: VARIANT,
      deal: DEAL,
    });
    await fill(client);
    // Tables are there from T0 on.
    const COUNTED_DOWN = 'select from plays where starts_at > now() limit 1';
    while ((await client.query(COUNTED_DOWN)).rowCount) await sleep(100);
    for (const { line } of people) line.close();
    await service.stop();

    const probe = new URL('probe.js', import.meta.url);
    probe.searchParams.set('port', String(port));
    service = await start(['--expose-gc', '--import', probe.href]);
    for (const one of people) {
      one.line = await openLine(service.url, VERSION, one.cookie, one.address);
    }
    return await measure(service.url, port, { people, open, closed, practice });
  } finally {
    // First, as a line that is dropped is a fault.
    for (const { line } of everybody) line.close();
    await service?.stop();
    await client.end().catch(() => undefined);
    await postgres.stop();
    folder.remove();
  }
}

/** Gives all plays the same deal, and nearly as many entries as a log may have. */
async function fill(client: pg.Client): Promise<void> {
  await client.query('update deals set pack = $1', [Buffer.from(unwrap(packOf(DEAL, 1)))]);
  await client.query(
    `insert into entries (play_id, number, code, elapsed_ms)
     select id, n, case when n % 2 = 0 then $1::int else $2::int end, 10 * n
     from plays, generate_series(1, $3::int) n`,
    [UNDO, move, ENTRIES],
  );
}

interface Data {
  readonly people: readonly Person[];
  readonly open: readonly string[];
  readonly closed: readonly string[];
  readonly practice: string;
}

async function measure(server: string, port: number, data: Data): Promise<Holds> {
  const { people, open, closed, practice } = data;
  const turns: Record<string, number[]> = {};
  const probe = async (what: string) =>
    Number(await (await fetch(`http://127.0.0.1:${port}/${what}`)).text());
  let round = 0;
  async function holds<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
    await sleep(20);
    await probe('hold');
    const value = await work();
    const ms = await probe('hold');
    if (round > 0) (turns[what] ??= []).push(ms);
    return value;
  }
  const http = async (
    { address, cookie }: Pick<Person, 'address' | 'cookie'>,
    path: string,
    body?: object,
  ): Promise<string> => {
    const answer = await fetch(server + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-forwarded-for': address,
        cookie,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  const get = (person: Person, path: string) =>
    holds(`GET ${shapeOf(path)}`, () => http(person, path));

  for (; round < ROUNDS; round++) {
    const [running, over] = [open[round]!, closed[round]!];
    // What one person asks for in a round is as much as they may in a window: twice that is a flood.
    if (round > 0) await sleep(WINDOW_MS);
    const [one, two] = people as [Person, Person];
    const watcher = await newPerson(server);
    const races = await holds('race:enter of ten', () =>
      Promise.all(
        people.map(({ line }) => line.ask<RaceSnapshot>('race:enter', { code: running })),
      ),
    );
    const own = races[0]!.players[0]!.playId!;
    const { tables } = await holds('race:tables', () =>
      watcher.line.ask<{ tables: PlaySnapshot[] }>('race:tables', { code: running }),
    );
    if (tables.length !== PEOPLE || tables[0]!.log.length !== ENTRIES) {
      throw new Error('these are not the largest tables');
    }
    await holds('play:open', () => one.line.ask('play:open', { playId: own }));
    const playing = await Promise.all(
      people.map(({ line }) => line.ask<RaceSnapshot>('race:enter', { code: over })),
    );
    const settled = await holds('a race settles', async () => {
      // They sat down in this order.
      await Promise.all(
        playing[0]!.players.map(({ playId }, n) => {
          const body = JSON.stringify(['play:concede', { playId, expected: ENTRIES + 1 }]);
          return new Promise((resolve) => people[n]!.line.request(body, resolve));
        }),
      );
      for (;;) {
        const race = await one.line.ask<RaceSnapshot>('race:enter', { code: over });
        if (race.phase === 'settled') return race;
        await sleep(50);
      }
    });
    const played = settled.players[1]!.playId!;
    await get(watcher, `/api/races/${over}`);
    await get(watcher, `/api/races/${over}/courses`);
    await get(watcher, `/api/races/${over}/ghosts`);
    await get(watcher, `/api/races/${over}/deal`);
    await get(watcher, `/api/plays/${played}`);
    await get(watcher, `/api/plays/${played}/analysis`);
    await holds('play:open of another', () => watcher.line.ask('play:open', { playId: played }));
    await holds('play:branch', () =>
      watcher.line.ask('play:branch', { playId: played, entries: ENTRIES }),
    );
    await holds('play:open of practice', () => one.line.ask('play:open', { playId: practice }));
    await holds('a ghost race', async () => {
      const { code } = await watcher.line.ask<{ code: string }>('race:ghosts', { race: over });
      await watcher.line.ask('race:enter', { code });
    });
    await holds('POST /api/plays/offline', () =>
      http(watcher, '/api/plays/offline', {
        ...{ playId: randomUUID(), variant: VARIANT, deal: DEAL },
        ...{ ageMs: 60_000, hints: 0, entries: log(LOG_LIMIT) },
      }),
    );
    await get(two, '/api/plays');
    await get({ ...two, address: watcher.address }, '/api/me/export');
    for (const path of ['/api/dailies', '/api/dailies/archive', '/api/duplicates', '/api/stats']) {
      await get(two, path);
    }
    await get(two, '/api/people');
  }

  const ghostRaces = 8;
  const racer = await newPerson(server);
  const inUse = async () => {
    // What the settled races have left goes within half a minute; garbage is not all found at the first time.
    let least = Infinity;
    for (let n = 0; n < 3; n++) least = Math.min(least, await probe('memory'));
    return least;
  };
  await sleep(FORGET_MS);
  const before = await inUse();
  for (let n = 0; n < ghostRaces; n++) {
    const race = closed[n % ROUNDS]!;
    const { code } = await racer.line.ask<{ code: string }>('race:ghosts', { race });
    await racer.line.ask('race:enter', { code });
    await racer.line.ask('race:start', { code });
  }
  const ghostRaceBytes = ((await inUse()) - before) / ghostRaces;
  return { turns, ghostRaceBytes };
}

const shapeOf = (path: string): string =>
  path.replace(/(races|plays)\/[^/]+/, (_, of: string) => `${of}/:id`);
