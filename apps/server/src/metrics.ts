/** What the operator can watch: counts and gauges of this process, in the form that Prometheus reads. */
import { errors } from '@same-deal/protocol';
import type { ErrorCode } from '@same-deal/protocol';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EntryOutcome } from './play/journal.ts';

/** Bounds in seconds: what is durable within 10 ms feels immediate, and after 4 s an entry is given up. */
const WAIT_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 4, 6];
const SIZE_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics of one service; `docs/operations.md` names them, and what to do about each. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // Every series begins at 0: of one that begins at 1 Prometheus sees no increase, and the first fault alerts nobody.
  /** Counted here, as each label of a counter is looked up by its text. */
  const none: Record<EntryOutcome, number> = { written: 0, refused: 0, fenced: 0, unavailable: 0 };
  const outcomes = new Map(Object.entries(none));
  new Counter({
    name: 'same_deal_entries_total',
    help: 'Entries of plays (moves, undo, concede) by what became of them',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, times] of outcomes) this.inc({ outcome }, times);
    },
  });
  const waits = new Histogram({
    name: 'same_deal_entry_wait_seconds',
    help: 'From an entry’s arrival at the journal to its outcome',
    buckets: WAIT_BOUNDS,
    registers,
  });
  const batches = new Histogram({
    name: 'same_deal_batch_entries',
    help: 'Entries that share a commit',
    buckets: SIZE_BOUNDS,
    registers,
  });
  const refusals = new Counter({
    name: 'same_deal_refusals_total',
    help: 'Requests answered with an error, by its code and the way they came',
    labelNames: ['code', 'way'],
    registers,
  });
  for (const code of Object.keys(errors)) {
    for (const way of ['line', 'http']) refusals.inc({ code, way }, 0);
  }

  return {
    /** What became of an entry, and how long it took. */
    entry(outcome: EntryOutcome, waitedMs: number): void {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      waits.observe(waitedMs / 1000);
    },
    batch: (size: number): void => batches.observe(size),
    refused: (code: ErrorCode, way: 'line' | 'http'): void => refusals.inc({ code, way }),
    /** A value that is read on each scrape; by label where there are several. */
    watch(name: string, help: string, read: () => number | Readonly<Record<string, number>>): void {
      new Gauge({
        name: `same_deal_${name}`,
        help,
        labelNames: ['of'],
        registers,
        collect() {
          const now = read();
          if (typeof now === 'number') this.set(now);
          else for (const [of, value] of Object.entries(now)) this.set({ of }, value);
        },
      });
    },
    /** Those of the process: processor, memory, the event loop's delay, collected garbage. */
    watchProcess: (): void => collectDefaultMetrics({ register: registry }),
    contentType: registry.contentType,
    /** Everything, as text. */
    text: (): Promise<string> => registry.metrics(),
  };
}
