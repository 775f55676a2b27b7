/** Every command of the project's command line: the words it takes, and what does it. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gameList } from '@same-deal/engine';
import { nodeArguments } from '../../apps/server/src/node-arguments.ts';
import { beginBuild } from '../build.ts';
import { fromCaller } from '../from-caller.ts';
import { parts } from '../nightly-parts.ts';
import { measurements } from '../measured.ts';
import { areas } from '../mutation/areas.ts';
import { UsageError } from './command.ts';
import type { Argument, Command, Option, Program } from './command.ts';
import { make, root, runNode, runPrograms, runShell, runTs } from './run.ts';

/** Packages whose tests need nothing but themselves; a file of theirs is run with its own configuration, which is quick. */
const PURE = ['packages/engine', 'packages/protocol', 'packages/solver', 'apps/web', 'tools'];
const STEPS = ['types', 'lint', 'build', 'unit', 'integration', 'browser'];

const games = gameList.map(({ id }) => id);
const variants = gameList.flatMap(({ variants: all }) => all.map(({ id }) => id));

const ts = (file: string, more: Partial<Program> = {}): Program => ({ file, ...more });
/** A program of a folder that has a configuration for its bundle. */
const bundled = (folder: string, name = 'main', more: Partial<Program> = {}): Program => ({
  bundle: `${folder}/vite.config.ts`,
  file: `${folder}/dist/${name}.js`,
  ...more,
});
const opsTs = (name: string): readonly Program[] => [
  ts(`tools/${name}/main.ts`, { needs: 'client' }),
];

const ofDatabase =
  'The database is the one of DATABASE_URL, else the embedded one in DATA_DIR, whether the service runs or not.';
const gamesOption: Option = {
  flags: '--games <a,b>',
  what: 'only these games',
  choices: [...games, ...variants],
};
const count = (name: string, what: string): Option => ({ flags: `--${name} <n>`, what });
const seed = count('seed', 'the same number gives the same run');

const nameOf = { name: '<file>', what: 'from where the command was typed' } satisfies Argument;

