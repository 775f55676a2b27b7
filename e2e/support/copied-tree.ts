/** A copy of the working tree, as a fresh clone would be, which a test may edit. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export interface CopiedTree {
  readonly folder: string;
  /**
   * Replaces text in one of its files.
   * @throws Error if the text is not there
   */
  edit(file: string, from: string, to: string): void;
  remove(): void;
}

/** Copies what git tracks, and what is new and not ignored; nothing is installed or generated in it. */
export function copyTree(): CopiedTree {
  const folder = mkdtempSync(join(tmpdir(), 'same-deal-tree-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of files) {
    // One that git still tracks may have been removed.
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  }
  return {
    folder,
    edit(file, from, to) {
      const text = readFileSync(join(folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      writeFileSync(join(folder, file), text.replace(from, to));
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
