import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, defineConfig } from 'vite';
import type { Plugin, UserConfig } from 'vite';
import { chunkOf, ofFields } from './build/chunks.ts';
import { compress } from './build/compress.ts';
import { earlyLine } from './build/early-line.ts';
import { helperInApp } from './build/helper-in-app.ts';
import { minifyFirst } from './build/minify-first.ts';
import { FIRST, language, languagesIn, named } from './build/languages.ts';
import { laterStyles } from './build/later-styles.ts';
import { notices } from './build/notices.ts';
import { preloads } from './build/preloads.ts';
import { serviceWorker } from './build/service-worker.ts';
import { shortTokens } from './build/short-tokens.ts';
import { startPage } from './build/start-page.ts';
import { svelteModes } from './build/svelte-modes.ts';

const notes = notices();

/** The chunks that many pages share (build/chunks.ts). */
const LARGE = /\/(?:table|home|solo|fields|replay)-[^/]*$/;

/**
 * In the stead of Vite's code for what a part imports, which also waits for styles: here these come with the scripts.
 * That one did not come is left for `main.ts`.
 */
const preloadHelper = `export const __vitePreload = (load, files) => {
  for (const file of files ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = '/' + file;
    document.head.append(link);
  }
  return load().catch((error) => {
    globalThis.lacksPart = true;
    throw error;
  });
};`;
const ownPreloadHelper = (): Plugin => ({
  name: 'own-preload-helper',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? preloadHelper : undefined),
});

/** Nothing of this happens by being loaded, so whoever needs none of it leaves it out. */
const withoutSideEffects = (): Plugin => ({
  name: 'without-side-effects',
  transform: {
    filter: { id: ofFields },
    handler: () => ({ moduleSideEffects: false }),
  },
});

/**
 * The build of the page in one language.
 * @param finish what else is to be written before everything is compressed; null if another build sees to that
 */
export const pageIn = (tag: string, finish: (() => Promise<void>) | null): UserConfig => ({
  plugins: [
    language(tag),
    earlyLine(),
    shortTokens(),
    svelte(),
    laterStyles(),
    helperInApp(),
    minifyFirst(),
    svelteModes(),
    ownPreloadHelper(),
    withoutSideEffects(),
    startPage(tag),
    serviceWorker(named('service-worker.js', tag), named('manifest.webmanifest', tag), tag),
    preloads(named('preloads.json', tag)),
    notes.page,
    ...(finish ? [compress(finish)] : []),
  ],
  worker: { plugins: notes.worker },
  build: {
    // The oldest browsers the page is for, as the README says.
    target: ['chrome111', 'edge111', 'firefox128', 'ios16.4', 'safari16.4'],
    // All but Safari before 17 preload modules by themselves; there they come a moment later.
    // A page's large files are asked for together with it; a list of all would be in `app`, before every first table.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostId }) =>
        /\/app-/.test(hostId) ? files.filter((one) => one !== file && LARGE.test(one)) : [],
    },
    // Styles and scripts are waited for: nothing travels in them that can come beside them.
    assetsInlineLimit: () => false,
    // One sheet for all first pages; the other styles come with their scripts.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Names stand in what every first table waits for, where letters of either case cost more.
        hashCharacters: 'base36',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [{ name: chunkOf(import.meta.dirname), includeDependenciesRecursively: false }],
        },
      },
    },
  },
});

const tags = languagesIn(import.meta.dirname);

/** Builds the page in all other languages, beside the first one. */
async function buildOthers(): Promise<void> {
  for (const mode of tags.slice(1)) {
    await build({ root: import.meta.dirname, mode, logLevel: 'warn' });
  }
}

/** The mode may be a language: `vite --mode de`. */
export default defineConfig(({ mode }) =>
  tags.slice(1).includes(mode) ? pageIn(mode, null) : pageIn(FIRST, buildOthers),
);