const bench: Readonly<Record<string, Command>> = {
  all: {
    what: 'runs every measurement that has not been made on this code; may be interrupted, and goes on',
    more: 'It takes a night on a quiet machine. `pnpm format` makes the tables of documents from the files.',
    writes: 'docs/measured',
    options: [
      {
        flags: '--only <a,b>',
        what: 'only these',
        choices: measurements.map(({ name }) => name),
      },
    ],
    run: [ts('bench/all/main.ts')],
  },
  engine: { what: 'moves a second, beside a yardstick', run: [bundled('bench/engine')] },
  server: {
    what: 'moves a second as in production, beside echoes and a skeleton (bench/server/README.md)',
    options: [
      { flags: '--races <n,n>', what: 'sizes, in races' },
      { flags: '--people <n,n>', what: 'sizes, in people at human pace' },
      { flags: '--mix <name>', what: 'what people do', choices: ['people', 'fours'] },
      { flags: '--pin', what: 'servers on one core, everything else on another' },
      { flags: '--back', what: 'everybody loses their line and comes back, after each step' },
      { flags: '--restart', what: 'the service is stopped and started again, after the last step' },
      { flags: '--kill', what: 'the same, by SIGKILL' },
      count('warm-up', 'seconds before people are measured'),
      count('rounds', 'how often each is measured'),
      count('seconds', 'how long each is measured'),
      {
        flags: '--rows <a,b>',
        what: 'only these',
        choices: async () => Object.keys((await import('../../bench/server/rows.ts')).rows),
      },
      { flags: '--node <program>', what: 'another Node' },
      { flags: '--profile <folder>', what: 'keeps profiles there' },
    ],
    run: [bundled('bench/server', 'main', { needs: 'build' })],
  },
  quick: {
    what: 'a quick match for many people at once, beside races by links',
    options: [count('people', 'how many'), count('rounds', 'how often')],
    run: [bundled('bench/quick', 'main', { needs: 'build' })],
  },
  visits: {
    what: 'what somebody new at the start page costs the service',
    options: [count('visits', 'how many')],
    run: [bundled('bench/visits', 'main', { needs: 'build' })],
  },
  nudges: {
    what: 'ten thousand nudges due at once, beside players’ moves',
    options: [count('due', 'how many'), count('races', 'of four players each')],
    run: [
      {
        needs: 'client',
        bundle: 'bench/nudges/vite.config.ts',
        file: 'apps/server/dist/bench-nudges/main.js',
      },
    ],
  },
  boards: {
    what: 'a daily’s boards among 100,000 tries, or a million',
    options: [
      { flags: '--full', what: 'a million tries' },
      count('dailies', 'how many days'),
      { flags: '--data <folder>', what: 'keeps the database there, for the next run' },
    ],
    run: [
      {
        needs: 'client',
        bundle: 'bench/boards/vite.config.ts',
        file: 'apps/server/dist/bench-boards/main.js',
      },
    ],
  },
  circle: {
    what: 'a circle’s page: fifty people, a year of dailies',
    options: [
      count('circles', 'how many'),
      count('people', 'in each'),
      count('days', 'that they have played'),
      count('pause', 'of a reader, in milliseconds'),
    ],
    run: [
      {
        needs: 'client',
        bundle: 'bench/circle/vite.config.ts',
        file: 'apps/server/dist/bench-circle/main.js',
      },
    ],
  },
  web: {
    what: 'the page on a slow phone: bytes, frames, delays, memory (bench/web/README.md)',
    options: [count('runs', 'how often it is loaded'), count('races', 'how many are raced')],
    run: [ts('bench/web/main.ts', { needs: 'build' })],
  },
  solver: {
    what: 'deals decided, each game beside a plain search',
    options: [
      count('deals', 'of each game'),
      count('seconds', 'for each deal'),
      gamesOption,
      { flags: '--alone', what: 'without the plain search' },
      {
        flags: '--resume',
        what: 'keeps what is found in bench/solver/results, and goes on from there',
      },
    ],
    run: async (words) => {
      const loop = {
        bundle: 'bench/solver/loop.vite.config.ts',
        file: 'apps/server/dist/bench-solver/loop.js',
      };
      const status = await runPrograms([{ ...loop, needs: 'client' }], []);
      return status || runPrograms([bundled('bench/solver')], words);
    },
  },
  difficulty: {
    what: 'how reliable the difficulty of deals is',
    options: [count('deals', 'of each game'), gamesOption],
    run: [bundled('bench/difficulty')],
  },
  sparring: {
    what: 'how strong the sparring partners are',
    options: [
      count('deals', 'of each game'),
      gamesOption,
      { flags: '--strengths <n,n>', what: 'only these', choices: ['1', '2', '3'] },
      count('from', 'the first deal'),
    ],
    run: [bundled('bench/sparring')],
  },
  accuracy: {
    what: 'what it costs to say how well a Bisley play was played',
    options: [count('plays', 'how many'), count('entries', 'in each')],
    run: [bundled('bench/accuracy')],
  },
  ratings: {
    what: 'how well ratings find known strengths, by simulated players (docs/ratings.md)',
    options: [count('people', 'how many'), count('races', 'of each'), seed],
    run: [ts('tools/simulate-ratings/main.ts', { needs: 'client' })],
  },
  chaos: {
    what: 'faults among real nodes while players race; every log is checked (bench/chaos/README.md)',
    options: [
      count('faults', 'how many'),
      count(
        'rounds',
        'how many faults of nodes and load balancer alone, each until everybody is back in play',
      ),
      count('races', 'how many at once'),
      seed,
      {
        flags: '--only <a,b>',
        what: 'only these faults',
        choices: async () => (await import('../../bench/chaos/faults.ts')).faultNames,
      },
      { flags: '--calm <n>', what: 'milliseconds between faults' },
      { flags: '--record <file>', what: 'adds the result to it' },
    ],
    run: [ts('bench/chaos/main.ts', { needs: 'build' })],
  },
  'chaos-record': {
    what: 'runs chaos until the record contains so many faults',
    writes: 'bench/chaos/record.jsonl',
    options: [
      count('total', 'faults in the record'),
      count('each', 'faults in a run'),
      count('at-once', 'runs at once'),
      count('races', 'in each run'),
      { flags: '--calm <n>', what: 'milliseconds between faults' },
    ],
    run: [ts('bench/chaos/record.ts', { needs: 'build' })],
  },
  soak: {
    what: 'an hour of racing people; delays, memory, lines and tables may not grow',
    options: [
      count('minutes', 'how long'),
      count('races', 'how many at once'),
      { flags: '--every <n>', what: 'milliseconds between moves' },
      seed,
    ],
    run: [ts('bench/soak/main.ts', { needs: 'build' })],
  },
  hostile: {
    what: 'attacks a service while honest players play (docs/security.md)',
    arguments: [
      {
        name: '[attack...]',
        what: 'only these; `holds` measures how long requests for the largest data hold the event loop',
        choices: async () => [
          ...Object.keys((await import('../../bench/hostile/attacks.ts')).attacks),
          'holds',
        ],
      },
    ],
    options: [
      count('seconds', 'how long each'),
      { flags: '--profile <folder>', what: 'keeps profiles there' },
    ],
    run: [bundled('bench/hostile', 'main', { needs: 'build' })],
  },
};

