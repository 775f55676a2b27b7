/** The service worker, which caches the page so that it opens offline. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import type { Plugin } from 'vite';
import { htmlIn } from './html-in.ts';
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
  /** Files that are kept once they have been asked for: puzzles are many, and few people want all of them. */
  readonly onceAsked: readonly string[];
}

/**
 * What the browser keeps of a build, under a version that changes with any of it.
 * @param files the names of the build's files
 */
export function keptOf(
  files: readonly string[],
  { page, start }: Pick<Kept, 'page' | 'start'>,
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
    .update([...all, ...onceAsked].join())
    .digest('hex')
    .slice(0, 12);
  return { version, page, start, files: all, onceAsked };
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
        const keep = (name: string) => {
          const source = htmlIn(bundle, named(`${name}.html`, tag));
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
          const file = `assets/${name}-${hash}.html`;
          this.emitFile({ type: 'asset', fileName: file, source });
          return `/${file}`;
        };
        const pages = { page: keep('index'), start: keep('start') };
        const kept = keptOf(Object.keys(bundle), pages, manifest);
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
