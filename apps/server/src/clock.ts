/**
 * The one clock of the service (P7): PostgreSQL's, carried on between measurements by this node's own monotonic clock.
 */

export interface Clock {
  /** Milliseconds since 1970, whole. */
  now(): number;
  /** Calls `job` once it is `time`, at once if that has passed. Returns the function that calls it off. */
  at(time: number, job: () => void): () => void;
}

export interface ServiceClock extends Clock {
  /** Measures the offset again. */
  measure(): Promise<void>;
  stop(): void;
}

const SAMPLES = 5;
const MEASURE_EVERY_MS = 60_000;
const TIMER_LIMIT_MS = 2 ** 31 - 1;

/**
 * Measures the offset between the database's clock and this node's, and keeps it fresh.
 * @param readDatabaseTime the database's milliseconds since 1970, read while the query runs
 */
export async function startClock(readDatabaseTime: () => Promise<number>): Promise<ServiceClock> {
  let offset: number | undefined;

  /**
   * The database was read somewhere between sending and receiving, so each sample bounds the offset from both sides. The
   * first measurement takes the middle of what all of them allow; later ones move it only as far as they must: where a
   * query has waited for a connection, or for a slow database, it says little, and changes nothing.
   */
  async function measure(): Promise<void> {
    let least = -Infinity;
    let most = Infinity;
    for (let n = 0; n < SAMPLES; n++) {
      const sent = performance.now();
      const time = await readDatabaseTime();
      const received = performance.now();
      const [from, to] = [time - received, time - sent];
      // The database's clock was set meanwhile: what was read before it says nothing of now.
      if (from > most || to < least) [least, most] = [from, to];
      else [least, most] = [Math.max(least, from), Math.min(most, to)];
    }
    offset = Math.min(most, Math.max(least, offset ?? (least + most) / 2));
  }

  await measure();
  const timer = setInterval(() => measure().catch(() => {}), MEASURE_EVERY_MS).unref();
  const clock = clockFrom(() => Math.round(performance.now() + (offset ?? 0)));
  return { ...clock, measure, stop: () => clearInterval(timer) };
}

/** A clock with real timers over any source of time. */
export function clockFrom(now: () => number): Clock {
  return {
    now,
    at(time, job) {
      let timer: NodeJS.Timeout;
      const wait = () => {
        const left = time - now();
        // A timer may fire a little early, and cannot wait for longer than 24 days at once.
        if (left <= 0) job();
        else timer = setTimeout(wait, Math.min(Math.ceil(left), TIMER_LIMIT_MS)).unref();
      };
      timer = setTimeout(wait, Math.min(Math.max(0, time - now()), TIMER_LIMIT_MS)).unref();
      return () => clearTimeout(timer);
    },
  };
}
