/**
 * `THIRD-PARTY.md`: the packages that the image ships, by licence. `pnpm format` renews it, and a test compares. What the
 * page bundles is at `/notices.txt`, with its texts: only its build knows that.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const file = path.join(root, 'THIRD-PARTY.md');
const PACKAGES = /(?<=\n<!-- packages -->\n)[^]*?(?=\n<!-- end -->)/;

interface Licensed {
  readonly name: string;
  readonly versions: readonly string[];
}

/** Installed packages by licence, as the Dockerfile installs them. */
function packagesByLicence(): Readonly<Record<string, readonly Licensed[]>> {
  const words = ['--filter', '@same-deal/server', 'licenses', 'list', '--json', '--prod'];
  const listed = execFileSync('pnpm', [...words, '--no-optional'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return JSON.parse(listed) as Record<string, Licensed[]>;
}

/** Words in lines of at most 100 characters. */
function wrapped(words: readonly string[]): string {
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length + 1 > 100) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}

/** The document as it is, and as it should be. */
export function thirdParty(): { readonly is: string; readonly should: string } {
  const is = readFileSync(file, 'utf8');
  const sections = Object.entries(packagesByLicence())
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, packages]) => {
      const names = packages
        .flatMap(({ name, versions }) => versions.map((version) => `${name}@${version}`))
        .sort();
      const listed = names.map((name, n) => (n < names.length - 1 ? `${name},` : `${name}.`));
      return `**${licence}**\n\n\`\`\`text\n${wrapped(listed)}\n\`\`\``;
    });
  return { is, should: is.replace(PACKAGES, () => `\n${sections.join('\n\n')}\n`) };
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, thirdParty().should);
