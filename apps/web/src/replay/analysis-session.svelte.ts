import type { Answer, Failure, PlayAnalysis } from '@same-deal/protocol';
import { analysis as words } from '../messages/analysis.en.ts';
import { errorText } from '../messages/index.ts';

export type Analysis = Extract<PlayAnalysis, { state: 'ready' }>;

type State =
  | { readonly state: 'working' }
  | { readonly state: 'failed'; readonly text: string }
  | { readonly state: 'ready'; readonly analysis: Analysis };

/** Why it cannot be had, in words. Of a live deal it cannot until the deal is opened, however often it is tried. */
const whyNot = (failure: Failure): string =>
  failure.code === 'deal-is-live' ? errorText(failure) : words.failed;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks where a play was lost until the service has the answer. */
export class AnalysisSession {
  readonly #ask: () => Promise<Answer<PlayAnalysis>>;
  #state = $state.raw<State>({ state: 'working' });
  #isClosed = false;

  constructor(ask: () => Promise<Answer<PlayAnalysis>>) {
    this.#ask = ask;
    void this.start();
  }

  get state(): State {
    return this.#state;
  }

  async start(): Promise<void> {
    this.#state = { state: 'working' };
    while (!this.#isClosed) {
      const answer = await this.#ask();
      if (!answer.ok) {
        this.#state = { state: 'failed', text: whyNot(answer.error) };
        return;
      }
      if (answer.data.state === 'ready') {
        this.#state = { state: 'ready', analysis: answer.data };
        return;
      }
      await wait(answer.data.askAgainInMs);
    }
  }

  /** Nobody wants to know any more. */
  close(): void {
    this.#isClosed = true;
  }
}
