import type { Plugin } from 'vite';

/** Where Svelte notes what else is asked of it, each a variable that is false until something sets it. */
const NOTES = /\/svelte\/src\/internal\/(?:flags\/index|client\/dom\/hydration)\.js$/;

/**
 * Builds Svelte without what this page never asks of it: hydration (no HTML comes from the service), experimental
 * asynchronous components, components of Svelte 4 and tracing. Constants in the stead of variables let the bundler drop
 * the code behind them, a tenth of the library.
 */
export const svelteModes = (): Plugin => ({
  name: 'same-deal:svelte-modes',
  apply: 'build',
  transform: {
    filter: { id: NOTES },
    handler(code, id) {
      const notes = [...code.matchAll(/^export let (\w+) = false;$/gm)].map(
        ([, name = '']) => name,
      );
      if (notes.length === 0) throw new Error(`${id} is written in another way`);
      const set = new RegExp(`^\\t(?:${notes.join('|')}) = .*;$`, 'gm');
      return {
        code: code.replace(/^export let (?=\w+ = false;$)/gm, 'export const ').replace(set, ''),
        map: null,
      };
    },
  },
});
