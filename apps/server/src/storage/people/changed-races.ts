/** Writes what becomes of somebody's races: of thousands as well, within the time of a transaction. */
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Race } from '../../race/race.ts';

/** One statement writes so many; everybody else's turn comes before those of the next one are made. */
const AT_ONCE = 500;

/**
 * Writes races that the transaction has locked.
 * @param after what becomes of one
 */
export async function writeRaces<Row extends { readonly id: string }>(
  tx: Pick<Prisma.TransactionClient, '$executeRaw'>,
  rows: readonly Row[],
  after: (row: Row) => Race,
): Promise<void> {
  for (let n = 0; n < rows.length; n += AT_ONCE) {
    const some = rows.slice(n, n + AT_ONCE);
    await tx.$executeRaw`
      update races r set value = n.value, version = r.version + 1, updated_at = now()
      from unnest(${some.map(({ id }) => id)}::uuid[],
        ${some.map((row) => JSON.stringify(after(row)))}::jsonb[]) as n(id, value)
      where r.id = n.id`;
  }
}
