/**
 * This process as a node. A node is a row, and every statement that writes entries shares a lock on it: deleting the row
 * ends the node, waits for the writes under way and lets none come after them. So at most one node can ever write for a
 * race, whatever hangs, and for how long.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from '@same-deal/protocol';
import { startupError } from '../startup-error.ts';

export interface NodeStore {
  /** A new node of that name. */
  join(name: string, isClustered: boolean): Promise<string>;
  /** Says that the node lives, by its next beat; false if it has been ended. */
  beat(id: string): Promise<boolean>;
  /** All nodes, each with its last beat. */
  others(id: string | null): Promise<readonly OtherNode[]>;
  /** Ends a node, if its last beat is still that one: all that it held is free. */
  end(id: string, beat?: number): Promise<void>;
  /** Claims what nobody holds; returns the holder. */
  claim(node: string, at: string): Promise<Pick<OtherNode, 'id' | 'name'> | null>;
  /** Whose it is, if anybody's. */
  holder(at: string): Promise<Pick<OtherNode, 'id' | 'name'> | null>;
  release(node: string, ats: readonly string[]): Promise<void>;
}

export interface OtherNode {
  readonly id: string;
  readonly name: string;
  readonly isClustered: boolean;
  /** Whether it signs sessions with the secret of the node that asks, as far as it says. */
  readonly sharesSecret: boolean;
  readonly beat: number;
  /** Whether the database has a connection of it. */
  readonly isConnected: boolean;
}

export interface NodeOptions {
  readonly store: NodeStore;
  /** What the load balancer calls it. */
  readonly name: string;
  /** Whether there may be other nodes. */
  readonly isClustered: boolean;
  /** Closes database connections that have been silent since a time of `performance.now()`. */
  readonly dropSilentConnections: (since: number) => void;
  /** The node has been ended by another one: whatever it holds is not its own any more. */
  readonly onFenced: () => void;
  readonly onFault: (error: unknown) => void;
  /** Whether the database only did not answer: it is asked again. */
  readonly isOutage: (error: unknown) => boolean;
}

export type ClusterNode = Awaited<ReturnType<typeof joinCluster>>;

const BEAT_EVERY_MS = 1_000;
/** A node that has not beaten during this many beats of another one is dead. */
const BEATS_MISSED = 3;
/** How often a node tries to join: on a busy machine connecting takes time. */
const JOIN_TRIES = 5;
/** An id without a row: a node with it writes nothing and holds nothing. */
const NO_NODE = '0';

/**
 * Makes this process a node.
 * @throws a startup error `second-node` if another node lives and there is no Valkey between them, or another secret
 */
