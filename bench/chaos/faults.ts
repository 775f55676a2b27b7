/** The faults. Each function causes one, and returns when the failed part was available again. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster, ClusterNode } from './cluster.ts';
import { disturb } from './wire.ts';
import type { Chance, Disturbance } from './wire.ts';

/** How long a fault lasts. */
const AWAY_MS = 4_000;
/** How long PostgreSQL has to recover by itself, with free space again, before it is restarted. */
const BY_ITSELF_MS = 3_000;
/** More WAL files than PostgreSQL keeps for reuse. */
const LOG_FILES = 20;

export interface Happened {
  /** When the failed part was available again, by `performance.now()`. */
  readonly possibleAt: number;
}

type Fault = (cluster: Cluster, node: ClusterNode, chance: Chance) => Promise<Happened>;

const at = (possibleAt = performance.now()): Happened => ({ possibleAt });

/**
 * Does something to a node by which it loses what it holds, or does not.
 * @param lasts what happens to it, from now until it is well again
 * @returns when others could serve what it held, or it could itself, by `performance.now()`
 */
async function servedAgain(
  cluster: Cluster,
  { name }: ClusterNode,
  lasts: () => Promise<void>,
): Promise<number> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl() });
  await client.connect();
  try {
    const ids = async () => {
      const { rows } = await client.query<{ id: string }>(
        'select id::text from nodes where name = $1',
        [name],
      );
      return rows.map(({ id }) => id);
    };
    const before = await ids();
    let wellAt: number | undefined;
    const well = lasts().then(() => (wellAt = performance.now()));
    let isFreed = false;
    while (!isFreed && wellAt === undefined) {
      await sleep(25);
      const now = await ids();
      isFreed = before.every((id) => !now.includes(id));
    }
    const possibleAt = Math.min(performance.now(), wellAt ?? Infinity);
    await well;
    return possibleAt;
  } finally {
    await client.end();
  }
}

/** Waits for as long as chance says, in milliseconds. */
const forAWhile = (chance: Chance, most: number) => sleep(chance() * most);

/** Whether a database accepts connections and writes, within the time it has to recover by itself. */
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

/** Makes PostgreSQL start new WAL files until there is no space for another, upon which it shuts down. */
async function useUpLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // It reuses those it keeps first.
    for (let n = 0; n < LOG_FILES; n++)
      await client.query('select pg_logical_emit_message(true, $1, $1), pg_switch_wal()', ['full']);
  } catch {
    // It has shut down.
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Disturbs the frames on all lines for a while, in both directions. */
const frames =
  (how: Disturbance): Fault =>
  async (_cluster, _node, chance) => {
    disturb(how, chance);
    await sleep(AWAY_MS);
    disturb();
    return at();
  };

export const faults = {
  /** Killed, and started again later. */
  kill: async (cluster, node, chance) =>
    at(
      await servedAgain(cluster, node, async () => {
        await node.process().end('SIGKILL');
        await forAWhile(chance, 2 * AWAY_MS);
        await node.start();
      }),
    ),
  /** Killed, and started again at once: it comes back before the others have noticed. */
  restart: async (cluster, node) =>
    at(
      await servedAgain(cluster, node, async () => {
        await node.process().end('SIGKILL');
        await node.start();
      }),
    ),
  /** Paused, as by a hypervisor, for longer or shorter than the others take it for alive. */
  stop: async (cluster, node, chance) =>
    at(
      await servedAgain(cluster, node, async () => {
        const { child } = node.process();
        child.kill('SIGSTOP');
        await forAWhile(chance, 2 * AWAY_MS);
        child.kill('SIGCONT');
      }),
    ),
  /** Asked to end: it gives back what it holds, race after race. */
  release: async (_cluster, node, chance) => {
    const beganAt = performance.now();
    await node.process().end('SIGTERM');
    await forAWhile(chance, AWAY_MS);
    await node.start();
    return at(beganAt);
  },
  'balancer-restart': async (cluster, _node, chance) => {
    await cluster.balancer().end('SIGTERM');
    await forAWhile(chance, AWAY_MS);
    await cluster.startBalancer();
    return at();
  },
  /** It reads its configuration again, and knows nothing of who is well. */
  'balancer-reload': async (cluster) => {
    const beganAt = performance.now();
    cluster.balancer().child.kill('SIGUSR2');
    return at(beganAt);
  },
  /** PostgreSQL is shut down cleanly, and started again. */
  'database-restart': async (cluster) => {
    await cluster.postgres().end('SIGKILL');
    // Starting it cleanly stops the server that the killed process left running.
    await cluster.startPostgres();
    return at();
  },
  'database-kill': async (cluster) => {
    process.kill(cluster.postmaster(), 'SIGKILL');
    await cluster.postgres().end('SIGKILL');
    await cluster.startPostgres();
    return at();
  },
  /** A node's connections to PostgreSQL die silently. */
  'database-half-open': async (_cluster, node) => {
    node.toDatabase.freeze();
    await sleep(AWAY_MS);
    node.toDatabase.allowNewLines();
    return at();
  },
  /**
   * PostgreSQL's disk is full: tables cannot grow, and in half of the cases its WAL cannot either. Then space is freed,
   * and PostgreSQL restarted if it does not recover.
   */
  'disk-full': async (cluster, _node, chance) => {
    await cluster.disk!.fill();
    if (chance() < 0.5) await useUpLog(cluster.databaseUrl());
    await sleep(AWAY_MS);
    await cluster.disk!.makeRoom();
    // Without space for its WAL PostgreSQL shuts down, and may have given up recovering.
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
  /** Frames arrive up to two seconds late, in both directions: some after the client's timeout. */
  'frames-delayed': frames('delayed'),
  /** Half of the frames arrive twice. */
  'frames-doubled': frames('doubled'),
  /** One frame in five never arrives. */
  'frames-dropped': frames('dropped'),
  /** A rolling deploy: one node after the other is restarted. */
  deploy: async (cluster) => {
    const beganAt = performance.now();
    for (const node of cluster.nodes) {
      await node.process().end('SIGTERM');
      await node.start();
      // Gives the load balancer time to notice.
      await sleep(AWAY_MS);
    }
    return at(beganAt);
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

/** What happens to nodes and to the load balancer alone: pages have to find their way. */
export const routingFaults: readonly FaultName[] = [
  'kill',
  'restart',
  'stop',
  'release',
  'balancer-restart',
  'balancer-reload',
];

/** Plans `count` faults in random order, each kind about equally often. */
export function planOf(count: number, chance: Chance, only: readonly FaultName[]): FaultName[] {
  const plan: FaultName[] = [];
  while (plan.length < count) {
    const left = [...only];
    while (left.length > 0) plan.push(...left.splice(Math.floor(chance() * left.length), 1));
  }
  return plan.slice(0, count);
}
