/** Lets tests compute about as fast as what they test does elsewhere. */
import type { Plugin } from 'vite';

/**
 * Vitest puts what a module exports into an object without a prototype, which V8 keeps as a dictionary: each use of an
 * import looks its name up anew, and a search takes twice the time. An object that another one inherits from is laid out
 * for quick reading as soon as it is read often.
 */
export const fastImports = (): Plugin => ({
  name: 'fast-imports',
  transform: {
    filter: { id: { include: /\.ts$/, exclude: /\/node_modules\/|\.test\.ts$/ } },
    // Behind the code, whose lines stay where they are.
    handler: (code) => ({ code: `${code}\nObject.create(__vite_ssr_exports__);`, map: null }),
  },
});
