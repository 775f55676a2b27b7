import { isPack } from '@same-deal/engine';
import type { UndoPolicy } from '@same-deal/engine';
import type { DailyKey, PlayListQuery, PlaySummary } from '@same-deal/protocol';
import { undoPolicies } from '@same-deal/engine';
import type { Prisma } from '../generated/prisma/client.ts';
import { textOfDay } from '../daily/days.ts';
import type { DealUse } from '../deal/is-live.ts';
import { groupCommit } from '../play/group-commit.ts';
import type { PlayHeader } from '../play/play-record.ts';
import type { NewEntry, NewPractice, PlayStore } from '../play/plays.ts';
import type { OpenDatabase } from '../plugins/prisma.ts';
import { despiteDeadlocks } from './transaction.ts';
import { logsOf } from './logs.ts';

/** What a replay calls somebody whose name a moderator has hidden. */
const HIDDEN_NAME = 'Hidden name';

/** What a play is read with. */
export const withHeader = {
  deal: { select: { variant: true, kind: true, pack: true, source: true } },
  daily: { select: { day: true, game: true } },
  race: { select: { id: true, code: true } },
  user: { select: { name: true, nameHiddenAt: true, mergedIntoId: true } },
} satisfies Prisma.PlayInclude;

type PlayRow = Prisma.PlayGetPayload<{ include: typeof withHeader }>;

/** @throws Error if what is stored is no pack of the deal's variant */
export function headerOf(row: PlayRow): PlayHeader {
  const pack = [...row.deal.pack];
  if (!isPack(pack, pack.length / 52)) throw new Error(`the deal of play ${row.id} is no pack`);
  return {
    id: row.id,
    userId: row.userId,
    ownerId: row.user.mergedIntoId ?? row.userId,
    playerName: row.user.nameHiddenAt ? HIDDEN_NAME : row.user.name,
    race: row.race,
    daily: dailyOf(row),
    variant: row.deal.variant,
    deal: row.deal.source,
    pack,
    isPractice: row.deal.kind === 'practice',
    hints: row.hints,
    undo: undoPolicyOf(row.undo),
    startsAt: row.startsAt.getTime(),
    closesAt: row.closesAt?.getTime() ?? null,
    endedByCap: row.ending === 'cap',
  };
}

const dailyOf = ({ daily }: PlayRow): DailyKey | null =>
  daily && { day: textOfDay(daily.day), game: daily.game };

const undoPolicyOf = (text: string): UndoPolicy =>
  undoPolicies.find((policy) => policy === text) ?? 'none';

/**
 * The hot path: one statement for everything that arrived during the last commit.
 *
 * `open` locks each play's row against settling (FOR UPDATE there) for the length of the commit, so
 * an entry is either seen by the settling or refused. Rows are locked and written in the order of
 * their ids, so that batches of several nodes cannot wait for each other in a circle.
 *
 * It answers with what was not written: nearly always nothing, and every row costs its reading.
 */
const APPEND = `
with open as materialized (
  select id from plays
  where id = any($1::uuid[]) and ended_at is null
    and (closes_at is null or clock_timestamp() < closes_at + interval '2 seconds')
  order by id for key share
), added as (
  insert into entries (play_id, number, code, elapsed_ms)
  select e.play_id, e.number, e.code, e.elapsed_ms
  from unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) as e(play_id, number, code, elapsed_ms)
  join open on open.id = e.play_id
  order by e.play_id
  on conflict do nothing
  returning play_id, number
), ended as (
  update plays p
  set ended_at = p.starts_at + e.elapsed_ms * interval '1 millisecond', ending = e.ending,
    moves = e.moves, undos = e.undos, cards_home = e.cards_home,
    cards_home_at_ms = e.cards_home_at_ms, elapsed_ms = e.elapsed_ms
  from unnest($5::uuid[], $6::int[], $7::text[], $8::int[], $9::int[], $10::int[], $11::int[], $12::int[])
    as e(play_id, number, ending, moves, undos, cards_home, cards_home_at_ms, elapsed_ms)
  join added on added.play_id = e.play_id and added.number = e.number
  where p.id = e.play_id
)
select e.play_id, e.number from unnest($1::uuid[], $2::int[]) as e(play_id, number)
where not exists (select 1 from added a where a.play_id = e.play_id and a.number = e.number)`;

const CHANGED = `
select k.id
from unnest($1::uuid[], $2::text[], $3::int[], $4::boolean[]) as k(id, user_id, entries, ended)
join plays p on p.id = k.id
where p.user_id <> k.user_id
  or (p.ended_at is not null) <> k.ended
  or exists (select 1 from entries e where e.play_id = k.id and e.number = k.entries + 1)`;

/** An array of ids or numbers as PostgreSQL reads it; the driver would look for quotes in each of them. */
const arrayOf = <Item>(items: readonly Item[], of: (item: Item) => string | number): string =>
  `{${items.map(of).join()}}`;

