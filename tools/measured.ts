/**
 * Every measurement of `pnpm bench all`, and the tables of documents that are made from what it has written. A block
 * begins with `<!-- measured: NAME -->` and ends with `<!-- end -->`; `pnpm format` renews it, and a test compares.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gameList } from '@same-deal/engine';

const root = path.join(import.meta.dirname, '..');

/** A heading or label, and where its figure is in a result: names separated by dots. */
type Figure = readonly [label: string, at: string];

/** A table with a line for each of some figures, or for each member of a part of the result. */
type Table =
  | { readonly figures: readonly Figure[] }
  | { readonly each: string; readonly columns: readonly Figure[] };

export interface Measurement {
  /** Of its file in `docs/measured` and of its blocks. */
  readonly name: string;
  /** What comes after `pnpm bench`. */
  readonly words: readonly string[];
  /** It is ended after so many minutes. */
  readonly minutes: number;
  readonly tables: readonly Table[];
}

/** What a measurement has written. */
export interface Measured {
  readonly command: string;
  /** The commit that last changed the code. */
  readonly commit: string;
  /** The UTC minute at which it began, as ISO text. */
  readonly at: string;
  readonly machine: string;
  readonly node: string;
  readonly seconds: number;
  /** Whether it has reached what it aims at, as its exit status says. */
  readonly passed: boolean;
  /** Its last line. */
  readonly result: unknown;
}

const saturated: readonly Figure[] = [
  ['Moves a second', 'movesPerSecond'],
  ['Beside the skeleton', 'toSkeleton'],
  ['Server, µs a move', 'serverMicroseconds'],
  ['p50, ms', 'p50Ms'],
  ['p99, ms', 'p99Ms'],
];
const visit: readonly Figure[] = [
  ['Received, KB', 'kilobytes'],
  ['Of it script', 'scriptKilobytes'],
  ['Round trips', 'roundTrips'],
  ['There after, ms', 'tableMs'],
  ['LCP, ms', 'lcpMs'],
  ['CLS', 'cls'],
];
const feel: readonly Figure[] = [
  ['INP, ms', 'inpMs'],
  ['Tap to paint, ms', 'tapToPaintMs'],
  ['p95, ms', 'tapToPaintP95Ms'],
  ['Script a move, ms', 'scriptMsPerMove'],
  ['Layouts a move', 'layoutsPerMove'],
];
/** Of a step of people at human pace. */
const stepFigures = (step = ''): readonly Figure[] =>
  (
    [
      ['People', 'people'],
      ['Moves a second', 'entriesPerSecond'],
      ['p50, ms', 'ack.p50'],
      ['p99, ms', 'ack.p99'],
      ['p99.9, ms', 'ack.p999'],
      ['Server, µs a move', 'perEntry.serverMicroseconds'],
      ['Bytes a move', 'perEntry.bytes'],
      ['Commits a move', 'perEntry.commits'],
      ['Server, of its core', 'serverShare'],
      ['Database', 'databaseShare'],
      ['Crowd', 'clientShare'],
      ['Arrival, ms', 'arrival.serverMilliseconds'],
      ['Arrivals a second', 'arrival.aSecond'],
      ['KB a person', 'kilobytesPerPerson'],
    ] as const
  ).map(([label, names]) => [label, step + names]);
/** Of the service at one address, as people see it who come back. */
const again: Table = {
  figures: [
    ['People', 'headlines.e.again.people'],
    ['Back after, p50, ms', 'headlines.e.again.p50'],
    ['p95, ms', 'headlines.e.again.p95'],
    ['The last, ms', 'headlines.e.again.last'],
  ],
};
const onOneCore = ['--pin', '--warm-up', '30', '--seconds', '60'];

