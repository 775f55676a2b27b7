import type { DuplicateSnapshot } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import { whileSeen } from '../net/while-seen.ts';
import { Asked } from '../state/asked.svelte.ts';

/** Days are what it is about: nobody needs to know sooner that somebody else has finished. */
const REFRESH_EVERY_MS = 15_000;

/** One duplicate, refreshed again and again while its page is seen. */
export class DuplicateSession extends Asked<DuplicateSnapshot> {
  readonly #stop: () => void;

  constructor(api: Pick<Api, 'duplicate'>, code: string) {
    super(() => api.duplicate(code));
    this.#stop = whileSeen(REFRESH_EVERY_MS, () => {
      if (this.snapshot?.phase !== 'closed') void this.retry();
    });
    void this.load();
  }

  get snapshot(): DuplicateSnapshot | undefined {
    return this.data;
  }

  close(): void {
    this.forget();
    this.#stop();
  }
}
