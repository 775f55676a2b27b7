/**
 * The styles of what no first table shows come with its scripts: in the one style sheet, everybody would wait for them
 * before the first table. They are adopted as a script is run, before anything of it is drawn, so nothing is seen
 * without its styles.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { normalizePath } from 'vite';
import type { Plugin } from 'vite';
import { ADOPT, drawnLater, ofTables } from './chunks.ts';

/** How a compiled component asks for its styles. */
const STYLES = /^import "([^"?]+)\?(svelte&type=style&lang\.css)";?$/m;

/**
 * What some modules need at once, themselves among it: all they import, but what is imported by need.
 * @param without what is left out, with what only it imports
 */
export function neededAtOnce(
  entries: readonly string[],
  without: readonly string[],
): ReadonlySet<string> {
  const found = new Set(entries.map((entry) => normalizePath(path.resolve(entry))));
  // A set that grows is walked to its end.
  for (const module of found) {
    if (!/\.(svelte|ts)$/.test(module)) continue;
    for (const imported of importsOf(readFileSync(module, 'utf8'))) {
      const file = normalizePath(path.resolve(path.dirname(module), imported));
      if (!without.includes(file)) found.add(file);
    }
  }
  return found;
}

/** The neighbours that a module's text imports, but for types. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/^\s*(?:import|export) (?!type )(?:[^'";]*? from )?'(\.[^']+)'/gm)].flatMap(
    ([, name]) => name ?? [],
  );

export function laterStyles(): Plugin {
  let atOnce: ReadonlySet<string>;
  return {
    name: 'same-deal:later-styles',
    apply: 'build',
    enforce: 'post',
    configResolved({ root }) {
      const idOf = (module: string) => normalizePath(path.resolve(root, module));
      atOnce = neededAtOnce(ofTables.map(idOf), drawnLater.map(idOf));
    },
    transform: {
      filter: { id: /\.svelte$/ },
      handler(code, id) {
        if (atOnce.has(id) || !STYLES.test(code)) return null;
        const inline = (_: string, component: string, query: string) =>
          `import $$styles from "${component}?inline&${query}";import { adopt as $$adopt } from "${ADOPT}";$$adopt($$styles);`;
        return { code: code.replace(STYLES, inline), map: null };
      },
    },
  };
}
