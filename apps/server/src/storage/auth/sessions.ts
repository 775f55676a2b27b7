import type { OpenDatabase } from '../database.ts';
import { readTogether } from '../read-together.ts';

export type Sessions = ReturnType<typeof sessionsRepository>;

/** A device's session as shown to its user. */
export interface DeviceSession {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** A valid session and its user, read for each request and each line. */
export interface LivingSession {
  readonly id: string;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly userId: string;
  readonly name: string;
  readonly isAnonymous: boolean;
}

const LIVING = `
select s.token, s.id, coalesce(s.signed_in_at, s.created_at) as "signedInAt",
  s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
  u.id as "userId", u.name, u.is_anonymous as "isAnonymous"
from sessions s join users u on u.id = s.user_id
where s.token = any($1::text[]) and s.expires_at > $2`;

/** The devices people are signed in on. Tokens are stored as hashes only. */
export function sessionsRepository({
  prisma: database,
  pool,
}: Pick<OpenDatabase, 'prisma' | 'pool'>) {
  const living = readTogether(async (tokenHashes) => {
    const { rows } = await pool.query<LivingSession & { token: string }>({
      name: 'living-sessions',
      text: LIVING,
      values: [tokenHashes, new Date()],
    });
    return new Map(rows.map(({ token, ...session }) => [token, session]));
  });

  return {
    /**
     * @param tokenHash as `sessionKeyOf` reads it from a request
     * @returns null if it has ended or expired
     */
    living: async (tokenHash: string): Promise<LivingSession | null> =>
      (await living(tokenHash)) ?? null,

    /** A person's valid sessions, the last used first. */
    async listOf(userId: string): Promise<DeviceSession[]> {
      const rows = await database.session.findMany({
        where: { userId, expiresAt: { gt: new Date() } },
        orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
        select: { id: true, userAgent: true, createdAt: true, lastUsedAt: true },
      });
      return rows.map((row) => ({ ...row, userAgent: row.userAgent ?? '' }));
    },

    /** Records that a session is in use. */
    async touch(id: string): Promise<void> {
      await database.session.updateMany({ where: { id }, data: { lastUsedAt: new Date() } });
    },

    /**
     * Ends one session of a person.
     * @returns whether there was such a session
     */
    async end(userId: string, id: string): Promise<boolean> {
      const { count } = await database.session.deleteMany({ where: { id, userId } });
      return count > 0;
    },

    /**
     * Ends all sessions of a person but one.
     * @returns the ids of the ended ones
     */
    async endOthers(userId: string, keptId: string): Promise<string[]> {
      const ended = await database.$queryRaw<{ id: string }[]>`
        delete from sessions where user_id = ${userId} and id <> ${keptId} returning id`;
      return ended.map(({ id }) => id);
    },

    /** The ids among these of sessions that have ended or expired. */
    async goneOf(ids: readonly string[]): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>({
        name: 'sessions-still-there',
        text: 'select id from sessions where id = any($1::text[]) and expires_at > $2',
        values: [ids, new Date()],
      });
      const livingIds = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !livingIds.has(id));
    },
  };
}
