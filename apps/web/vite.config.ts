import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const service = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // Every browser that knows ES2022 preloads modules by itself.
    modulePreload: { polyfill: false },
    // The content security policy lets images in as data, but there is nothing to gain from it.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': service,
      '/socket.io': { target: service, ws: true },
    },
  },
});
