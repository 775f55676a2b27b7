/** Pointer events on their way to a board. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Drag } from './drag.svelte.ts';

const pointer = (type: string, x: number, y: number, more: object = {}) =>
  Object.assign(new Event(type), {
    pointerId: 1,
    isPrimary: true,
    button: 0,
    pointerType: 'mouse',
    clientX: x,
    clientY: y,
    ...more,
  }) as unknown as PointerEvent;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A board on which a drop means pile 7, and only pile 3 has no card. */
function board() {
  const hooks = {
    press: vi.fn((pile: number) => pile !== 3),
    move: vi.fn(() => 7),
    drop: vi.fn(),
    tap: vi.fn(),
    hold: vi.fn(),
    canDrag: vi.fn(() => true),
    letGo: vi.fn(),
  };
  const drag = new Drag(hooks);
  const press = (x: number, y: number, more?: object, pile = 2) =>
    drag.press(pointer('pointerdown', x, y, more), pile);
  const send = (type: string, x: number, y: number, more?: object) =>
    void window.dispatchEvent(pointer(type, x, y, more));
  return { drag, hooks, press, send };
}

test('a drag ends with its board: a drop after that moves nothing', () => {
  const { drag, hooks, press, send } = board();
  const gone = drag.claims(new EventTarget() as HTMLElement);
  press(100, 100);
  send('pointermove', 150, 100);
  expect(drag.from).toBe(2);
  gone?.();
  expect(drag.from).toBeUndefined();
  send('pointermove', 160, 100);
  send('pointerup', 160, 100);
  expect(hooks.move).toHaveBeenCalledTimes(1);
  expect(hooks.drop).not.toHaveBeenCalled();
});

