import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  isContract,
  migrate,
  migrationsFolder,
  readMigrations,
} from '../src/storage/postgres/migrate.ts';
import { Prisma } from '../src/generated/prisma/client.ts';
import { buildTestApp } from './support/app.ts';
import { createEmptyDatabase, createTestDatabase, dropDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { startProxy } from './support/proxy.ts';
import { Player } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import { query } from './support/sql.ts';

interface Model {
  dbName: string | null;
  fields: { name: string; dbName?: string; kind: string }[];
}

describe('the migrations produce what schema.prisma says', () => {
  let database: TestDatabase;
  let models: [string, Model][];

  beforeAll(async () => {
    database = await createTestDatabase();
    const internals = database.prisma as unknown as {
      _runtimeDataModel: { models: Record<string, Model> };
    };
    models = Object.entries(internals._runtimeDataModel.models);
  });
  afterAll(() => database.drop());

  test('every table and column, and no others', async () => {
    expect(models.map(([name]) => name).sort()).toEqual(Object.values(Prisma.ModelName).sort());
    const expected = models.flatMap(([name, { dbName, fields }]) =>
      fields
        .filter(({ kind }) => kind !== 'object')
        .map((field) => `${dbName ?? name}.${field.dbName ?? field.name}`),
    );
    const found = await query<{ name: string }>(
      database.url,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and table_name <> '_prisma_migrations'`,
    );
    expect(found.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  test('every time has a time zone and milliseconds', async () => {
    const wrong = await query(
      database.url,
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and table_name <> '_prisma_migrations'
         and (data_type like 'timestamp%' or data_type = 'date')
         and (data_type <> 'timestamp with time zone' or datetime_precision <> 3)`,
    );
    expect(wrong).toEqual([]);
  });

  test('a full row of each model survives the way through the client', async () => {
    const { prisma } = database;
    const at = new Date('2026-11-21T10:20:30.456Z');
    const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
    const bytes = (...list: number[]) => Uint8Array.from(list);
    const times = { createdAt: at, updatedAt: at };
    const rows = {
      user: {
        id: 'u',
        name: 'Amber Otter',
        email: 'a@example.org',
        emailVerified: true,
        image: 'i',
        isAnonymous: true,
        offBoards: true,
        preferences: { felt: 'blue' },
        deletedAt: at,
        role: 'moderator',
        bannedAt: at,
        nameHiddenAt: at,
        username: 'amber',
        mergedIntoId: null,
        ...times,
      },
      session: {
        id: 's',
        token: 't',
        userId: 'u',
        expiresAt: at,
        ipAddress: '',
        userAgent: 'a',
        lastUsedAt: at,
        signedInAt: at,
        ...times,
      },
      account: {
        id: 'a',
        accountId: 'x',
        providerId: 'p',
        userId: 'u',
        accessToken: '1',
        refreshToken: '2',
        idToken: '3',
        accessTokenExpiresAt: at,
        refreshTokenExpiresAt: at,
        scope: '4',
        password: '5',
        ...times,
      },
      passkey: {
        id: 'k',
        userId: 'u',
        name: 'Phone',
        publicKey: bytes(9),
        counter: 4_000_000_000n,
        transports: ['internal', 'hybrid'],
        createdAt: at,
        usedAt: at,
      },
      signInTicket: {
        hash: bytes(10),
        kind: 'link',
        userId: 'u',
        email: 'a@example.org',
        createdAt: at,
        expiresAt: at,
        usedAt: at,
      },
      verification: { id: 'v', identifier: 'i', value: 'x', expiresAt: at, ...times },
      handOver: {
        id: id(1),
        tokenHash: bytes(1),
        codeHash: bytes(2),
        userId: 'u',
        sessionId: 's',
        path: '/',
        createdAt: at,
        expiresAt: at,
        usedAt: at,
      },
      block: { blockerId: 'u', blockedId: 'u', createdAt: at },
      deal: {
        id: id(2),
        variant: 'bisley/thirteen',
        kind: 'race',
        pack: bytes(0, 51, 255),
        salt: bytes(3),
        commitment: bytes(4),
        source: 'c',
        verdict: 'won',
        difficulty: 5,
        gradingVersion: 3,
        solution: bytes(9),
        shortest: true,
        copyOf: null,
        createdAt: at,
      },
      certifiedDeal: {
        id: id(8),
        variant: 'bisley/thirteen',
        pack: bytes(0, 51),
        solution: bytes(1, 2),
        shortest: true,
        difficulty: 1,
        gradingVersion: 3,
        createdAt: at,
      },
      daily: {
        id: id(8),
        day: 20778,
        game: 'bisley',
        dealId: id(2),
        closesAt: at,
        createdAt: at,
        settledAt: at,
      },
      race: {
        id: id(3),
        code: 'ABCD',
        version: 1,
        value: { phase: 'open' },
        dealId: id(2),
        rematchOf: null,
        at: 'ABCD',
        ...times,
        settledAt: at,
      },
      duplicate: {
        id: id(9),
        code: 'DCBA',
        openedBy: 'u',
        undo: 'bounded',
        openedAt: at,
        closesAt: at,
        settledAt: at,
        circleId: null,
      },
      duplicateDeal: { duplicateId: id(9), number: 1, dealId: id(2) },
      duplicateSeat: { duplicateId: id(9), userId: 'u', joinedAt: at },
      play: {
        id: id(4),
        dealId: id(2),
        userId: 'u',
        raceId: id(3),
        undo: 'free',
        changedAt: at,
        startsAt: at,
        closesAt: at,
        endedAt: at,
        ending: 'won',
        moves: 1,
        undos: 2,
        cardsHome: 3,
        cardsHomeAtMs: 4,
        elapsedMs: 5,
        hints: 6,
        log: bytes(6),
        begunWith: 1,
        continued: true,
        dailyId: id(8),
        duplicateId: id(9),
        // A ranked one that has ended has a result already.
        ranked: false,
        offline: true,
        shownAfterMs: 7,
        listed: false,
        voidedAt: at,
      },
      result: {
        playId: id(4),
        dailyId: id(8),
        userId: 'u',
        won: true,
        fastest: 5n,
        fewest: 6n,
        standing: 0,
        percentile: 7,
        ending: 'won',
        elapsedMs: 8,
        moves: 9,
        undos: 10,
        cardsHome: 11,
      },
      boardCount: { dailyId: id(8), ladder: 'all', level: 1, bucket: 2, n: 3 },
      boardChange: { id: 1n, dailyId: id(8), ladder: 'all', key: 4n, delta: 1 },
      periodTotal: {
        game: 'bisley',
        week: 2968,
        userId: 'u',
        won: 1,
        played: 2,
        percentiles: 3n,
      },
      moderation: {
        id: 1n,
        at,
        byId: 'u',
        action: 'void',
        playId: id(4),
        userId: 'u',
        reason: 'r',
      },
      quickMatch: { variant: 'bisley/thirteen', codes: ['ABCD'] },
      ratingChange: {
        id: 1n,
        raceId: id(3),
        userId: 'u',
        game: 'bisley',
        races: 1,
        muBefore: 25,
        sigmaBefore: 25 / 3,
        mu: 26.5,
        sigma: 8.1,
        at,
      },
      nameReport: { personId: 'u', name: 'n', reporterId: 'u', at },
      seenDeal: { userId: 'u', dealId: id(2), at },
      playAnalysis: {
        playId: id(4),
        entries: 9,
        lostAt: 8,
        proved: true,
        decisions: 7,
        kept: 6,
        undecided: 1,
        mistakes: [{ entry: 8, cost: 2, better: 5 }],
        curve: bytes(80, 0),
        createdAt: at,
      },
      entry: { playId: id(4), number: 1, code: 65535, elapsedMs: 7 },
      socketIoAttachment: { id: 1n, createdAt: at, payload: bytes(8) },
      node: {
        id: 1n,
        name: 'n',
        session: 's',
        clustered: true,
        secretMark: 'm',
        beat: 5,
        beatAt: at,
      },
      holding: { at: 'ABCD', nodeId: 1n },
      circle: { id: id(1), name: 'Otters', code: 'ABCDEF', hostId: 'u', createdAt: at },
      circleMember: {
        circleId: id(1),
        userId: 'u',
        joinedAt: at,
        leftAt: at,
        removedAt: at,
        formerStays: [[20_000, 20_009]],
        showsLane: false,
        showsPresence: false,
      },
      circleNamedAfter: { circleId: id(1), userId: 'u' },
      circleInvitation: { circleId: id(1), userId: 'u', fromId: 'u', at },
      circleDate: {
        id: id(2),
        circleId: id(1),
        at,
        variant: 'bisley/thirteen',
        madeBy: 'u',
        raceCode: 'ABCD',
        cancelledAt: at,
      },
      circleDatePerson: { dateId: id(2), userId: 'u', comes: false },
      pushSubscription: {
        id: id(1),
        userId: 'u',
        sessionId: 's',
        endpoint: 'https://push.example/1',
        p256dh: 'k',
        auth: 'a',
        createdAt: at,
      },
      nudgeSettings: {
        userId: 'u',
        kinds: ['invitation', 'streak-ends'],
        quietFrom: 1_320,
        quietTo: 480,
        zone: 'Europe/Berlin',
      },
      nudgeRival: { userId: 'u', rivalId: 'u', createdAt: at },
      nudge: {
        id: id(1),
        userId: 'u',
        kind: 'invitation',
        subject: 'ABCD',
        aboutId: 'u',
        data: { path: '/race/ABCD' },
        createdAt: at,
        dueAt: at,
        expiresAt: at,
        tries: 1,
        claimedAt: at,
        outcome: 'sent',
        seenAt: at,
      },
    };
    type Delegate = { create(args: { data: object }): Promise<object> };
    expect(Object.keys(rows)).toHaveLength(models.length);
    for (const [model, data] of Object.entries(rows)) {
      const delegate = (prisma as unknown as Record<string, Delegate>)[model]!;
      expect(await delegate.create({ data }), model).toEqual(data);
    }
    const again = { ...rows.race, id: id(5), code: 'EFGH', rematchOf: id(3) };
    expect(await prisma.race.create({ data: again })).toEqual(again);
    await expect(
      prisma.race.create({ data: { ...again, id: id(6), code: 'IJKL' } }),
      'one rematch a race',
    ).rejects.toMatchObject({ code: 'P2002' });
    await expect(
      prisma.play.create({ data: { ...rows.play, id: id(7) } }),
      'one play a person and race',
    ).rejects.toMatchObject({ code: 'P2002' });
    await expect(prisma.entry.create({ data: rows.entry })).rejects.toMatchObject({
      code: 'P2002',
    });
  });
});

describe('the migration runner', () => {
  let url: string;
  let folder: string;
  const write = (name: string, sql: string) => {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, 'migration.sql'), sql);
  };

  beforeEach(async () => {
    url = await createEmptyDatabase();
    folder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
    write('20260101000000_one', 'create table one (id int);');
    write('20260102000000_two', 'create table two (id int);');
    return async () => {
      rmSync(folder, { recursive: true });
      await dropDatabase(url);
    };
  });

  test('applies each migration once, in order', async () => {
    expect(await migrate(url, { folder })).toEqual(['20260101000000_one', '20260102000000_two']);
    expect(await migrate(url, { folder })).toEqual([]);
    write('20260103000000_three', 'create table three (id int);');
    expect(await migrate(url, { folder })).toEqual(['20260103000000_three']);
  });

  test('several at once apply each migration once', async () => {
    const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(url, { folder })));
    expect(applied.flat()).toHaveLength(2);
  });

  test("keeps the books in the form of Prisma's own command", async () => {
    await migrate(url, { folder });
    const [row] = await query(
      url,
      'select *, finished_at >= started_at as finished from _prisma_migrations order by migration_name',
    );
    expect(row).toMatchObject({
      checksum: createHash('sha256').update('create table one (id int);').digest('hex'),
      migration_name: '20260101000000_one',
      applied_steps_count: 1,
      rolled_back_at: null,
      logs: null,
      finished: true,
    });
  });

  test('names an applied migration that was edited', async () => {
    await migrate(url, { folder });
    write('20260101000000_one', 'create table one (id bigint);');
    await expect(migrate(url, { folder })).rejects.toMatchObject({
      name: 'migration-edited',
      message: expect.stringContaining('20260101000000_one'),
    });
  });

  test('leaves alone what a newer version has added, and names what one has taken away', async () => {
    const older = mkdtempSync(path.join(tmpdir(), 'migrations-older-'));
    cpSync(folder, older, { recursive: true });
    write('20260103000000_adds', 'create table three (id int);');
    await migrate(url, { folder });
    expect(await migrate(url, { folder: older })).toEqual([]);
    write('20260104000000_contract_takes_away', 'drop table one;');
    await migrate(url, { folder });
    await expect(migrate(url, { folder: older })).rejects.toMatchObject({
      name: 'migration-unknown',
      message: expect.stringContaining('20260104000000_contract_takes_away'),
    });
    rmSync(older, { recursive: true });
  });

  test('where it is a step of its own, a start names what is missing and applies nothing', async () => {
    await migrate(url, { folder, upTo: '20260101000000_one' });
    await expect(migrate(url, { folder, checksOnly: true })).rejects.toMatchObject({
      name: 'migration-missing',
      message: expect.stringContaining('20260102000000_two'),
    });
    expect(await query(url, "select to_regclass('two') as found")).toEqual([{ found: null }]);
    await migrate(url, { folder });
    expect(await migrate(url, { folder, checksOnly: true })).toEqual([]);
  });

  test('where it is a step of its own, the user of a node need not be allowed to create anything', async () => {
    await migrate(url, { folder });
    const role = `reader_${randomUUID().slice(0, 8)}`;
    await query(url, `create role ${role} login password 'x'`);
    await query(url, `grant select on all tables in schema public to ${role}`);
    const asRole = new URL(url);
    Object.assign(asRole, { username: role, password: 'x' });
    expect(await migrate(asRole.href, { folder, checksOnly: true })).toEqual([]);
    write('20260103000000_three', 'create table three (id int);');
    await expect(migrate(asRole.href, { folder, checksOnly: true })).rejects.toMatchObject({
      name: 'migration-missing',
    });
    await query(url, `drop owned by ${role}; drop role ${role}`);
  });

  test('builds an index concurrently, once, while several start, and over one that was left half built', async () => {
    await migrate(url, { folder });
    await query(url, 'insert into one values (1), (1)');
    // Broken off: the index is there, and is never used.
    await query(url, 'create unique index concurrently "one_idx" on one (id)').catch(
      () => undefined,
    );
    const state = `select indisvalid, indisunique from pg_index where indexrelid = 'one_idx'::regclass`;
    expect(await query(url, state)).toEqual([{ indisvalid: false, indisunique: true }]);
    write('20260103000000_index', 'create index concurrently if not exists "one_idx" on one (id);');
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url, { folder })));
    expect(applied.flat()).toEqual(['20260103000000_index']);
    expect(await query(url, state)).toEqual([{ indisvalid: true, indisunique: false }]);
  });

  test('fills a table in batches, and goes on after being broken off', async () => {
    await migrate(url, { folder });
    await query(url, 'insert into one select generate_series(1, 10)');
    const filling = (most: number) => `
      do $$ declare n int := 0; begin
        while n < ${most} loop
          n := n + 5;
          update one set id = id + 100 where id <= n;
          commit;
        end loop;
        ${most < 10 ? `raise 'broken off';` : ''}
      end $$;`;
    write('20260103000000_filled', filling(5));
    await expect(migrate(url, { folder })).rejects.toMatchObject({ name: 'migration-failed' });
    const left = 'select count(*)::int as n from one where id <= 100';
    expect(await query(url, left)).toEqual([{ n: 5 }]);
    write('20260103000000_filled', filling(10));
    expect(await migrate(url, { folder })).toEqual(['20260103000000_filled']);
    expect(await query(url, left)).toEqual([{ n: 0 }]);
  });

  test('takes a failing migration back as a whole', async () => {
    write('20260103000000_three', 'create table three (id int); create table one (id int);');
    await expect(migrate(url, { folder })).rejects.toMatchObject({ name: 'migration-failed' });
    expect(await query(url, "select to_regclass('three') as found")).toEqual([{ found: null }]);
    write('20260103000000_three', 'create table three (id int);');
    expect(await migrate(url, { folder })).toEqual(['20260103000000_three']);
  });

  test('says that the connection was lost, and what was not done', async () => {
    write('20260103000000_slow', `select pg_sleep(60) as "of the migration"`);
    const proxy = await startProxy(url);
    const migrating = expect(migrate(proxy.url, { folder })).rejects.toMatchObject({
      name: 'migration-failed',
      message: expect.stringMatching(/20260103000000_slow .*terminat/),
    });
    const sleeping = `from pg_stat_activity where query like '%of the migration%' and pid <> pg_backend_pid()`;
    await expect.poll(() => query(url, `select pid ${sleeping}`)).toHaveLength(1);
    await proxy.close();
    await migrating;
  });

  test('says where an unreachable database should be, without its password', async () => {
    const unreachable = migrate('postgresql://me:hunter2@127.0.0.1:1/none', { folder });
    await expect(unreachable).rejects.toMatchObject({ name: 'database-unreachable' });
    await expect(unreachable).rejects.not.toThrow('hunter2');
    await expect(unreachable).rejects.toThrow('127.0.0.1:1/none');
  });
});

