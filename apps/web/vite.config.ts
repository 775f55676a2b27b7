import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { chunkOf } from './build/chunks.ts';
import { compress } from './build/compress.ts';
import { notices } from './build/notices.ts';
import { preloads } from './build/preloads.ts';

const service = 'http://127.0.0.1:3000';

const notes = notices();

export default defineConfig({
  plugins: [svelte(), preloads(), notes.page, compress()],
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
});