export const measurements: readonly Measurement[] = [
  {
    name: 'engine',
    words: ['engine'],
    minutes: 15,
    tables: [
      { each: 'playMovePerSecond', columns: [['playMove a second', '']] },
      { each: 'legalMovesPerSecond', columns: [['legalMoves a second', '']] },
      {
        figures: [
          ['playMove of the yardstick a second', 'yardstickPlayMovePerSecond'],
          ['bytes, compressed', 'gzipBytes'],
        ],
      },
    ],
  },
  {
    name: 'server',
    words: ['server', '--races', '192'],
    minutes: 30,
    tables: [{ each: 'races.192', columns: saturated }],
  },
  {
    name: 'people',
    words: [
      'server',
      ...['--people', '1000,2000,3000,5000', '--rows', 'c,e', '--back', '--restart'],
      ...onOneCore,
    ],
    minutes: 60,
    tables: [
      ...['c', 'e'].map((row) => ({
        each: `rows.${row}.steps`,
        columns: [...stepFigures(), ['Coming back, µs', 'return.serverMicroseconds']] as const,
      })),
      again,
      {
        each: 'headlines.e.scale',
        columns: [
          ['People', 'people'],
          ['Of those measured', 'timesMeasured'],
          ['Cores', 'cores'],
          ['Seconds of a core to arrive', 'secondsOfACoreToArrive'],
          ['Memory, GB', 'gigabytes'],
          ['Database’s log, MB a second', 'logMegabytesASecond'],
        ],
      },
    ],
  },
  {
    name: 'fours',
    words: ['server', '--people', '768', '--mix', 'fours', '--rows', 'c,e', ...onOneCore],
    minutes: 30,
    tables: [{ each: 'rows', columns: stepFigures('steps.0.') }],
  },
  {
    name: 'restart',
    words: ['server', '--people', '1000', '--rows', 'e', '--restart', ...onOneCore],
    minutes: 30,
    tables: [again],
  },
  {
    name: 'kill',
    words: ['server', '--people', '1000', '--rows', 'e', '--kill', ...onOneCore],
    minutes: 30,
    tables: [again],
  },
  {
    name: 'nodes',
    words: ['server', '--people', '1000', '--rows', 'e,f'],
    minutes: 30,
    tables: [{ each: 'rows', columns: stepFigures('steps.0.') }],
  },
  {
    name: 'quick',
    words: ['quick'],
    minutes: 15,
    tables: [
      {
        figures: [
          ['People who tap at once', 'taps'],
          ['All are seated after, ms', 'quick.seatedMs'],
          ['Processor time a person, ms', 'quick.cpuMsEach'],
          ['The same by links to races: seated after, ms', 'races.seatedMs'],
          ['Processor time a person, ms', 'races.cpuMsEach'],
        ],
      },
    ],
  },
  {
    name: 'visits',
    words: ['visits'],
    minutes: 15,
    tables: [
      {
        figures: [
          ['First visits to the start page', 'visits'],
          ['Requests of each', 'seen.requests'],
          ['Processor time of each, ms', 'seen.processorMs'],
          ['Until the page is kept: requests', 'kept.requests'],
          ['Processor time, ms', 'kept.processorMs'],
        ],
      },
    ],
  },
  {
    name: 'nudges',
    words: ['nudges'],
    minutes: 20,
    tables: [
      {
        figures: [
          ['Nudges due at once', 'due'],
          ['Seconds until all have arrived', 'seconds'],
          ['Processor time each, ms', 'processorMsEach'],
          ['A move before, p99, ms', 'before.0.p99'],
          ['A move meanwhile, p99, ms', 'meanwhile.p99'],
        ],
      },
    ],
  },
  {
    name: 'boards',
    words: ['boards', '--full'],
    minutes: 120,
    tables: [
      {
        figures: [
          ['Tries at the daily', 'rows'],
          ['Reads a second', 'readsPerSecond'],
          ['Results written a second', 'writesPerSecond'],
          ['A read, p50, ms', 'p50Ms'],
          ['p99, ms', 'p99Ms'],
        ],
      },
    ],
  },
  {
    name: 'circle',
    words: ['circle'],
    minutes: 30,
    tables: [
      {
        each: 'routes',
        columns: [
          ['Reads', 'reads'],
          ['p50, ms', 'p50Ms'],
          ['p99, ms', 'p99Ms'],
          ['p50 at the server, ms', 'serverP50Ms'],
          ['p99 at the server, ms', 'serverP99Ms'],
        ],
      },
      { figures: [['Bytes of a page', 'pageBytes']] },
    ],
  },
  {
    name: 'web',
    words: ['web'],
    minutes: 30,
    tables: [
      {
        each: 'lines',
        columns: [
          ['Line', 'what'],
          ['Measured', 'value'],
          ['At most', 'most'],
        ],
      },
      ...(['table', 'home', 'lobby'] as const).map((part) => ({
        figures: visit.map(([label, at]): Figure => [
          `First visit to a ${part}: ${label}`,
          `${part}.${at}`,
        ]),
      })),
      { figures: feel.map(([label, at]): Figure => [`A game: ${label}`, `play.${at}`]) },
      { figures: feel.map(([label, at]): Figure => [`A bare page: ${label}`, `bare.${at}`]) },
      {
        figures: [
          ['A drag: share of frames dropped', 'drag.dropped'],
          ['A bare page: share of frames dropped', 'bare.dropped'],
          ['Heap kept of a race, KB', 'heap.kilobytesPerRace'],
        ],
      },
    ],
  },
  {
    name: 'solver',
    words: ['solver', '--games', 'bisley', '--deals', '1000', '--seconds', '60'],
    minutes: 30,
    tables: [
      {
        figures: [
          ['Deals', 'bisley.deals'],
          ['Won', 'bisley.won'],
          ['Lost', 'bisley.lost'],
          ['Deals a second', 'bisley.dealsPerSecond'],
          ['A plain search, deals a second', 'bisley.yardstickDealsPerSecond'],
          ['Memory at most, MB', 'bisley.peakMemoryMegabytes'],
        ],
      },
    ],
  },
  {
    name: 'accuracy',
    words: ['accuracy'],
    minutes: 30,
    tables: [
      {
        figures: [
          ['Plays of Bisley', 'plays'],
          ['Processor time a play, p50, ms', 'p50Ms'],
          ['p95, ms', 'p95Ms'],
          ['Most, ms', 'mostMs'],
          ['Decisions in them', 'error.decisions'],
          ['Left out with a tenth of the memory', 'error.leftOut'],
          ['Plays in which none is left', 'error.nothingLeft'],
          ['Of the others: points off, mean', 'error.meanSizePoints'],
          ['Points off, at most', 'error.mostPoints'],
          ['Plays rated too high', 'error.tooHigh'],
          ['Plays rated too low', 'error.tooLow'],
        ],
      },
    ],
  },
  {
    name: 'difficulty',
    words: ['difficulty'],
    minutes: 60,
    tables: [
      {
        each: '',
        columns: [
          ['Rank correlation with other careful plays', 'careful'],
          ['With a hasty player', 'hasty'],
        ],
      },
    ],
  },
  {
    name: 'sparring',
    words: ['sparring', '--deals', '60'],
    minutes: 60,
    tables: gameList.flatMap(({ id: game }): Table[] => [
      {
        each: `${game}.partners`,
        columns: [
          [`Strength in ${game}`, 'strength'],
          ['Cards home', 'home'],
          ['±', 'homeMargin'],
          ['Won, %', 'won.percent'],
          ['at least', 'won.least'],
          ['at most', 'won.most'],
          ['ms a move', 'msPerMove'],
        ],
      },
      {
        each: `${game}.races`,
        columns: [
          [`Strength in ${game}`, 'stronger'],
          ['against', 'weaker'],
          ['Ahead, %', 'ahead.percent'],
          ['at least', 'ahead.least'],
          ['at most', 'ahead.most'],
        ],
      },
    ]),
  },
  {
    name: 'ratings',
    words: ['ratings'],
    minutes: 60,
    tables: [
      {
        each: 'results',
        columns: [
          ['Company', 'company'],
          ['Method', 'method'],
          ['After races', 'after'],
          ['Correlation', 'pearson'],
          ['Mean', 'mean'],
          ['Standard deviation', 'spread'],
        ],
      },
    ],
  },
  {
    name: 'hostile',
    words: ['hostile'],
    minutes: 30,
    tables: [
      {
        each: 'results',
        columns: [
          ['Refused or cut', 'refused'],
          ['Of', 'tried'],
          ["Players' p50, ms", 'p50'],
          ['p99, ms', 'p99'],
          ['Event loop late by, ms', 'loopMaxMs'],
          ['Memory at most, MB', 'peakMegabytes'],
        ],
      },
      {
        figures: [
          ['Before: p50, ms', 'before.p50'],
          ['p99, ms', 'before.p99'],
          ['Acknowledged entries lost', 'lost'],
        ],
      },
    ],
  },
  {
    name: 'chaos',
    words: ['chaos', '--faults', '33', '--seed', '1'],
    minutes: 60,
    tables: [
      {
        each: '',
        columns: [
          ['Times', 'times'],
          ['Back in play, p50, ms', 'p50Ms'],
          ['p95, ms', 'p95Ms'],
          ['Longest, ms', 'longestMs'],
        ],
      },
      {
        figures: [
          ['Acknowledged entries', 'acknowledged'],
          ['Lost, doubled or different', 'wrong'],
        ],
      },
    ],
  },
  {
    name: 'soak',
    words: ['soak', '--minutes', '30'],
    minutes: 60,
    tables: [
      {
        figures: [
          ['Minutes', 'minutes'],
          ['Races', 'races'],
          ['First third: p99, ms', 'first.p99Ms'],
          ['Last third: p99, ms', 'last.p99Ms'],
          ['First third: memory, MB', 'first.megabytes'],
          ['Last third: memory, MB', 'last.megabytes'],
        ],
      },
    ],
  },
];

