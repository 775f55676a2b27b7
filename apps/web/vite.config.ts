import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { chunkOf } from './build/chunks.ts';
import { compress } from './build/compress.ts';
import { FIRST, language, languagesIn, named } from './build/languages.ts';
import { notices } from './build/notices.ts';
import { preloads } from './build/preloads.ts';
import { serviceWorker } from './build/service-worker.ts';

const service = 'http://127.0.0.1:3000';

const notes = notices();

/** Of the line's library what is never asked for, a third transport and binary data: it would come with every first table. */
const unused: readonly (readonly [file: RegExp, code: string])[] = [
  [/engine\.io-client\/build\/esm\/transports\/webtransport\.js$/, 'export const WT = undefined;'],
  [
    /socket\.io-parser\/build\/esm\/is-binary\.js$/,
    'export const isBinary = () => false; export const hasBinary = () => false;',
  ],
  [
    /socket\.io-parser\/build\/esm\/binary\.js$/,
    'export const deconstructPacket = undefined; export const reconstructPacket = undefined;',
  ],
];
const withoutUnused = (): Plugin => ({
  name: 'without-unused',
  enforce: 'pre',
  load: (id) => unused.find(([file]) => file.test(id))?.[1],
});

/** Builds the page in all other languages, beside the first one. */
async function buildOthers(): Promise<void> {
  for (const mode of languagesIn(import.meta.dirname).slice(1)) {
    await build({ root: import.meta.dirname, mode, logLevel: 'warn' });
  }
}

/** The mode may be a language: `vite --mode de`. */
const languageOf = (mode: string): string =>
  languagesIn(import.meta.dirname).includes(mode) ? mode : FIRST;

export default defineConfig(({ mode }) => ({
  plugins: [
    language(languageOf(mode)),
    svelte(),
    withoutUnused(),
    serviceWorker(
      named('service-worker.js', languageOf(mode)),
      named('manifest.webmanifest', languageOf(mode)),
    ),
    preloads(named('preloads.json', languageOf(mode))),
    notes.page,
    ...(languageOf(mode) === FIRST ? [compress(buildOthers)] : []),
  ],
  worker: { plugins: notes.worker },
  build: {
    // The oldest browsers the page is for, as the README says.
    target: ['chrome111', 'edge111', 'firefox128', 'ios16.4', 'safari16.4'],
    // All but Safari before 17 preload modules by themselves; there they come a moment later.
    modulePreload: { polyfill: false },
    // The content security policy lets images in as data, but there is nothing to gain from it.
    assetsInlineLimit: 0,
    // All of it is smaller than the headers of a file for each part would be.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: chunkOf(import.meta.dirname), includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': service,
      '/socket.io': { target: service, ws: true },
    },
  },
}));
