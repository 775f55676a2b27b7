import type { DuplicateSnapshot, Failure } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import { Latest } from '../net/latest.ts';

/** Days are what it is about: nobody needs to know sooner that somebody else has finished. */
const REFRESH_EVERY_MS = 15_000;

/** One duplicate, refreshed again and again while its page is seen. */
export class DuplicateSession {
  readonly #api: Pick<Api, 'duplicate'>;
  readonly #code: string;
  #snapshot = $state.raw<DuplicateSnapshot>();
  #failure = $state.raw<Failure>();
  readonly #latest = new Latest();
  readonly #stop: () => void;

  constructor(api: Pick<Api, 'duplicate'>, code: string) {
    this.#api = api;
    this.#code = code;
    const refresh = () => {
      if (!document.hidden && this.#snapshot?.phase !== 'closed') void this.load();
    };
    const timer = setInterval(refresh, REFRESH_EVERY_MS);
    document.addEventListener('visibilitychange', refresh);
    this.#stop = () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
    void this.load();
  }

  get snapshot(): DuplicateSnapshot | undefined {
    return this.#snapshot;
  }
  get failure(): Failure | undefined {
    return this.#failure;
  }

  async load(): Promise<void> {
    const isWanted = this.#latest.begin();
    const answer = await this.#api.duplicate(this.#code);
    if (!isWanted()) return;
    this.#failure = answer.ok ? undefined : answer.error;
    if (answer.ok) this.#snapshot = answer.data;
  }

  close(): void {
    this.#latest.forget();
    this.#stop();
  }
}
