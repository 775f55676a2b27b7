import path from 'node:path';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';

/** Puts the script into the HTML that opens the page's first line; see `src/net/early-line.ts`. */
export function earlyLine(): Plugin {
  let script: string;
  return {
    name: 'same-deal:early-line',
    async configResolved({ root }) {
      const found = await runnerImport<{ EARLY_LINE: string }>(
        path.join(root, 'src/net/early-line.ts'),
      );
      script = found.module.EARLY_LINE;
    },
    // Before the styles: a script behind them waits until they are there.
    transformIndexHtml: () => [{ tag: 'script', children: script, injectTo: 'head-prepend' }],
  };
}
