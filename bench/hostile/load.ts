/** What the service itself says of its load. */
import { METRICS_TOKEN } from '../server/rows.ts';

interface Load {
  /** How late its event loop came to what was due, at most and of 99 in 100 looks, since the last time; milliseconds. */
  readonly loopMaxMs: number;
  readonly loopP99Ms: number;
  /** Of a processor, all its threads, since the last time. */
  readonly processors: number;
}

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));

/** Each call returns what has happened since the one before. */
export function loadOf(server: string): () => Promise<Load> {
  let before = { at: performance.now(), seconds: 0 };
  return async () => {
    const answer = await fetch(`${server}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const text = await answer.text();
    const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
    const now = { at: performance.now(), seconds: value('process_cpu_seconds_total') };
    const processors = (1_000 * (now.seconds - before.seconds)) / (now.at - before.at);
    before = now;
    return {
      loopMaxMs: rounded(1_000 * value('nodejs_eventloop_lag_max_seconds')),
      loopP99Ms: rounded(1_000 * value('nodejs_eventloop_lag_p99_seconds')),
      processors: rounded(processors, 2),
    };
  };
}
