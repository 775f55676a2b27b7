/**
 * How cards get from place to place. Always by transforms, which browsers animate beside all that the page does, and not
 * at all with reduced motion.
 */
import type { Attachment } from 'svelte/attachments';
import type { Point } from './geometry.ts';

export const EASE = 'cubic-bezier(0.2, 0.9, 0.25, 1)';
/** The usual length of `--quick`, to which the times here refer. */
const USUAL_MS = 160;

/** How long a short movement takes. Asking the stylesheet each time would make it work in mid-move. */
const quickByStillness: Record<string, number> = {};
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
export const quickMs = (): number =>
  (quickByStillness[`${stillness.matches} ${document.documentElement.dataset['animation']}`] ??=
    parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--quick')) || 0);
// Asked before there is a table: then there is little to work out for the answer.
quickMs();

/** How long a card flies: longer on a longer way, but never so long that one waits for it. */
const flightMs = (from: Point, to: Point): number =>
  (Math.min(280, Math.max(140, 120 + 0.16 * Math.hypot(to.x - from.x, to.y - from.y))) *
    quickMs()) /
  USUAL_MS;

const moved = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;

export interface Stand extends Point {
  /** Follows the finger: no animation, wherever it goes. */
  readonly isLifted: boolean;
  /** Another arrangement, and cards take their new places at once. */
  readonly arrangement: unknown;
}

/** Lets a card fly to where it belongs from where it was last seen, or from where it comes from. */
export function flies(stand: () => Stand, from: Point | undefined): Attachment<HTMLElement> {
  return (node) => {
    let flight: Animation | undefined;
    let start: Point = from ?? stand();
    let last: Point | undefined = from;
    let arrangement: unknown;

    function land(): void {
      if (!flight) return;
      flight.cancel();
      flight = undefined;
      node.removeAttribute('data-flies');
    }

    /** Where a card in flight is, without asking the page to lay itself out. */
    const inFlight = (): Point | undefined => {
      const progress =
        flight?.playState === 'running' && flight.effect?.getComputedTiming().progress;
      if (typeof progress !== 'number' || !last) return undefined;
      return {
        x: start.x + (last.x - start.x) * progress,
        y: start.y + (last.y - start.y) * progress,
      };
    };

    $effect(() => {
      const now = stand();
      const isSame = arrangement === undefined || arrangement === now.arrangement;
      arrangement = now.arrangement;
      if (isSame && !now.isLifted && last && (last.x !== now.x || last.y !== now.y)) {
        start = inFlight() ?? last;
        const duration = flightMs(start, now);
        flight?.cancel();
        if (duration > 0) {
          const between = { x: (start.x + now.x) / 2, y: (start.y + now.y) / 2 };
          const way = [
            { transform: moved(start) },
            { transform: `${moved(between)} scale(1.04)` },
            { transform: moved(now) },
          ];
          flight = node.animate(way, {
            duration,
            easing: EASE,
          });
          // Not among the keyframes: nothing but transforms is animated without the page's help.
          node.setAttribute('data-flies', '');
          flight.onfinish = land;
        }
      } else if (now.isLifted || !isSame) land();
      last = now;
    });
  };
}

/** Shakes a card that may not go where it was sent. */
export function shake(node: Element | null | undefined): void {
  const duration = quickMs() * 2.2;
  if (!node || duration === 0) return;
  const steps = [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px 0` }));
  node.animate(steps, { duration });
}

/** Turns a card over that was face down a moment ago. */
export const turnsOver: Attachment<HTMLElement> = (node) => {
  const duration = quickMs() / 2;
  if (duration > 0) {
    node.animate([{ scale: '0 1' }, { scale: '1 1' }], {
      duration,
      delay: duration,
      fill: 'backwards',
    });
  }
};
