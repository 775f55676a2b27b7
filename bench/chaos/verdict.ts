/** Checks that what the players received is what is stored, and the same on every node. */
import { newGame } from '@same-deal/engine';
import type { RaceSnapshot } from '@same-deal/protocol';
import pg from 'pg';
import type { OpenDatabase } from '../../apps/server/src/storage/database.ts';
import { logsOf } from '../../apps/server/src/storage/play/logs.ts';
import { faultsOf } from './check.ts';
import type { PlayedRace, Times } from './races.ts';

/** A race's times as stored; retries while the database is unavailable. */
export async function timesOf(url: string, code: string): Promise<Times> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<Times>(
        `select (value #>> '{start,startsAt}')::float8 as "startsAt",
           (value #>> '{start,closesAt}')::float8 as "closesAt" from races where code = $1`,
        [code],
      );
      if (rows[0]) return rows[0];
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 250));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** The standings of a race as a text, for comparing. */
export const standingsOf = ({ players, phase }: RaceSnapshot): string =>
  JSON.stringify([phase, players.map(({ id, progress }) => [id, progress])]);

/**
 * Checks races against the database.
 * @param standingsByNode each node's standings by race code
 */
export async function checkRaces(
  { prisma, pool }: Pick<OpenDatabase, 'prisma' | 'pool'>,
  races: readonly PlayedRace[],
  standingsByNode: readonly ReadonlyMap<string, string>[],
): Promise<{ wrong: string[]; acknowledged: number }> {
  const wrong: string[] = [];
  let acknowledged = 0;
  for (const { code, players, times, shown } of races) {
    const histories = players.map((player) => player.history());
    const ids = histories.map(({ playId }) => playId);
    const logs = await logsOf(prisma, ids);
    const plays = await prisma.play.findMany({
      where: { id: { in: ids } },
      include: { deal: true },
    });
    for (const history of histories) {
      acknowledged += history.acknowledged.length;
      const play = plays.find(({ id }) => id === history.playId);
      const opened = play && newGame(play.deal.variant, [...play.deal.pack]);
      if (!play || !opened?.ok) {
        wrong.push(`play ${history.playId}: it is gone`);
        continue;
      }
      const log = (logs.get(play.id) ?? []).map(({ number, code: entry, elapsedMs }) => ({
        number: number ?? 0,
        code: entry,
        elapsedMs,
      }));
      wrong.push(...faultsOf(history, { start: opened.value, undo: 'bounded', log }));
      // `starts_at` has whole milliseconds only.
      if (Math.abs(play.startsAt.getTime() - times.startsAt) >= 1)
        wrong.push(`play ${play.id}: T0 has moved`);
    }
    const { rows } = await pool.query<{ settled: number; late: number } & Times>(
      `select (value #>> '{start,startsAt}')::float8 as "startsAt",
         (value #>> '{start,closesAt}')::float8 as "closesAt",
         (settled_at is not null)::int as settled,
         (select count(*)::int from plays where race_id = r.id and ended_at is null) as late
       from races r where code = $1`,
      [code],
    );
    const [stored] = rows;
    if (rows.length !== 1 || stored?.settled !== 1 || stored.late > 0)
      wrong.push(`race ${code}: it is not settled once and as a whole`);
    if (stored?.startsAt !== times.startsAt || stored.closesAt !== times.closesAt)
      wrong.push(`race ${code}: T0 or the cap has moved`);
    const standings = new Set([
      ...shown.map(standingsOf),
      ...standingsByNode.map((byCode) => byCode.get(code) ?? 'none'),
    ]);
    if (standings.size !== 1)
      wrong.push(`race ${code}: standings differ: ${[...standings].join(' / ')}`);
  }
  return { wrong, acknowledged };
}
