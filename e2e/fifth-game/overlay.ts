/** Shows Vite and Vitest a change of the repository without writing it. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change } from './guide.ts';

const root = join(import.meta.dirname, '..', '..');

/** A plugin that reads the files of a change in place of what lies there, if anything does. */
export function overlay(change: Change) {
  const texts = new Map([...change].map(([file, text]) => [join(root, file), text]));
  return {
    name: 'overlay',
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      if (!importer || !source.startsWith('.')) return undefined;
      const file = join(dirname(importer), source);
      return texts.has(file) && !existsSync(file) ? file : undefined;
    },
    load: (id: string) => texts.get(id),
  };
}