const ops: Readonly<Record<string, Command>> = {
  backup: {
    what: 'a consistent snapshot of everything that must not be lost, in one file',
    more: `${ofDatabase}\nThe file holds secrets (deals of coming days, hashes of passwords): keep it as you keep the database.`,
    arguments: [{ ...nameOf, what: 'to be written' }],
    run: opsTs('backup'),
  },
  restore: {
    what: 'restores a backup into an empty database',
    more: 'The database is the one of DATABASE_URL, else the embedded one in DATA_DIR. It must be empty.',
    arguments: [{ ...nameOf, what: 'a backup' }],
    run: opsTs('restore'),
  },
  migrate: {
    what: 'brings the database to this version’s schema, as a step before its nodes start',
    more: ofDatabase,
    run: opsTs('migrate'),
  },
  verify: {
    what: 'replays every play from its log and compares results and boards with it; reads only',
    more: ofDatabase,
    run: opsTs('verify-results'),
  },
  moderator: {
    what: 'appoints moderators, and does what they can do',
    more: `appoint PERSON [REASON]                  who may moderate in the page; accounts only
dismiss PERSON [REASON]
void PLAY REASON | restore PLAY REASON   one result
hide-name PERSON REASON | show-name PERSON REASON
ban PERSON REASON | unban PERSON REASON  all boards
log                                      what was done, newest first
PERSON and PLAY are ids; a board’s rows carry them. ${ofDatabase}`,
    arguments: [
      {
        name: '<action>',
        what: 'as below',
        choices: [
          ...['appoint', 'dismiss', 'void', 'restore', 'hide-name', 'show-name', 'ban', 'unban'],
          'log',
        ],
      },
      { name: '[id]', what: 'of a person or play' },
      { name: '[reason...]', what: 'for the record' },
    ],
    run: opsTs('moderator'),
  },
  certify: {
    what: 'fills the pool of deals proved winnable; ended at any time, it has kept what it found',
    more: ofDatabase,
    arguments: [{ name: '<game>', what: 'or a variant of it', choices: [...games, ...variants] }],
    options: [count('count', 'how many to add (10)'), count('seconds', 'for each deal (60)')],
    run: [{ needs: 'build', file: 'apps/server/dist/certify.js' }],
  },
  'fit-pace': {
    what: 'fits the pace of sparring partners to the races of this installation; reads only',
    more: ofDatabase,
    options: [gamesOption, count('most', 'plays to read')],
    run: opsTs('fit-pace'),
  },
};

