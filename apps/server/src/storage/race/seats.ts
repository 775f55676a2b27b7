import { Prisma } from '../../generated/prisma/client.ts';

/**
 * Which of these people are deleted, or have become another one. Seats of lobbies refer to people without a foreign key,
 * so whoever stores one asks here first, in the same transaction: the others are locked, and who goes meanwhile waits for
 * its end and then gives the seat up.
 */
export async function goneOf(
  tx: Prisma.TransactionClient,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const there = await tx.$queryRaw<{ id: string }[]>`
    select id from users
    where id = any(${[...personIds]}::text[]) and deleted_at is null and merged_into_id is null
    order by id for share`;
  const gone = new Set(personIds);
  for (const { id } of there) gone.delete(id);
  return gone;
}

/** The same of one person, for the `with` of a statement: a row if they are there, locked likewise. */
export const thereIfStill = (personId: string): Prisma.Sql => Prisma.sql`
  there as materialized (
    select from users where id = ${personId} and deleted_at is null and merged_into_id is null
    for share)`;
