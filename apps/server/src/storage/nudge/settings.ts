/** Who wants which nudges, about whom, and on which devices. */
import type { NudgeKind, NudgeWishes, QuietHours } from '@same-deal/protocol';
import type { Prisma } from '../../generated/prisma/client.ts';
import { HIDDEN_NAME } from '../../names/stand-ins.ts';
import type { PushDevice } from '../../nudge/nudge.ts';
import { withinBound } from '../bounds.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../transaction.ts';
import { nudgeOfDates, nudgeOfSeats } from './planning.ts';

type Transaction = Prisma.TransactionClient;

interface QuietRow {
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
}

/** Of a row of settings. */
export const quietOf = ({ quietFrom, quietTo }: QuietRow): QuietHours | null =>
  quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };

export function nudgeSettings(prisma: Database) {
  // One statement: a session may end, or somebody leave for good, in this moment.
  async function settingsOf(userId: string) {
    interface Row {
      readonly kinds: NudgeKind[] | null;
      readonly quietFrom: number | null;
      readonly quietTo: number | null;
      readonly zone: string | null;
      readonly rivals: { readonly id: string; readonly name: string }[];
      readonly devices: (Pick<PushDevice, 'id' | 'endpoint'> & {
        readonly at: number;
        readonly sessionId: string;
        readonly userAgent: string;
      })[];
    }
    const [row] = await prisma.$queryRaw<Row[]>`
      select w.kinds, w.quiet_from as "quietFrom", w.quiet_to as "quietTo", w.zone,
        coalesce((
          select json_agg(json_build_object('id', u.id,
            'name', case when u.name_hidden_at is null then u.name else ${HIDDEN_NAME} end)
            order by r.created_at, u.id)
          from nudge_rivals r join users u on u.id = r.rival_id where r.user_id = me.id), '[]') as rivals,
        coalesce((
          select json_agg(json_build_object('id', p.id, 'endpoint', p.endpoint,
            'at', extract(epoch from p.created_at) * 1000, 'sessionId', s.id,
            'userAgent', coalesce(s.user_agent, '')) order by p.created_at, p.id)
          from push_subscriptions p join sessions s on s.id = p.session_id
          where p.user_id = me.id), '[]') as devices
      from (select ${userId}::text as id) me left join nudge_settings w on w.user_id = me.id`;
    return {
      kinds: row?.kinds ?? [],
      quiet: row ? quietOf(row) : null,
      zone: row?.zone ?? 'UTC',
      rivals: row?.rivals ?? [],
      devices: (row?.devices ?? []).map(({ at, ...device }) => ({
        ...device,
        createdAt: new Date(at),
      })),
    };
  }

  /** Their row, locked; made if they have none. */
  async function lockedSettings(tx: Transaction, userId: string) {
    await tx.$executeRaw`
      insert into nudge_settings (user_id) values (${userId}) on conflict do nothing`;
    const [row] = await tx.$queryRaw<{ kinds: string[] }[]>`
      select kinds from nudge_settings where user_id = ${userId} for no key update`;
    return row?.kinds ?? [];
  }

  return {
    settingsOf,

    /** Changes what a person wants; what is planned already, such as the end of a streak, is planned for them then. */
    async change(userId: string, { kinds, quiet, zone }: NudgeWishes, now: number): Promise<void> {
      await inTransaction(prisma, async (tx) => {
        const before = await lockedSettings(tx, userId);
        const wanted = new Set(before);
        for (const [kind, isOn] of Object.entries(kinds ?? {})) {
          if (isOn) wanted.add(kind);
          else wanted.delete(kind);
        }
        // Of nobody it is no wish; see `follow`.
        if (kinds?.['rival-played'] === false)
          await tx.nudgeRival.deleteMany({ where: { userId } });
        else if (!before.includes('rival-played')) wanted.delete('rival-played');
        await tx.nudgeSettings.update({
          where: { userId },
          data: {
            kinds: [...wanted].sort(),
            ...(quiet !== undefined && {
              quietFrom: quiet?.from ?? null,
              quietTo: quiet?.to ?? null,
            }),
            ...(zone !== undefined && { zone }),
          },
        });
        if (kinds?.['duplicate-closes']) await nudgeOfSeats(tx, userId, now);
        if (kinds?.['circle-date']) await nudgeOfDates(tx, userId, now);
        if (kinds?.['streak-ends']) {
          await tx.$executeRaw`
            select plan_streak_nudge(${userId}, max(d.day), ${new Date(now)})
            from plays p join dailies d on d.id = p.daily_id
            where p.user_id = ${userId} and p.ranked and p.cards_home > 0 having max(d.day) is not null`;
        }
        return true;
      });
    },

    /**
     * A person wants to know when another one has played a daily.
     * @returns false if they want it of as many as they may
     */
    async follow(userId: string, rivalId: string, now: number): Promise<boolean> {
      const done = await withinBound(prisma, 'nudgeRivals', userId, async (tx) => {
        const kinds = await lockedSettings(tx, userId);
        await tx.nudgeRival.createMany({
          data: [{ userId, rivalId, createdAt: new Date(now) }],
          skipDuplicates: true,
        });
        const all = [...new Set([...kinds, 'rival-played'])].sort();
        await tx.nudgeSettings.update({ where: { userId }, data: { kinds: all } });
        return true;
      });
      return done !== 'too-many';
    },

    async unfollow(userId: string, rivalId: string): Promise<void> {
      await inTransaction(prisma, async (tx) => {
        const kinds = await lockedSettings(tx, userId);
        await tx.nudgeRival.deleteMany({ where: { userId, rivalId } });
        if ((await tx.nudgeRival.count({ where: { userId } })) === 0) {
          const others = kinds.filter((kind) => kind !== 'rival-played');
          await tx.nudgeSettings.update({ where: { userId }, data: { kinds: others } });
        }
        return true;
      });
    },

    /**
     * A device takes nudges, as long as its session lasts; whoever used that browser before gets none there.
     * @returns false if the person has as many devices as they may
     */
    async subscribe(
      userId: string,
      sessionId: string,
      { endpoint, keys }: Omit<PushDevice, 'id'>,
      now: number,
    ): Promise<boolean> {
      const row = { userId, sessionId, p256dh: keys.p256dh, auth: keys.auth };
      const mine = await prisma.pushSubscription.updateMany({
        where: { endpoint, userId },
        data: row,
      });
      if (mine.count > 0) return true;
      const done = await withinBound(prisma, 'pushSubscriptions', userId, async (tx) => {
        await tx.pushSubscription.upsert({
          where: { endpoint },
          update: row,
          create: { ...row, endpoint, createdAt: new Date(now) },
        });
        return true;
      });
      return done !== 'too-many';
    },

    /** Of a person's own. */
    async unsubscribe(userId: string, id: string): Promise<boolean> {
      return (await prisma.pushSubscription.deleteMany({ where: { id, userId } })).count > 0;
    },

    /** These devices are none any more. */
    async forget(deviceIds: readonly string[]): Promise<void> {
      await prisma.pushSubscription.deleteMany({ where: { id: { in: [...deviceIds] } } });
    },
  };
}
