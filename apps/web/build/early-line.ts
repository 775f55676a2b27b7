import path from 'node:path';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';

/** Puts the script into the HTML that opens the page's first line; see `src/net/early-script.ts`. */
export function earlyLine(): Plugin {
  let script: string;
  return {
    name: 'same-deal:early-line',
    async configResolved({ root }) {
      const found = await runnerImport<{ EARLY_LINE: string }>(
        path.join(root, 'src/net/early-script.ts'),
      );
      script = found.module.EARLY_LINE;
    },
    // Behind the encoding, which must stand at the beginning, and before the styles: a script behind them waits for them.
    transformIndexHtml: (html) =>
      html.replace(/<meta charset=[^>]*>/, (meta) => `${meta}\n    <script>${script}</script>`),
  };
}
