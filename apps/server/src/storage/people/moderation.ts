import type { Moderate, ModerationAction, ModerationLog } from '@same-deal/protocol';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../transaction.ts';
import { ownerIn } from './owner.ts';

/** The columns each action sets, in plays or in users. Triggers update the boards. */
const changes = {
  void: { voidedAt: true },
  restore: { voidedAt: false },
  'hide-name': { nameHiddenAt: true },
  'show-name': { nameHiddenAt: false },
  ban: { bannedAt: true },
  unban: { bannedAt: false },
} as const satisfies Record<ModerationAction, Record<string, boolean>>;

/** Whom a decision is about: a guest who was merged is banned as the account, but their name is still their own. */
async function asMeant(tx: Prisma.TransactionClient, decision: Moderate): Promise<Moderate> {
  if (!('playerId' in decision) || !('bannedAt' in changes[decision.action])) return decision;
  const playerId = (await ownerIn(tx, decision.playerId)) ?? decision.playerId;
  return { ...decision, playerId };
}

export type ModerationRepository = ReturnType<typeof moderationRepository>;

export function moderationRepository(prisma: Database) {
  return {
    async isModerator(userId: string): Promise<boolean> {
      const user = await prisma.user.findUnique({ where: { id: userId }, select: { role: true } });
      return user?.role === 'moderator';
    },

    /**
     * Appoints or dismisses a moderator for the operator, and logs it, in one transaction.
     * @returns false if there is no such person, or they are a guest
     */
    async appoint(userId: string, isModerator: boolean, reason = ''): Promise<boolean> {
      const done = await inTransaction(prisma, async (tx) => {
        const { count } = await tx.user.updateMany({
          where: { id: userId, isAnonymous: false },
          data: { role: isModerator ? 'moderator' : null },
        });
        if (count === 0) return undefined;
        const action = isModerator ? 'appoint' : 'dismiss';
        await tx.moderation.create({ data: { byId: null, action, reason, userId } });
        return true;
      });
      return done ?? false;
    },

    /**
     * Carries out a moderator's decision and logs it, in one transaction.
     * @param byId null for the operator
     * @returns false if there is no such play or person
     */
    async act(byId: string | null, asked: Moderate): Promise<boolean> {
      const done = await inTransaction(prisma, async (tx) => {
        const decision = await asMeant(tx, asked);
        const data = Object.fromEntries(
          Object.entries(changes[decision.action]).map(([field, isSet]) => [
            field,
            isSet ? new Date() : null,
          ]),
        );
        const { count } =
          'playId' in decision
            ? await tx.play.updateMany({
                where: { id: decision.playId, dailyId: { not: null } },
                data,
              })
            : await tx.user.updateMany({ where: { id: decision.playerId }, data });
        if (count === 0) return undefined;
        await tx.moderation.create({
          data: {
            byId,
            action: decision.action,
            reason: decision.reason,
            playId: 'playId' in decision ? decision.playId : null,
            userId: 'playId' in decision ? null : decision.playerId,
          },
        });
        return true;
      });
      return done ?? false;
    },

    /** The last hundred reported names that are still shown. */
    async reports(): Promise<NonNullable<ModerationLog['reports']>> {
      const rows = await prisma.nameReport.groupBy({
        by: ['personId', 'name'],
        where: { person: { nameHiddenAt: null } },
        _count: true,
        _max: { at: true },
        orderBy: { _max: { at: 'desc' } },
        take: 100,
      });
      return rows.map(({ personId, name, _count, _max }) => ({
        at: (_max.at ?? new Date(0)).toISOString(),
        playerId: personId,
        name,
        times: _count,
      }));
    },

    /** The last hundred decisions, newest first. */
    async log(): Promise<ModerationLog['entries']> {
      const rows = await prisma.moderation.findMany({ orderBy: { id: 'desc' }, take: 100 });
      return rows.map(({ at, byId, action, playId, userId, reason }) => ({
        at: at.toISOString(),
        by: byId,
        action,
        playId,
        playerId: userId,
        reason,
      }));
    },
  };
}