const draw: Readonly<Record<string, Command>> = {
  gallery: {
    what: 'serves every component in each of its states, on one page',
    run: async () => {
      make('client');
      const vite = path.join(root, 'apps/web/node_modules/vite/bin/vite.js');
      return runNode([
        vite,
        path.join(root, 'apps/web/gallery'),
        '--config',
        path.join(root, 'apps/web/gallery/vite.config.ts'),
      ]);
    },
  },
  shots: {
    what: 'contact sheets of every game and state in shots/',
    arguments: [
      {
        name: '[game...]',
        what: 'or `pages`, or `circles`',
        choices: [...games, 'pages', 'circles'],
      },
    ],
    options: [
      { flags: '--sizes <a,b>', what: 'such as 390x844' },
      { flags: '--language <tag>', what: 'such as de' },
      { flags: '--quick', what: 'only in the light with four colours' },
    ],
    run: [ts('tools/shots/main.ts')],
  },
  pixels: {
    what: 'compares a dozen states with stored pictures, if drawn by the same browser and fonts',
    options: [
      { flags: '--keep', what: 'stores them instead' },
      { flags: '--where-alike', what: 'succeeds where another browser or other fonts draw them' },
    ],
    run: [ts('tools/pixels/main.ts', { needs: 'client' })],
  },
  previews: {
    what: 'draws the preview images of links',
    writes: 'apps/web/public/previews',
    arguments: [{ name: '[game...]', what: 'only theirs; default all', choices: games }],
    run: [ts('tools/previews/main.ts', { needs: 'client' })],
  },
};

const winnability: Readonly<Record<string, Command>> = {
  continue: {
    what: 'continues the published verdicts of two million deals; may be interrupted at any time',
    writes: 'docs/winnability',
    options: [
      { flags: '--variants <a,b>', what: 'only these', choices: variants },
      count('deals', 'up to this one'),
      count('seconds', 'for each deal'),
      count('memory', 'MiB for each search'),
      count('processes', 'at a time'),
      { flags: '--table', what: 'only writes the table of docs/winnability.md' },
    ],
    run: [bundled('bench/winnability')],
  },
  check: {
    what: 'searches a random sample of the published deals again',
    options: [count('deals', 'how many'), count('seconds', 'for each'), seed],
    run: [bundled('bench/winnability', 'check')],
  },
  'by-sat': {
    what: 'looks for wins of Sly Fox deals with the SAT solver cadical',
    writes: 'wins that it finds into docs/winnability',
    arguments: [{ name: '<deal...>', what: 'by number' }],
    options: [count('seconds', 'for each opening (300)')],
    run: [bundled('bench/winnability', 'by-sat')],
  },
  puzzles: {
    what: 'looks for more puzzles for the page; may be interrupted, and goes on from where it was',
    writes: 'apps/web/src/puzzles/packs',
    options: [gamesOption, count('seconds', 'of processor time for each game (600)')],
    run: [bundled('tools/puzzles')],
  },
  certify: {
    what: 'draws lost deals and writes what proves each of them lost',
    writes: 'docs/winnability/losses.json',
    options: [{ flags: '--variants <a,b>', what: 'only these', choices: variants }, seed],
    run: [bundled('bench/winnability', 'certify')],
  },
  losses: {
    what: 'verifies the proofs of lost deals by a program that shares no code with the solver',
    options: [
      { flags: '--variants <a,b>', what: 'only these', choices: variants },
      count('list', 'prints the closed set of this deal instead'),
    ],
    run: [bundled('bench/winnability', 'losses')],
  },
  samples: {
    what: 'solves the sample deals of packages/solver anew',
    writes: 'packages/solver/sample',
    options: [gamesOption, { flags: '--grade', what: 'only their difficulty' }],
    run: [bundled('tools/sample')],
  },
};

