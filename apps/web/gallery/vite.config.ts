import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import path from 'node:path';
import { languagesIn } from '../build/languages.ts';

/** `pnpm draw gallery`: a page for those who work on the page. The build knows nothing of it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte({ configFile: '../svelte.config.js' })],
  define: {
    'import.meta.env.VITE_LANGUAGES': JSON.stringify(
      languagesIn(path.join(import.meta.dirname, '..')).join(' '),
    ),
  },
  publicDir: '../public',
});
