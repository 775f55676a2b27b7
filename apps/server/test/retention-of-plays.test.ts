// What is deleted of plays follows from what happened in them, however they came to be and wherever that is stored.
import { randomUUID } from 'node:crypto';
import { raceSettings } from '@same-deal/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases, firstSeed, scaled } from '../../../tools/scale.ts';
import { DAY_MS } from '../src/daily/days.ts';
import type { NewEntry } from '../src/play/journal.ts';
import type { PlayFigures, StoredEntry } from '../src/play/play-record.ts';
import { openRace } from '../src/race/race.ts';
import { openDatabase } from '../src/storage/database.ts';
import type { Database } from '../src/storage/database.ts';
import { logsRepository } from '../src/storage/play/logs.ts';
import { mergesRepository } from '../src/storage/people/merges.ts';
import { migrate } from '../src/storage/postgres/migrate.ts';
import { nodesRepository } from '../src/storage/nodes.ts';
import { playsRepository } from '../src/storage/play/plays.ts';
import { retentionRepository } from '../src/storage/retention.ts';
import { createEmptyDatabase, createTestDatabase, dropDatabase } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { loadKeptData } from './support/kept-data.ts';
import { query } from './support/sql.ts';

let database: TestDatabase;
let node: string;
beforeAll(async () => {
  database = await createTestDatabase();
  node = await nodesRepository(database, 'a secret').join('one', false);
});
afterAll(() => database.drop());

/** What an entry can store: after 24 days all have this time. */
const LONGEST_MS = 2 ** 31 - 1;
const ended: PlayFigures = {
  ending: 'conceded',
  moves: 1,
  undos: 0,
  cardsHome: 0,
  cardsHomeAtMs: 0,
  elapsedMs: 1,
};

/** How plays come to be: practice in its forms, and what counts. */
const kinds = [
  'dealt',
  'branched',
  'branched by an earlier version',
  'offline',
  'offline and ended',
  'race',
  'daily',
  'duplicate',
] as const;
/** What may happen to one after so many days. */
const steps = ['entry', 'hint', 'merge', 'end and fold'] as const;

interface Story {
  readonly kind: (typeof kinds)[number];
  /** The times of the entries that it begins with; of a dealt one there are none. */
  readonly beginning: readonly number[];
  readonly steps: readonly { readonly days: number; readonly does: (typeof steps)[number] }[];
  readonly idleDays: number;
}

/** What has been told of a play: what retention should go by. */
interface Told {
  readonly playId: string;
  readonly hasEntry: boolean;
  /** A result, or with others or on a day's deal. */
  readonly counts: boolean;
  readonly idleDays: number;
}

// No sum of these is within a tenth of a day of a term: a run takes some seconds.
const days = fc.integer({ min: 0, max: 130 }).map((n) => n + 0.3);
const story: fc.Arbitrary<Story> = fc.record({
  kind: fc.constantFrom(...kinds),
  beginning: fc
    .array(fc.oneof(fc.integer({ min: 0, max: 3_600_000 }), fc.nat(100 * DAY_MS)), { maxLength: 4 })
    .map((times) => times.map((ms) => Math.min(ms, LONGEST_MS)).sort((a, b) => a - b)),
  steps: fc.array(fc.record({ days, does: fc.constantFrom(...steps) }), { maxLength: 4 }),
  idleDays: days,
});

/** Practice begun eight days ago and branched just now, played on a device long ago and entered just now, and the like. */
const found: readonly Story[] = [
  { kind: 'branched', beginning: [8 * DAY_MS], steps: [], idleDays: 0.3 },
  { kind: 'branched', beginning: [LONGEST_MS], steps: [], idleDays: 80.3 },
  { kind: 'offline', beginning: [LONGEST_MS], steps: [], idleDays: 0.3 },
  { kind: 'dealt', beginning: [], steps: [{ days: 60.3, does: 'entry' }], idleDays: 80.3 },
  { kind: 'dealt', beginning: [], steps: [{ days: 5.3, does: 'merge' }], idleDays: 5.3 },
];

async function guest(): Promise<string> {
  const id = randomUUID();
  await database.prisma.user.create({
    data: { id, name: 'G', email: `${id}@guests.invalid`, isAnonymous: true },
  });
  return id;
}

