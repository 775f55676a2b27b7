/** A circle with its people, as it is read everywhere. */
import type { Member } from '../../circle/circle.ts';
import type { StoredCircle } from '../../circle/ports.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import type { Database } from '../database.ts';

type MemberRow = readonly [
  personId: string,
  name: string | null,
  joinedAt: number,
  leftAt: number | null,
  removedAt: number | null,
  showsLane: boolean,
  showsPresence: boolean,
];

export interface CircleRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly hostId: string | null;
  readonly isNameHidden: boolean;
  readonly members: readonly MemberRow[];
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
  coalesce((
    select json_agg(json_build_array(m.user_id, ${shownName}, ${ms('m.joined_at')}, ${ms('m.left_at')},
      ${ms('m.removed_at')}, m.shows_lane, m.shows_presence) order by m.joined_at, m.user_id)
    from circle_members m join users u on u.id = m.user_id where m.circle_id = c.id), '[]') as members,
  array(select i.user_id from circle_invitations i where i.circle_id = c.id order by i.user_id) as invited`;

export const byId = (id: string) => Prisma.sql`c.id = ${id}::uuid`;

/** In one statement. @param which by columns of `circles c` */
export const circleWith = (which: Prisma.Sql) =>
  Prisma.sql`select ${circleColumns} from circles c where ${which}`;

export function circleOf({ id, name, code, hostId, invited, ...row }: CircleRow): StoredCircle {
  const members = row.members.map(
    ([personId, _, joinedAt, leftAt, removedAt, showsLane, showsPresence]): Member => ({
      ...{ personId, joinedAt, leftAt, removedAt, showsLane, showsPresence },
    }),
  );
  return {
    circle: { id, name, code, hostId, isClosed: false, members, invited },
    names: new Map(row.members.map(([personId, shown]) => [personId, shown])),
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
