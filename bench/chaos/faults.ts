/** What goes wrong, each in one place: it happens, and says when the failed part was possible again. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster, ClusterNode } from './cluster.ts';
import type { Chance } from './player.ts';
import { disturb } from './wire.ts';
import type { Disturbance } from './wire.ts';

/** How long things stay away. */
const AWAY_MS = 4_000;
/** How long PostgreSQL has, with room again, before somebody starts it anew. */
const BY_ITSELF_MS = 3_000;
/** More than it keeps. */
const LOG_FILES = 20;

export interface Happened {
  /** When the failed part was possible again, by `performance.now()`. */
  readonly possibleAt: number;
}

type Fault = (cluster: Cluster, node: ClusterNode, chance: Chance) => Promise<Happened>;

const at = (possibleAt = performance.now()): Happened => ({ possibleAt });

/** Waits until a dead node's row is gone, with all that it held; when that was, by `performance.now()`. */
async function freed(url: string, name: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      const { rowCount } = await client.query('select from nodes where name = $1', [name]);
      if (rowCount === 0) return performance.now();
      await sleep(25);
    }
  } finally {
    await client.end();
  }
}

/** Whether a database takes lines and writes, within the time that it needs to come back by itself. */
async function isAnswering(url: string): Promise<boolean> {
  for (const until = Date.now() + BY_ITSELF_MS; Date.now() < until; await sleep(100)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('create temp table room as select 1');
      return true;
    } catch {
      // Not yet.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return false;
}

/** Begins new files of PostgreSQL's log until there is no room for another one, for which it ends itself. */
async function useUpLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Some are kept for being used again.
    for (let n = 0; n < LOG_FILES; n++)
      await client.query('select pg_logical_emit_message(true, $1, $1), pg_switch_wal()', ['full']);
  } catch {
    // That was the last one.
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What all lines carry is disturbed for a while, both ways. */
const frames =
  (how: Disturbance): Fault =>
  async (_cluster, _node, chance) => {
    disturb(how, chance);
    await sleep(AWAY_MS);
    disturb();
    return at();
  };

export const faults = {
  /** Killed; possible again when the other node has noticed, and may take what this one had. */
  kill: async (cluster, node) => {
    await node.process().end('SIGKILL');
    const takenOverAt = await freed(cluster.databaseUrl(), node.name);
    await sleep(AWAY_MS);
    await node.start();
    return at(takenOverAt);
  },
  /** Stands still, as under a hypervisor that has others to serve. */
  stop: async (_cluster, node) => {
    const { child } = node.process();
    child.kill('SIGSTOP');
    await sleep(AWAY_MS);
    child.kill('SIGCONT');
    return at();
  },
  /** PostgreSQL is shut down in order, and started again. */
  'database-restart': async (cluster) => {
    await cluster.postgres().end('SIGKILL');
    // A start stops in order what the former one has left.
    await cluster.startPostgres();
    return at();
  },
  'database-kill': async (cluster) => {
    process.kill(cluster.postmaster(), 'SIGKILL');
    await cluster.postgres().end('SIGKILL');
    await cluster.startPostgres();
    return at();
  },
  /** A node's lines to PostgreSQL die without a word. */
  'database-half-open': async (_cluster, node) => {
    node.toDatabase.freeze();
    await sleep(AWAY_MS);
    node.toDatabase.allowNewLines();
    return at();
  },
  /**
   * No room is left where PostgreSQL keeps its tables and its log: tables cannot grow, and every other time the log
   * cannot either. Then an operator makes room, and looks.
   */
  'disk-full': async (cluster, _node, chance) => {
    await cluster.disk!.fill();
    if (chance() < 0.5) await useUpLog(cluster.databaseUrl());
    await sleep(AWAY_MS);
    await cluster.disk!.makeRoom();
    // Without room for its log PostgreSQL ends itself, and may have given up coming back.
    if (!(await isAnswering(cluster.databaseUrl()))) {
      await cluster.postgres().end('SIGKILL');
      await cluster.startPostgres();
    }
    return at();
  },
  'valkey-gone': async (cluster) => {
    await cluster.valkey().end('SIGKILL');
    await sleep(AWAY_MS);
    await cluster.startValkey();
    return at();
  },
  /** Frames come up to two seconds late, both ways: some later than anybody waits for them. */
  'frames-delayed': frames('delayed'),
  /** Half of the frames come twice. */
  'frames-doubled': frames('doubled'),
  /** One frame in five never arrives. */
  'frames-dropped': frames('dropped'),
  /** One node after the other gets a new version. */
  deploy: async (cluster) => {
    const beganAt = performance.now();
    for (const node of cluster.nodes) {
      await node.process().end('SIGTERM');
      await node.start();
      // Until the load balancer has noticed.
      await sleep(AWAY_MS);
    }
    return at(beganAt);
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

/** So many faults in an order by chance, each kind about as often as every other. */
export function planOf(count: number, chance: Chance, only: readonly FaultName[]): FaultName[] {
  const plan: FaultName[] = [];
  while (plan.length < count) {
    const left = [...only];
    while (left.length > 0) plan.push(...left.splice(Math.floor(chance() * left.length), 1));
  }
  return plan.slice(0, count);
}
