/**
 * Where a line goes: the query of its address, by which the people of a race reach the same node (docs/protocol.md).
 */
import type { Failure } from '@same-deal/protocol';
// Not from the whole package: that would bring every schema into the page.
import { PROTOCOL_VERSION } from '@same-deal/protocol/version';

/** Before asking the load balancer again, in milliseconds: twice as long each time. */
const AGAIN_AFTER_MS = 250;
const AGAIN_MOST_MS = 4_000;

export interface LineRoute {
  /** The query of the next connection. */
  query(): Record<string, string>;
  /**
   * After `elsewhere`: the next connection goes to the node that was named. If that is the one which has just been
   * tried, or none was named, it goes wherever the load balancer sends it, after a pause that grows each time.
   * @returns how long to wait before it, in milliseconds
   */
  follow(failure: Pick<Failure, 'at' | 'node'>): number;
  /** What was asked for is served here. */
  arrived(): void;
  /** The node that was named cannot be reached. */
  unreachable(): void;
}

/**
 * @param whereNow the race or play that the page is at; undefined where it is at none
 * @param random from 0 to 1, so that pages that lost the same node do not all come at once
 */
export function createLineRoute(
  whereNow: () => string | undefined,
  random: () => number = Math.random,
): LineRoute {
  /** What the service has said, and of which place. */
  let told: Pick<Failure, 'at' | 'node'> & { readonly of?: string | undefined } = {};
  /** The query of the last connection. */
  let tried: Record<string, string> = {};
  let misses = 0;

  return {
    query() {
      const here = whereNow();
      const { at = here, node }: typeof told = told.of === here ? told : {};
      tried = {
        v: String(PROTOCOL_VERSION),
        quiet: '1',
        ...(at !== undefined && { at }),
        ...(node !== undefined && { node }),
      };
      return tried;
    },
    follow({ at, node }) {
      const of = whereNow();
      if (told.of !== of) misses = 0;
      const isTried = at === tried['at'] && (node ?? tried['node']) === tried['node'];
      told = { of, at, node: isTried ? undefined : node };
      if (!isTried) return 0;
      const most = Math.min(AGAIN_MOST_MS, AGAIN_AFTER_MS * 2 ** ++misses);
      return Math.round(most * (0.5 + random() / 2));
    },
    arrived() {
      misses = 0;
    },
    unreachable() {
      told = { ...told, node: undefined };
    },
  };
}
