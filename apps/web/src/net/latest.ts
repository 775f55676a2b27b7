/**
 * Of several requests for the same thing the last one counts: the answer to an earlier one says nothing about it, and
 * may come later.
 */
export class Latest {
  #count = 0;

  /** Begins a request; says afterwards whether its answer is still wanted. */
  begin(): () => boolean {
    const own = ++this.#count;
    return () => own === this.#count;
  }

  /** No answer that is under way is wanted any more. */
  forget(): void {
    this.#count++;
  }
}
