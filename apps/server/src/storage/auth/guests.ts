import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '../database.ts';

/** A guest that is to be, and the session of their device. */
export interface NewGuest {
  /** Names to choose from, the first one that nobody has; if all are taken, the last. */
  readonly names: readonly string[];
  readonly tokenHash: string;
  readonly expiresAt: Date;
  readonly userAgent: string;
}

/**
 * One statement, as everybody begins with it. Names need not be unique: two guests who come in the same instant may have
 * the same. The address stands for none, as the column is unique.
 */
const CREATE = `
with free as (
  select tried.name from unnest($2::text[]) with ordinality as tried(name, place)
  where place = cardinality($2) or not exists (select from users u where u.name = tried.name)
  order by place limit 1
), guest as (
  insert into users (id, name, email, is_anonymous, updated_at)
  select $1, name, $1 || '@guests.invalid', true, now() from free
  returning id, name
), session as (
  insert into sessions (id, token, user_id, expires_at, ip_address, user_agent, updated_at)
  select $3, $4, id, $5, '', $6, now() from guest
)
select name from guest`;

/** @returns creates a guest and a session; resolves to who they are */
export const createGuestIn =
  ({ pool }: Pick<OpenDatabase, 'pool'>) =>
  async ({
    names,
    tokenHash,
    expiresAt,
    userAgent,
  }: NewGuest): Promise<{ id: string; name: string }> => {
    const id = randomUUID();
    const values = [id, names, randomUUID(), tokenHash, expiresAt, userAgent];
    const { rows } = await pool.query<{ name: string }>({ name: 'guest', text: CREATE, values });
    return { id, name: rows[0]!.name };
  };
