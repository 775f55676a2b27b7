// How many rows one person may have: each bound holds however many requests arrive at once, at whichever nodes.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer as LineAnswer, ClientEventName, RequestOf } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cryptographicChance } from '../src/deal/chance.ts';
import { dealDrawer } from '../src/deal/draw-deal.ts';
import { createDuplicates } from '../src/duplicate/duplicates.ts';
import type { DuplicatesOptions } from '../src/duplicate/duplicates.ts';
import { projectRoot } from '../src/project-root.ts';
import type { NoSeat } from '../src/race/ports.ts';
import { join, openRace, rematchOf } from '../src/race/race.ts';
import type { Race } from '../src/race/race.ts';
import { completeSettings } from '../src/race/settings.ts';
import { accountsRepository } from '../src/storage/auth/accounts.ts';
import { bounds } from '../src/storage/bounds.ts';
import type { BoundName } from '../src/storage/bounds.ts';
import { dealPoolRepository } from '../src/storage/deal/deal-pool.ts';
import { nudgesRepository } from '../src/storage/nudge/nudges.ts';
import { racesRepository } from '../src/storage/race/races.ts';
import { noLimits, noSocketLimits } from './support/app.ts';
import { faultsIn, untilAnswered } from './support/busy.ts';
import { createTestDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { hasValkey, startNode } from './support/nodes.ts';
import type { TestNode } from './support/nodes.ts';
import { openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';

const AT_ONCE = 60;
/** There is room for so many more when they are sent. */
const ROOM = 3;
const variant = 'bisley/thirteen';
const names = Object.keys(bounds) as BoundName[];

test('every bound stands in docs/operations.md with its value, and nothing else does', () => {
  const page = readFileSync(path.join(projectRoot(), 'docs', 'operations.md'), 'utf8');
  const [, section = ''] = page.split('\n### What one person may have\n');
  const rows = [
    ...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+?) +\| ([\d,]+) +\| `(.+?)`/gm),
  ];
  expect(rows.map(([, ...cells]) => cells)).toEqual(
    names.map((name) => {
      const { what, most, code } = bounds[name];
      return [what, most.toLocaleString('en'), code];
    }),
  );
});

/** Somebody with a tab at each node. */
interface Who {
  readonly id: string;
  readonly tabs: readonly [Tab, Tab];
}
/** Sends the nth request to a node; resolves to the code it is refused with. */
type Send = (who: Who, n: number, node: 0 | 1) => Promise<string | undefined>;