/** Runs all tests, some of their steps, or the test files that are named. */
async function test(words: readonly string[]): Promise<number> {
  const { values, positionals: named } = parseArgs({
    args: [...words],
    options: { complete: { type: 'boolean' }, title: { type: 'string' } },
    allowPositionals: true,
  });
  if (named.every((word) => STEPS.includes(word))) {
    if (values.title) throw new UsageError('--title is for test files: name one as well');
    return runTs('tools/test.ts', words);
  }
  const found = named.map(
    (word) => [word, existsSync(fromCaller(word)) ? [fromCaller(word)] : findTests(word)] as const,
  );
  const unknown = found.filter(([, files]) => files.length === 0).map(([word]) => word);
  if (unknown.length > 0) {
    throw new UsageError(
      `no step or test file named ${unknown.join(', ')}; the steps are: ${STEPS.join(', ')}`,
    );
  }
  const files = found.flatMap(([, list]) => list);
  const home = PURE.map((folder) => path.join(root, folder)).find((folder) =>
    files.every((file) => file.startsWith(folder + path.sep)),
  );
  // The wire's documents are made from the routes, which import the database's client.
  if (home === path.join(root, 'tools')) make('client');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const title = values.title
    ? ['--testNamePattern', literally(values.title), '--reporter=default', `--reporter=${SOME_RAN}`]
    : [];
  return runNode([vitest, 'run', '--root', home ?? root, ...title, ...files]);
}

const SOME_RAN = path.join(root, 'tools/some-ran.ts');

/** As a pattern that matches nothing else. */
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The test files whose path contains a word. */
function findTests(word: string): string[] {
  if (!/^[\w./-]{3,}$/.test(word)) return [];
  return ['packages', 'apps', 'e2e', 'tools'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter(
        (file) =>
          file.endsWith('.test.ts') && !file.includes('node_modules') && file.includes(word),
      )
      .map((file) => path.join(root, file)),
  );
}

/** The languages of the page. */
const languages = async (): Promise<string[]> =>
  (await import('../../apps/web/build/languages.ts')).languagesIn(path.join(root, 'apps/web'));

/** A command that is a list of other tools' command lines. */
const tools =
  (...lines: readonly string[]) =>
  async (): Promise<number> => {
    for (const line of lines) {
      const status = await runShell(line);
      if (status !== 0) return status;
    }
    return 0;
  };

const SVELTE = '"apps/web/**/*.svelte"';
/** With types, by the compiler itself: what is not awaited is said to be by `void`. */
const UNAWAITED = 'oxlint --type-aware -A all -D typescript/no-floating-promises';
const BOUNDARIES =
  'tools/node_modules/.bin/depcruise --config tools/boundaries.cjs --output-type err apps/server/src apps/web/src packages';
const ofWeb = 'pnpm --silent --filter @same-deal/web';

