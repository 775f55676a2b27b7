import type { DailyKey, DuplicateKey, PlayListQuery, PlaySummary } from '@same-deal/protocol';
import { Prisma } from '../../generated/prisma/client.ts';
import { textOfDay } from '../../daily/days.ts';
import type { DealUse } from '../../deal/is-live.ts';
import type { NewEntry, WriteOutcome } from '../../play/journal.ts';
import { ELAPSED_LIMIT_MS } from '../../play/judge.ts';
import type { EnteredPractice } from '../../play/offline.ts';
import type { PlayFigures } from '../../play/play-record.ts';
import type { NewPractice, PlayStore } from '../../play/plays.ts';
import type { LockedPlay, PlayEnd } from '../../play/settlement.ts';
import { withinBound, withinBoundByDriver } from '../bounds.ts';
import type { OpenDatabase } from '../database.ts';
import { headersFrom, headersOf } from './headers.ts';
import { foldedLog, logsFrom, logsOf } from './logs.ts';
import { readTogether } from '../read-together.ts';

/** The plays with these ids, whose rows the caller has locked in the transaction. */
export async function lockedPlays(
  tx: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<LockedPlay[]> {
  const headers = await headersOf(tx, ids);
  const logs = await logsOf(tx, ids);
  return Array.from(headers.values(), (header) => ({ header, entries: logs.get(header.id) ?? [] }));
}

export async function storeEnds(
  tx: Prisma.TransactionClient,
  ends: readonly PlayEnd[],
): Promise<void> {
  for (const { playId, figures, endedAt, closesAt } of ends) {
    const data = { ...figures, endedAt, ...(closesAt && { closesAt }) };
    await tx.play.update({ where: { id: playId }, data });
  }
}

/**
 * The hot path: one statement for everything that arrived during the last commit.
 *
 * `node` is the fence: its row, locked in shared mode until the commit, says that this node may still write. Ending a
 * node deletes the row, which waits for writes in progress and refuses later ones.
 *
 * `open` locks each play's row against settling (FOR UPDATE there) until the commit, so an entry is either seen by the
 * settling or refused. A row locked by another transaction is skipped, not waited for.
 *
 * Its count of rows says how many entries were written; nearly always that is all of them.
 */
const APPEND = `
with node as materialized (
  select id from nodes where id = $1 for key share
), open as materialized (
  select p.id from plays p where p.id = any($2::uuid[]) and p.ended_at is null
    and (p.closes_at is null or clock_timestamp() < p.closes_at + interval '2 seconds')
    and exists (select from node)
  for no key update skip locked
)
insert into entries (play_id, number, code, elapsed_ms)
select e.play_id, e.number, e.code, e.elapsed_ms
from unnest($2::uuid[], $3::int[], $4::int[], $5::int[]) as e(play_id, number, code, elapsed_ms)
join open on open.id = e.play_id
on conflict do nothing`;

/**
 * Few entries end their play; a batch without such a one has nothing to do with this. One at the longest time that is
 * stored may have come any time after it: it ends the play when it is received.
 */
const APPEND_ENDS = `${APPEND.replace('\ninsert', ', added as (\ninsert')}
  returning play_id, number
), ended as (
  update plays p
  set ended_at = case when e.elapsed_ms < ${ELAPSED_LIMIT_MS}
      then p.starts_at + e.elapsed_ms * interval '1 millisecond' else now() end, ending = e.ending,
    moves = e.moves, undos = e.undos, cards_home = e.cards_home,
    cards_home_at_ms = e.cards_home_at_ms, elapsed_ms = e.elapsed_ms
  from unnest($6::uuid[], $7::int[], $8::text[], $9::int[], $10::int[], $11::int[], $12::int[], $13::int[])
    as e(play_id, number, ending, moves, undos, cards_home, cards_home_at_ms, elapsed_ms)
  join added on added.play_id = e.play_id and added.number = e.number
  where p.id = e.play_id
)
select from added`;

/**
 * What has become of each entry of a batch that was not written whole, in its order. One that is stored just as it was
 * to be is written, if only by an earlier attempt. One missing from an open play was not written because another
 * transaction held the row.
 */
const LOOK_UP = `
select exists (select from nodes where id = $1) as "isNode",
  a.code is not distinct from e.code and a.elapsed_ms is not distinct from e.elapsed_ms as "isWritten",
  a.play_id is null and p.id is not null as "isBusy"
from unnest($2::uuid[], $3::int[], $4::int[], $5::int[]) with ordinality
  as e(play_id, number, code, elapsed_ms, place)
left join entries a on a.play_id = e.play_id and a.number = e.number
left join plays p on p.id = e.play_id and p.ended_at is null
  and (p.closes_at is null or clock_timestamp() < p.closes_at + interval '2 seconds')
order by e.place`;
interface LookedUp {
  readonly isNode: boolean;
  readonly isWritten: boolean;
  readonly isBusy: boolean;
}
const outcomeOf = ({ isNode, isWritten, isBusy }: LookedUp): WriteOutcome =>
  isWritten ? 'written' : !isNode ? 'fenced' : isBusy ? 'busy' : 'refused';

/** So many logs are read by one statement: the longest are decoded in one turn of the event loop. */
const LOGS_AT_ONCE = 3;

/** An array of ids or numbers in PostgreSQL's text form; the driver would search each item for quotes. */
const arrayOf = <Item>(items: readonly Item[], of: (item: Item) => string | number): string =>
  `{${items.map(of).join()}}`;

/** In the order of the statement's parameters. */
const columnsOf = (ends: readonly (PlayFigures & { playId: string; number: number })[]) => [
  ends.map(({ playId }) => playId),
  ends.map(({ number }) => number),
  ends.map(({ ending }) => ending),
  ends.map(({ moves }) => moves),
  ends.map(({ undos }) => undos),
  ends.map(({ cardsHome }) => cardsHome),
  ends.map(({ cardsHomeAtMs }) => cardsHomeAtMs),
  ends.map(({ elapsedMs }) => elapsedMs),
];

export function playsRepository({
  prisma,
  pool,
  journal,
}: Pick<OpenDatabase, 'prisma' | 'pool' | 'journal'>) {
  /**
   * Commits a batch of entries in one statement.
   * @param node the id of the node that writes; see `cluster/node.ts`
   */
  async function append(node: string, entries: readonly NewEntry[]): Promise<WriteOutcome[]> {
    const ends = entries.flatMap(({ playId, number, ended }) =>
      ended ? [{ playId, number, ...ended }] : [],
    );
    const values = [
      node,
      arrayOf(entries, ({ playId }) => playId),
      arrayOf(entries, ({ number }) => number),
      arrayOf(entries, ({ code }) => code),
      arrayOf(entries, ({ elapsedMs }) => elapsedMs),
    ];
    // Not through Prisma, whose overhead is as long as the database's work; prepared once a connection.
    const statement =
      ends.length === 0
        ? { name: 'append', text: APPEND, values }
        : { name: 'append-ends', text: APPEND_ENDS, values: [...values, ...columnsOf(ends)] };
    const { rowCount } = await journal.query(statement);
    if (rowCount === entries.length) return entries.map(() => 'written');
    const { rows } = await journal.query<LookedUp>(LOOK_UP, values);
    return rows.map(outcomeOf);
  }

  /** The ids of a person: their own, and those of guests merged into them. */
  async function idsOfOwner(userId: string): Promise<string[]> {
    const guests = await prisma.user.findMany({
      where: { mergedIntoId: userId },
      select: { id: true },
    });
    return [userId, ...guests.map(({ id }) => id)];
  }

  /** Writes practice with its deal. */
  async function insertPractice(
    tx: Pick<Prisma.TransactionClient, 'play'>,
    { id, userId, variant, pack, source, startsAt, log, hints, ended }: EnteredPractice,
    offline: boolean,
  ): Promise<true> {
    await tx.play.create({
      data: {
        id,
        user: { connect: { id: userId } },
        deal: { create: { variant, kind: 'practice', pack: Uint8Array.from(pack), source } },
        undo: 'free',
        startsAt: new Date(startsAt),
        offline,
        hints,
        ...(log.length > 0 && { log: foldedLog(log), begunWith: log.length }),
        ...(ended && { ...ended, endedAt: new Date(ended.endedAt) }),
      },
    });
    return true;
  }

  const header = readTogether((playIds) => headersFrom(pool, playIds));
  const log = readTogether((playIds) => logsFrom(pool, playIds), LOGS_AT_ONCE);

  const store: PlayStore = {
    headers: async (playIds) => (await Promise.all(playIds.map(header))).filter((one) => !!one),

    log: async (playId) => (await log(playId)) ?? [],

    async running(playIds) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'running-plays',
        text: 'select id from plays where id = any($1::uuid[]) and ended_at is null',
        values: [playIds],
      });
      return rows.map(({ id }) => id);
    },

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
    append,

    /**
     * Creates a practice play, empty or with another play's log to start from. That is written in its folded form, so
     * it costs no further rows.
     * @returns false if the person has as many under way as they may, and has just used them all
     */
    async createPractice(play: NewPractice): Promise<boolean> {
      const { id, userId, variant, pack, source, startsAt, log } = play;
      const hadRoom = await withinBoundByDriver(pool, 'practice', userId, async (client, room) => {
        const { text, values } = Prisma.sql`
          with ${room}, dealt as (
            insert into deals (variant, kind, pack, source)
            select ${variant}, 'practice', ${Uint8Array.from(pack)}::bytea, ${source} from room
            returning id
          )
          insert into plays (id, user_id, deal_id, undo, starts_at, log, begun_with)
          select ${id}::uuid, ${userId}, dealt.id, 'free', ${new Date(startsAt)}::timestamptz,
            ${log.length > 0 ? foldedLog(log) : null}::bytea, ${log.length || null}::int
          from dealt`;
        const { rowCount } = await client.query({ name: 'create-practice', text, values });
        return rowCount === 1;
      });
      if (hadRoom) return true;
      const anew = { ...play, hints: 0, ended: null };
      const inserted = await withinBound(
        prisma,
        'practice',
        userId,
        (tx) => insertPractice(tx, anew, false),
        play.from,
      );
      return inserted === true;
    },

    /**
     * Stores practice that was played offline; doing so again changes nothing.
     * @returns `taken` if another person's play has its id; `too-many` if it has not ended, and the person has as many
     *   under way as they may, and has just used them all
     */
    async enterPractice(play: EnteredPractice): Promise<'entered' | 'taken' | 'too-many'> {
      // It may have been stored before, perhaps by a guest who has been merged into this account.
      const ownerOf = async () => (await store.headers([play.id]))[0]?.ownerId;
      const asBefore = (ownerId: string) => (ownerId === play.userId ? 'entered' : 'taken');
      const before = await ownerOf();
      if (before !== undefined) return asBefore(before);
      try {
        const entered = await (play.ended
          ? insertPractice(prisma, play, true)
          : withinBound(prisma, 'practice', play.userId, (tx) => insertPractice(tx, play, true)));
        return entered === true ? 'entered' : 'too-many';
      } catch (error) {
        const isThere =
          error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
        if (!isThere) throw error;
        return asBefore((await ownerOf()) ?? '');
      }
    },

    /** What `isLive` needs about a play's deal; null if there is no such play. */
    async dealUseOf(playId: string): Promise<DealUse | null> {
      const row = await prisma.play.findUnique({
        where: { id: playId },
        select: {
          deal: { select: { kind: true, daily: { select: { closesAt: true } } } },
          race: { select: { settledAt: true } },
          duplicate: { select: { settledAt: true } },
        },
      });
      if (!row) return null;
      const { kind, daily } = row.deal;
      return {
        kind,
        raceSettledAt: row.race?.settledAt ?? null,
        dailyClosesAt: daily?.closesAt ?? null,
        duplicateSettledAt: row.duplicate?.settledAt ?? null,
      };
    },

    /** The ids of all of a person's plays, newest first. */
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
     * A page of a person's plays, newest first, including those as a guest before a merge. Cards home and moves of
     * plays that still run are left to the caller.
     * @returns the plays, and in `next` where the following page starts; null if there is none
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
        include: withSummary,
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