export function playsRepository({ prisma, pool }: Pick<OpenDatabase, 'prisma' | 'pool'>) {
  async function appendAll(entries: readonly NewEntry[]): Promise<boolean[]> {
    const ends = entries.flatMap(({ playId, number, ended }) =>
      ended ? [{ playId, number, ...ended }] : [],
    );
    const values = [
      arrayOf(entries, ({ playId }) => playId),
      arrayOf(entries, ({ number }) => number),
      arrayOf(entries, ({ code }) => code),
      arrayOf(entries, ({ elapsedMs }) => elapsedMs),
      ends.map(({ playId }) => playId),
      ends.map(({ number }) => number),
      ends.map(({ ending }) => ending),
      ends.map(({ moves }) => moves),
      ends.map(({ undos }) => undos),
      ends.map(({ cardsHome }) => cardsHome),
      ends.map(({ cardsHomeAtMs }) => cardsHomeAtMs),
      ends.map(({ elapsedMs }) => elapsedMs),
    ];
    // Not through Prisma, which takes as long for it as the database does; prepared once a connection.
    const refused = await despiteDeadlocks(() =>
      pool.query<{ play_id: string; number: number }>({ name: 'append', text: APPEND, values }),
    );
    if (refused.rows.length === 0) return entries.map(() => true);
    const keys = new Set(refused.rows.map(({ play_id: playId, number }) => `${playId} ${number}`));
    return entries.map(({ playId, number }) => !keys.has(`${playId} ${number}`));
  }

  const { commit } = groupCommit(appendAll);

  /** The person, and the guests who have become part of their account. */
  async function idsOfOwner(userId: string): Promise<string[]> {
    const guests = await prisma.user.findMany({
      where: { mergedIntoId: userId },
      select: { id: true },
    });
    return [userId, ...guests.map(({ id }) => id)];
  }

  const store: PlayStore = {
    async load(playId) {
      const row = await prisma.play.findUnique({ where: { id: playId }, include: withHeader });
      if (!row) return null;
      const logs = await logsOf(prisma, [playId]);
      return { header: headerOf(row), entries: logs.get(playId) ?? [] };
    },

    async changed(known) {
      const rows = await prisma.$queryRawUnsafe<{ id: string }[]>(
        CHANGED,
        known.map(({ id }) => id),
        known.map(({ userId }) => userId),
        known.map(({ entries }) => entries),
        known.map(({ ended }) => ended),
      );
      return rows.map(({ id }) => id);
    },

    append: commit,

    async addHint(playId) {
      const { hints } = await prisma.play.update({
        where: { id: playId },
        data: { hints: { increment: 1 } },
        select: { hints: true },
      });
      return hints;
    },
  };

  return {
    ...store,

    /** A practice play on a deal that is no secret, from its first entry or with some made. */
    async createPractice(play: NewPractice): Promise<void> {
      const created = prisma.play.create({
        data: {
          id: play.id,
          user: { connect: { id: play.userId } },
          deal: {
            create: {
              variant: play.variant,
              kind: 'practice',
              pack: Uint8Array.from(play.pack),
              source: play.source,
            },
          },
          undo: 'free',
          startsAt: new Date(play.startsAt),
        },
      });
      const entries = play.log.map(({ code, elapsedMs }, n) => ({
        playId: play.id,
        number: n + 1,
        code,
        elapsedMs,
      }));
      await prisma.$transaction([created, prisma.entry.createMany({ data: entries })]);
    },

    /** What the gate needs to know of a play's deal; null if there is no such play. */
    async dealUseOf(playId: string): Promise<DealUse | null> {
      const row = await prisma.play.findUnique({
        where: { id: playId },
        select: {
          deal: { select: { kind: true, daily: { select: { closesAt: true } } } },
          race: { select: { settledAt: true } },
        },
      });
      if (!row) return null;
      const { kind, daily } = row.deal;
      return {
        kind,
        raceSettledAt: row.race?.settledAt ?? null,
        dailyClosesAt: daily?.closesAt ?? null,
      };
    },

    /** All of a person's plays, newest first. */
    async *idsOf(userId: string): AsyncGenerator<string> {
      const owner = { in: await idsOfOwner(userId) };
      let before: { startsAt: Date; id: string } | undefined;
      for (;;) {
        const rows: { startsAt: Date; id: string }[] = await prisma.play.findMany({
          where: { userId: owner, ...(before && after(before)) },
          orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
          take: READ_AT_ONCE,
          select: { startsAt: true, id: true },
        });
        for (const { id } of rows) yield id;
        before = rows.at(-1);
        if (rows.length < READ_AT_ONCE) return;
      }
    },

    /**
     * A page of a person's plays, those of their seats as a guest too, newest first; `figures` of those that still run are left to the caller.
     * @returns with `next`, where the following page begins, null if there is none
     */
    async listOf(
      userId: string,
      { state, before }: PlayListQuery,
      limit: number,
    ): Promise<{ plays: (PlaySummary & { isRunning: boolean })[]; next: string | null }> {
      const [time, id] = before?.split('_') ?? [];
      const startsAt = new Date(Number(time));
      const rows = await prisma.play.findMany({
        where: {
          userId: { in: await idsOfOwner(userId) },
          ...(state && { endedAt: state === 'finished' ? { not: null } : null }),
          ...(id !== undefined && after({ startsAt, id })),
        },
        orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
        include: withHeader,
      });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        next: last ? `${last.startsAt.getTime()}_${last.id}` : null,
        plays: page.map(summaryOf),
      };
    },
  };
}

const READ_AT_ONCE = 500;

/** What comes later in the order of newest first. */
const after = ({ startsAt, id }: { startsAt: Date; id: string }): Prisma.PlayWhereInput => ({
  OR: [{ startsAt: { lt: startsAt } }, { startsAt, id: { lt: id } }],
});

const summaryOf = (row: PlayRow): PlaySummary & { isRunning: boolean } => ({
  playId: row.id,
  variant: row.deal.variant,
  raceCode: row.race?.code ?? null,
  daily: dailyOf(row),
  deal: row.deal.source,
  startedAt: row.startsAt.toISOString(),
  cardsHome: row.cardsHome ?? 0,
  moves: row.moves ?? 0,
  ending: endingOf(row.ending),
  hints: row.hints,
  isRunning: row.endedAt === null,
});

function endingOf(text: string | null): PlaySummary['ending'] {
  return text === 'won' || text === 'conceded' || text === 'stuck' || text === 'cap' ? text : null;
}
