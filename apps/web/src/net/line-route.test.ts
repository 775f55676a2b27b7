/** Where a line goes, and that it arrives: in a cluster whose nodes die, come back, leave and take races over. */
import { PROTOCOL_VERSION } from '@same-deal/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineRoute } from './line-route.ts';

const v = String(PROTOCOL_VERSION);
const quiet = '1';
const at = 'ABC234';
const routeTo = (here: string | undefined) =>
  createLineRoute(
    () => here,
    () => 1,
  );

describe('the query of a line', () => {
  test('carries the version, and where the page is at', () => {
    expect(routeTo(undefined).query()).toEqual({ v, quiet });
    expect(routeTo(at).query()).toEqual({ v, quiet, at });
  });

  test('follows a routing key at once, with the node or without', () => {
    const route = routeTo(at);
    route.query();
    expect(route.follow({ at: 'race-7' })).toBe(0);
    expect(route.query()).toEqual({ v, quiet, at: 'race-7' });
    expect(route.follow({ at: 'race-8', node: 'n2' })).toBe(0);
    expect(route.query()).toEqual({ v, quiet, at: 'race-8', node: 'n2' });
  });

  test('P6: follows every answer that names another node than the one it has just tried', () => {
    const route = routeTo(at);
    route.query();
    for (const node of ['n2', 'n1', 'n2', 'n3']) {
      expect(route.follow({ at, node })).toBe(0);
      expect(route.query()).toEqual({ v, quiet, at, node });
    }
  });

  test('leaves it to the load balancer where a node names itself or nobody, ever more patiently', () => {
    const route = routeTo(at);
    route.query();
    expect(route.follow({ at, node: 'n2' })).toBe(0);
    route.query();
    const waits = ['n2', undefined, undefined, undefined, undefined].map((node) => {
      const wait = route.follow({ at, node });
      expect(route.query()).toEqual({ v, quiet, at });
      return wait;
    });
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    route.arrived();
    expect(route.follow({ at })).toBe(500);
  });

  test('lets pages that lost the same node come at different times', () => {
    const waitWith = (random: number) => {
      const route = createLineRoute(
        () => at,
        () => random,
      );
      route.query();
      return route.follow({ at });
    };
    expect(waitWith(0)).toBe(250);
    expect(waitWith(1)).toBe(500);
    expect(new Set([0, 0.2, 0.4, 0.6].map(waitWith)).size).toBe(4);
  });

  test('names no node that cannot be reached', () => {
    const route = routeTo(at);
    route.unreachable();
    expect(route.query()).toEqual({ v, quiet, at });
    route.follow({ at, node: 'n2' });
    route.unreachable();
    expect(route.query()).toEqual({ v, quiet, at });
  });

  test('forgets what was said of a race, and its misses, when the page is elsewhere', () => {
    let here: string | undefined = 'A';
    const route = createLineRoute(
      () => here,
      () => 1,
    );
    route.query();
    route.follow({ at: 'A' });
    route.follow({ at: 'A', node: 'n2' });
    here = 'B';
    expect(route.query()).toEqual({ v, quiet, at: 'B' });
    expect(route.follow({ at: 'B' })).toBe(500);
    here = undefined;
    expect(route.query()).toEqual({ v, quiet });
  });
});

const NODES = ['n1', 'n2', 'n3'] as const;
type Node = (typeof NODES)[number];

/** What may happen to the cluster. */
const event = fc.record({
  kind: fc.constantFrom('kill', 'start', 'leave', 'notice', 'fence', 'take', 'wait'),
  node: fc.constantFrom<Node>(...NODES),
});

/**
 * A made-up cluster and one race. Whoever holds the race goes on holding it while dead, until it is fenced; the load
 * balancer sends by what it last noticed, and on to the next node where nobody answers.
 */
function madeUpCluster(hashed: readonly Node[]) {
  const up = new Set<Node>(NODES);
  const leaving = new Set<Node>();
  let noticed = new Set<Node>(NODES);
  let holder: Node | undefined;
  const serving = (node: Node) => up.has(node) && !leaving.has(node);
  const happens = {
    kill: (node: Node) => void up.delete(node),
    start(node: Node) {
      up.add(node);
      leaving.delete(node);
    },
    leave(node: Node) {
      leaving.add(node);
      if (holder === node) holder = undefined;
    },
    notice: () => void (noticed = new Set(NODES.filter(serving))),
    fence: () => void (holder !== undefined && !up.has(holder) && (holder = undefined)),
    /** Another page comes by a node to which the hash does not lead. */
    take: (node: Node) => void (serving(node) && (holder ??= node)),
    wait: () => undefined,
  };
  return {
    happens,
    /** Everything that died is back or known to be gone, and somebody serves. */
    settle(rest: readonly Node[]): void {
      for (const node of NODES) if (rest.includes(node)) happens.start(node);
      for (const node of leaving) up.delete(node);
      happens.fence();
      happens.notice();
    },
    /** What a line is told; undefined if it reaches nobody. */
    ask(query: Record<string, string>): 'served' | { at: string; node?: string } | undefined {
      const named = hashed.filter((node) => node === query['node'] && noticed.has(node));
      const one = [...named, ...hashed.filter((node) => noticed.has(node))].find((node) =>
        up.has(node),
      );
      if (one === undefined) return undefined;
      if (serving(one)) holder ??= one;
      if (holder === one && serving(one)) return 'served';
      return { at, ...(holder !== undefined && { node: holder }) };
    },
  };
}

/** From when on nothing changes, the line arrives within so many tries. */
const TRIES_MOST = 3;

test('P6: whatever nodes do, a page arrives within three tries once they do nothing any more', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 60 }),
      fc.shuffledSubarray([...NODES], { minLength: NODES.length }),
      fc.subarray([...NODES], { minLength: 1 }),
      (events, hashed, rest) => {
        const cluster = madeUpCluster(hashed);
        const route = routeTo(at);
        const tries = () => {
          const told = cluster.ask(route.query());
          if (told === 'served') route.arrived();
          else if (told === undefined) route.unreachable();
          else route.follow(told);
          return told === 'served';
        };
        for (const { kind, node } of events) {
          cluster.happens[kind](node);
          tries();
        }
        cluster.settle(rest);
        const arrivedAfter = Array.from({ length: 40 }, tries).indexOf(true) + 1;
        expect(arrivedAfter).toBeGreaterThan(0);
        expect(arrivedAfter).toBeLessThanOrEqual(TRIES_MOST);
      },
    ),
    { numRuns: 2_000 },
  );
});
