/**
 * Dragging with mouse, pen and finger, and the taps of fingers: one path by pointer events. Mice, keys and readers tap by
 * clicks; before a finger's click a browser works through a gesture, a mouse that is not there and the focus, and a move
 * would be seen that much later.
 */
import type { Attachment } from 'svelte/attachments';
import type { Point } from './geometry.ts';

/** A press that stays where it is so long asks to look into the pile. */
const HOLD_MS = 450;

/** A press that moves less is a tap; fingers tremble more than mice. */
const THRESHOLD = { mouse: 5, pen: 7, touch: 9 } as const;

/** A finger that has slipped further has not tapped, as browsers see it too. */
const SLIP = 15;

/** The click of a press follows it within this time, if at all. */
const LATE_CLICK_MS = 350;

export interface DragHooks {
  /** A pile is pressed; says whether it has a card to be dragged. */
  readonly press: (pile: number) => boolean;
  /** The card has been dragged so far; says which pile a drop now would mean. */
  readonly move: (from: number, by: Point, finger: Point) => number | undefined;
  readonly drop: (from: number, by: Point, finger: Point) => void;
  /** A finger has tapped it, at this time of the page. */
  readonly tap: (pile: number, at: number) => void;
  /** A press stays where it is. */
  readonly hold: (pile: number) => void;
  /** A press ended without a tap or a drop. */
  readonly letGo: () => void;
  /** Whether a card that is pressed follows the finger. */
  readonly canDrag: () => boolean;
}

interface Press {
  readonly pile: number;
  readonly node: Node | null;
  readonly id: number;
  readonly at: Point;
  /** It has a card to be dragged. */
  readonly canLift: boolean;
}

export class Drag {
  #from = $state<number>();
  #x = $state(0);
  #y = $state(0);
  #over = $state<number>();
  #press: Press | undefined;
  #listening: AbortController | undefined;
  #holding: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;
  #isDone = false;
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

  /** The browser makes a click of what a finger or a drag has done, which is done already, and of a long press. */
  isNoClick(event: MouseEvent): boolean {
    return event.detail > 0 && event.timeStamp - this.#endedAt < LATE_CLICK_MS;
  }

  press(event: PointerEvent, pile: number): void {
    // A second finger, or the other mouse button, never begins or disturbs a drag.
    if (!event.isPrimary || event.button !== 0 || this.#press) return;
    this.#endedAt = -Infinity;
    this.#isDone = false;
    const canLift = this.#hooks.press(pile);
    if (!canLift && event.pointerType !== 'touch') return;
    const node = event.currentTarget as Node | null;
    this.#press = { pile, node, id: event.pointerId, at: pointOf(event), canLift };
    if (canLift && event.pointerType !== 'mouse') {
      this.#holding = setTimeout(() => this.hold(pile), HOLD_MS);
    }
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

  /** Looks into a pile. Whoever hesitated may still drag; whoever lets go has only looked. */
  hold(pile: number): void {
    this.#isHeld = this.#press !== undefined;
    this.#hooks.hold(pile);
  }

  /** Leaves the browser nothing to do about a finger that is lifted, when all has been done. */
  readonly claims: Attachment = (node) => {
    const claim = (event: Event) => this.#isDone && event.cancelable && event.preventDefault();
    node.addEventListener('touchend', claim, { passive: false });
    // A drag ends with its board, whose piles a drop would mean.
    return () => this.cancel();
  };

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
    else if (touch.touches.length > 1) this.#interrupt();
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const finger = pointOf(event);
    const by = { x: finger.x - press.at.x, y: finger.y - press.at.y };
    if (this.#from === undefined) {
      if (!press.canLift) return;
      const threshold = THRESHOLD[event.pointerType as keyof typeof THRESHOLD] ?? THRESHOLD.mouse;
      if (Math.hypot(by.x, by.y) < threshold || !this.#hooks.canDrag()) return;
      clearTimeout(this.#holding);
      this.#from = press.pile;
    }
    this.#x = by.x;
    this.#y = by.y;
    this.#over = this.#hooks.move(press.pile, by, finger);
  }

  #up(event: PointerEvent): void {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const from = this.#from;
    const by = { x: this.#x, y: this.#y };
    const finger = pointOf(event);
    const isFinger = event.pointerType === 'touch';
    const isTap = isFinger && Math.hypot(finger.x - press.at.x, finger.y - press.at.y) <= SLIP;
    // The move comes first: the card then flies on from the finger instead of from its old place.
    if (from !== undefined) this.#hooks.drop(from, by, finger);
    else if (isTap && !this.#isHeld) this.#hooks.tap(press.pile, event.timeStamp);
    // A mouse makes a click where it is released over what it has pressed.
    else if (isFinger || this.#isHeld || !press.node?.contains(event.target as Node))
      this.#hooks.letGo();
    this.#isDone = from !== undefined || this.#isHeld || isTap;
    this.cancel();
    if (this.#isDone) this.#endedAt = performance.now();
  }
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y });