/** The command that makes a measurement. */
export const commandOf = (words: readonly string[]): string => `pnpm bench ${words.join(' ')}`;

/** The file of a measurement. */
export const fileOf = (name: string): string => path.join(root, 'docs/measured', `${name}.json`);

/** What a measurement has written; undefined if it has not been made. */
export const readMeasured = (name: string): Measured | undefined =>
  existsSync(fileOf(name))
    ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Measured)
    : undefined;

/** The commit that last changed the code; documents, measured files and versions of packages are none. */
export const codeCommit = (): string =>
  execFileSync(
    'git',
    [
      ...['log', '-1', '--format=%H', '--', '.', ':(exclude)docs'],
      ...['*.md', '*package.json'].map((files) => `:(exclude,glob)**/${files}`),
    ],
    { cwd: root, encoding: 'utf8' },
  ).trim();

const at = (value: unknown, names: string): unknown =>
  names === ''
    ? value
    : names
        .split('.')
        .reduce<unknown>(
          (one, name) => (one as Record<string, unknown> | undefined)?.[name],
          value,
        );

function written(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : 3;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** A table as Markdown, in the form that the formatter gives it: the first `labels` columns are words, the others figures. */
function markdown(rows: readonly (readonly string[])[], labels: number): string {
  const [head = [], ...below] = rows;
  const widths = head.map((_, n) => Math.max(3, ...rows.map((row) => row[n]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((cell, n) => (n < labels ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, n) =>
    n < labels ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [lineOf(head), lineOf(rule), ...below.map(lineOf)].join('\n');
}

/** Empty if nothing of it was measured. */
function tableOf(table: Table, result: unknown): string {
  if ('figures' in table) {
    const rows = table.figures.map(([label, names]) => [label, written(at(result, names))]);
    return markdown([['', 'Measured'], ...rows], 1);
  }
  const whole = at(result, table.each) ?? {};
  const isList = Array.isArray(whole);
  // Beside its members a result has figures of its own, and members of which nothing was measured.
  const members = Object.entries(whole).filter(([, one]) =>
    table.columns.some(([, names]) => {
      const value = at(one, names);
      return names === '' ? typeof value === 'number' : value !== undefined;
    }),
  );
  if (members.length === 0) return '';
  const first = (name: string): string[] => (isList ? [] : [name]);
  return markdown(
    [
      [...first(''), ...table.columns.map(([label]) => label)],
      ...members.map(([name, one]) => [
        ...first(name),
        ...table.columns.map(([, names]) => written(at(one, names))),
      ]),
    ],
    isList ? 0 : 1,
  );
}

/** What stands in the block of a measurement. */
export function blockOf(name: string, measured = readMeasured(name)): string {
  const { tables, words } = measurements.find((one) => one.name === name) ?? {};
  if (!tables || !words) throw new Error(`nothing is measured by the name of ${name}`);
  if (!measured) return `Not measured yet at this release (\`${commandOf(words)}\`).`;
  const { command, commit, at: time, machine, node, passed, result } = measured;
  const source = `\`${command}\` at commit ${commit.slice(0, 12)}, ${time.slice(0, 10)}, Node ${node}, ${machine}.`;
  const missed = passed ? '' : ' It did not reach what it aims at.';
  const parts = [`${source}${missed}`, ...tables.map((table) => tableOf(table, result))];
  return parts.filter((part) => part !== '').join('\n\n');
}

const BLOCK = /(?<=<!-- measured: ([\w-]+) -->\n)[^]*?(?=\n<!-- end -->)/g;

/** The documents, from the project's folder. */
export const documents = (): string[] =>
  execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));

/** The names of a document's blocks. */
export const blocksIn = (text: string): string[] =>
  [...text.matchAll(BLOCK)].map(([, name = '']) => name);

/** A document with its blocks renewed. */
export const renewed = (text: string): string =>
  text.replace(BLOCK, (_, name: string) => `\n${blockOf(name)}\n`);

/** A document without its blocks. */
export const withoutBlocks = (text: string): string => text.replace(BLOCK, '');

if (process.argv[1] === import.meta.filename) {
  for (const file of documents()) {
    const whole = path.join(root, file);
    const text = readFileSync(whole, 'utf8');
    if (blocksIn(text).length > 0) writeFileSync(whole, renewed(text));
  }
}
