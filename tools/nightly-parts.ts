/** The parts of `pnpm test nightly`. */
import { gameList } from '@same-deal/engine';

export interface Part {
  readonly name: string;
  readonly what: string;
  readonly command: readonly string[];
  /** Added to the night's seed, so that parts with the same command differ. */
  readonly seedOffset?: number;
}

const vitest = (project: string, ...files: string[]): string[] => [
  'vitest',
  'run',
  '--project',
  project,
  ...files,
];

/** What is stated for all cases outside the engine, and needs no service. */
const properties = vitest(
  '@same-deal/*',
  ...['board-state', 'play-clock', 'play-line', 'play-log', 'schemas', 'standings', 'ranking.test'],
  ...[
    'ratings.test',
    'race-model',
    'series-rules',
    'merge-rules',
    'duplicate-scoring',
    'ghosts.test',
  ],
  ...['head-to-head', 'searches', 'sparring.test', 'deal-pool', 'my-data', 'passwords'],
);

export const parts: readonly Part[] = [
  {
    name: 'pixels',
    what: 'a dozen states of the gallery against kept pictures, where the same browser and fonts draw them',
    command: ['pnpm', 'draw', 'pixels', '--where-alike'],
  },
  {
    name: 'engine',
    what: 'the laws of views and rules on 10,000 positions a variant, perft against the slow rules',
    command: vitest('@same-deal/engine'),
  },
  {
    name: 'solver',
    what: '500 endgames a variant against brute force, 20,000 small positions a variant against the plain search, whole deals',
    command: vitest('@same-deal/solver'),
  },
  {
    name: 'puzzles',
    what: 'a thousand puzzles against a plain search that shares no code with the one that found them',
    command: vitest('@same-deal/tools', 'puzzles.test'),
  },
  {
    name: 'losses',
    what: 'twenty lost deals of each variant that has any, by a program that shares no code with the solver',
    command: ['pnpm', 'winnability', 'losses'],
  },
  {
    name: 'properties',
    what: 'everything that is stated for all cases, of places, series, ratings, races and page, on twenty times as many',
    command: properties,
  },
  {
    name: 'hidden',
    what: 'every game’s story told on two packs that differ in hidden cards alone',
    command: vitest('@same-deal/server', 'hidden.test'),
  },
  {
    name: 'fuzz',
    what: 'two devices and a replaying client at once, every game; hostile clients at two nodes; anything as any event',
    command: vitest('@same-deal/server', 'fuzz.test', 'hostile-entries.test', 'refusals.test'),
  },
  {
    name: 'requests',
    what: 'two hundred thousand requests that are odd in address, headers or body, on every route',
    command: vitest('@same-deal/server', 'odd-requests.test'),
  },
  {
    name: 'retention',
    what: 'plays of every kind with random pasts, swept; none goes before its time',
    command: vitest('@same-deal/server', 'retention-of-plays.test'),
  },
  // A million in all, in parts, so that an interrupted night need not start again.
  ...Array.from({ length: 10 }, (_, n) => ({
    name: `frames-${n + 1}`,
    what: 'a hundred thousand frames that are nearly right',
    command: vitest('@same-deal/server', 'odd-input.test'),
    seedOffset: 1_000 * n,
  })),
  {
    name: 'circles',
    what: 'tries that end, claims and departures at once, many times; places and percentiles',
    command: vitest('@same-deal/server', 'deadlocks.test', 'percentiles.test', 'in-database.test'),
  },
  {
    name: 'mutation',
    what: 'the rules of engine, races, boards, grading and page, changed in small ways (Node 22 or later)',
    command: ['pnpm', 'test', 'mutation'],
  },
  {
    name: 'kills',
    what: 'services and databases killed again and again',
    command: vitest('@same-deal/server', 'processes.test', 'embedded-postgres.test'),
  },
  {
    name: 'chaos',
    what: 'thirty faults among nodes, PostgreSQL and Valkey while people race; nothing acknowledged may be lost',
    command: ['pnpm', 'bench', 'chaos', '--faults', '30', '--races', '16'],
  },
  {
    name: 'soak',
    what: 'an hour of people who come, race and go; memory, delays, lines and tables stay as they are',
    command: ['pnpm', 'bench', 'soak'],
  },
  {
    name: 'taps',
    what: 'long runs of taps and keys, every variant on a phone',
    command: vitest('e2e', 'race.test', 'keyboard.test', 'yours.test'),
  },
  {
    name: 'failures',
    what: 'every page without its parts, without the service, with a broken one, and with all back; hints in every kind of game',
    command: vitest('e2e', 'failures.test', 'hints.test'),
  },
  {
    name: 'slow-line',
    what: 'every browser test as it is by day, on a line that takes 150 ms in either direction',
    command: ['env', 'TEST_SCALE=', 'TEST_LINE_MS=150', ...vitest('e2e')],
  },
  {
    name: 'words',
    what: 'pages in long words and from right to left, at every width; every table at 400 %',
    command: vitest('e2e', 'languages.test', 'weak-sight.test'),
  },
  {
    name: 'offline',
    what: 'every game without a line, to its win, entered through a line that is cut again',
    command: vitest('e2e', 'offline.test'),
  },
  ...gameList.map(({ id }) => ({
    name: `cards-${id}`,
    what: 'on a thousand positions of the game rank and suit of every covered card stand whole, at five sizes',
    command: ['env', `TEST_GAME=${id}`, ...vitest('e2e', 'covered-cards.test')],
  })),
  {
    name: 'ears',
    what: 'every game to its end through the accessibility tree alone, by keyboard',
    command: vitest('e2e', 'by-ear.test'),
  },
  {
    name: 'pages',
    what: 'every page and state in the light, in the dark and in forced colours, in long words and from right to left, at every width',
    command: vitest('e2e', 'every-page.test'),
  },
  {
    name: 'dev',
    what: '`pnpm dev` from a fresh copy to a race; edits of page, words, service and rules show by themselves',
    command: vitest('dev'),
  },
  {
    name: 'commands',
    what: 'every command in a fresh clone: with --help, with a wrong word, and the short ones for real',
    command: ['tsx', 'tools/fresh-clone/main.ts'],
  },
  ...['fifth-game', 'third-language'].map((name) => ({
    name,
    what: `a ${name.replace('-', ' ')} added to a copy as CONTRIBUTING says; all tests pass there`,
    command: ['tsx', 'tools/by-guide/main.ts', name],
  })),
  {
    name: 'firefox',
    what: 'a race in Firefox, with motion on, and the page without the service; the same with larger text (Debian: firefox-esr)',
    command: ['tsx', 'tools/other-browsers/main.ts', 'firefox', 'firefox-large-text'],
  },
  {
    name: 'webkit',
    what: 'the same in WebKit (Debian: webkit2gtk-driver, xvfb)',
    command: ['tsx', 'tools/other-browsers/main.ts', 'webkit'],
  },
  {
    name: 'axe',
    what: 'what the tests of races, days and accounts come across, in the light and in the dark',
    command: vitest('e2e', 'a11y.test', 'accounts.test', 'devices.test', 'daily.test'),
  },
];
