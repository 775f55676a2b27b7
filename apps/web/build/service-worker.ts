/** The service worker, which caches the page so that it opens offline. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import type { Plugin } from 'vite';
import { textIn } from './text-in.ts';
import { inLanguage, named } from './languages.ts';

/** What the page needs besides its own files, from the folder `public`. */
const ICONS = ['/icon.svg', '/icon-192.png'];

/** As the script itself has them (`src/offline/service-worker.ts`). */
export interface Kept {
  readonly version: string;
  /** The page's HTML, and that of the start page, where more of it is there before any script is. */
  readonly page: string;
  readonly start: string;
  readonly files: readonly string[];
  /** One file with the text of most of them, as an object by their names. */
  readonly pack: string;
  /** Files that are kept once they have been asked for: puzzles are many, and few people want all of them. */
  readonly onceAsked: readonly string[];
}

/**
 * Scripts and styles are many and small: two hundred requests of everybody who comes for the first time would cost the
 * service more than all else that they do. Not workers, as their headers say what they may do.
 */
const isPacked = (file: string): boolean =>
  /^assets\/.*\.(js|css)$/.test(file) && !path.basename(file).includes('worker');

const hashOf = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 8);

/**
 * What the browser keeps of a build, under a version that changes with any of it.
 * @param files the names of the build's files
 */
export function keptOf(
  files: readonly string[],
  { page, start, pack }: Pick<Kept, 'page' | 'start' | 'pack'>,
  manifest: string,
): Kept {
  // Whatever its kind: pictures and fonts as well as scripts. Pages are kept under their own name.
  const assets = files.filter((file) => /^assets\/.*(?<!\.html|\.map|\.puz)$/.test(file)).sort();
  const all = [page, start, ...[manifest, ...assets].map((file) => `/${file}`), ...ICONS];
  const onceAsked = files
    .filter((file) => file.endsWith('.puz'))
    .map((file) => `/${file}`)
    .sort();
  const version = createHash('sha256')
    .update([...all, ...onceAsked, pack].join())
    .digest('hex')
    .slice(0, 12);
  return { version, page, start, files: all, pack, onceAsked };
}

/**
 * Writes the script with the words of nudges in front of it, and the page's HTML under a name of its own that never
 * changes its content: the service edits what it sends at the page's addresses.
 * @param fileName what to call the script
 * @param manifest the name of the manifest of the installed page
 * @param tag the language of the build
 */
export function serviceWorker(fileName: string, manifest: string, tag: string): Plugin {
  let root: string;
  return {
    name: 'same-deal:service-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    // After Vite's own plugins, which write the start page and the workers.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const emit = (file: string, source: string) => {
          this.emitFile({ type: 'asset', fileName: file, source });
          return `/${file}`;
        };
        const keep = (name: string) => {
          const source = textIn(bundle, named(`${name}.html`, tag));
          return emit(`assets/${name}-${hashOf(source)}.html`, source);
        };
        const files = Object.keys(bundle);
        const packed = JSON.stringify(
          Object.fromEntries(
            files.filter(isPacked).map((file) => [`/${file}`, textIn(bundle, file)]),
          ),
        );
        const kept = keptOf(
          files,
          {
            page: keep('index'),
            start: keep('start'),
            pack: emit(`assets/page-${hashOf(packed)}.json`, packed),
          },
          manifest,
        );
        const plain = async (file: string) => {
          const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
          // A script, not a module: what is left of imports and exports after the types are gone.
          return code.replace(/^export \{\s*\};?$/gm, '').replace(/^export const /gm, 'const ');
        };
        const english = path.join(root, 'src/messages/nudge-notices.en.ts');
        const words = await plain(inLanguage(english, tag) ?? english);
        const worker = await plain(path.join(root, 'src/offline/service-worker.ts'));
        const notices = `const nudgeNotices = (() => {\n${words}\nreturn nudgeNotices;\n})();`;
        const script = `const kept = ${JSON.stringify(kept)};\n${notices}\n${worker}`;
        this.emitFile({ type: 'asset', fileName, source: script });
      },
    },
  };
}