/** Selects what comes after a play in the order of newest first. */
const after = ({ startsAt, id }: { startsAt: Date; id: string }): Prisma.PlayWhereInput => ({
  OR: [{ startsAt: { lt: startsAt } }, { startsAt, id: { lt: id } }],
});

/** The relations that the summary of a play needs. */
const withSummary = {
  deal: { select: { variant: true, source: true, duplicate: { select: { number: true } } } },
  duplicate: { select: { code: true } },
  daily: { select: { day: true, game: true } },
  race: { select: { code: true } },
} satisfies Prisma.PlayInclude;

type SummaryRow = Prisma.PlayGetPayload<{ include: typeof withSummary }>;

const dailyOf = ({ daily }: SummaryRow): DailyKey | null =>
  daily && { day: textOfDay(daily.day), game: daily.game };

const duplicateOf = ({ duplicate, deal }: SummaryRow): DuplicateKey | null =>
  duplicate && deal.duplicate && { code: duplicate.code, deal: deal.duplicate.number };

const summaryOf = (row: SummaryRow): PlaySummary & { isRunning: boolean } => ({
  playId: row.id,
  variant: row.deal.variant,
  raceCode: row.race?.code ?? null,
  daily: dailyOf(row),
  duplicate: duplicateOf(row),
  deal: row.deal.source,
  startedAt: row.startsAt.toISOString(),
  cardsHome: row.cardsHome ?? 0,
  moves: row.moves ?? 0,
  ending: endingOf(row.ending),
  hints: row.hints,
  ...(row.offline && { offline: true }),
  isRunning: row.endedAt === null,
});

export function endingOf(text: string | null): PlaySummary['ending'] {
  return text === 'won' || text === 'conceded' || text === 'stuck' || text === 'cap' ? text : null;
}
