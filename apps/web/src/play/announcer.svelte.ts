/** What the table says: to everybody for a moment, and always to those who listen to it. */

import { untrack } from 'svelte';

/** Long enough to read the longest refusal twice. */
const SHOWN_MS = 4500;
/** Screen readers read what is added; older lines only have to stay until then. */
const KEPT = 4;

interface Line {
  readonly id: number;
  readonly text: string;
}

export class Announcer {
  #lines = $state.raw<readonly Line[]>([]);
  #toast = $state.raw<Line>();
  #next = 0;
  #hiding: ReturnType<typeof setTimeout> | undefined;

  /** The last things said, for a live region. */
  get lines(): readonly Line[] {
    return this.#lines;
  }
  /** What is to be read on the table just now. */
  get toast(): Line | undefined {
    return this.#toast;
  }

  /** Tells those who listen. */
  say(text: string): void {
    // Whoever has something to say does not wait for what is said.
    const lines = untrack(() => this.#lines);
    this.#lines = [...lines.slice(1 - KEPT), { id: this.#next++, text }];
  }

  /** Tells everybody. */
  show(text: string): void {
    this.say(text);
    this.#toast = { id: this.#next, text };
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => this.hush(), SHOWN_MS);
  }

  /** Takes away what is on show. */
  hush(): void {
    clearTimeout(this.#hiding);
    this.#toast = undefined;
  }
}
