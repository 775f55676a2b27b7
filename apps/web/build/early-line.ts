import path from 'node:path';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';

/** Puts what the HTML itself runs into it; see `src/net/early-script.ts`. */
export function earlyLine(): Plugin {
  let script: string;
  return {
    name: 'same-deal:early-line',
    async configResolved({ root }) {
      const found = await runnerImport<Record<'EARLY_LINE' | 'LOAD_AGAIN', string>>(
        path.join(root, 'src/net/early-script.ts'),
      );
      const { EARLY_LINE, LOAD_AGAIN } = found.module;
      script = `${EARLY_LINE}\n${LOAD_AGAIN}`;
    },
    // Behind the encoding, which must stand at the beginning, and before the styles: a script behind them waits for them.
    transformIndexHtml: (html) =>
      html.replace(/<meta charset=[^>]*>/, (meta) => `${meta}\n    <script>${script}</script>`),
  };
}
