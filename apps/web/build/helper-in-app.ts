import type { Plugin } from 'vite';

/** How a chunk gets the bundler's helper, under a short name of its own; and how that one offers it. */
const IMPORT = /import\{\w+ as ([\w$]+)\}from"\.\/rolldown-runtime-[\w-]+\.js";/;
const OFFER = /export\{(\w+)\};?\s*$/;
const EXPORTS = /export\{(?=[^}]*\};?\s*$)/;

/** In the chunk `app`; longer than the names that the bundler makes. */
const NAME = 'helper';

/**
 * Moves the bundler's helper, 160 bytes, into the chunk `app`, which every page has: a file of its own travels with
 * four times as many bytes of headers. A chunk that does not import `app` gets a helper of its own: its name was made
 * without that of `app`, so with an import of it two versions of the page would have different files of one name, which
 * browsers keep for ever. Where the bundler writes it in another way everything stays as it is, and the budget's test
 * notices.
 */
export const helperInApp = (): Plugin => ({
  name: 'same-deal:helper-in-app',
  apply: 'build',
  // Names of files are made before: what is done here must count in them.
  augmentChunkHash: () => `${NAME} 2`,
  generateBundle: {
    // Before the page and its lists of chunks are written.
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const helper = chunks.find(({ name }) => name === 'rolldown-runtime');
      const app = chunks.find(({ name }) => name === 'app');
      const offered = helper?.code.match(OFFER)?.[1];
      if (!helper || !app || !offered || !EXPORTS.test(app.code)) return;
      const made = (local: string): string =>
        `const ${local}=(()=>{${helper.code.replace(OFFER, `return ${offered}`)}})();`;
      // It may need none itself.
      const local = app.code.match(IMPORT)?.[1] ?? NAME;
      app.code = (made(local) + app.code.replace(IMPORT, '')).replace(
        EXPORTS,
        () => `export{${local} as ${NAME},`,
      );
      const file = app.fileName.slice(app.fileName.lastIndexOf('/') + 1);
      for (const chunk of chunks) {
        const others = chunk.imports.filter((one) => one !== helper.fileName);
        if (others.length === chunk.imports.length) continue;
        chunk.imports = others;
        if (chunk === app) continue;
        chunk.code = chunk.code.replace(IMPORT, (_, name: string) =>
          others.includes(app.fileName) ? `import{${NAME} as ${name}}from"./${file}";` : made(name),
        );
      }
      delete bundle[helper.fileName];
    },
  },
});