export const commands: Readonly<Record<string, Command>> = {
  start: {
    what: 'builds what has changed, starts PostgreSQL and the service, and prints the addresses to open',
    more: 'Settings are environment variables: docs/operations.md.',
    run: [{ needs: 'build', file: 'apps/server/dist/main.js', node: nodeArguments }],
  },
  dev: {
    what: 'starts the same from the sources, on one address; every edit shows by itself',
    more: 'Takes PORT, HOST, DATA_DIR and DATABASE_URL like `start`; its own data are in data/dev.',
    options: [{ flags: '--language <tag>', what: 'the language of the page', choices: languages }],
    run: [ts('tools/dev/main.ts')],
  },
  build: {
    what: 'builds the service and its page',
    run: async () => {
      const finish = beginBuild();
      const status = await runShell('pnpm -r build');
      if (status === 0) finish();
      return status;
    },
  },
  test: {
    what: 'checks everything, or the steps or test files that are named',
    more: `Steps: ${STEPS.join(', ')}. A file may be named by a part of its path.`,
    arguments: [{ name: '[what...]', what: 'steps, or test files' }],
    options: [
      { flags: '--complete', what: 'fails if this machine cannot run a part' },
      { flags: '--title <text>', what: 'of the files only tests with this in their title' },
    ],
    run: test,
    commands: {
      nightly: {
        what: 'runs the tests that take too long for every commit; resumes where it stopped',
        more: `Parts:\n${parts.map(({ name, what }) => `  ${name.padEnd(20)} ${what}`).join('\n')}`,
        arguments: [
          {
            name: '[part...]',
            what: 'only these',
            choices: [...parts.map(({ name }) => name), 'frames', 'cards'],
          },
        ],
        options: [{ flags: '--again', what: 'runs also what has passed on this commit' }],
        run: [ts('tools/nightly.ts')],
      },
      mutation: {
        what: 'counts how many small changes of the code a test notices',
        arguments: [{ name: '[area...]', what: 'only these', choices: Object.keys(areas) }],
        options: [{ flags: '--write', what: 'keeps higher scores in tools/mutation/scores.json' }],
        run: [ts('tools/mutation/main.ts')],
      },
      start: {
        what: 'checks that a fresh clone starts in every kind of place and on every Node',
        arguments: [{ name: '[word...]', what: 'only lines with all of these' }],
        run: [ts('tools/check-start/main.ts')],
      },
      orca: {
        what: 'runs a race through the Orca screen reader (docs/accessibility.md)',
        arguments: [{ name: '[browser]', what: 'firefox', choices: ['firefox', 'chromium'] }],
        run: [ts('tools/by-orca/main.ts', { needs: 'client', under: ['dbus-run-session', '--'] })],
      },
    },
  },
  lint: {
    what: 'checks style, imports, unused code and formatting; changes nothing',
    run: tools(
      'oxlint',
      UNAWAITED,
      BOUNDARIES,
      'oxfmt --check',
      'node --import tsx tools/lint-styles.ts',
      `${ofWeb} lint`,
      `prettier --check --cache ${SVELTE}`,
      'knip',
    ),
  },
  format: {
    what: 'formats all files, and renews generated lists',
    run: async () => {
      // The wire's documents are made from the routes, which import the database's client.
      make('client');
      return tools(
        'oxlint --fix',
        'node --import tsx tools/promises.ts',
        'node --import tsx tools/measured.ts',
        'node --import tsx tools/wire.ts',
        'node --import tsx tools/notices.ts',
        'oxfmt',
        `prettier --write --list-different ${SVELTE}`,
      )();
    },
  },
  typecheck: {
    what: 'checks the types of every package',
    run: async () => {
      make('client');
      return tools('pnpm -r --workspace-concurrency=2 typecheck', 'tsc')();
    },
  },
  ops: { what: 'what operators do (docs/operations.md)', commands: ops },
  bench: { what: 'measurements and attacks', commands: bench },
  solve: {
    what: 'says whether a deal, or each position of a file, can be won, and how',
    more: `GAME: ${games.join(', ')}
DEAL: a deal code such as AAE-KZD-AC3, or a PySolFC number
FILE: lines {"game", "s", "v"?} in the notation of recorded games; "-" reads standard input`,
    arguments: [
      { name: '[game]', what: 'or a variant of it', choices: [...games, ...variants] },
      { name: '[deal]', what: 'as below' },
    ],
    options: [
      { flags: '--file <file>', what: 'as below, instead of game and deal' },
      count('seconds', 'at most for each (10)'),
    ],
    run: [bundled('tools/solve')],
  },
  conform: {
    what: 'compares recorded games with the engine',
    arguments: [{ name: '<file...>', what: 'games, positions or deals; .gz is read too' }],
    run: [ts('tools/conform/main.ts')],
  },
  verify: {
    what: 'checks a settled race, closed daily or closed duplicate by its address, or a play by its log',
    more: `ADDRESS: such as https://…/race/ABC234; public routes only.
FILE: what GET /api/plays/:id answers; DEAL: what GET /api/races/:code/deal answers (docs/protocol.md).`,
    arguments: [
      { name: '<address-or-file>', what: 'as below' },
      { name: '[deal]', what: 'a file, with a play' },
    ],
    run: async ([first = '', ...more]) => {
      if (!/^https?:/.test(first)) return runTs('tools/replay/main.ts', [first, ...more]);
      if (more.length > 0) throw new UsageError('an address is verified alone');
      return runTs('tools/verify/main.ts', [first]);
    },
  },
  winnability: { what: 'the published verdicts (docs/winnability.md)', commands: winnability },
  draw: { what: 'pictures of the page', commands: draw },
};
