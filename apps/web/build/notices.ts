import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Licences whose only condition is that they are passed on with the code. */
const allowed: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  // Of a font: passed on with it, under a name that is not reserved.
  'OFL-1.1',
];

/** Helpers that the build writes into the page itself: how their modules' names begin, and the way to their package. */
const writtenByTheBuild: Readonly<Record<string, readonly string[]>> = {
  '\0vite/': ['vite'],
  '\0rolldown/': ['vite', 'rolldown'],
};

/** A package whose code is in the page. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier; undefined if the package names none. */
  readonly license: string | undefined;
  /** The licence's words; undefined if the package brings none. */
  readonly text: string | undefined;
}

/**
 * The notices of the packages, as a text for people.
 * @throws if one has no licence that is allowed, or does not bring its words
 */
export function noticesOf(packages: readonly Bundled[]): string {
  for (const { name, version, license, text } of packages) {
    if (license === undefined || !allowed.includes(license)) {
      throw new Error(
        `${name} ${version} has the licence ${license ?? '(none)'}: see build/notices.ts`,
      );
    }
    if (text === undefined) throw new Error(`${name} ${version} brings no licence text`);
  }
  const sections = [...packages]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`);
  const line = `\n${'-'.repeat(80)}\n\n`;
  return ['Same Deal contains these packages.\n', ...sections].join(line);
}

/** Writes `notices.txt`: the licences of all packages with code in the page or in its workers. */
export function notices() {
  const folders = new Set<string>();
  const collect: Plugin = {
    name: 'same-deal:collect-notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const folder = renderedLength > 0 ? packageOf(id) : undefined;
          if (folder !== undefined) folders.add(folder);
        }
      }
    },
  };
  const write: Plugin = {
    name: 'same-deal:notices',
    apply: 'build',
    // Workers are bundled before the page is.
    generateBundle: {
      order: 'post',
      handler() {
        const source = noticesOf([...[...folders].map(readPackage), ...fonts()]);
        this.emitFile({ type: 'asset', fileName: 'notices.txt', source });
      },
    },
  };
  return { page: [collect, write], worker: () => [collect] };
}

/** The fonts of `src/fonts`, subsets that `tools/fonts` makes, with the licences beside them. */
const fonts = (): Bundled[] =>
  (
    [
      ['figtree', 'OFL-1.1'],
      ['roboto-slab', 'Apache-2.0'],
    ] as const
  ).map(([name, license]) => ({
    name: `@fontsource-variable/${name}`,
    version: '5.3.0, a subset',
    license,
    text: readFileSync(
      path.join(import.meta.dirname, `../src/fonts/${name}.LICENSE.txt`),
      'utf8',
    ).trim(),
  }));

/** The folder of the package that a module is from; undefined if it is ours. */
function packageOf(id: string): string | undefined {
  const builder = Object.entries(writtenByTheBuild).find(([beginning]) => id.startsWith(beginning));
  if (builder) return builder[1].reduce(folderOf, import.meta.dirname);
  // What is left with such a name was made by a plugin from a module that is here too.
  if (id.startsWith('\0')) return undefined;
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
}

/** Where the package is installed that modules of a folder import by its name. */
function folderOf(folder: string, name: string): string {
  const file = createRequire(path.join(folder, 'package.json')).resolve(name);
  const installed = path.join('node_modules', name);
  return file.slice(0, file.lastIndexOf(installed) + installed.length);
}

function readPackage(folder: string): Bundled {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: string };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  const text = file && readFileSync(path.join(folder, file), 'utf8');
  // Vite's and Rolldown's own files go on with the licences of what they bundle themselves, which the page has not.
  const own = text?.split(/^#+ Licenses of bundled dependencies/m)[0]?.trim();
  return { name, version, license, text: own };
}
