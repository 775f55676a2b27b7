import type { Line, Transport } from '../net/transport.ts';

/** Shorter losses are over before anybody has read a message about them. */
const SAY_AFTER_MS = 1_000;

/** The state of the line as the page shows it. */
export class Connection {
  #line = $state<Line>('connecting');
  #isLost = $state(false);
  /** How long an answer takes, in milliseconds, as far as somebody measures it. */
  delayMs = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get line(): Line {
    return this.#line;
  }

  /** The line has been down for long enough to say so. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Watches the line; returns the function that stops it. */
  watch(transport: Transport): () => void {
    const stop = transport.onLine((line) => {
      this.#line = line;
      clearTimeout(this.#timer);
      if (line === 'down') this.#timer = setTimeout(() => (this.#isLost = true), SAY_AFTER_MS);
      else this.#isLost = false;
    });
    return () => {
      clearTimeout(this.#timer);
      stop();
    };
  }
}
