/** Whether a long-running service grows: compares the first third of the samples with the last. Pure. */

/** The figures of one minute. */
export interface Sample {
  readonly movesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The memory of each node's process. */
  readonly megabytes: readonly number[];
  /** Open lines to pages, on all nodes. */
  readonly lines: number;
  /** Races settled since the run began. */
  readonly settled: number;
  readonly databaseBytes: number;
  /** Rows of short-lived data: holdings, hand-overs, tickets and the like. */
  readonly passingRows: number;
}

type Figures = Readonly<Record<keyof typeof bounds, number>>;

/** How much larger each may be at the end: absolutely or relatively, whichever allows more. */
const bounds = {
  p50Ms: { more: 2, times: 1.5 },
  p99Ms: { more: 10, times: 2 },
  megabytes: { more: 60, times: 1.15 },
  lines: { more: 16, times: 1.1 },
  bytesPerRace: { more: 0, times: 1.1 },
  passingRows: { more: 50, times: 1.25 },
} as const;

/** @returns the medians of the first and the last third, and descriptions of figures that have grown too much */
export function growthOf(samples: readonly Sample[]): {
  readonly first: Figures;
  readonly last: Figures;
  readonly tooMuch: string[];
} {
  // The first minute is a warm-up.
  const warm = samples.slice(1);
  const third = Math.max(1, Math.floor(warm.length / 3));
  const [start] = samples;
  const [first, last] = [warm.slice(0, third), warm.slice(-third)].map((part) => {
    const median = (value: (sample: Sample) => number) => medianOf(part.map(value));
    return {
      p50Ms: median(({ p50Ms }) => p50Ms),
      p99Ms: median(({ p99Ms }) => p99Ms),
      megabytes: median(({ megabytes }) => Math.max(...megabytes)),
      lines: median(({ lines }) => lines),
      bytesPerRace: median(
        ({ databaseBytes, settled }) =>
          (databaseBytes - (start?.databaseBytes ?? 0)) /
          Math.max(1, settled - (start?.settled ?? 0)),
      ),
      passingRows: median(({ passingRows }) => passingRows),
    };
  }) as [Figures, Figures];
  const names = Object.keys(bounds) as (keyof typeof bounds)[];
  const tooMuch = names
    .filter((name) => {
      const { more, times } = bounds[name];
      return last[name] > Math.max(first[name] + more, first[name] * times);
    })
    .map((name) => `${name} has grown from ${first[name].toFixed(1)} to ${last[name].toFixed(1)}`);
  return { first, last, tooMuch };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
