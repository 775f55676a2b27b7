import type { Answer, Failure } from '@same-deal/protocol';

/** A question to the service and its latest answer. What came stays while it is asked again. */
export class Asked<Data> {
  #data = $state.raw<Data>();
  #failure = $state.raw<Failure>();
  /** Answers to an earlier question say nothing about a later one. */
  #round = 0;
  readonly #ask: () => Promise<Answer<Data>>;

  constructor(ask: () => Promise<Answer<Data>>) {
    this.#ask = ask;
  }

  /** Undefined until it is answered. */
  get data(): Data | undefined {
    return this.#data;
  }

  /** Why it was refused the last time. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  load = async (): Promise<void> => {
    const round = ++this.#round;
    const answer = await this.#ask();
    if (round !== this.#round) return;
    this.#failure = answer.ok ? undefined : answer.error;
    if (answer.ok) this.#data = answer.data;
  };

  /** What came belongs to somebody or something else. */
  forget(): void {
    this.#round++;
    this.#data = this.#failure = undefined;
  }
}