describe.runIf(hasValkey())('P8: sixty at once over two nodes', () => {
  let database: TestDatabase;
  let nodes: TestNode[];
  /** Who has had so many proved deals gets others, and is refused nothing. */
  const few = {
    provedDeals: { times: 3, perMs: 3_600_000 },
    addressProvedDeals: { times: 12, perMs: 3_600_000 },
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    nodes = await Promise.all(
      ['one', 'two'].map((name) =>
        startNode(database, name, {
          socketLimits: noSocketLimits,
          atOnce: { atOnceOfSession: Infinity, atOnceOfAddress: Infinity },
          limits: { ...noLimits, ...few },
        }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });

  const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values);
  const refusalOf = async (answer: Promise<LineAnswer<unknown>>) => {
    const given = await answer;
    return given.ok ? undefined : given.error.code;
  };
  const event =
    <Name extends ClientEventName>(
      name: Name,
      requestOf: (who: Who, n: number) => RequestOf<Name>,
    ): Send =>
    ({ id, tabs }, n, node) =>
      refusalOf(tabs[node].request(name, requestOf({ id, tabs }, n)));
  const http =
    (method: string, pathOf: (who: Who, n: number) => string, body?: object): Send =>
    async (who, n, node) => {
      const answer = await fetch(nodes[node]!.url + pathOf(who, n), {
        method,
        headers: {
          cookie: who.tabs[node].cookie,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { error } = (await answer.json()) as { error?: { code: string } };
      return error?.code;
    };

  const code = (kind: string, n: number) =>
    `${kind}${[...String(n).padStart(4, '0')].map((digit) => 'ABCDEFGHJK'[Number(digit)]).join('')}`;
  const lobby = (id: string): Race =>
    openRace(completeSettings({ variant }), { id, name: 'N' }, Date.now());
  async function addRaces(kind: string, races: readonly Race[], dealId?: string): Promise<void> {
    await database.prisma.race.createMany({
      data: races.map((value, n) => ({
        code: code(kind, n),
        version: 1,
        value,
        dealId: dealId ?? null,
        settledAt: value.settledAt === null ? null : new Date(value.settledAt),
      })),
    });
  }
  async function addDeal(kind: string): Promise<string> {
    const pack = Uint8Array.from({ length: 52 }, (_, n) => n);
    return (await database.prisma.deal.create({ data: { variant, kind, pack } })).id;
  }
  const series = (n: number) => Array.from({ length: n }, (_, place) => place);
  const someLobbies = (kind: string) => (id: string, n: number) =>
    addRaces(
      kind,
      Array.from(series(n), () => lobby(id)),
    );
  /** Duplicates with a deal each, opened by nobody. */
  async function addDuplicates(kind: string, n: number): Promise<string[]> {
    const made = await database.prisma.duplicate.createManyAndReturn({
      data: series(n).map((place) => ({
        code: code(kind, place),
        undo: 'none',
        openedAt: new Date(),
        closesAt: new Date(Date.now() + 86_400_000),
      })),
    });
    const deals = await database.prisma.deal.createManyAndReturn({
      data: made.map(() => ({
        variant,
        kind: 'duplicate',
        pack: Uint8Array.of(1),
        salt: Uint8Array.of(1),
        commitment: Uint8Array.of(1),
      })),
    });
    await database.prisma.duplicateDeal.createMany({
      data: made.map(({ id }, place) => ({
        duplicateId: id,
        number: 1,
        dealId: deals[place]!.id,
      })),
    });
    return made.map(({ id }) => id);
  }

  /** Circles of one person each. */
  async function addCircles(kind: string, n: number, hostId: string): Promise<void> {
    await sql(
      `insert into users (id, name, email) values ($1, 'N', $1 || '@example.org') on conflict do nothing`,
      hostId,
    );
    const made = await database.prisma.circle.createManyAndReturn({
      data: series(n).map((place) => ({
        ...{ code: code(kind, place), name: 'Ours', hostId },
        createdAt: new Date(),
      })),
    });
    await database.prisma.circleMember.createMany({
      data: made.map(({ id }) => ({ circleId: id, userId: hostId, joinedAt: new Date() })),
    });
  }

  // A race is served by one node at a time; its storage decides for all of them.
  const racesAt = (node: 0 | 1) => racesRepository(nodes[node]!.database);
  const draw = dealDrawer(cryptographicChance, { take: async () => null });
  const refusedBy = (
    name: BoundName,
    outcome: object | boolean | null | NoSeat,
  ): string | undefined =>
    outcome === 'too-many'
      ? bounds[name].code
      : outcome && outcome !== 'gone'
        ? undefined
        : 'not stored';

  const addPeople = (kind: string) =>
    sql(
      `insert into users (id, name, email)
       select $1 || n, 'N', $1 || n || '@example.org' from generate_series(0, $2::int) n
       on conflict do nothing`,
      kind,
      bounds.blocks.most + AT_ONCE,
    );

  interface Way {
    /** Gives the person so many, and makes what is needed for the requests. */
    readonly fill: (personId: string, n: number) => Promise<unknown>;
    readonly send: Send;
  }
  /** Every way to one more row of each kind. */
  const ways: Record<BoundName, Readonly<Record<string, Way>>> = {
    lobbies: {
      'race:create': { fill: someLobbies('LA'), send: event('race:create', () => ({ variant })) },
      'a seat': {
        fill: async (id, n) => {
          await someLobbies('LB')(id, n);
          await someLobbies('LC')('somebody', AT_ONCE);
        },
        send: async ({ id }, n, node) => {
          const found = await racesAt(node).find(code('LC', n));
          const joined = join(found!.race, { id, name: 'N' }, Date.now(), false);
          if (!joined.ok) return joined.reason;
          return refusedBy('lobbies', await racesAt(node).seat(found!, joined.value, id));
        },
      },
      'a rematch': {
        fill: async (id, n) => {
          await someLobbies('LD')(id, n);
          const races = Array.from(series(AT_ONCE), () => lobby(id));
          await addRaces('LE', races, await addDeal('race'));
        },
        send: async ({ id }, n, node) => {
          const former = await racesAt(node).find(code('LE', n));
          const rematch = rematchOf(former!.race, { id, name: 'N' }, Date.now());
          const outcome = await racesAt(node).create(code('LF', n), rematch, former, id);
          return refusedBy('lobbies', outcome);
        },
      },
    },
    races: {
      'a start': {
        fill: async (id, n) => {
          const dealId = await addDeal('race');
          await addRaces(
            'RA',
            Array.from(series(n), () => lobby(id)),
            dealId,
          );
          await sql(
            `insert into plays (deal_id, user_id, race_id, undo, starts_at, closes_at)
             select $1::uuid, $2, id, 'none', now(), now() + interval '1 hour'
             from races where code = any($3::text[])`,
            dealId,
            id,
            // One by one: races made by a service have codes that may begin like these.
            series(n).map((place) => code('RA', place)),
          );
          await someLobbies('RB')(id, AT_ONCE);
        },
        send: async ({ id }, n, node) => {
          const found = await racesAt(node).find(code('RB', n));
          const deal = await draw(variant, 'unproved race');
          const [startsAt, closesAt] = [Date.now(), Date.now() + 3_600_000];
          const fixed = { dealId: deal.id, commitment: '', difficulty: null };
          const start = { ...fixed, startsAt, closesAt, plays: { [id]: randomUUID() } };
          const race = { ...found!.race, start };
          return refusedBy('races', await racesAt(node).start(found!, race, deal, id, [], []));
        },
      },
    },
    practice: Object.fromEntries(
      (['play:create', 'play:branch', 'offline'] as const).map((way): [string, Way] => [
        way,
        {
          fill: async (id, n) => {
            await sql(
              `insert into plays (deal_id, user_id, undo, starts_at)
               select $1::uuid, $2, 'free', now() from generate_series(1, $3::int)`,
              await addDeal('practice'),
              id,
              n,
            );
            const { rows } = await sql('select id from plays where user_id = $1 limit 1', id);
            played = (rows as { id: string }[])[0]!.id;
          },
          send: {
            'play:create': event('play:create', () => ({ variant })),
            'play:branch': event('play:branch', () => ({ playId: played, entries: 0 })),
            offline: ((who, n, node) =>
              http('POST', () => '/api/plays/offline', {
                playId: randomUUID(),
                variant,
                deal: '17',
                ageMs: 1000,
                hints: 0,
                entries: [],
              })(who, n, node)) satisfies Send,
          }[way],
        },
      ]),
    ),
    duplicates: {
      'duplicate:create': {
        fill: async (id, n) => {
          const ids = await addDuplicates('DA', n);
          await sql('update duplicates set opened_by = $1 where id = any($2::uuid[])', id, ids);
        },
        send: event('duplicate:create', (_, n) => ({
          variants: [variant],
          deals: 2 + Math.floor(n / 14),
          days: 1 + (n % 7),
          undo: n % 14 < 7 ? 'bounded' : 'none',
        })),
      },
    },
    duplicateSeats: {
      'duplicate:join': {
        fill: async (id, n) => {
          const ids = await addDuplicates('DB', n);
          await sql(
            'insert into duplicate_seats select d, $1, now() from unnest($2::uuid[]) d',
            id,
            ids,
          );
          await addDuplicates('DC', AT_ONCE);
        },
        send: event('duplicate:join', (_, n) => ({ code: code('DC', n) })),
      },
    },
    circles: {
      'POST /api/circles': {
        fill: (id, n) => addCircles('CA', n, id),
        // The same once more would be the same circle.
        send: (who, n, node) =>
          http('POST', () => '/api/circles', { name: `Ours ${n}` })(who, n, node),
      },
      'POST /api/circles/join': {
        fill: async (id, n) => {
          await addCircles('CB', n, id);
          await addCircles('CC', AT_ONCE, 'host of CC');
        },
        send: (who, n, node) =>
          http('POST', () => '/api/circles/join', { code: code('CC', n) })(who, n, node),
      },
    },
    passkeys: {
      'a passkey': {
        fill: (id, n) =>
          sql(
            `insert into passkeys (id, user_id, name, public_key, counter, transports)
             select $1 || n, $1, 'n', '', 0, '{}' from generate_series(1, $2::int) n`,
            id,
            n,
          ),
        send: async ({ id }, n, node) => {
          const accounts = accountsRepository(nodes[node]!.database.prisma);
          const passkey = { id: `${id}-${n}`, userId: id, name: 'n', counter: 0, transports: [] };
          const isAdded = await accounts.addPasskey({ ...passkey, publicKey: Uint8Array.of(1) });
          return isAdded ? undefined : bounds.passkeys.code;
        },
      },
    },
    handOvers: {
      'POST /api/hand-overs': {
        fill: (id, n) =>
          sql(
            `insert into hand_overs (token_hash, code_hash, user_id, path, expires_at)
             select decode(md5($1 || n), 'hex'), decode(md5(n || $1), 'hex'), $1, '/', now()
             from generate_series(1, $2::int) n`,
            id,
            n,
          ),
        send: http('POST', () => '/api/hand-overs', { path: '/' }),
      },
    },
    blocks: {
      'PUT /api/people/…/block': {
        fill: async (id, n) => {
          await addPeople('b');
          await sql(
            `insert into blocks (blocker_id, blocked_id)
             select $1, 'b' || n from generate_series(1, $2::int) n`,
            id,
            n,
          );
        },
        send: http('PUT', (_, n) => `/api/people/b${bounds.blocks.most - ROOM + 1 + n}/block`),
      },
    },
    pushSubscriptions: {
      'POST /api/nudges/devices': {
        fill: (id, n) =>
          sql(
            `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
             select s.user_id, s.id, 'https://push.example/' || n, '', '', now()
             from generate_series(1, $2::int) n
             join (select * from sessions where user_id = $1 limit 1) s on true`,
            id,
            n,
          ),
        send: async (who, n, node) =>
          http('POST', () => '/api/nudges/devices', {
            endpoint: `https://push.example/more/${n}`,
            keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) },
          })(who, n, node),
      },
    },
    nudgeRivals: {
      'PUT /api/nudges/rivals/…': {
        fill: async (id, n) => {
          await addPeople('b');
          await sql(
            `insert into nudge_rivals (user_id, rival_id, created_at)
             select $1, 'b' || n, now() from generate_series(1, $2::int) n`,
            id,
            n,
          );
        },
        // Past the route, which asks whether they have raced.
        send: async ({ id }, n, node) => {
          const rival = `b${bounds.nudgeRivals.most - ROOM + 1 + n}`;
          const isDone = await nudgesRepository(nodes[node]!.database).follow(id, rival, 0);
          return isDone ? undefined : bounds.nudgeRivals.code;
        },
      },
    },
    reports: {
      'POST /api/people/…/report': {
        fill: async (id, n) => {
          await addPeople('b');
          await sql(
            `insert into name_reports (reporter_id, person_id, name)
             select $1, 'b' || n, 'N' from generate_series(1, $2::int) n`,
            id,
            n,
          );
        },
        send: http('POST', (_, n) => `/api/people/b${bounds.reports.most - ROOM + 1 + n}/report`),
      },
    },
  };
  let played = '';

  // The first of them: their address has taken nothing yet.
  test('proved deals: fifty races, started by six people at once, take no more than each of them, and their address, may have', async () => {
    const people: Tab[] = [];
    for (const n of series(6)) people.push(await openTab(nodes[n % 2]!.url));
    const stock = 100;
    await sql('delete from certified_deals');
    await database.prisma.certifiedDeal.createMany({
      data: series(stock).map(() => ({
        variant,
        pack: Uint8Array.from(cryptographicChance.pack(variant, 1)),
        ...{ solution: Uint8Array.of(0, 1), shortest: false, difficulty: 1, gradingVersion: null },
      })),
    });
    const taken = async () => stock - (await database.prisma.certifiedDeal.count());
    const start = async (tab: Tab) => {
      let code = '';
      const create = async () => {
        const answer = await tab.request('race:create', { variant });
        if (answer.ok) ({ code } = answer.data);
        return answer.ok ? undefined : answer.error.code;
      };
      for (const step of [
        create,
        () => refusalOf(tab.request('race:partner', { code, strength: 1 })),
        () => refusalOf(tab.request('race:start', { code })),
      ]) {
        expect(await untilAnswered(database, step)).toBe(undefined);
      }
    };
    const [first, ...others] = people;
    /** One after another, as each race has its own way to a node; but everybody at once. */
    const startSome = async (tab: Tab, n: number) => {
      for (const _ of series(n)) await start(tab);
    };
    await startSome(first!, 5);
    expect(await taken()).toBe(few.provedDeals.times);
    await Promise.all(others.map((one) => startSome(one, 9)));
    expect(await taken()).toBe(few.addressProvedDeals.times);
    for (const tab of people) tab.close();
  });

  test.each(names.flatMap((name) => Object.keys(ways[name]).map((way) => [name, way] as const)))(
    '%s, by %s: no more than there is room for, the rest refused by its code',
    async (name, way) => {
      const { most, code: refused, count } = bounds[name];
      const first = await openTab(nodes[0]!.url);
      const who: Who = {
        id: first.me.id,
        tabs: [first, await openTab(nodes[1]!.url, first.cookie)],
      };
      const { fill, send } = ways[name][way]!;
      await fill(who.id, most - ROOM);
      let sent = 0;
      const codes = await Promise.all(
        series(AT_ONCE).map((n) =>
          untilAnswered(database, () => {
            sent++;
            return send(who, n, n % 2 === 0 ? 0 : 1);
          }),
        ),
      );
      const [row] = await database.prisma.$queryRaw<{ count: number }[]>(count(who.id));
      expect(new Set(codes.filter((one) => one !== undefined))).toEqual(new Set([refused]));
      // What was done without an answer is refused when it is sent again.
      const done = codes.filter((one) => one === undefined).length;
      expect(done).toBeLessThanOrEqual(ROOM);
      expect(done).toBeGreaterThanOrEqual(ROOM - (sent - AT_ONCE));
      expect(row?.count).toBe(most);
      for (const tab of who.tabs) tab.close();
      for (const node of nodes) expect(faultsIn(node.log())).toEqual([]);
    },
  );

  test('a deal of what is refused late goes back', async () => {
    const pool = dealPoolRepository(database.prisma);
    await sql('delete from certified_deals');
    const pack = cryptographicChance.pack(variant, 1);
    const proof = { difficulty: 2, solution: [1, 2], isShortest: true };
    const codes: string[] = [];
    const duplicates = createDuplicates({
      store: {
        openedJustNow: async () => null,
        mayOpen: async () => true,
        create: async () => 'too-many' as const,
      },
      clock: { now: () => Date.now() },
      chance: { ...cryptographicChance, raceCode: () => 'ABCDEF' },
      drawDeal: dealDrawer(cryptographicChance, { take: async () => ({ pack, proof }) }),
      giveBack: pool.giveBack,
      mayTakeProved: async () => true,
      onFault: (error: unknown) => codes.push(String(error)),
    } as unknown as DuplicatesOptions);
    const settings = {
      variants: [variant as 'bisley/thirteen'],
      deals: 2,
      days: 3,
      undo: 'none' as const,
    };
    const opened = await duplicates.create(settings, { id: 'somebody' }, Date.now());
    expect(opened).toMatchObject({ ok: false, error: { code: 'too-many-duplicates' } });
    expect((await pool.counts()).get(variant)).toBe(2);
    expect(await pool.take(variant, 0)).toMatchObject({ pack, proof });
    expect(codes).toEqual([]);
  });
});
