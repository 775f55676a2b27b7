/** A short message over the table. */

/** Long enough to read the longest refusal twice. */
const SHOWN_MS = 4500;

interface Line {
  readonly id: number;
  readonly text: string;
}

export class Toast {
  #shown = $state.raw<Line>();
  #next = 0;
  #hiding: ReturnType<typeof setTimeout> | undefined;

  /** What is to be read on the table just now. */
  get shown(): Line | undefined {
    return this.#shown;
  }

  show(text: string): void {
    this.#shown = { id: this.#next++, text };
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => this.hide(), SHOWN_MS);
  }

  hide(): void {
    clearTimeout(this.#hiding);
    this.#shown = undefined;
  }
}
