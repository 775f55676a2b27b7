/** A circle with its people, as it is read everywhere. */
import type { Member, Stay } from '../../circle/circle.ts';
import type { StoredCircle } from '../../circle/ports.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import type { Database } from '../database.ts';

/** Column by column: row by row they take the database ten times as long. Null where nobody ever was in it. */
type MemberColumns = readonly [
  personIds: readonly string[] | null,
  names: readonly (string | null)[],
  joinedAt: readonly number[],
  leftAt: readonly (number | null)[],
  removedAt: readonly (number | null)[],
  formerStays: readonly (readonly Stay[])[],
  showsLane: readonly boolean[],
  showsPresence: readonly boolean[],
];

export interface CircleRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly hostId: string | null;
  readonly isNameHidden: boolean;
  readonly members: MemberColumns;
  readonly invited: readonly string[];
}

/** A time as the service writes it. */
export const ms = (column: string): Prisma.Sql =>
  Prisma.raw(`(extract(epoch from ${column}) * 1000)::float8`);
/** Of `users u`; null of somebody who has gone for good. */
export const shownName = Prisma.sql`case when u.deleted_at is not null then null
  when u.name_hidden_at is not null then ${HIDDEN_NAME} else u.name end`;

/** Of `circles c`: it, and everybody who is or was in it, by when they joined. */
export const circleColumns = Prisma.sql`
  c.id, c.name, c.code, c.host_id as "hostId",
  coalesce((select u.name_hidden_at is not null from users u where u.id = c.host_id), false) as "isNameHidden",
  (select json_build_array(array_agg(one.id), array_agg(one.name), array_agg(one.joined), array_agg(one.gone),
      array_agg(one.removed), array_agg(one.stays), array_agg(one.lane), array_agg(one.presence))
    from (
      select m.user_id as id, ${shownName} as name, ${ms('m.joined_at')} as joined, ${ms('m.left_at')} as gone,
        ${ms('m.removed_at')} as removed, m.former_stays as stays, m.shows_lane as lane, m.shows_presence as presence
      from circle_members m join users u on u.id = m.user_id where m.circle_id = c.id
      order by m.joined_at, m.user_id) one) as members,
  array(select i.user_id from circle_invitations i where i.circle_id = c.id order by i.user_id) as invited`;

export const byId = (id: string) => Prisma.sql`c.id = ${id}::uuid`;

/** In one statement. @param which by columns of `circles c` */
export const circleWith = (which: Prisma.Sql) =>
  Prisma.sql`select ${circleColumns} from circles c where ${which}`;

export function circleOf({ id, name, code, hostId, invited, ...row }: CircleRow): StoredCircle {
  const [personIds, names, joinedAt, leftAt, removedAt, formerStays, showsLane, showsPresence] =
    row.members;
  const members = (personIds ?? []).map((personId, n): Member => ({
    ...{ personId, joinedAt: joinedAt[n]!, leftAt: leftAt[n]!, removedAt: removedAt[n]! },
    formerStays: formerStays[n]!,
    ...{ showsLane: showsLane[n]!, showsPresence: showsPresence[n]! },
  }));
  return {
    circle: { id, name, code, hostId, isClosed: false, members, invited },
    names: new Map(personIds?.map((personId, n) => [personId, names[n]!])),
    isNameHidden: row.isNameHidden,
  };
}

/** Within a transaction. */
export async function findIn(
  tx: Pick<Database, '$queryRaw'>,
  id: string,
): Promise<StoredCircle | null> {
  const [row] = await tx.$queryRaw<CircleRow[]>(circleWith(byId(id)));
  return row ? circleOf(row) : null;
}
