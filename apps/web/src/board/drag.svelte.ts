/** Dragging with mouse, pen and finger: one path by pointer events, beside tapping. */
import type { Point } from './geometry.ts';

/** A press that moves less is a tap; fingers tremble more than mice. */
const THRESHOLD = { mouse: 5, pen: 7, touch: 9 } as const;

export class Drag {
  #from = $state<number>();
  #x = $state(0);
  #y = $state(0);
  #over = $state<number>();
  #press: { readonly pile: number; readonly id: number; readonly at: Point } | undefined;
  #listening: AbortController | undefined;
  #justDropped = false;
  readonly #drop: (from: number, by: Point, finger: Point) => void;
  readonly #hover: (from: number, by: Point, finger: Point) => number | undefined;

  /** `drop` hears of every drag that ends; `hover` says which pile a drop now would mean. */
  constructor(
    hover: (from: number, by: Point, finger: Point) => number | undefined,
    drop: (from: number, by: Point, finger: Point) => void,
  ) {
    this.#hover = hover;
    this.#drop = drop;
  }

  /** The pile whose top card is dragged. */
  get from(): number | undefined {
    return this.#from;
  }
  /** How far it is from its place. */
  get x(): number {
    return this.#x;
  }
  get y(): number {
    return this.#y;
  }
  /** The pile a drop now would mean. */
  get over(): number | undefined {
    return this.#over;
  }

  /** True once after a drag: the click that the browser makes of it is none. */
  swallowsClick(): boolean {
    const swallows = this.#justDropped;
    this.#justDropped = false;
    return swallows;
  }

  press(event: PointerEvent, pile: number): void {
    // A second finger, or the other mouse button, never begins or disturbs a drag.
    if (!event.isPrimary || event.button !== 0 || this.#press) return;
    this.#justDropped = false;
    this.#press = { pile, id: event.pointerId, at: { x: event.clientX, y: event.clientY } };
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    window.addEventListener('pointermove', (moved) => this.#move(moved), { signal });
    window.addEventListener('pointerup', (up) => this.#up(up), { signal });
    window.addEventListener(
      'pointercancel',
      (gone) => {
        if (gone.pointerId === this.#press?.id) this.cancel();
      },
      { signal },
    );
    window.addEventListener('blur', () => this.cancel(), { signal });
  }

  /** Puts the card back. */
  cancel(): void {
    this.#listening?.abort();
    this.#justDropped = this.#from !== undefined;
    this.#press = undefined;
    this.#from = undefined;
    this.#over = undefined;
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const by = { x: event.clientX - press.at.x, y: event.clientY - press.at.y };
    if (this.#from === undefined) {
      const threshold = THRESHOLD[event.pointerType as keyof typeof THRESHOLD] ?? THRESHOLD.mouse;
      if (Math.hypot(by.x, by.y) < threshold) return;
      this.#from = press.pile;
    }
    this.#x = by.x;
    this.#y = by.y;
    this.#over = this.#hover(press.pile, by, { x: event.clientX, y: event.clientY });
  }

  #up(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const from = this.#from;
    const by = { x: this.#x, y: this.#y };
    // The move comes first: the card then flies on from the finger instead of from its old place.
    if (from !== undefined) this.#drop(from, by, { x: event.clientX, y: event.clientY });
    this.cancel();
    // The click of this very press comes before any timer; if none comes, the next one is real.
    setTimeout(() => (this.#justDropped = false));
  }
}
