/** Races that a circle has arranged. */
import { isMember } from '../../circle/circle.ts';
import type { CircleStore, StoredDate } from '../../circle/ports.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { OpenDatabase } from '../database.ts';
import { nudgeOfDate } from '../nudge/planning.ts';
import { prepared } from '../prepared.ts';
import { inTransaction } from '../transaction.ts';
import { findIn, ms } from './rows.ts';

export type DateRow = Omit<StoredDate, 'answers'> & {
  readonly answers: (readonly [string, boolean])[];
};

export const dateOfRow = ({ answers, ...date }: DateRow): StoredDate => ({
  ...date,
  answers: new Map(answers),
});

/** Rows of a circle's dates; see `CircleStore.datesOf`. */
export const datesAfter = (id: string, after: number) => Prisma.sql`
  select a.id, ${ms('a.at')} as at, a.variant, a.made_by as "madeBy", a.race_code as "raceCode",
    coalesce((
      select json_agg(json_build_array(p.user_id, p.comes))
      from circle_date_people p where p.date_id = a.id), '[]') as answers
  from circle_dates a
  where a.circle_id = ${id}::uuid and a.cancelled_at is null and a.at >= ${new Date(after)}
  order by a.at, a.id`;

type DateStore = Pick<CircleStore, 'datesOf' | 'arrange' | 'cancel' | 'answer' | 'noteRace'>;

export function datesRepository({
  prisma,
  pool,
}: Pick<OpenDatabase, 'prisma' | 'pool'>): DateStore {
  return {
    async datesOf(id, after) {
      return (await prepared<DateRow>(pool, 'circle-dates', datesAfter(id, after))).map(dateOfRow);
    },

    async arrange(id, { at, variant, by, now }, most) {
      const arranged = await inTransaction(prisma, async (tx) => {
        await tx.$queryRaw`select from circles where id = ${id}::uuid for no key update`;
        const found = await findIn(tx, id);
        if (!found || !isMember(found.circle, by)) return undefined;
        // Whoever got no answer asks again.
        const same = { circleId: id, cancelledAt: null, at: new Date(at), variant, madeBy: by };
        if ((await tx.circleDate.count({ where: same })) > 0) return true;
        const waiting = { circleId: id, cancelledAt: null, at: { gte: new Date(now) } };
        if ((await tx.circleDate.count({ where: waiting })) >= most) return undefined;
        const people = { create: [{ userId: by, comes: true }] };
        const date = await tx.circleDate.create({
          data: { circleId: id, at: new Date(at), variant, madeBy: by, people },
        });
        await nudgeOfDate(tx, date, by, now);
        return true;
      });
      return arranged ?? false;
    },

    async cancel(dateId, now) {
      await prisma.circleDate.update({
        where: { id: dateId },
        data: { cancelledAt: new Date(now) },
      });
    },

    async answer(dateId, userId, comes, now) {
      const where = { dateId_userId: { dateId, userId } };
      await inTransaction(prisma, async (tx) => {
        const { date } = await tx.circleDatePerson.upsert({
          where,
          create: { dateId, userId, comes },
          update: { comes },
          select: { date: { select: { id: true, circleId: true, at: true } } },
        });
        if (comes) await nudgeOfDate(tx, date, userId, now);
        return true;
      });
    },

    async noteRace(dateId, code, former) {
      await prisma.circleDate.updateMany({
        where: { id: dateId, raceCode: former },
        data: { raceCode: code },
      });
      const date = await prisma.circleDate.findUnique({
        where: { id: dateId },
        select: { raceCode: true },
      });
      return date?.raceCode ?? null;
    },
  };
}
