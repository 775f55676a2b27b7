/**
 * The one clock of the service (P7): PostgreSQL's, carried on between measurements by this node's own monotonic clock.
 */

export interface Clock {
  /** Milliseconds since 1970, whole. */
  now(): number;
  /** Calls `job` once it is `time`, at once if that has passed. Returns the function that calls it off. */
  at(time: number, job: () => void): () => void;
  /** Calls `job` so many milliseconds from now, whatever the clock is set to meanwhile. Returns the same. */
  after(ms: number, job: () => void): () => void;
}

export interface ServiceClock extends Clock {
  /** Measures the offset again. */
  measure(): Promise<void>;
  stop(): void;
}

const SAMPLES = 5;
const MEASURE_EVERY_MS = 60_000;
/** How often it is looked whether this node's own two clocks still go together. */
const LOOK_EVERY_MS = 1_000;
/** If they have moved apart by so much, one was set, or the monotonic one stood still while the machine slept. */
const APART_MS = 500;
/** An appointment looks at the clock at least so often: timers sleep with the machine, and know nothing of a leap. */
const WAIT_AT_MOST_MS = 60_000;

/**
 * Measures the offset between the database's clock and this node's, and keeps it fresh.
 * @param readDatabaseTime the database's milliseconds since 1970, read while the query runs
 */
export async function startClock(readDatabaseTime: () => Promise<number>): Promise<ServiceClock> {
  let offset: number | undefined;
  const apart = () => Date.now() - performance.now();
  /** As it was when the offset was measured. */
  let wereApart = apart();

  /**
   * The database was read somewhere between sending and receiving, so each sample bounds the offset from both sides. The
   * first measurement takes the middle of what all of them allow; later ones move it only as far as they must: where a
   * query has waited for a connection, or for a slow database, it says little, and changes nothing.
   */
  async function measure(): Promise<void> {
    const areApart = apart();
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
    wereApart = areApart;
  }

  /** After a leap the offset is wrong by hours, and until the next measurement everything would be stamped so. */
  let isMeasuring = false;
  async function look(): Promise<void> {
    if (isMeasuring || Math.abs(apart() - wereApart) < APART_MS) return;
    isMeasuring = true;
    await measure().finally(() => (isMeasuring = false));
  }

  await measure();
  const timers = [
    setInterval(() => measure().catch(() => {}), MEASURE_EVERY_MS).unref(),
    setInterval(() => look().catch(() => {}), LOOK_EVERY_MS).unref(),
  ];
  const clock = clockFrom(() => Math.round(performance.now() + (offset ?? 0)));
  return { ...clock, measure, stop: () => timers.forEach((timer) => clearInterval(timer)) };
}

/** A clock with real timers over any source of time. */
export function clockFrom(now: () => number): Clock {
  return {
    now,
    at(time, job) {
      let timer: NodeJS.Timeout;
      const wait = () => {
        const left = time - now();
        // A timer may fire a little early.
        if (left <= 0) job();
        else timer = setTimeout(wait, Math.min(Math.ceil(left), WAIT_AT_MOST_MS)).unref();
      };
      timer = setTimeout(wait, Math.min(Math.max(0, time - now()), WAIT_AT_MOST_MS)).unref();
      return () => clearTimeout(timer);
    },
    after(ms, job) {
      const timer = setTimeout(job, ms).unref();
      return () => clearTimeout(timer);
    },
  };
}
