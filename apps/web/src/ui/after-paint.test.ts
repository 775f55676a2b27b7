import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let frames: (() => void)[] = [];
let page: EventTarget & { visibilityState: string };

/** The module as it is loaded in a page. */
async function load() {
  vi.resetModules();
  return import('./after-paint.ts');
}

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const paint = () => {
  for (const frame of frames.splice(0)) frame();
  vi.advanceTimersByTime(1);
};

test('is done after the next frame, in order, once', async () => {
  const { afterPaint } = await load();
  const done: number[] = [];
  for (const n of [1, 2, 3]) afterPaint(() => done.push(n));
  vi.advanceTimersByTime(50);
  expect(done).toEqual([]);
  paint();
  expect(done).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(1_000);
  page.dispatchEvent(new Event('pagehide'));
  expect(done).toEqual([1, 2, 3]);
});

test('waits for a frame of its own once that of others has begun', async () => {
  const { afterPaint } = await load();
  const done: number[] = [];
  afterPaint(() => done.push(1));
  for (const frame of frames.splice(0)) frame();
  afterPaint(() => done.push(2));
  vi.advanceTimersByTime(50);
  expect(done).toEqual([1]);
  paint();
  expect(done).toEqual([1, 2]);
});

test('of one that begins another, the other waits for the frame after', async () => {
  const { afterPaint } = await load();
  const done: number[] = [];
  afterPaint(() => afterPaint(() => done.push(1)));
  paint();
  expect(done).toEqual([]);
  paint();
  expect(done).toEqual([1]);
});

test.each(['pagehide', 'visibilitychange'])('P4: is done at once on %s', async (type) => {
  const { afterPaint } = await load();
  const done: number[] = [];
  for (const n of [1, 2]) afterPaint(() => done.push(n));
  page.dispatchEvent(new Event(type));
  expect(done).toEqual([1, 2]);
});

test('is done at once where nobody looks, after all that waited', async () => {
  const { afterPaint } = await load();
  const done: number[] = [];
  afterPaint(() => done.push(1));
  page.visibilityState = 'hidden';
  afterPaint(() => done.push(2));
  expect(done).toEqual([1, 2]);
});

test('is done soon where no frame comes, and what one of them throws is no other one’s loss', async () => {
  const { afterPaint } = await load();
  const done: number[] = [];
  afterPaint(() => {
    throw new Error('of its own');
  });
  afterPaint(() => done.push(2));
  expect(() => vi.advanceTimersByTime(101)).toThrow('of its own');
  expect(done).toEqual([2]);
});
