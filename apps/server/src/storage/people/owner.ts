import type { Prisma } from '../../generated/prisma/client.ts';

/**
 * The account that a guest was merged into, or the person; locked, so that a concurrent merge either sees what this
 * transaction writes, or commits before it.
 */
export async function ownerIn(
  tx: Prisma.TransactionClient,
  personId: string,
): Promise<string | undefined> {
  const [owner] = await tx.$queryRaw<{ id: string }[]>`
    select coalesce(merged_into_id, id) as id from users where id = ${personId} for share`;
  return owner?.id;
}
