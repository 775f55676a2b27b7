import type { Answer, Failure } from '@same-deal/protocol';
import { Question } from '../net/question.ts';

/** A part of a list, and where the next one begins; null after the last. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A list that is fetched part by part. */
export class Paged<Item> {
  #items = $state.raw<readonly Item[]>([]);
  #next = $state.raw<string | null>(null);
  #failure = $state.raw<Failure>();
  #isBusy = $state(false);
  #isLoaded = $state(false);
  #from: string | undefined;
  readonly #question: Question<Answer<Part<Item>>>;

  /** @param fetch the part that begins there; without a place, the first */
  constructor(fetch: (from: string | undefined) => Promise<Answer<Part<Item>>>) {
    this.#question = new Question(
      () => fetch(this.#from),
      (answer) => this.#take(answer),
    );
  }

  get items(): readonly Item[] {
    return this.#items;
  }
  get hasMore(): boolean {
    return this.#next !== null;
  }
  get failure(): Failure | undefined {
    return this.#failure;
  }
  get isBusy(): boolean {
    return this.#isBusy;
  }
  /** The first part is there, be it empty. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Begins anew; no part of the list before is wanted. */
  load = (): Promise<void> => {
    this.#from = undefined;
    this.#isBusy = true;
    return this.#question.askAnew();
  };

  /** What is still to come, the first part too where it could not be had; asked for once at a time. */
  more = (): Promise<void> => {
    if (!this.#isBusy) this.#from = this.#next ?? undefined;
    this.#isBusy = true;
    return this.#question.askAgain();
  };

  /** It is somebody else's from now on. */
  forget(): void {
    this.#question.forget();
    this.#items = [];
    this.#next = null;
    this.#failure = undefined;
    this.#isBusy = this.#isLoaded = false;
  }

  #take(answer: Answer<Part<Item>>): void {
    this.#isBusy = false;
    this.#failure = answer.ok ? undefined : answer.error;
    if (!answer.ok) return;
    const { items, next } = answer.data;
    this.#isLoaded = true;
    this.#items = this.#from === undefined ? items : [...this.#items, ...items];
    this.#next = next;
  }
}
