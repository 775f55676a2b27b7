import type { Metrics } from '../metrics.ts';
import type { Searches } from '../solver/searches.ts';
import type { OpenDatabase } from '../storage/database.ts';
import type { Lines } from './lines.ts';

type Read = Parameters<Metrics['watch']>[2];

interface Watched {
  readonly lines: Lines;
  readonly database: OpenDatabase;
  readonly journal: { readonly pending: () => number };
  readonly searches: Pick<Searches, 'load'>;
  readonly isDraining: () => boolean;
}

/** What `/metrics` reads on each scrape: how much there is of it just now. */
export function watchGauges(
  metrics: Metrics,
  { lines, database, journal, searches, isDraining }: Watched,
): void {
  const gauges: Readonly<Record<string, readonly [help: string, read: Read]>> = {
    lines: ['Open lines to pages', () => lines.io.engine.clientsCount],
    database_connections: ['Connections to PostgreSQL', () => connectionsOf(database)],
    queue_length: [
      'What waits: entries for their commit, queries for a connection, searches for a thread',
      () => ({
        entries: journal.pending(),
        queries: database.pool.waitingCount,
        journal_queries: database.journal.waitingCount,
        searches: searches.load().waiting,
      }),
    ],
    searches: ['Searches under way', () => searches.load().running],
    draining: ['1 while the node takes nobody new', () => (isDraining() ? 1 : 0)],
  };
  for (const [name, [help, read]] of Object.entries(gauges)) metrics.watch(name, help, read);
}

const connectionsOf = ({ pool, journal }: OpenDatabase) => ({
  busy: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  journal_busy: journal.totalCount - journal.idleCount,
  journal_idle: journal.idleCount,
});
