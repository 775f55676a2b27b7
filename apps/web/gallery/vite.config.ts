import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** `pnpm draw gallery`: a page for those who work on the page. The build knows nothing of it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte({ configFile: '../svelte.config.js' })],
  define: { 'import.meta.env.VITE_LANGUAGES': JSON.stringify('en de') },
  publicDir: '../public',
});
