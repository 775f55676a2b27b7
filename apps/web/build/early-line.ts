import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import { withShortNames } from './short-tokens.ts';

/**
 * Puts into the HTML what it runs and shows before the page's own files are there (`src/net/early-script.ts`): the
 * script that opens the page's first line, and the styles and the script of the start page's first words.
 */
export function earlyLine(): Plugin {
  let scripts: { readonly EARLY_LINE: string; readonly FIRST_WORDS: string };
  let styles: string;
  return {
    name: 'same-deal:early-line',
    async configResolved({ root, command }) {
      const found = await runnerImport<typeof scripts>(path.join(root, 'src/net/early-script.ts'));
      scripts = found.module;
      const written = readFileSync(path.join(root, 'src/home/start.css'), 'utf8')
        .replaceAll(/\/\*[^]*?\*\//g, '')
        .replaceAll(/\s*\n\s*/g, '')
        .trim();
      styles = command === 'build' ? withShortNames(root, written) : written;
    },
    transformIndexHtml: (html) =>
      html
        // Behind the encoding, which must stand at the beginning, and before the styles: a script behind them waits for them.
        .replace(
          /<meta charset=[^>]*>/,
          (meta) => `${meta}\n    <script>${scripts.EARLY_LINE}</script>`,
        )
        // Behind the page's own styles, which they add to.
        .replace('</head>', () => `<style>${styles}</style>\n  </head>`)
        .replace('<script id="start"></script>', () => `<script>${scripts.FIRST_WORDS}</script>`),
  };
}
