/**
 * A repeated request to the service, which may be sent again while an answer is pending. Answers are used in the order
 * of their requests; one that a later answer has overtaken is dropped. Sending again discards no pending answer:
 * otherwise no answer of a service slower than the interval between requests would be used.
 */
export class Question<Answer> {
  #asked = 0;
  #taken = 0;
  #underWay: Promise<void> | undefined;
  readonly #send: () => Promise<Answer>;
  readonly #take: (answer: Answer) => void;

  /**
   * @param send sends it; never rejects
   * @param take called with each answer that is still wanted
   */
  constructor(send: () => Promise<Answer>, take: (answer: Answer) => void) {
    this.#send = send;
    this.#take = take;
  }

  /** Asks, as something may have changed; ends when that is answered. */
  ask = (): Promise<void> => {
    const underWay = this.#askOnce();
    this.#underWay = underWay;
    return underWay;
  };

  /** For polling: waits for the pending answer, or sends a request if there is none. */
  askAgain = (): Promise<void> => this.#underWay ?? this.ask();

  /** Sends a request about another subject than before. */
  askAnew = (): Promise<void> => {
    this.forget();
    return this.ask();
  };

  /** Pending answers are dropped. */
  forget(): void {
    this.#taken = this.#asked;
    this.#underWay = undefined;
  }

  async #askOnce(): Promise<void> {
    const own = ++this.#asked;
    const answer = await this.#send();
    // The last one that was asked for.
    if (own === this.#asked) this.#underWay = undefined;
    if (own <= this.#taken) return;
    this.#taken = own;
    this.#take(answer);
  }
}
