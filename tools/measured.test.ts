/** Figures in documents come from `docs/measured`, all of one commit. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from './cli/commands.ts';
import {
  blocksIn,
  codeCommit,
  commandOf,
  documents,
  measurements,
  readMeasured,
  renewed,
  withoutBlocks,
} from './measured.ts';

const root = join(import.meta.dirname, '..');
const texts = documents().map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

/** Not the licences of others, which `tools/notices.ts` collects. */
const written = texts.filter(([file]) => file !== 'THIRD-PARTY.md');

/** What was measured looks like this, or is a decimal; seconds, minutes and counts are mostly bounds. */
const FIGURE =
  /\d\s?(?:ms|µs|ns|KB|MB)(?![\w*])|\d (?:people|moves|deals|games) (?:a|per) second|(?<![\w.:])\d+\.\d+(?![.\w])/;
/** Nothing of this was measured: phrases of documents, by what they are. */
const CHOSEN = {
  rules: ['conceded at 0 ms'],
  limits: ['each 8 KB of an answer', 'at most 16 KB'],
  benches: ['more than 50 ms', '250 ms apart', '150 ms to the service'],
  crowd: ['3.7 people on average', '1.6 Mbit/s'],
  times: ['for another 2.5 seconds', 'searched for 0.7 s'],
  alarms: ['histogram_quantile(0.99', '> 0.25', '> 0.2'],
  versions: ['Node 20.19', 'iPhones from 16.4', 'OpenAPI 3.1'],
  standards: ['a contrast of 4.5 : 1'],
  reckoned: ['1.96 · 20 σ', 'adds 0.8²', '1.1 · 10⁻⁶ for the 6.3 million'],
  others: ['arXiv 1906.12314', 'within ± 0.1 %'],
};

/** Lines of the table of verdicts, which the solver's tests compare with its files. */
const VERDICTS = /^\|.* MiB.*\|$/gm;

/** A document without its blocks and without what was chosen, a sentence a line. */
const restOf = (text: string): string =>
  Object.values(CHOSEN)
    .flat()
    .reduce(
      (rest, phrase) => rest.replaceAll(phrase, ''),
      withoutBlocks(text)
        .replace(VERDICTS, '')
        .replace(/(?<!\n)\n(?![\n|#-])/g, ' '),
    );

it('tables of measurements are those of their files (`pnpm format` renews them)', () => {
  for (const [file, text] of texts) expect(text, file).toBe(renewed(text));
});

it('every measurement has a table', () => {
  expect(new Set(texts.flatMap(([, text]) => blocksIn(text)))).toEqual(
    new Set(measurements.map(({ name }) => name)),
  );
});

it('every bench is measured by `pnpm bench all`', () => {
  const { all: _, 'chaos-record': __, ...benches } = commands['bench']?.commands ?? {};
  expect(new Set(measurements.map(({ words: [name] }) => name))).toEqual(
    new Set(Object.keys(benches)),
  );
});

it('all measurements are of one commit', () => {
  const commits = measurements.flatMap(({ name }) => readMeasured(name)?.commit ?? []);
  expect(new Set(commits).size).toBeLessThanOrEqual(1);
});

it('a release is measured whole, and differs from what was measured in documents and versions alone', () => {
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const isShallow = execFileSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: root });
  // After a release an unreleased section begins, and its measurements are those of the release until the next.
  if (changes.includes('\n## [Unreleased]\n')) return;
  // A shallow clone does not know which commit was the last to change the code.
  if (isShallow.toString().trim() === 'true') return;
  const commit = codeCommit();
  const others = measurements.filter(({ name }) => readMeasured(name)?.commit !== commit);
  expect(others.map(({ name }) => name)).toEqual([]);
});

it('every file was written by the command that its measurement has now', () => {
  for (const { name, words } of measurements) {
    const measured = readMeasured(name);
    if (measured) expect(measured.command, name).toBe(commandOf(words));
  }
});

it('no other figure of time, size, speed or share stands in a document', () => {
  // Make it a table of `measured.ts`, or add to CHOSEN what is a bound or an aim.
  const unexplained = written.flatMap(([file, text]) =>
    restOf(text)
      .split('\n')
      .filter((line) => FIGURE.test(line))
      .map((line) => `${file}: ${line.slice(0, 300)}`),
  );
  expect(unexplained).toEqual([]);
});
