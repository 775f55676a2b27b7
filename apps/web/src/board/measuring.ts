/** How much room a board has. */
import type { Size } from './geometry.ts';

/** The size of the board's text, by its style. */
const ASKED_PX = 100;

/**
 * Measures an element, and how much larger than asked for the browser makes its text alone, if it does so: cards are
 * measured by their text, and their table does not grow with it. That stands on the element, as `--text-zoom`.
 * @param take gets the room in CSS pixels, now and at each change. A hidden element has none: it stays as it is.
 */
export const measuring =
  (take: (room: Size) => void) =>
  (node: HTMLElement): (() => void) => {
    let hasRoom = false;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      const fit = () => {
        hasRoom = true;
        const size = parseFloat(getComputedStyle(node).fontSize);
        node.style.setProperty('--text-zoom', `${size / ASKED_PX}`);
        take({ width, height });
      };
      // First comes the felt, and its cards in a frame of their own.
      if (width && height) void (hasRoom ? fit() : requestAnimationFrame(fit));
    });
    observer.observe(node);
    return () => observer.disconnect();
  };
