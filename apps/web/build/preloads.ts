import path from 'node:path';
import { normalizePath } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** What to fetch at once for an address; the service puts links to it into the page (its `http/preloads.ts`). */
export interface Preload {
  /** A path; `*` stands for one of its parts. */
  readonly address: string;
  readonly scripts: readonly string[];
  /** The font of the cards, where some are shown first. */
  readonly fonts?: readonly string[];
}

export const page = (name: string): string => `src/pages/${name}.svelte`;
export const TABLE = 'src/play/Table.svelte';

/**
 * The modules that each address shows first, as seen from the package's folder. They are fetched by imports as well,
 * but only one after the other: the page must have run to know which it needs. An address that is not named here
 * loads like that.
 */
export const modulesOf: Readonly<Record<string, readonly string[]>> = {
  '/': [page('Home'), 'src/home/Today.svelte'],
  '/race/*': [page('Race'), TABLE],
  '/race/*/ghosts': [page('Recordings')],
  '/duplicate/*': [page('Duplicate')],
  '/circles': [page('Circles')],
  '/circle/*': [page('Circle')],
  '/play/*': [page('Play'), TABLE],
  '/replay/*': [page('Replay')],
  '/compare/*/*': [page('Compare')],
  '/daily': [page('Dailies')],
  '/daily/archive': [page('Archive')],
  '/daily/*/*': [page('Daily')],
  '/boards/*': [page('Boards')],
  '/stats': [page('Stats')],
  '/continue': [page('Continue')],
  '/sign-in': [page('SignIn')],
  '/you': [page('You')],
  '/games': [page('Games')],
  '/people': [page('People')],
  '/people/*': [page('Person')],
  '/rules/*': [page('Rules')],
  '/deal/*/*/*': [page('Deal')],
  '/puzzles': [page('Puzzles')],
  '/puzzles/*/*/*': [page('Puzzle'), TABLE],
};

/**
 * Writes `preloads.json`: the files of each address, with everything they import.
 * @param fileName what to call it
 */
export function preloads(fileName: string): Plugin {
  let root: string;
  return {
    name: 'same-deal:preloads',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    // After Vite's own plugins, which write the start page.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const start = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.html'));
        const html = start?.type === 'asset' ? String(start.source) : '';
        const main = chunks.filter(({ fileName }) => html.includes(`/${fileName}"`));
        if (main.length === 0) throw new Error('the start page loads no script');
        const already = new Set(importsOf(main, bundle));
        const cards = Object.keys(bundle).filter((name) => CARDS_FONT.test(name));
        if (cards.length !== 1) throw new Error('there is no one font of the cards');
        const list = Object.entries(modulesOf).map(([address, modules]): Preload => {
          const entries = modules.map((module) => {
            const chunk = chunks.find(({ moduleIds }) =>
              moduleIds.includes(normalizePath(path.resolve(root, module))),
            );
            if (!chunk) throw new Error(`no chunk holds ${module}: see modulesOf`);
            return chunk;
          });
          const needed = importsOf(entries, bundle);
          const scripts = needed
            .filter((chunk) => !already.has(chunk))
            .map(({ fileName }) => `/${fileName}`);
          const showsCards = needed.some(({ moduleIds }) => moduleIds.some((id) => CARD.test(id)));
          return {
            address,
            scripts,
            ...(showsCards && { fonts: cards.map((name) => `/${name}`) }),
          };
        });
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(list) });
      },
    },
  };
}

/** What draws cards, and the font that it needs for them. */
const CARD = /\/src\/board\/(Card|MiniTable)\.svelte$/;
const CARDS_FONT = /(^|\/)cards-[\w-]+\.woff2$/;

/** The chunks and all that they import, without what they may import later. */
function importsOf(
  entries: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): Rolldown.OutputChunk[] {
  const found = new Set(entries);
  // A set that grows is walked to its end.
  for (const { imports } of found) {
    for (const name of imports) {
      const file = bundle[name];
      if (file?.type === 'chunk') found.add(file);
    }
  }
  return [...found];
}
