/** Dragging with mouse, pen and finger: one path by pointer events, beside tapping. */
import type { Point } from './geometry.ts';

/** A press that stays where it is so long asks to look into the pile. */
const HOLD_MS = 450;

/** A press that moves less is a tap; fingers tremble more than mice. */
const THRESHOLD = { mouse: 5, pen: 7, touch: 9 } as const;

/** The click of a press follows it within this time, if at all. */
const LATE_CLICK_MS = 350;

export interface DragHooks {
  /** A pile is pressed; says whether it has a card to be dragged. */
  readonly press: (pile: number) => boolean;
  /** The card has been dragged so far; says which pile a drop now would mean. */
  readonly move: (from: number, by: Point, finger: Point) => number | undefined;
  readonly drop: (from: number, by: Point, finger: Point) => void;
  /** A press stays where it is. */
  readonly hold: (pile: number) => void;
  /** A press ended without a tap or a drop. */
  readonly letGo: () => void;
  /** Whether a card that is pressed follows the finger. */
  readonly canDrag: () => boolean;
}

export class Drag {
  #from = $state<number>();
  #x = $state(0);
  #y = $state(0);
  #over = $state<number>();
  #press: { readonly pile: number; readonly id: number; readonly at: Point } | undefined;
  #listening: AbortController | undefined;
  #holding: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;
  #endedAt = -Infinity;
  readonly #hooks: DragHooks;

  constructor(hooks: DragHooks) {
    this.#hooks = hooks;
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

  /** The browser makes a click of the end of a drag or a long press, which is none. */
  isNoClick(event: MouseEvent): boolean {
    return event.detail > 0 && event.timeStamp - this.#endedAt < LATE_CLICK_MS;
  }

  press(event: PointerEvent, pile: number): void {
    // A second finger, or the other mouse button, never begins or disturbs a drag.
    if (!event.isPrimary || event.button !== 0 || this.#press) return;
    this.#endedAt = -Infinity;
    if (!this.#hooks.press(pile)) return;
    this.#press = { pile, id: event.pointerId, at: { x: event.clientX, y: event.clientY } };
    if (event.pointerType !== 'mouse') this.#holding = setTimeout(() => this.#held(pile), HOLD_MS);
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    window.addEventListener('pointermove', (moved) => this.#move(moved), { signal });
    window.addEventListener('pointerup', (up) => this.#up(up), { signal });
    window.addEventListener(
      'pointercancel',
      (gone) => {
        if (gone.pointerId === this.#press?.id) this.#interrupt();
      },
      { signal },
    );
    window.addEventListener('blur', () => this.#interrupt(), { signal });
    // Asked for by a listener that is not passive, or the browser would zoom without asking.
    const asked = { signal, passive: false };
    window.addEventListener('touchstart', (touch) => this.#touch(touch), asked);
    window.addEventListener('touchmove', (touch) => this.#touch(touch), asked);
  }

  /** Puts the card back. */
  cancel(): void {
    clearTimeout(this.#holding);
    this.#listening?.abort();
    if (this.#from !== undefined || this.#isHeld) this.#endedAt = performance.now();
    this.#isHeld = false;
    this.#press = undefined;
    this.#from = undefined;
    this.#over = undefined;
  }

  #interrupt(): void {
    this.cancel();
    this.#hooks.letGo();
  }

  /** A second finger beside a dragged card must not zoom: the page would slip away under the card. */
  #touch(touch: TouchEvent): void {
    if (this.#from !== undefined) touch.preventDefault();
    else if (touch.touches.length > 1) this.cancel();
  }

  /** Whoever hesitated may still drag; whoever lets go has only looked. */
  #held(pile: number): void {
    this.#isHeld = true;
    this.#hooks.hold(pile);
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const by = { x: event.clientX - press.at.x, y: event.clientY - press.at.y };
    if (this.#from === undefined) {
      const threshold = THRESHOLD[event.pointerType as keyof typeof THRESHOLD] ?? THRESHOLD.mouse;
      if (Math.hypot(by.x, by.y) < threshold || !this.#hooks.canDrag()) return;
      clearTimeout(this.#holding);
      this.#from = press.pile;
    }
    this.#x = by.x;
    this.#y = by.y;
    this.#over = this.#hooks.move(press.pile, by, { x: event.clientX, y: event.clientY });
  }

  #up(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const from = this.#from;
    const by = { x: this.#x, y: this.#y };
    // The move comes first: the card then flies on from the finger instead of from its old place.
    if (from !== undefined) {
      this.#hooks.drop(from, by, { x: event.clientX, y: event.clientY });
    } else if (this.#isHeld) this.#hooks.letGo();
    this.cancel();
  }
}
