/** Measurements taken inside the page, from its start on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

export interface Probe {
  /** The largest contentful paint so far, in milliseconds since navigation started. */
  lcp: number;
  /** The sum of all unexpected layout shifts. */
  cls: number;
  /** What has shifted. */
  shifted: string[];
  /** The duration of each interaction to the next paint, by its id: that of its longest event. */
  interactions: Record<number, number>;
  /** When taps ended. */
  lifts: number[];
  /** The counts of moves that the page has shown, and when they were painted. */
  paints: { moves: number; at: number }[];
  /** Times of the frames while they are counted. */
  frames: number[];
  /** Tasks of 50 ms and more. */
  tasks: { at: number; ms: number }[];
}

/** Runs in the page before its own scripts. */
function install(): void {
  const probe: Probe = {
    lcp: 0,
    cls: 0,
    shifted: [],
    interactions: {},
    lifts: [],
    paints: [],
    frames: [],
    tasks: [],
  };
  Object.assign(window, { probe });
  const observe = (type: string, note: (entry: never) => void, more: object = {}) =>
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => note(entry as never)),
    ).observe({
      type,
      buffered: true,
      ...more,
    });
  observe('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    probe.lcp = startTime;
  });
  observe('longtask', ({ startTime, duration }: PerformanceEntry) => {
    probe.tasks.push({ at: startTime, ms: duration });
  });
  observe(
    'layout-shift',
    (
      shift: PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      },
    ) => {
      if (shift.hadRecentInput) return;
      probe.cls += shift.value;
      const names = shift.sources.map(({ node }) =>
        node instanceof Element ? `${node.localName}.${node.getAttribute('class')}` : '?',
      );
      probe.shifted.push(`${shift.value.toFixed(3)} ${names.join(', ')}`);
    },
  );
  observe(
    'event',
    ({ duration, interactionId }: PerformanceEntry & { interactionId: number }) => {
      if (!interactionId) return;
      probe.interactions[interactionId] = Math.max(
        probe.interactions[interactionId] ?? 0,
        duration,
      );
    },
    { durationThreshold: 16 },
  );

  let moves = 0;
  addEventListener('pointerup', ({ timeStamp }) => probe.lifts.push(timeStamp), { capture: true });
  let figure: Element | null | undefined;
  const countedMoves = () => {
    // Looked up once, so that the probe adds little to the page's own work.
    if (!figure?.isConnected) {
      const terms = [...document.querySelectorAll('.figures dt')];
      figure = terms.find((term) => term.textContent === 'Moves')?.nextElementSibling;
    }
    return parseInt(figure?.textContent ?? '0', 10);
  };
  const channel = new MessageChannel();
  const waiting: number[] = [];
  // A message sent in an animation frame arrives after the frame has been painted.
  channel.port1.onmessage = () => {
    const at = performance.now();
    for (const count of waiting.splice(0)) probe.paints.push({ moves: count, at });
  };
  new MutationObserver(() => {
    const now = countedMoves();
    if (now === moves) return;
    moves = now;
    waiting.push(now);
    requestAnimationFrame(() => channel.port2.postMessage(0));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page before its own scripts: notes the frame after the selected element has come. */
export function noteWhenThere(selector: string): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => Object.assign(window, { thereAt: performance.now() }));
  }).observe(document, { subtree: true, childList: true });
}

/**
 * Waits for something in the page by a question that costs it next to nothing: what a locator brings into a page takes a
 * slow phone an eighth of a second.
 * @param expression JavaScript, evaluated in the page again and again
 * @returns its first value that is not undefined
 */
export async function once(session: CDPSession, expression: string): Promise<number> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(20)) {
    const { result } = await session.send('Runtime.evaluate', { expression });
    if (result.type !== 'undefined') return Number(result.value);
  }
  throw new Error(`${expression}: not within 30 s`);
}

/** The probe as a script. Defines the helper in which `tsx` wraps functions, which a page lacks. */
export const probeScript = `globalThis.__name ??= (one) => one; (${install.toString()})()`;

const FRAME_MS = 1000 / 60;

/** The share of expected frames that were missing. */
export function droppedOf(frames: readonly number[]): number {
  const lost = frames.slice(1).reduce((sum, at, n) => {
    return sum + Math.max(0, Math.round((at - (frames[n] ?? at)) / FRAME_MS) - 1);
  }, 0);
  return lost / Math.max(1, lost + frames.length);
}

/** Runs in the page: records the time of each frame for `forMs` milliseconds. */
export function countFrames(forMs: number): void {
  const { probe } = window as unknown as { probe: Probe };
  probe.frames = [];
  const begin = performance.now();
  const next = (now: number) => {
    probe.frames.push(now);
    if (now - begin < forMs) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}
