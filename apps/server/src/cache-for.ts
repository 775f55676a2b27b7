import type { Clock } from './clock.ts';

/**
 * Caches answers for at most this long; concurrent callers share them. In the second half of that time a request renews
 * the answer while the old one still serves, so a popular answer is never waited for.
 */
export function cacheFor(clock: Clock, ms: number) {
  interface Held {
    readonly until: number;
    readonly answer: Promise<unknown>;
    isRenewed: boolean;
  }
  const held = new Map<string, Held>();

  return <Value>(key: string, make: () => Promise<Value>): Promise<Value> => {
    const now = clock.now();
    const cached = held.get(key);
    const fresh = (answer: Promise<unknown>): Held => ({
      until: now + ms,
      answer,
      isRenewed: false,
    });
    // An answer from later than now is from before the clock was set back.
    if (cached && now < cached.until && now >= cached.until - ms) {
      if (!cached.isRenewed && now >= cached.until - ms / 2) {
        cached.isRenewed = true;
        const answer = make();
        answer.then(
          () => held.set(key, fresh(answer)),
          () => (cached.isRenewed = false),
        );
      }
      return cached.answer as Promise<Value>;
    }
    // What was requested yesterday is not any more.
    if (held.size > 1000) for (const [old, { until }] of held) if (until <= now) held.delete(old);
    const answer = make();
    held.set(key, fresh(answer));
    answer.catch(() => held.delete(key));
    return answer;
  };
}