/** Lets so many days pass for a play, by making everything about it so much older. */
async function pass(playId: string, userId: string, byDays: number): Promise<void> {
  const by = `${byDays * DAY_MS} milliseconds`;
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `update plays set starts_at = starts_at - $2::interval, ended_at = ended_at - $2::interval,
         changed_at = changed_at - $2::interval where id = $1`,
      [playId, by],
    );
    await client.query('update users set created_at = created_at - $2::interval where id = $1', [
      userId,
      by,
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function tell({ kind, beginning, steps: doings, idleDays }: Story): Promise<Told> {
  const { prisma } = database;
  const plays = playsRepository(database);
  const playId = randomUUID();
  let userId = await guest();
  const log: StoredEntry[] = beginning.map((elapsedMs, n) => ({
    number: n + 1,
    code: n,
    elapsedMs,
  }));
  const now = Date.now();
  const practice = {
    id: playId,
    userId,
    variant: 'bisley/thirteen',
    pack: [1, 2, 3],
    source: null,
    startsAt: now,
    log: [] as StoredEntry[],
  };
  const last = log.at(-1)?.elapsedMs ?? 0;
  let number = 0;
  let counts = false;
  switch (kind) {
    case 'dealt':
      await plays.createPractice(practice);
      break;
    case 'branched':
    case 'branched by an earlier version':
      await plays.createPractice({ ...practice, startsAt: now - last, log });
      if (kind !== 'branched')
        await prisma.play.update({ where: { id: playId }, data: { begunWith: null } });
      number = log.length;
      break;
    case 'offline':
    case 'offline and ended': {
      const isEnded = kind !== 'offline' && log.length > 0;
      const times = { startsAt: now - Math.max(last, 3_600_000), hints: 0 };
      const endedAt = times.startsAt + ended.elapsedMs;
      const figures = isEnded ? { ...ended, endedAt } : null;
      await plays.enterPractice({ ...practice, ...times, log, ended: figures });
      number = log.length;
      counts = isEnded;
      break;
    }
    default: {
      const of = await whatCounts(kind);
      await prisma.play.create({
        data: { ...of, id: playId, userId, undo: 'none', startsAt: new Date(now) },
      });
      counts = true;
    }
  }
  let isOver = kind === 'offline and ended' && counts;
  let idle = idleDays;
  for (const { days: passed, does } of doings) {
    await pass(playId, userId, passed);
    idle += passed;
    if (does === 'merge') {
      const account = await guest();
      await prisma.user.update({ where: { id: account }, data: { isAnonymous: false } });
      const merged = await mergesRepository(prisma).merge(userId, account);
      // Of an account nothing moves.
      if (merged.kind !== 'merged') continue;
      userId = account;
      idle = idleDays;
      continue;
    }
    if (isOver) continue;
    idle = idleDays;
    if (does === 'hint') {
      await plays.addHint(playId);
      continue;
    }
    const { startsAt } = await prisma.play.findUniqueOrThrow({ where: { id: playId } });
    const sinceStart = Date.now() - startsAt.getTime();
    number += 1;
    const entry: NewEntry = {
      playId,
      number,
      code: 7,
      // As `judge.ts` has it.
      elapsedMs: Math.min(Math.max(sinceStart, last), LONGEST_MS),
      ended: does === 'end and fold' ? { ...ended, elapsedMs: 1 } : null,
    };
    expect(await plays.append(node, [entry])).toEqual(['written']);
    if (does === 'end and fold') {
      isOver = true;
      counts = true;
      await logsRepository(prisma).fold(new Date(Date.now() + 2 * DAY_MS), 1000);
    }
  }
  await pass(playId, userId, idleDays);
  return { playId, hasEntry: number > 0, counts, idleDays: idle };
}

/** The race, the daily or the duplicate of a play, and their deal. */
async function whatCounts(kind: 'race' | 'daily' | 'duplicate') {
  const { prisma } = database;
  const { id: dealId } = await prisma.deal.create({
    data: { variant: 'bisley/thirteen', kind, pack: Uint8Array.of(1) },
  });
  const code = randomUUID();
  if (kind === 'race') {
    const settings = { variant: 'bisley/thirteen', undo: 'none', capMinutes: 20, proved: false };
    const value = openRace(raceSettings.parse(settings), { id: 'somebody', name: 'S' }, 0);
    const race = await prisma.race.create({ data: { code, version: 1, value, dealId } });
    return { dealId, raceId: race.id };
  }
  const closesAt = new Date(Date.now() - 300 * DAY_MS);
  if (kind === 'daily') {
    const daily = await prisma.daily.create({
      data: { day: 1, game: code, dealId, closesAt, createdAt: closesAt },
    });
    return { dealId, dailyId: daily.id, ranked: true };
  }
  const duplicate = await prisma.duplicate.create({
    data: { code, undo: 'none', openedAt: closesAt, closesAt },
  });
  await prisma.duplicateDeal.create({ data: { duplicateId: duplicate.id, number: 1, dealId } });
  return { dealId, duplicateId: duplicate.id, ranked: true };
}

/** Sweeps by every rule. */
async function sweep(prisma: Database, now: number): Promise<void> {
  for (const { days: kept, sweep: batch } of retentionRepository(prisma).rules) {
    const before = new Date(now - kept * DAY_MS);
    for (let after: string | null = ''; after !== null;)
      after = (await batch(before, 50, after)).next;
  }
}

test(
  'P4: no play with an entry, its own or inherited, goes before 90 days after the last entry or change; what counts never',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 12 }), async (stories) => {
        const told: Told[] = [];
        for (const one of stories) told.push(await tell(one));
        await sweep(database.prisma, Date.now());
        for (const [n, { playId, hasEntry, counts, idleDays }] of told.entries()) {
          const isKept = counts || idleDays < (hasEntry ? 90 : 7);
          const found = await database.prisma.play.count({ where: { id: playId } });
          expect(found === 1, JSON.stringify([stories[n], told[n]])).toBe(isKept);
        }
      }),
      { seed: firstSeed, numRuns: cases(8), examples: [[found]] },
    );
  },
  scaled(120_000, 1_200_000),
);

test('P4: of what an earlier version has left nothing goes sooner, and later only practice that was left', async () => {
  const url = await createEmptyDatabase();
  await loadKeptData(url, '2026-11-21');
  await migrate(url);
  const kept = openDatabase(url, () => undefined);
  const plays = () =>
    query<{ id: string; left: boolean }>(
      url,
      `select id, ended_at is null and race_id is null and daily_id is null and duplicate_id is null as left
       from plays order by id`,
    );
  const before = await plays();
  expect(before.some(({ left }) => left)).toBe(true);
  await sweep(kept.prisma, Date.now() + 6.9 * DAY_MS);
  expect(await plays()).toEqual(before);
  await sweep(kept.prisma, Date.now() + 90.1 * DAY_MS);
  expect(await plays()).toEqual(before.filter(({ left }) => !left));
  await kept.close();
  await dropDatabase(url);
});
