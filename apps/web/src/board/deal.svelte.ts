/**
 * The dealing of a new table: row by row and from pile to pile, from the stock or else from the foot. Its cards may be
 * played meanwhile. They are put into the page one a frame, in the order in which they fly, as more at once would hold up
 * the very frames in which they do.
 */
import type { Drawn } from './drawn.ts';
import type { Point } from './geometry.ts';
import { EASE, quickMs } from './motion.svelte.ts';

/** At least between one card and the next, where frames follow each other faster. */
const STEP_MS = 12;
/** How long each flies, as a multiple of `--quick`. */
const FLIGHT = 1.5;

const inTurn = <T extends Point>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => a.y - b.y || a.x - b.x);

/** @param isFresh whether the table is a new one; without motion its cards are there at once as well */
export function dealer(isFresh: boolean) {
  /** So many turns are in the page, none in the first frame, which has the table itself; without end once all are. */
  let turns = $state.raw(isFresh && quickMs() > 0 ? 0 : Infinity);
  let flown = 0;
  let begunAt: number | undefined;

  return {
    /** Those of a table's cards that are in the page so far. */
    cardsOf(all: readonly Drawn[]): readonly Drawn[] {
      if (turns === Infinity) return all;
      const come = inTurn(all).slice(0, turns);
      return all.filter((one) => come.includes(one));
    },

    /**
     * Lets those fly that have come into the page since it was last called: to be called in an effect.
     * @param from the stock's place, or the foot of the board
     */
    fly(board: HTMLElement, all: readonly Drawn[], from: Point): (() => void) | undefined {
      if (turns === Infinity) return;
      const ms = performance.now() - (begunAt ??= performance.now());
      for (const [n, { card, x, y }] of inTurn(all).slice(flown, turns).entries()) {
        // What lies face down has no name of its own, and lies there.
        if (card < 0) continue;
        board
          .querySelector(`[data-card='${card}']`)
          ?.animate([{ opacity: 0, translate: `${from.x - x}px ${from.y - y}px` }, {}], {
            duration: FLIGHT * quickMs(),
            delay: Math.max(0, (flown + n) * STEP_MS - ms),
            easing: EASE,
            fill: 'backwards',
          });
      }
      flown = turns;
      const frame = requestAnimationFrame(() => {
        turns = flown < all.length ? flown + 1 : Infinity;
      });
      return () => cancelAnimationFrame(frame);
    },
  };
}
