/** The load that the service reports in its metrics. */
import { METRICS_TOKEN } from '../server/rows.ts';

interface Load {
  /** The lag of its event loop since the last call: the maximum and the 99th percentile, in milliseconds. */
  readonly loopMaxMs: number;
  readonly loopP99Ms: number;
  /** Processors used on average since the last call, by all its threads. */
  readonly processors: number;
}

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));

/** Returns a function whose calls each give the load since the previous one. */
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
