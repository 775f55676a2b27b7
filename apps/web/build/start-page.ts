/** The start page's HTML, with all of it that needs nobody's answer. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, normalizePath } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { ADOPT } from './chunks.ts';
import { textIn } from './text-in.ts';
import { language, named } from './languages.ts';
import { laterStyles } from './later-styles.ts';
import { shortTokens } from './short-tokens.ts';

/** What `src/rendered/start-page.ts` makes. */
interface StartPage {
  readonly html: string;
  readonly styles: string;
  readonly script: string;
}

/** Later styles are noted, and what is fetched later is not drawn. */
const withoutDocument = (): Plugin => ({
  name: 'same-deal:without-document',
  enforce: 'pre',
  load: (id) =>
    normalizePath(id).endsWith(ADOPT)
      ? "export { adopt } from '/src/rendered/noted-styles.ts';"
      : null,
  resolveDynamicImport: (id) => ({ id: String(id), external: true }),
});

/** Renders it as Svelte does at a service: the components of `src` are the only source of it. */
async function rendered(root: string, tag: string): Promise<StartPage> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [language(tag), shortTokens(), svelte(), laterStyles(), withoutDocument()],
    ssr: { noExternal: true },
    build: { ssr: 'src/rendered/start-page.ts', write: false, cssMinify: true },
  })) as Rolldown.RolldownOutput;
  const { code } = built.output[0];
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    startPage(): StartPage;
  };
  return module.startPage();
}

/**
 * Writes `start.html` beside `index.html`, which it is otherwise.
 * @param tag the language of the build
 */
export function startPage(tag: string): Plugin {
  let root: string;
  return {
    name: 'same-deal:start-page',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    // After Vite's own plugins, which write the page's HTML.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { html, styles, script } = await rendered(root, tag);
        const source = textIn(bundle, named('index.html', tag))
          .replace('</head>', () => `<style>${styles}</style>\n  </head>`)
          .replace(
            /<div id="app">[^]*?<\/div>/,
            () => `${html}\n    <div id="app"></div>\n    <script>${script}</script>`,
          );
        this.emitFile({ type: 'asset', fileName: named('start.html', tag), source });
      },
    },
  };
}
