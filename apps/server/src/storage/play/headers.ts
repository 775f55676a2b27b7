/** Plays without their logs. */
import { undoPolicies } from '@same-deal/engine';
import type { UndoPolicy } from '@same-deal/engine';
import type { Pool } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import { textOfDay } from '../../daily/days.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import type { PlayHeader } from '../../play/play-record.ts';

interface HeaderRow {
  readonly id: string;
  readonly userId: string;
  readonly undo: string;
  readonly hints: number;
  readonly startsAt: Date;
  readonly closesAt: Date | null;
  readonly shownAfterMs: number | null;
  readonly ending: string | null;
  readonly variant: string;
  readonly kind: string;
  readonly pack: Uint8Array;
  readonly source: string | null;
  readonly mergedIntoId: string | null;
  readonly name: string;
  readonly nameHiddenAt: Date | null;
  readonly raceId: string | null;
  readonly raceCode: string | null;
  readonly raceAt: string | null;
  readonly day: number | null;
  readonly game: string | null;
  readonly duplicateCode: string | null;
  readonly duplicateDeal: number | null;
}

const rowsOf = (playIds: readonly string[]) => Prisma.sql`
  select p.id, p.user_id as "userId", p.undo, p.hints, p.starts_at as "startsAt",
    p.closes_at as "closesAt", p.shown_after_ms as "shownAfterMs", p.ending,
    d.variant, d.kind, d.pack, d.source,
    u.merged_into_id as "mergedIntoId", u.name, u.name_hidden_at as "nameHiddenAt",
    r.id as "raceId", r.code as "raceCode", r.at as "raceAt", daily.day, daily.game,
    duplicate.code as "duplicateCode", one.number as "duplicateDeal"
  from plays p
  join deals d on d.id = p.deal_id
  join users u on u.id = p.user_id
  left join races r on r.id = p.race_id
  left join dailies daily on daily.id = p.daily_id
  left join duplicates duplicate on duplicate.id = p.duplicate_id
  left join duplicate_deals one on one.deal_id = p.deal_id
  where p.id = any(${playIds}::uuid[])
  order by p.id`;

/** The headers of these plays by id; unknown ids are left out. */
export const headersOf = async (
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  playIds: readonly string[],
): Promise<ReadonlyMap<string, PlayHeader>> =>
  headersIn(await prisma.$queryRaw<HeaderRow[]>(rowsOf(playIds)));

/** The same outside a transaction, by the driver under Prisma: after a restart everybody waits for it. */
export const headersFrom = async (
  pool: Pick<Pool, 'query'>,
  playIds: readonly string[],
): Promise<ReadonlyMap<string, PlayHeader>> => {
  const { text, values } = rowsOf(playIds);
  return headersIn((await pool.query<HeaderRow>({ name: 'headers', text, values })).rows);
};

const headersIn = (rows: readonly HeaderRow[]): ReadonlyMap<string, PlayHeader> =>
  new Map(rows.map((row) => [row.id, headerOf(row)]));

function headerOf(row: HeaderRow): PlayHeader {
  const { raceId, raceCode, day, game, duplicateCode, duplicateDeal } = row;
  return {
    id: row.id,
    userId: row.userId,
    ownerId: row.mergedIntoId ?? row.userId,
    playerName: row.nameHiddenAt ? HIDDEN_NAME : row.name,
    race:
      raceId === null || raceCode === null
        ? null
        : { id: raceId, code: raceCode, at: row.raceAt ?? raceCode },
    daily: day === null || game === null ? null : { day: textOfDay(day), game },
    duplicate:
      duplicateCode === null || duplicateDeal === null
        ? null
        : { code: duplicateCode, deal: duplicateDeal },
    variant: row.variant,
    deal: row.source,
    pack: [...row.pack],
    isPractice: row.kind === 'practice',
    hints: row.hints,
    undo: undoPolicyOf(row.undo),
    startsAt: row.startsAt.getTime(),
    closesAt: row.closesAt?.getTime() ?? null,
    shownAfterMs: row.shownAfterMs,
    endedByCap: row.ending === 'cap',
  };
}

const undoPolicyOf = (text: string): UndoPolicy =>
  undoPolicies.find((policy) => policy === text) ?? 'none';
