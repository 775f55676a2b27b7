import type { Plugin } from 'vite';

/** How a chunk gets the bundler's helper, under a short name of its own; and how that one offers it. */
const IMPORT = /import\{\w+ as ([\w$]+)\}from"\.\/rolldown-runtime-[\w-]+\.js";/;
const OFFER = /export\{(\w+)\};?\s*$/;
const EXPORTS = /export\{(?=[^}]*\};?\s*$)/;

/** In the chunk `app`; longer than the names that the bundler makes. */
const NAME = 'helper';

/**
 * Moves the bundler's helper, 160 bytes, into the chunk `app`, which every page has: a file of its own travels with
 * four times as many bytes of headers. Where the bundler writes it in another way everything stays as it is, and the
 * budget's test notices.
 */
export const helperInApp = (): Plugin => ({
  name: 'same-deal:helper-in-app',
  apply: 'build',
  // Names of files are made before: what is done here must count in them.
  augmentChunkHash: () => `${NAME} 1`,
  generateBundle: {
    // Before the page and its lists of chunks are written.
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const helper = chunks.find(({ name }) => name === 'rolldown-runtime');
      const app = chunks.find(({ name }) => name === 'app');
      const offered = helper?.code.match(OFFER)?.[1];
      if (!helper || !app || !offered || !EXPORTS.test(app.code)) return;
      // It may need none itself.
      const local = app.code.match(IMPORT)?.[1] ?? NAME;
      const made = `const ${local}=(()=>{${helper.code.replace(OFFER, `return ${offered}`)}})();`;
      app.code = (made + app.code.replace(IMPORT, '')).replace(
        EXPORTS,
        () => `export{${local} as ${NAME},`,
      );
      const file = app.fileName.slice(app.fileName.lastIndexOf('/') + 1);
      for (const chunk of chunks) {
        const from = `import{${NAME} as $1}from"./${file}";`;
        if (chunk !== app) chunk.code = chunk.code.replace(IMPORT, from);
        const others = chunk.imports.filter((one) => one !== helper.fileName);
        if (others.length === chunk.imports.length) continue;
        const needsApp = chunk !== app && !others.includes(app.fileName);
        chunk.imports = needsApp ? [...others, app.fileName] : others;
      }
      delete bundle[helper.fileName];
    },
  },
});
