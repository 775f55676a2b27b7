/** Short messages that come and go at the foot of the page. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  /** Shown only: screen readers announce it in another way. */
  readonly isSilent?: boolean;
}

const SHOWN_MS = 6_000;

export class Notices {
  #list = $state.raw<readonly Notice[]>([]);
  #lastId = 0;

  get list(): readonly Notice[] {
    return this.#list;
  }

  /** Shows a message for a while; the same one again only starts the while anew. */
  say(text: string, isSilent = false): void {
    const notice: Notice = { id: ++this.#lastId, text, isSilent };
    this.#list = [...this.#list.filter((other) => other.text !== text).slice(-2), notice];
    setTimeout(() => this.dismiss(notice.id), SHOWN_MS);
  }

  /** Messages belong to the page they were said on. */
  clear(): void {
    this.#list = [];
  }

  dismiss(id: number): void {
    this.#list = this.#list.filter((notice) => notice.id !== id);
  }
}
