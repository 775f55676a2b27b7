/**
 * A question to the service that may be asked again while an answer is under way. Answers are taken in the order in
 * which they were asked for, and one that a later one has overtaken is dropped. Asking again discards nothing: of a
 * service that takes longer than the time between two questions there would never be an answer.
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

  /** As nothing has been heard: waits for the answer under way, or asks where none is. */
  askAgain = (): Promise<void> => this.#underWay ?? this.ask();

  /** Asks about somebody or something else than before. */
  askAnew = (): Promise<void> => {
    this.forget();
    return this.ask();
  };

  /** No answer under way is wanted. */
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
