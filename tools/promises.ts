/**
 * The tests of each promise, as `docs/promises.md` lists them: made from the titles that cite it. `pnpm format` renews the
 * list, and a test compares.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { citedIn } from './cited-ids.ts';

const root = path.join(import.meta.dirname, '..');
const file = path.join(root, 'docs/promises.md');
const TITLE = /\b(?:it|test|describe)(?:\.[\w.]+(?:\([^)]*\))?)?\(\s*(['"`])([^]*?)\1\s*,/g;
const TESTS = /(?<=\n<!-- tests of (P\d+) -->\n)[^]*?(?=\n<!-- end -->)/g;

/** The files of tests that cite each promise. */
function filesByPromise(): ReadonlyMap<string, string[]> {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n');
  const found = new Map<string, string[]>();
  for (const name of files.filter((one) => one && existsSync(path.join(root, one))).sort()) {
    const titles = [...readFileSync(path.join(root, name), 'utf8').matchAll(TITLE)];
    for (const id of citedIn(titles.map(([, , title = '']) => title))) {
      found.set(id, [...(found.get(id) ?? []), name]);
    }
  }
  return found;
}

/** The document as it is, and as it should be. */
export function promises(): { readonly is: string; readonly should: string } {
  const is = readFileSync(file, 'utf8');
  const found = filesByPromise();
  const should = is.replace(TESTS, (_, id: string) => {
    const lines = (found.get(id) ?? []).map(
      (name) => `- [\`${path.basename(name, '.test.ts')}\`](../${name})`,
    );
    return `\n${lines.join('\n')}\n`;
  });
  return { is, should };
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, promises().should);
