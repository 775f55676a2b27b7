import path from 'node:path';
import { normalizePath } from 'vite';
import type { Rolldown } from 'vite';

/** The entries that a first table needs, as seen from the package's folder. */
const ofTables = ['src/pages/Race.svelte', 'src/pages/Play.svelte', 'src/play/Table.svelte'];
/** The others that show cards. */
const ofReplays = [
  'src/pages/Replay.svelte',
  'src/pages/Compare.svelte',
  'src/race/AllTables.svelte',
  'src/race/OpenTables.svelte',
];
/** What makes packs of codes and numbers: the start page, small tables and practice without a line do. */
const ofDealing = ['deal-source', 'random'].map((name) => `../../packages/engine/src/${name}.ts`);
/** Svelte's code for binding fields to variables. */
export const ofFields =
  /\/svelte\/src\/internal\/client\/dom\/elements\/bindings\/(input|select)\.js$/;
/** Those of the start page. */
const ofHome = ['src/pages/Home.svelte', 'src/home/Today.svelte'];

/**
 * Names the chunk of a module that several entries share, where the first page of a visit needs it: `table` if only
 * pages with cards do, `replay` if no table does, `home` if the start page does, `app` if both do or every page. Left to itself the bundler
 * makes a chunk for each set of entries, most of them smaller than the headers they travel with; and over HTTP/1.1 a
 * browser fetches six files at a time, so with more it waits for a second round trip. Imports run from `table`,
 * `replay` and `home` to `app`.
 * @param root the package's folder
 * @returns null for what the bundler places well: what one entry has for itself, and what only other pages share
 */
export function chunkOf(root: string) {
  const idsOf = (modules: readonly string[]) =>
    new Set(modules.map((module) => normalizePath(path.resolve(root, module))));
  const tables = idsOf(ofTables);
  const replays = idsOf(ofReplays);
  const home = idsOf(ofHome);
  const dealing = idsOf(ofDealing);
  const table = normalizePath(path.resolve(root, 'src/play/Table.svelte'));
  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    // Everybody imports the engine's index, so importers do not tell that no table deals by a code.
    if (dealing.has(id)) return 'home';
    // Likewise with Svelte's index; and no table has fields.
    if (ofFields.test(id)) return 'fields';
    const entries = entriesOf(id, context);
    // Fetched by itself so that the lobby need not wait for it, but with the rest that shows cards.
    if (entries.length === 1 && entries[0] === table) return 'table';
    if (entries.includes(id)) return null;
    if (entries.some((entry) => context.getModuleInfo(entry)?.isEntry)) return 'app';
    if (entries.length < 2) return null;
    if (entries.every((entry) => replays.has(entry))) return 'replay';
    if (entries.some((entry) => tables.has(entry))) {
      return entries.every((entry) => tables.has(entry) || replays.has(entry)) ? 'table' : 'app';
    }
    return entries.some((entry) => home.has(entry)) ? 'home' : null;
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
