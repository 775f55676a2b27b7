/** Takes samples of a running cluster. */
import pg from 'pg';
import { percentile } from '../chaos/check.ts';
import type { Cluster } from '../chaos/cluster.ts';
import type { PlayedRace } from '../chaos/races.ts';
import { residentKilobytes } from '../server/usage.ts';
import type { Sample } from './growth.ts';

/** Tables with short-lived rows, unlike plays, entries and races. */
const PASSING = ['holdings', 'hand_overs', 'sign_in_tickets', 'verifications', 'nodes'] as const;

/** @param from the time from which delays and moves count, by `performance.now()` */
export async function takeSample(
  cluster: Cluster,
  races: readonly PlayedRace[],
  from: number,
): Promise<Sample> {
  const waits: number[] = [];
  for (const { trips } of races.flatMap(({ players }) => players)) {
    // From the last one back: those of an hour would keep the players, who are in this process, from playing.
    for (let n = trips.length - 1; n >= 0 && trips[n]!.answeredAt >= from; n--) {
      waits.push(trips[n]!.answeredAt - trips[n]!.sentAt);
    }
  }
  const stored = await storedIn(cluster.databaseUrl());
  const lines = await Promise.all(
    cluster.nodes.map(({ url }) => metricOf(url, cluster.metricsToken, 'same_deal_lines')),
  );
  return {
    movesPerSecond: waits.length / ((performance.now() - from) / 1000),
    p50Ms: percentile(waits, 50),
    p99Ms: percentile(waits, 99),
    megabytes: cluster.nodes.map(
      (node) => (residentKilobytes(node.process().child.pid!) ?? 0) / 1024,
    ),
    lines: lines.reduce((sum, one) => sum + one, 0),
    ...stored,
  };
}

async function storedIn(
  url: string,
): Promise<Pick<Sample, 'settled' | 'databaseBytes' | 'passingRows'>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const passing = PASSING.map((table) => `(select count(*) from ${table})`).join(' + ');
    const { rows } = await client.query<{ settled: number; bytes: string; passing: number }>(
      `select (select count(*)::int from races where settled_at is not null) as settled,
         pg_database_size(current_database()) as bytes, (${passing})::int as passing`,
    );
    const [row] = rows;
    return {
      settled: row?.settled ?? 0,
      databaseBytes: Number(row?.bytes),
      passingRows: row?.passing ?? 0,
    };
  } finally {
    await client.end();
  }
}

async function metricOf(url: string, token: string, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text()) ?? [];
  if (value === undefined) throw new Error(`/metrics of ${url} does not report ${name}`);
  return Number(value);
}
