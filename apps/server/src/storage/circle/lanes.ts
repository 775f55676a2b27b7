import type { LaneStore, LaneTry } from '../../circle/lanes.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import type { Database } from '../database.ts';

interface Row {
  readonly userId: string;
  readonly startsAt: number;
  readonly tries: readonly LaneTry[];
}

/** Ended tries that may run beside another, in one statement. */
export const lanesRepository = (prisma: Pick<Database, '$queryRaw'>): LaneStore => ({
  // By the index of ranked tries, one by one, as at the standings.
  async beside(playId, most) {
    const [row] = await prisma.$queryRaw<Row[]>`
      select mine.user_id as "userId", (extract(epoch from mine.starts_at) * 1000)::float8 as "startsAt",
        coalesce((
          select json_agg(json_build_object('playId', lane.id, 'name', lane.name) order by lane.ended_at, lane.id)
          from (
            select p.id, p.ended_at, case when u.name_hidden_at is null then u.name else ${HIDDEN_NAME} end as name
            from (
              select distinct other.user_id as id
              from circle_members me join circle_members other on other.circle_id = me.circle_id
              where me.user_id = mine.user_id and me.left_at is null
                and other.user_id <> mine.user_id and other.left_at is null and other.shows_lane
                and not exists (
                  select from blocks b
                  where (b.blocker_id = mine.user_id and b.blocked_id = other.user_id)
                    or (b.blocker_id = other.user_id and b.blocked_id = mine.user_id))) m
            cross join lateral (
              select p.id, p.ended_at from plays p
              where p.daily_id = mine.daily_id and p.user_id = m.id and p.ranked and mine.ranked offset 0) p
            join results r on r.play_id = p.id and r.standing >= 1
            join users u on u.id = m.id and u.deleted_at is null
            order by p.ended_at, p.id limit ${most}) lane), '[]') as tries
      from plays mine where mine.id = ${playId}::uuid`;
    return row ?? null;
  },
});