export async function joinCluster(options: NodeOptions) {
  const { store, name, isClustered, dropSilentConnections, onFenced, onFault, isOutage } = options;
  let id = await joinAlone();
  const mine = new Set<string>();
  /** What has been asked for since the last release: whoever asked is about to use it. */
  const asked = new Set<string>();
  /** The release under way, if there is one. */
  let releasing: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  /** Whether it has begun to give back what it holds, and takes nothing any more. */
  let isLeaving = false;

  async function joinAlone(): Promise<string> {
    for (let tries = 1; ; tries++) {
      try {
        await waitUntilAlone();
        // A row whose insert was not answered beats no more, and is ended as a dead node's.
        return await store.join(name, isClustered);
      } catch (error) {
        if (!isOutage(error) || tries === JOIN_TRIES) throw error;
        await sleep(BEAT_EVERY_MS);
      }
    }
  }

  /** Waits for nodes that beat no more; without a cluster none may live. */
  async function waitUntilAlone(): Promise<void> {
    const mayStay = (other: OtherNode) =>
      isClustered && other.isClustered && other.sharesSecret && other.name !== name;
    for (const other of await store.others(null)) {
      // The one that this process was before it was killed.
      if (other.name === name && !other.isConnected) await store.end(other.id, other.beat);
    }
    let before = await store.others(null);
    for (let n = 0; n <= BEATS_MISSED && !before.every(mayStay); n++) {
      await sleep(BEAT_EVERY_MS);
      const now = await store.others(null);
      const moved = now.find(
        (one) =>
          !mayStay(one) && before.some(({ id: was, beat }) => was === one.id && beat !== one.beat),
      );
      if (moved) throw secondNode(moved, isClustered);
      before = now;
    }
    for (const other of before) if (!mayStay(other)) await store.end(other.id, other.beat);
  }

  /** How often each of the others has been seen at the same beat. */
  let seen = new Map<string, { readonly beat: number; readonly times: number }>();

  async function beat(): Promise<void> {
    const asked = performance.now();
    try {
      if (!(await store.beat(id))) return await fenced();
      if (isClustered) await fenceSilentNodes();
    } catch (error) {
      // A line that has died without a word is found out here, within seconds, for all who wait on one like it.
      if (performance.now() - asked >= BEAT_EVERY_MS) dropSilentConnections(asked);
      seen = new Map();
      onFault(error);
    }
  }

  async function fenceSilentNodes(): Promise<void> {
    const others = await store.others(id);
    seen = new Map(
      others.map(({ id: other, beat: last }) => {
        const previous = seen.get(other);
        return [other, { beat: last, times: previous?.beat === last ? previous.times + 1 : 0 }];
      }),
    );
    for (const [other, { beat: last, times }] of seen) {
      if (times >= BEATS_MISSED) await store.end(other, last);
    }
  }

  /** Another node took this one for dead and serves its races: it starts over with nothing. */
  async function fenced(): Promise<void> {
    // What was claimed for the former row and is answered only now is not the new one's.
    id = NO_NODE;
    mine.clear();
    onFenced();
    if (!isStopped) id = await store.join(name, isClustered);
  }

  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => (beating = beating.then(beat)), BEAT_EVERY_MS).unref();

  return {
    /** The incarnation that writes: what `append` is fenced by. */
    id: (): string => id,
    name,
    isClustered,

    /**
     * Whether this node serves what is routed by `at`, and where it is served if not.
     * @param routedBy what the asking connection is routed by: for it the node takes what nobody has
     */
    async claim(at: string, routedBy: string | undefined): Promise<Failure | null> {
      if (!isClustered) return null;
      asked.add(at);
      if (mine.has(at)) return null;
      // It may be among what is given back in this moment, and look like this node's own.
      await releasing;
      const isTaking = routedBy === at && !isLeaving;
      const holder = isTaking ? await store.claim(id, at) : await store.holder(at);
      if (holder?.id === id) {
        // Another node is about to take it.
        if (isLeaving) return { code: 'unavailable' };
        mine.add(at);
        return null;
      }
      return { code: 'elsewhere', at, ...(holder && routedBy === at ? { node: holder.name } : {}) };
    },

    serves: (at: string): boolean => !isClustered || mine.has(at),

    /** Gives back what is idle, and has not been asked for since the last time, so that any node may take it. */
    async release(isIdle: (at: string) => boolean): Promise<void> {
      const idle = [...mine].filter((at) => !asked.has(at) && isIdle(at));
      asked.clear();
      for (const at of idle) mine.delete(at);
      if (idle.length === 0) return;
      const released = store.release(id, idle);
      releasing = released.catch(() => undefined);
      await released;
    },

    /**
     * Gives back what is in use, so that another node takes it; from here on this one takes nothing any more.
     * @param letGo resolves once nothing of it is being written
     */
    async giveBack(
      ats: ReadonlySet<string>,
      letGo: (ats: ReadonlySet<string>) => Promise<void>,
    ): Promise<void> {
      isLeaving = true;
      for (const at of ats) mine.delete(at);
      await letGo(ats);
      await store.release(id, [...ats]);
    },

    /** A statement of this node was refused as fenced. */
    fenced: () => void (beating = beating.then(beat)),

    /** Leaves: from here on this node writes nothing, and others may take what it held. */
    async leave(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await beating;
      mine.clear();
      await store.end(id).catch(onFault);
    },
  };
}

function secondNode(other: OtherNode, isClustered: boolean) {
  const { name } = other;
  const message = !isClustered
    ? `Node ${name} already runs on this database; stop it, or give both the same VALKEY_URL to run them together.`
    : other.isClustered && !other.sharesSecret
      ? `Node ${name} runs on this database and signs sessions with another secret; give both the same BETTER_AUTH_SECRET, such as the one in the file "secret" of that node's DATA_DIR.`
      : `Another node named ${name} runs on this database, or one without VALKEY_URL; give each node a NODE_NAME of its own and the same VALKEY_URL.`;
  return startupError('second-node', message);
}
