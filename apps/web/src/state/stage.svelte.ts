import { untrack } from 'svelte';

/** What the page is showing, as far as its frame has to know. */
export class Stage {
  #tables = $state(0);
  #refusals = $state(0);

  /** A table is on the page: on a phone it needs the room of the bar at the top. */
  get isTable(): boolean {
    return this.#tables > 0;
  }

  /** There is no table where one was expected: the page needs its ways to elsewhere. */
  get isRefusal(): boolean {
    return this.#refusals > 0;
  }

  /** The table's place for news, while it is to be seen. */
  #newsPlace = $state.raw<HTMLElement>();
  /** There is news for the table's place. */
  hasNews = $state(false);

  get newsPlace(): HTMLElement | undefined {
    return this.#newsPlace;
  }

  /** Takes the page's news to a table's place for them; undefined takes them back to the top of the page. */
  takeNews = (place: HTMLElement | undefined): void => void (this.#newsPlace = place);

  /** Tells that a table is shown; returns the function that takes it back. */
  showTable = (): (() => void) => {
    // Counting reads the count too, which would run the caller's effect again.
    untrack(() => this.#tables++);
    return () => untrack(() => this.#tables--);
  };

  /** Tells that it is said why there is no table; returns the function that takes it back. */
  showRefusal = (): (() => void) => {
    untrack(() => this.#refusals++);
    return () => untrack(() => this.#refusals--);
  };
}