describe('two versions side by side', () => {
  /** What a version before it would miss, or stand in front of while it is locked. */
  const harms = [
    /\bdrop (table|column|type|function|view)\b/i,
    /\brename\b/i,
    /\balter column \S+ (set data )?type\b/i,
    /\bset not null\b/i,
    /\badd column (?!.*\bdefault\b).*\bnot null\b/i,
    /\bcreate (unique )?index (?!concurrently).* on "?(entries|plays|users|sessions|deals|races|results)\b/i,
  ];
  const harmIn = (sql: string): string[] =>
    sql.split('\n').filter((line) => harms.some((harm) => harm.test(line)));

  test('since there are rolling deploys, migrations only add, or say by their name that they take away', () => {
    const since = readMigrations(migrationsFolder()).filter(({ name }) => name >= '20261122');
    for (const { name, sql } of since) if (!isContract(name)) expect(harmIn(sql), name).toEqual([]);
    const harmful = [
      'alter table plays drop column hints;',
      'alter table plays add column later int not null;',
      'create index "x" on "plays" (hints);',
      'alter table plays rename column hints to help;',
      'alter table plays alter column hints type bigint;',
    ];
    expect(harmIn(harmful.join('\n'))).toEqual(harmful);
    const harmless = [
      'alter table plays add column later int not null default 0;',
      'create index concurrently "x" on "plays" (hints);',
      'create table "later" (id int not null);',
    ];
    expect(harmIn(harmless.join('\n'))).toEqual([]);
  });

  test('P4: a node plays on, and another one of its version starts, while the next version’s schema is there', async () => {
    const app = await buildTestApp();
    const tab = await openTab(await listen(app.app));
    const { playId } = await tab.ask('play:create', { variant: 'sly-fox/standard' });
    const player = new Player(tab, await tab.ask('play:open', { playId }));
    await player.move();
    const newer = mkdtempSync(path.join(tmpdir(), 'migrations-newer-'));
    cpSync(migrationsFolder(), newer, { recursive: true });
    mkdirSync(path.join(newer, '29990101000000_later'));
    writeFileSync(
      path.join(newer, '29990101000000_later', 'migration.sql'),
      `create table "later" (id int primary key);
       alter table "plays" add column "later" text not null default 'none';
       alter table "users" add column "later" int; alter table "entries" add column "later" int;
       alter table "races" add column "later" int; alter table "nodes" add column "later" int;`,
    );
    expect(await migrate(app.database.url, { folder: newer })).toEqual(['29990101000000_later']);
    await player.move();
    await player.concede();
    tab.close();
    await app.app.close();

    expect(await migrate(app.database.url)).toEqual([]);
    const again = await buildTestApp({ database: app.database });
    const back = await openTab(await listen(again.app), tab.cookie);
    expect((await back.ask('play:open', { playId })).log).toHaveLength(3);
    await back.ask('race:create', { variant: 'bisley/thirteen' });
    back.close();
    await again.close();
    rmSync(newer, { recursive: true });
  });
});
