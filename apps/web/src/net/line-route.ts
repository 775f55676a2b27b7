/**
 * Where a line goes: the query of its address, by which the people of a race reach the same node (docs/protocol.md).
 */
import type { Failure } from '@same-deal/protocol';
// Not from the whole package: that would bring every schema into the page.
import { PROTOCOL_VERSION } from '@same-deal/protocol/version';

/** Before asking again for a place at which nobody was found, in milliseconds; so much more each time. */
const AGAIN_AFTER_MS = 250;
const AGAIN_MOST_MS = 4_000;

export interface LineRoute {
  /** The query of the next connection. */
  query(): Record<string, string>;
  /**
   * After `elsewhere`: the next connection goes to the node that was named, once; if nobody was
   * there either, wherever the load balancer then sends it.
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
  /** What the service has said of the place the page was at then. */
  let redirect:
    | { readonly of: string | undefined; at: string | undefined; node: string | undefined }
    | undefined;
  let misses = 0;

  return {
    query() {
      const here = whereNow();
      const isOfHere = redirect !== undefined && redirect.of === here;
      const at = isOfHere ? (redirect?.at ?? here) : here;
      const node = isOfHere ? redirect?.node : undefined;
      return {
        v: String(PROTOCOL_VERSION),
        ...(at !== undefined && { at }),
        ...(node !== undefined && { node }),
      };
    },
    follow({ at, node }) {
      const isFirst = misses++ === 0;
      redirect = { of: whereNow(), at, node: isFirst ? node : undefined };
      if (isFirst && node !== undefined) return 0;
      const most = Math.min(AGAIN_MOST_MS, AGAIN_AFTER_MS * 2 ** misses);
      return Math.round(most * (0.5 + random() / 2));
    },
    arrived() {
      misses = 0;
    },
    unreachable() {
      if (redirect) redirect = { ...redirect, node: undefined };
    },
  };
}
