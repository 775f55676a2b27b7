/** What somebody gets who installs the packages: packed as `pnpm publish` packs them, and used from outside. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { gameList } from '@same-deal/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const packages = join(import.meta.dirname, '../..');
const names = ['engine', 'solver'] as const;
/** What a page loads, minified and compressed, in bytes. */
const MOST_BYTES = {
  engine: 5_120 + 1_024 * gameList.length,
  // Of a game that it has no search for, it holds what a deal needs.
  solver: 27_900 + 320 * gameList.length,
};

let folder: string;
let consumer: string;

function run(cwd: string, command: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' });
  expect(status, `${command} ${words.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** pnpm as it runs this test, or by the means the README names. */
function pnpm(cwd: string, ...words: string[]): void {
  const itself = process.env['npm_execpath'];
  if (itself?.includes('pnpm')) {
    const isScript = /\.[cm]?js$/.test(itself);
    run(cwd, isScript ? process.execPath : itself, isScript ? [itself, ...words] : words);
  } else run(cwd, 'npx', ['-y', 'pnpm@12', ...words]);
}

const tarballOf = (name: string): string => join(folder, `${name}.tgz`);
const installed = (name: string): string => join(consumer, 'node_modules/@same-deal', name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'same-deal-packed-'));
  consumer = join(folder, 'consumer');
  for (const name of names) {
    pnpm(join(packages, name), 'pack', '--out', tarballOf(name));
    mkdirSync(installed(name), { recursive: true });
    run(folder, 'tar', ['-xzf', tarballOf(name), '-C', installed(name), '--strip-components', '1']);
  }
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
  // Two compilers and pnpm take their time on a busy machine.
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(names)('@same-deal/%s', (name) => {
  it('passes publint, its suggestions included', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed(name), pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types that fit its code wherever modules can import it', async () => {
    const packed = createPackageFromTarballData(new Uint8Array(readFileSync(tarballOf(name))));
    const { types, ...checked } = await checkPackage(packed);
    const problems = types && 'problems' in checked ? checked.problems : ['has no types'];
    // Modules only, on purpose: CommonJS reaches it by import() and by require() of Node 22 and later.
    const others = problems.filter(
      (problem) => typeof problem === 'string' || problem.kind !== 'CJSResolvesToESM',
    );
    expect(others).toEqual([]);
  });

  it('holds built code, types, licence, changelog and README, and nothing of the tests', () => {
    const files = readdirSync(installed(name), { recursive: true, encoding: 'utf8' });
    const wanted = ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/index.js', 'dist/index.d.ts'];
    for (const file of wanted) expect(files).toContain(file);
    expect(
      files.filter((file) => /(^|\/)tests?\/|\.test\.|sample|(?<!\.d)\.ts$/.test(file)),
    ).toEqual([]);
    const { exports, dependencies = {} } = JSON.parse(
      readFileSync(join(installed(name), 'package.json'), 'utf8'),
    );
    expect(Object.keys(exports)).toEqual(['.']);
    expect(JSON.stringify(dependencies)).not.toContain('workspace');
  });
});

describe('a project that uses them', () => {
  const main = `
import { checkPosition, newGame, packOf, playMove, unwrap } from '@same-deal/engine';
import type { Position, VariantId } from '@same-deal/engine';
import { gradeDeal, solve } from '@same-deal/solver';

const variant: VariantId = 'bisley/thirteen';
const deal: Position = unwrap(newGame(variant, unwrap(packOf('17', 1))));
const { verdict, moves } = unwrap(solve(deal));
const end = moves.reduce((position, move) => unwrap(playMove(position, move)), deal);
const { difficulty } = unwrap(gradeDeal(deal));
console.log(verdict, checkPosition(end).ok, difficulty >= 1);
`;
  const said = 'won true true\n';
  const typescript = join(packages, '../node_modules/typescript/bin/tsc');

  beforeAll(() => writeFileSync(join(consumer, 'main.ts'), main));

  it('compiles under nodenext with every check on, and plays in Node', () => {
    const options = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      types: [],
      outDir: 'out',
    };
    const lib = ['es2023', 'dom'];
    const compilerOptions = { ...options, lib, rootDir: '.', exactOptionalPropertyTypes: true };
    const config = { compilerOptions, files: ['main.ts'] };
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(config));
    run(consumer, process.execPath, [typescript, '-p', '.']);
    expect(run(consumer, process.execPath, ['out/main.js'])).toBe(said);
  });

  it('cannot compile with the name of no variant, nor reach what is inside', () => {
    writeFileSync(
      join(consumer, 'wrong.ts'),
      `import type { VariantId } from '@same-deal/engine';\nexport const id: VariantId = 'bisley/thirten';\n`,
    );
    const words = ['--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', 'wrong.ts'];
    const { status, stdout } = spawnSync(
      process.execPath,
      [typescript, '--ignoreConfig', ...words],
      { cwd: consumer, encoding: 'utf8' },
    );
    expect(status).not.toBe(0);
    expect(stdout).toContain('bisley/thirten');
    const reach = `import('@same-deal/engine/dist/foundations.js').catch((e) => console.log(e.code))`;
    expect(run(consumer, process.execPath, ['--input-type=module', '-e', reach])).toBe(
      'ERR_PACKAGE_PATH_NOT_EXPORTED\n',
    );
  });

  it('is bundled by Vite, plays, and stays small', () => {
    const vite = join(packages, '../apps/web/node_modules/vite/bin/vite.js');
    const bundle = (entry: string, minify: boolean): string => {
      const config = `export default { root: ${JSON.stringify(consumer)}, logLevel: 'error', build: {
        lib: { entry: ${JSON.stringify(entry)}, formats: ['es'], fileName: 'bundle' },
        target: 'es2022', minify: ${minify}, outDir: 'bundled' } };`;
      writeFileSync(join(consumer, 'vite.config.mjs'), config);
      run(consumer, process.execPath, [vite, 'build']);
      const [file = ''] = readdirSync(join(consumer, 'bundled'));
      return join(consumer, 'bundled', file);
    };
    expect(run(consumer, process.execPath, [bundle('main.ts', false)])).toBe(said);
    for (const name of names) {
      writeFileSync(join(consumer, 'all.ts'), `export * from '@same-deal/${name}';\n`);
      const bytes = gzipSync(readFileSync(bundle('all.ts', true)), { level: 9 }).length;
      expect(bytes, name).toBeLessThan(MOST_BYTES[name]);
    }
  });
});
