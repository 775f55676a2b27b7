import { Prisma } from '../generated/prisma/client.ts';

/** Whether two people are in one circle, and show each other there. */
export const shareCircle = (one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql => Prisma.sql`
  exists (select from circle_members mine
    join circle_members theirs on theirs.circle_id = mine.circle_id
    where mine.user_id = ${one} and theirs.user_id = ${other}
      and mine.left_at is null and theirs.left_at is null
      and not exists (select from blocks met where (met.blocker_id, met.blocked_id) in
        ((${one}, ${other}), (${other}, ${one}))))`;

/**
 * Whether two people know each other: they share a circle, or have played in a race together, settled or not. A guest who
 * was merged is nobody to be asked for any more, although races that the account was in too keep their seat.
 */
export const haveMet = (one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${shareCircle(one, other)}
  or exists (select from plays mine
    join plays theirs on theirs.race_id = mine.race_id
    join users them on them.id = theirs.user_id
    where mine.user_id = ${one} and theirs.user_id = ${other} and them.merged_into_id is null))`;
