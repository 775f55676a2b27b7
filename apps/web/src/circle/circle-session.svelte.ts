import type { CircleSnapshot } from '@same-deal/protocol';
import { followNews } from '../net/follow-news.ts';
import { onLineBack } from '../net/on-line-back.ts';
import type { Transport } from '../net/transport.ts';
import { whileSeen } from '../net/while-seen.ts';
import { Asked } from '../state/asked.svelte.ts';
import type { CircleApi } from './circle-api.ts';

/** Who is here, and what opens by the clock, comes without news. */
const REFRESH_EVERY_MS = 20_000;

/** One circle, read again when it has changed, and now and then while its page is seen. */
export class CircleSession extends Asked<CircleSnapshot> {
  readonly #stop: readonly (() => void)[];

  constructor(
    api: Pick<CircleApi, 'find'>,
    transport: Pick<Transport, 'on' | 'onLine'>,
    id: string,
  ) {
    super(() => api.find(id));
    const news = followNews(this);
    this.#stop = [
      news.stop,
      whileSeen(REFRESH_EVERY_MS, () => void this.retry()),
      transport.on('circle:changed', (changed) => {
        if (changed.id === id) news.heard();
      }),
      onLineBack(transport, () => void this.retry()),
    ];
    void this.load();
  }

  close(): void {
    this.forget();
    for (const stop of this.#stop) stop();
  }
}
