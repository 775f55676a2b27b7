import type { Answer, Failure } from '@same-deal/protocol';
import { Latest } from '../net/latest.ts';

/** A question to the service and its latest answer. What came stays while it is asked again. */
export class Asked<Data> {
  #data = $state.raw<Data>();
  #failure = $state.raw<Failure>();
  readonly #latest = new Latest();
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
    const isWanted = this.#latest.begin();
    const answer = await this.#ask();
    if (!isWanted()) return;
    this.#failure = answer.ok ? undefined : answer.error;
    if (answer.ok) this.#data = answer.data;
  };

  /** What came belongs to somebody or something else. */
  forget(): void {
    this.#latest.forget();
    this.#data = this.#failure = undefined;
  }
}
