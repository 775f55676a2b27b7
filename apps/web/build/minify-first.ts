import { minify } from 'terser';
import type { Plugin } from 'vite';

/** What the first pages fetch; in the other files there is too little to gain for the seconds that it takes. */
export const FIRST: ReadonlySet<string> = new Set([
  'app',
  'table',
  'race',
  'solo',
  'home',
  'start',
]);

/**
 * Lets V8 (Chrome 136 and later) compile a whole file while it arrives, on a thread of its own, instead of function by
 * function when they are first called, on the page's (https://v8.dev/blog/explicit-compile-hints). Other browsers read a
 * comment.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/**
 * Minifies once more what stands before a first table, by terser: it inlines functions that are called once, which the
 * bundler's own minifier does not, and saves two bytes of a hundred after compression. Nearly all of it is called while
 * the page loads, and it says so.
 */
export const minifyFirst = (): Plugin => ({
  name: 'same-deal:minify-first',
  apply: 'build',
  // Names of files are made before: what is done here must count in them.
  augmentChunkHash: ({ name }) => (FIRST.has(name) ? 'terser 3' : undefined),
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !FIRST.has(chunk.name)) continue;
        const { code } = await minify(chunk.code, {
          module: true,
          // The oldest browsers the page is for know classes with fields, and no more is written than is there.
          ecma: 2020,
          compress: { passes: 3 },
          // The notices are in a file of their own.
          // One kind of quotes repeats more.
          format: { comments: false, quote_style: 1, preamble: COMPILE_HINT },
        });
        if (code !== undefined) chunk.code = code;
      }
    },
  },
});
