import { untrack } from 'svelte';
import type { OutdatedBy, Outdating } from '../net/routed-transport.ts';

/** Whether the page is older than the service, and may be reloaded without harm. */
export class Update {
  #by = $state.raw<OutdatedBy>();
  #holds = $state(0);

  /** The page lasts as long as its line; nobody stops listening. */
  constructor(line: Outdating) {
    line.onOutdated((by) => {
      if (this.#by !== 'refused') this.#by = by;
    });
  }

  /**
   * A reload is to be offered. Players are not disturbed while moves are on their way; once the
   * service takes nothing more from this page they wait in the browser, and go out after it.
   */
  get isOffered(): boolean {
    return this.#by === 'refused' || (this.#by === 'updated' && this.#holds === 0);
  }

  /** Something is not stored yet; returns the function that says it is. */
  hold = (): (() => void) => {
    // Counting reads the count too, which would run the caller's effect again.
    untrack(() => this.#holds++);
    return () => untrack(() => this.#holds--);
  };
}
