import path from 'node:path';
import { normalizePath } from 'vite';
import type { Rolldown } from 'vite';
import { TABLE, page } from './preloads.ts';

/** Svelte's code for binding fields to variables, which no table has. */
export const ofFields =
  /\/svelte\/src\/internal\/client\/dom\/elements\/bindings\/(input|select)\.js$/;
/** The picture on the start page; a race's result shows such tables too, and fetches it for them. */
const ofDuel =
  /\/src\/(home\/(Duel\.svelte|duel\.ts)|replay\/TwoTables\.svelte|messages\/(en\/|de\/)?duel\b)/;

/** What adds the styles that come with a script (build/later-styles.ts). */
export const ADOPT = '/src/styles/adopt.ts';

/** A line of it is all that keeping the page has in common with the start page: every page would fetch that one's parts. */
const LANGUAGES = '/src/state/languages.ts';

/** What is fetched for the pages that most visits begin with, and the folder of their later parts. */
const firstPages = {
  start: { shows: [page('Home'), 'src/home/Today.svelte'], parts: 'src/home' },
  race: { shows: [page('Race'), TABLE], parts: 'src/race' },
  solo: { shows: [page('Play'), TABLE], parts: 'src/play' },
} as const;
type FirstPage = keyof typeof firstPages;

/** The modules by which a first table begins, as seen from the package's folder. */
export const ofTables: readonly string[] = [
  'src/main.ts',
  ...firstPages.race.shows,
  ...firstPages.solo.shows,
];

/** What only a race draws, on its way to the table: the styles come with the script, and no solo table waits for them. */
export const drawnLater: readonly string[] = [
  'src/race/Commitment.svelte',
  'src/race/Proof.svelte',
];

/** Where what only one of them needs goes if pages of other kinds need it as well: these need not fetch that page. */
const withOthers = { start: 'home', race: 'table', solo: 'solo' } as const satisfies Record<
  FirstPage,
  string
>;

/** Other entries whose code is fetched together, because whoever needs one of them soon needs another. */
const together: Readonly<Record<string, readonly string[]>> = {
  replay: [
    page('Replay'),
    page('Compare'),
    'src/race/AllTables.svelte',
    'src/race/OpenTables.svelte',
  ],
};

/** Modules that only re-export, and say so: who imports one of these does not need all that it names. */
const BARREL = /\/packages\/engine\/src\/index\.ts$/;

/**
 * Names the chunk of a module, so that each first page fetches what it needs and little else, in few files: left to
 * itself the bundler makes a chunk for each set of entries, most of them smaller than the headers they travel with;
 * and over HTTP/1.1 a browser fetches six files at a time, so with more it waits for a second round trip.
 *
 * - `app`: what every page needs, and what the start page has in common with a table;
 * - `table`: what races and solo tables have in common;
 * - `race`, `solo`, `start`: what else these pages show first, and what they share with their own later parts;
 * - `home`: what the start page has in common with pages of other kinds; what a solo table has, is small.
 *
 * Imports run from the pages' own to the others, and from these to `app`.
 * @param root the package's folder
 * @returns null for what the bundler places well: what one entry has for itself, and what few others share
 */
export function chunkOf(root: string) {
  const idOf = (module: string) => normalizePath(path.resolve(root, module));
  const first = Object.entries(firstPages).map(([name, { shows, parts }]) => ({
    name: name as FirstPage,
    shows: new Set(shows.map(idOf)),
    parts: `${idOf(parts)}/`,
  }));
  const groups = Object.entries(together).map(
    ([name, modules]) => [name, new Set(modules.map(idOf))] as const,
  );
  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    // Everybody imports the library's index, so importers do not tell who needs what.
    if (ofFields.test(id)) return 'fields';
    if (ofDuel.test(id)) return 'Duel';
    if (id.endsWith(ADOPT) || id.endsWith(LANGUAGES)) return 'app';
    if (context.getModuleInfo(id)?.isEntry) return null;
    const entries = entriesOf(id, context);
    if (entries.some((entry) => context.getModuleInfo(entry)?.isEntry)) return 'app';
    const needing = first.filter(({ shows }) => entries.some((entry) => shows.has(entry)));
    const [one] = needing;
    if (!one) {
      if (entries.length < 2) return null;
      return groups.find(([, ids]) => entries.every((entry) => ids.has(entry)))?.[0] ?? null;
    }
    if (needing.length > 1) return needing.some(({ name }) => name === 'start') ? 'app' : 'table';
    const isOwn = entries.every((entry) => one.shows.has(entry) || entry.startsWith(one.parts));
    return isOwn ? one.name : withOthers[one.name];
  };
}

/** The modules that are fetched by themselves and bring this one with them. */
function entriesOf(id: string, context: Rolldown.ChunkingContext): string[] {
  const reached = new Set([id]);
  // A set that grows is walked to its end.
  for (const module of reached) {
    for (const importer of importersOf(module, context)) reached.add(importer);
  }
  return [...reached].filter((module) => {
    const info = context.getModuleInfo(module);
    return info && (info.isEntry || info.dynamicImporters.length > 0);
  });
}

/** Who imports a module, looking through barrels: they stand for those who take from them what is in the module. */
function importersOf(id: string, context: Rolldown.ChunkingContext): string[] {
  return (context.getModuleInfo(id)?.importers ?? []).flatMap((importer) => {
    if (!BARREL.test(importer)) return [importer];
    const barrel = context.getModuleInfo(importer);
    const offered = new Set(namesFrom(barrel?.code ?? '', path.basename(id)));
    return (barrel?.importers ?? []).filter((user) =>
      namesFrom(context.getModuleInfo(user)?.code ?? '', '@same-deal/engine').some((name) =>
        offered.has(name),
      ),
    );
  });
}

/** The names that a module imports or re-exports from another one, whose address ends so. */
function namesFrom(code: string, from: string): string[] {
  const statements = code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']*)["']/g);
  return [...statements]
    .filter(([, , source = '']) => source.endsWith(from))
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/\s+as\s+/)[0]!))
    .filter((name) => name !== '');
}
