import { createSubscriber } from 'svelte/reactivity';

/** The page's own clock as reactive state: it ticks only while something shows it. */
export class Ticker {
  readonly #subscribe: () => void;

  constructor(everyMs: number) {
    this.#subscribe = createSubscriber((update) => {
      const timer = setInterval(update, everyMs);
      return () => clearInterval(timer);
    });
  }

  /** Milliseconds on the page's monotonic clock. */
  get now(): number {
    this.#subscribe();
    return performance.now();
  }
}
