import path from 'node:path';
import { normalizePath } from 'vite';
import type { Rolldown } from 'vite';

/** The entries that show cards, as seen from the package's folder. */
const withCards: readonly string[] = [
  'src/pages/Race.svelte',
  'src/pages/Play.svelte',
  'src/pages/Replay.svelte',
  'src/pages/Compare.svelte',
  'src/play/Table.svelte',
];

/**
 * Names the chunk of a module that several entries share, where the first table needs it: `app` if every page does,
 * `table` if only pages with cards do, else `common`. Left to itself the bundler makes a chunk for each set of
 * entries, most of them smaller than the headers they travel with; and over HTTP/1.1 a browser fetches six files at a
 * time. Imports run from `table` to `common` to `app`.
 * @param root the package's folder
 * @returns null for what the bundler places well: what one entry has for itself, and what only pages without cards have
 */
export function chunkOf(root: string) {
  const entriesWithCards = new Set(
    withCards.map((module) => normalizePath(path.resolve(root, module))),
  );
  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    const entries = entriesOf(id, context);
    if (entries.includes(id)) return null;
    if (entries.some((entry) => context.getModuleInfo(entry)?.isEntry)) return 'app';
    if (entries.length < 2) return null;
    const others = entries.filter((entry) => !entriesWithCards.has(entry));
    if (others.length === entries.length) return null;
    return others.length > 0 ? 'common' : 'table';
  };
}

/** The modules that are fetched by themselves and bring this one with them. */
function entriesOf(id: string, context: Rolldown.ChunkingContext): string[] {
  const reached = new Set([id]);
  // A set that grows is walked to its end.
  for (const module of reached) {
    for (const importer of context.getModuleInfo(module)?.importers ?? []) reached.add(importer);
  }
  return [...reached].filter((module) => {
    const info = context.getModuleInfo(module);
    return info && (info.isEntry || info.dynamicImporters.length > 0);
  });
}
