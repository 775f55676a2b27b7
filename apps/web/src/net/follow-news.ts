import type { Failure } from '@same-deal/protocol';
import { mayComeBack } from './back-off.ts';

/** News may come every second, to as many pages as share an address and its limits. */
const PAUSE_MS = 5_000;

/** A question to the service that can be asked again. */
interface Askable {
  readonly load: () => Promise<void>;
  /** Why it was refused the last time. */
  readonly failure: Failure | undefined;
}

/**
 * Asks again where there is news: at once after a quiet while, so that one's own result is there; otherwise once for all
 * news, five to ten seconds after the last answer, or when a refusal allows it. A page that nobody sees asks when it is
 * seen again.
 */
export function followNews(asked: Askable): { heard: () => void; stop: () => void } {
  let isNews = false;
  let isAsked = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(): Promise<void> {
    if (!isNews || isAsked || document.hidden) return;
    isNews = false;
    isAsked = true;
    await asked.load();
    if (isStopped) return;
    const { failure } = asked;
    if (failure && mayComeBack(failure.code)) isNews = true;
    const pauseMs = Math.max(PAUSE_MS * (1 + Math.random()), failure?.retryAfterMs ?? 0);
    timer = setTimeout(() => {
      isAsked = false;
      void look();
    }, pauseMs);
  }

  document.addEventListener('visibilitychange', look);
  return {
    heard() {
      isNews = true;
      void look();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    },
  };
}
