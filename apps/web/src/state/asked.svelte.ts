import type { Answer, Failure } from '@same-deal/protocol';
import { Question } from '../net/question.ts';

/** A question to the service and its latest answer. What came stays while it is asked again. */
export class Asked<Data> {
  #data = $state.raw<Data>();
  #failure = $state.raw<Failure>();
  readonly #question: Question<Answer<Data>>;
  /** Asks, as something may have changed. */
  readonly load: () => Promise<void>;
  /** Asks for somebody else, or about something else, than before; what came stays until that is answered. */
  readonly loadAnew: () => Promise<void>;
  /** For polling: waits for a pending answer, or sends the request. */
  readonly retry: () => Promise<void>;

  constructor(ask: () => Promise<Answer<Data>>) {
    this.#question = new Question(ask, (answer) => this.take(answer));
    this.load = this.#question.ask;
    this.loadAnew = this.#question.askAnew;
    this.retry = this.#question.askAgain;
  }

  /** Undefined until it is answered. */
  get data(): Data | undefined {
    return this.#data;
  }

  /** Why it was refused the last time. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  protected take(answer: Answer<Data>): void {
    this.#failure = answer.ok ? undefined : answer.error;
    if (answer.ok) this.#data = answer.data;
  }

  /** What came belongs to somebody or something else. */
  forget(): void {
    this.#question.forget();
    this.#data = this.#failure = undefined;
  }
}