describe('a press', () => {
  test('that trembles is no drag yet; fingers may tremble more than mice', () => {
    const { drag, hooks, press, send } = board();
    press(100, 100);
    send('pointermove', 103, 103);
    expect(drag.from).toBeUndefined();
    send('pointermove', 104, 104);
    expect(drag.from).toBe(2);
    drag.cancel();
    press(100, 100, { pointerType: 'touch' });
    send('pointermove', 106, 106, { pointerType: 'touch' });
    expect(drag.from).toBeUndefined();
    expect(hooks.press).toHaveBeenCalledTimes(2);
  });

  test('of another button, or a second finger, is none', () => {
    const { hooks, press } = board();
    press(0, 0, { button: 2 });
    press(0, 0, { isPrimary: false });
    expect(hooks.press).not.toHaveBeenCalled();
    press(0, 0);
    press(0, 0, {}, 4);
    expect(hooks.press).toHaveBeenCalledExactlyOnceWith(2);
  });

  test('leaves two fingers to the browser, to zoom with, unless a card is dragged already', () => {
    const { drag, hooks, press, send } = board();
    const touch = (type: string, fingers: number) => {
      const event = Object.assign(new Event(type, { cancelable: true }), {
        touches: { length: fingers },
      });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const finger = { pointerType: 'touch' };
    press(100, 100, finger);
    expect(touch('touchstart', 1)).toBe(false);
    expect(hooks.letGo).not.toHaveBeenCalled();
    expect(touch('touchstart', 2)).toBe(false);
    // The press is none, and its card is not left in hand.
    expect(hooks.letGo).toHaveBeenCalledOnce();
    send('pointermove', 150, 150, finger);
    expect(drag.from).toBeUndefined();
    press(100, 100, finger);
    send('pointermove', 150, 150, finger);
    expect(touch('touchmove', 1)).toBe(true);
    expect(touch('touchstart', 2)).toBe(true);
    expect(touch('touchmove', 2)).toBe(true);
    expect(drag.from).toBe(2);
    drag.cancel();
    expect(touch('touchmove', 2)).toBe(false);
  });

  test('on a pile without a card lifts nothing', () => {
    const { drag, hooks, press, send } = board();
    press(0, 0, {}, 3);
    send('pointermove', 50, 50);
    expect(drag.from).toBeUndefined();
    expect(hooks.move).not.toHaveBeenCalled();
  });

  test('that is long looks into the pile, and its click is none', () => {
    const { drag, hooks, press, send } = board();
    press(0, 0, { pointerType: 'touch' });
    vi.advanceTimersByTime(449);
    expect(hooks.hold).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(hooks.hold).toHaveBeenCalledExactlyOnceWith(2);
    send('pointerup', 0, 0);
    expect(hooks.letGo).toHaveBeenCalledOnce();
    expect(hooks.drop).not.toHaveBeenCalled();
    const click = { detail: 1, timeStamp: performance.now() } as MouseEvent;
    expect(drag.isNoClick(click)).toBe(true);
  });

  test('of a mouse may be as long as it likes', () => {
    const { hooks, press } = board();
    press(0, 0);
    vi.advanceTimersByTime(5_000);
    expect(hooks.hold).not.toHaveBeenCalled();
  });
});

describe('a tap', () => {
  const finger = { pointerType: 'touch' };
  const clickNow = () => ({ detail: 1, timeStamp: performance.now() }) as MouseEvent;
  /** Whether the browser is left to make a click of a finger that is lifted. */
  const isClaimed = ({ drag }: ReturnType<typeof board>, cancelable = true) => {
    const node = new EventTarget() as HTMLElement;
    drag.claims(node);
    return !node.dispatchEvent(new Event('touchend', { cancelable }));
  };

  test.each([2, 3])(
    'of a finger on pile %i counts when it is lifted, and its click is none',
    (pile) => {
      const it = board();
      it.press(100, 100, finger, pile);
      it.send('pointermove', 104, 100, finger);
      expect(it.hooks.tap).not.toHaveBeenCalled();
      it.send('pointerup', 104, 100, finger);
      expect(it.hooks.tap).toHaveBeenCalledExactlyOnceWith(pile, expect.any(Number));
      expect(isClaimed(it)).toBe(true);
      expect(isClaimed(it, false)).toBe(false);
      expect(it.drag.isNoClick(clickNow())).toBe(true);
      // The next one comes soon.
      it.press(100, 100, finger, pile);
      expect(isClaimed(it)).toBe(false);
      it.send('pointerup', 100, 100, finger);
      expect(it.hooks.tap).toHaveBeenCalledTimes(2);
    },
  );

  test('of a mouse or a pen is left to the click, unless it is released elsewhere', () => {
    for (const pointerType of ['mouse', 'pen']) {
      const it = board();
      const pile = { contains: (target: unknown) => target === window };
      const pressed = Object.defineProperty(
        pointer('pointerdown', 100, 100, { pointerType }),
        'currentTarget',
        { value: pile },
      );
      it.drag.press(pressed, 2);
      it.send('pointerup', 100, 100, { pointerType });
      expect(it.hooks.letGo).not.toHaveBeenCalled();
      pile.contains = () => false;
      it.drag.press(pressed, 2);
      it.send('pointerup', 100, 160, { pointerType });
      expect(it.hooks.letGo).toHaveBeenCalledOnce();
      expect(it.hooks.tap).not.toHaveBeenCalled();
      expect(isClaimed(it)).toBe(false);
      expect(it.drag.isNoClick(clickNow())).toBe(false);
    }
  });

  test('is none of a finger that has slipped away, was a second one, or was taken from the page', () => {
    const away = board();
    away.hooks.canDrag.mockReturnValue(false);
    for (const pile of [2, 3]) {
      away.press(100, 100, finger, pile);
      away.send('pointerup', 100, 116, finger);
    }
    // The cards that were pressed are not left in hand.
    expect(away.hooks.letGo).toHaveBeenCalledTimes(2);
    away.press(100, 100, finger);
    away.send('pointerup', 100, 100, { ...finger, pointerId: 2 });
    away.send('pointercancel', 100, 100, finger);
    away.send('pointerup', 100, 100, finger);
    expect(away.hooks.tap).not.toHaveBeenCalled();
    expect(isClaimed(away)).toBe(false);
  });

  test('is none of a press that has looked into the pile', () => {
    const it = board();
    it.press(100, 100, finger, 3);
    it.drag.hold(3);
    it.send('pointerup', 100, 100, finger);
    expect(it.hooks.hold).toHaveBeenCalledExactlyOnceWith(3);
    expect(it.hooks.tap).not.toHaveBeenCalled();
    expect(isClaimed(it)).toBe(true);
    // A right click has no press.
    it.drag.hold(2);
    it.press(100, 100, finger);
    it.send('pointerup', 100, 100, finger);
    expect(it.hooks.tap).toHaveBeenCalledExactlyOnceWith(2, expect.any(Number));
  });
});

describe('a drag', () => {
  test('follows the finger, says what a drop would mean, and drops where it is let go', () => {
    const { drag, hooks, press, send } = board();
    press(100, 100);
    send('pointermove', 130, 90);
    expect([drag.from, drag.x, drag.y, drag.over]).toEqual([2, 30, -10, 7]);
    send('pointerup', 131, 91);
    expect(hooks.drop).toHaveBeenCalledExactlyOnceWith(2, { x: 30, y: -10 }, { x: 131, y: 91 });
    expect(drag.from).toBeUndefined();
    expect(hooks.letGo).not.toHaveBeenCalled();
  });

  test('heeds its own finger alone', () => {
    const { drag, hooks, press, send } = board();
    press(100, 100);
    send('pointermove', 150, 100, { pointerId: 2 });
    send('pointerup', 150, 100, { pointerId: 2 });
    send('pointercancel', 150, 100, { pointerId: 2 });
    expect(drag.from).toBeUndefined();
    send('pointermove', 150, 100);
    expect(drag.from).toBe(2);
    expect(hooks.drop).not.toHaveBeenCalled();
  });

  test.each(['pointercancel', 'blur'])('that is interrupted by %s moves nothing', (type) => {
    const { drag, hooks, press, send } = board();
    press(100, 100);
    send('pointermove', 150, 100);
    send(type, 150, 100);
    expect(drag.from).toBeUndefined();
    expect(hooks.letGo).toHaveBeenCalledOnce();
    send('pointerup', 150, 100);
    expect(hooks.drop).not.toHaveBeenCalled();
  });

  test('makes no click of its end; a later one, or one by the keyboard, is meant', () => {
    const { drag, press, send } = board();
    press(100, 100);
    send('pointermove', 150, 100);
    send('pointerup', 150, 100);
    const timeStamp = performance.now();
    expect(drag.isNoClick({ detail: 1, timeStamp } as MouseEvent)).toBe(true);
    expect(drag.isNoClick({ detail: 0, timeStamp } as MouseEvent)).toBe(false);
    expect(drag.isNoClick({ detail: 1, timeStamp: timeStamp + 400 } as MouseEvent)).toBe(false);
    press(100, 100);
    expect(drag.isNoClick({ detail: 1, timeStamp } as MouseEvent)).toBe(false);
  });
});
