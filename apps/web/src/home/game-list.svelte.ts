import type { Answer, Failure, PlayList, PlayListQuery, PlaySummary } from '@same-deal/protocol';
import { Latest } from '../net/latest.ts';

type Fetch = (query: PlayListQuery) => Promise<Answer<PlayList>>;

/** One's games of one kind, newest first, fetched page by page. */
export class GameList {
  #plays = $state.raw<readonly PlaySummary[]>([]);
  #next = $state.raw<string | null>(null);
  #failure = $state.raw<Failure>();
  #isBusy = $state(false);
  #isLoaded = $state(false);
  readonly #latest = new Latest();
  readonly #fetch: Fetch;
  readonly state: 'in-progress' | 'finished';

  constructor(fetch: Fetch, state: 'in-progress' | 'finished') {
    this.#fetch = fetch;
    this.state = state;
  }

  get plays(): readonly PlaySummary[] {
    return this.#plays;
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
  /** The first page is there, be it empty. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Begins anew. */
  load = () => this.#get(undefined);

  more = () => this.#get(this.#next ?? undefined);

  async #get(before: string | undefined): Promise<void> {
    this.#isBusy = true;
    const isWanted = this.#latest.begin();
    const answer = await this.#fetch({ state: this.state, ...(before && { before }) });
    // Somebody else is here by now, or the list has begun anew.
    if (!isWanted()) return;
    this.#isBusy = false;
    this.#failure = answer.ok ? undefined : answer.error;
    if (!answer.ok) return;
    this.#isLoaded = true;
    this.#plays = before ? [...this.#plays, ...answer.data.plays] : answer.data.plays;
    this.#next = answer.data.next;
  }
}
