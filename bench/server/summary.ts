/** Summarises measurements as medians, ratios and a table. */
import type { Figures } from './measure.ts';
import type { RowName } from './rows.ts';

/** One round: every row once, one after the other. */
export type Round = Partial<Record<RowName, Figures>>;

/** Ratios of a row to others of the same round; the median over the rounds. */
export interface Ratios {
  /** Moves a second beside the bare echo (a). */
  readonly toEcho: number | undefined;
  /** Moves a second beside the skeleton (c). */
  readonly toSkeleton: number | undefined;
  /** The servers' processor time per move beside the skeleton's (c). */
  readonly cpuToSkeleton: number | undefined;
  /** The same beside one node in production (e). */
  readonly cpuToOneNode: number | undefined;
  /** Slowest and fastest round, in moves a second. */
  readonly slowestPerSecond: number;
  readonly fastestPerSecond: number;
}

export type Summary = Partial<Record<RowName, Figures & Ratios>>;

/** The median; undefined if there are no values. */
function median(values: readonly (number | undefined)[]): number | undefined {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? undefined : rounded((low + high) / 2);
}

/** Rounds to three digits: no figure of a bench is more precise. */
const rounded = (value: number): number =>
  Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));

/** The medians of every figure, and of the ratios within each round. */
export function summarise(rounds: readonly Round[]): Summary {
  const names = Object.keys(rounds[0] ?? {}) as RowName[];
  return Object.fromEntries(
    names.map((name) => {
      const own = rounds.flatMap((round) => round[name] ?? []);
      const figures = Object.fromEntries(
        (Object.keys(own[0] ?? {}) as (keyof Figures)[]).map((figure) => [
          figure,
          median(own.map((one) => one[figure])),
        ]),
      ) as unknown as Figures;
      const ratio = (figure: keyof Figures, to: RowName) =>
        median(
          rounds.map((round) => {
            const [mine, theirs] = [round[name]?.[figure], round[to]?.[figure]];
            return mine === undefined || theirs === undefined ? undefined : mine / theirs;
          }),
        );
      const speeds = own.map(({ movesPerSecond }) => Math.round(movesPerSecond));
      const ratios: Ratios = {
        toEcho: ratio('movesPerSecond', 'a'),
        toSkeleton: ratio('movesPerSecond', 'c'),
        cpuToSkeleton: ratio('serverMicroseconds', 'c'),
        cpuToOneNode: ratio('serverMicroseconds', 'e'),
        slowestPerSecond: Math.min(...speeds),
        fastestPerSecond: Math.max(...speeds),
      };
      return [name, { ...figures, ...ratios }];
    }),
  );
}

/** The table's columns: head and figure. */
const columns: readonly (readonly [head: string, of: keyof (Figures & Ratios)])[] = [
  ['moves/s', 'movesPerSecond'],
  ['slowest', 'slowestPerSecond'],
  ['fastest', 'fastestPerSecond'],
  ['to (a)', 'toEcho'],
  ['to (c)', 'toSkeleton'],
  ['p50 ms', 'p50Ms'],
  ['p99', 'p99Ms'],
  ['calm p50', 'calmP50Ms'],
  ['p99', 'calmP99Ms'],
  ['server µs', 'serverMicroseconds'],
  ['to (c)', 'cpuToSkeleton'],
  ['to (e)', 'cpuToOneNode'],
  ['db µs', 'databaseMicroseconds'],
  ['players µs', 'playersMicroseconds'],
  ['WAL B', 'walBytes'],
  ['news B', 'newsBytes'],
  ['ack B', 'answerBytes'],
  ['idle KB', 'idleKilobytes'],
  ['racing KB', 'racingKilobytes'],
];

/** The rows as lines of text. */
export function tableOf(summary: Summary, titleOf: (row: RowName) => string): string {
  const line = (title: string, cells: readonly string[]) =>
    [title.padEnd(36), ...cells.map((cell, n) => cell.padStart((columns[n]?.[0].length ?? 0) + 2))]
      .join('')
      .trimEnd();
  const heads = columns.map(([head]) => head);
  return [
    line('', heads),
    ...(Object.keys(summary) as RowName[]).map((name) =>
      line(
        `(${name}) ${titleOf(name)}`,
        columns.map(([, figure]) => String(summary[name]?.[figure] ?? '–')),
      ),
    ),
  ].join('\n');
}
