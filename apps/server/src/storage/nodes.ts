import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { NodeStore, OtherNode } from '../cluster/node.ts';
import type { AnswersWithin, OpenDatabase } from './database.ts';

/** A heartbeat not answered within this means a dead connection. */
const BEAT_TIMEOUT_MS = 2_500;

/**
 * Nodes and what they hold, over the connections that write entries: if those are dead, so is the node.
 * @param secret by which this node signs sessions
 */
export function nodesRepository(
  { journal, session }: Pick<OpenDatabase, 'journal' | 'session'>,
  secret: string,
): NodeStore {
  /** Tells secrets apart and says nothing of them. */
  const mark = createHmac('sha256', secret).update('node').digest('hex');
  const query = async <Row extends object>(text: string, values: readonly unknown[]) => {
    const config: pg.QueryConfig & AnswersWithin = {
      text,
      values: [...values],
      answersWithinMs: BEAT_TIMEOUT_MS,
    };
    return (await journal.query<Row>(config)).rows;
  };
  const holder = async (at: string) => {
    const rows = await query<Pick<OtherNode, 'id' | 'name'>>(
      'select n.id::text, n.name from holdings h join nodes n on n.id = h.node_id where h.at = $1',
      [at],
    );
    return rows[0] ?? null;
  };
  return {
    async join(name, isClustered) {
      const rows = await query<{ id: string }>(
        `insert into nodes (name, session, clustered, secret_mark) values ($1, $2, $3, $4)
         returning id::text`,
        [name, session, isClustered, mark],
      );
      return rows[0]?.id ?? '';
    },
    async beat(id) {
      const rows = await query(
        'update nodes set beat = beat + 1, beat_at = now() where id = $1 returning id',
        [id],
      );
      return rows.length > 0;
    },
    others: (id) =>
      query<OtherNode>(
        `select id::text, name, clustered as "isClustered", beat,
           coalesce(secret_mark = $2, true) as "sharesSecret",
           exists (select from pg_stat_activity where application_name = session) as "isConnected"
         from nodes where id is distinct from $1::bigint order by id`,
        [id, mark],
      ),
    async end(id, beat) {
      await query('delete from nodes where id = $1 and beat = coalesce($2, beat)', [
        id,
        beat ?? null,
      ]);
    },
    async claim(node, at) {
      await query(
        `insert into holdings (at, node_id) select $1, id from nodes where id = $2
         on conflict (at) do nothing`,
        [at, node],
      );
      return holder(at);
    },
    holder,
    async release(node, ats) {
      await query('delete from holdings where node_id = $1 and at = any($2)', [node, ats]);
    },
  };
}
