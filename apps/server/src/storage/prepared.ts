import type { ClientBase, Pool, QueryResultRow } from 'pg';
import type { Prisma } from '../generated/prisma/client.ts';

/**
 * Runs a statement by the driver under Prisma, whose overhead is as long as the database's work; it is prepared once a
 * connection.
 * @param name of this text alone
 */
export const prepared = async <Row extends QueryResultRow>(
  db: Pick<Pool | ClientBase, 'query'>,
  name: string,
  { text, values }: Prisma.Sql,
): Promise<Row[]> => (await db.query<Row>({ name, text, values })).rows;
