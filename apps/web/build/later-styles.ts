/**
 * The styles of what no first table shows come with its scripts: in the one style sheet, everybody would wait for them
 * before the first table. They are adopted as a script is run, before anything of it is drawn, so nothing is seen
 * without its styles.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { normalizePath } from 'vite';
import type { Plugin } from 'vite';
import { ADOPT, ofTables } from './chunks.ts';

/** How a compiled component asks for its styles. */
const STYLES = /^import "([^"?]+)\?(svelte&type=style&lang\.css)";?$/m;

/** What some modules need at once, themselves among it: all they import, but what is imported by need. */
export function neededAtOnce(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries.map((entry) => normalizePath(path.resolve(entry))));
  // A set that grows is walked to its end.
  for (const module of found) {
    if (!/\.(svelte|ts)$/.test(module)) continue;
    for (const imported of importsOf(readFileSync(module, 'utf8'))) {
      found.add(normalizePath(path.resolve(path.dirname(module), imported)));
    }
  }
  return found;
}

/** The neighbours that a module's text imports, but for types. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/^\s*(?:import|export) (?!type )(?:[^'";]*? from )?'(\.[^']+)'/gm)].flatMap(
    ([, name]) => name ?? [],
  );

/** Adds a script's styles behind those of the HTML. */
const adoptStyles = `export function adopt(styles) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}`;

export function laterStyles(): Plugin {
  let atOnce: ReadonlySet<string>;
  return {
    name: 'same-deal:later-styles',
    apply: 'build',
    enforce: 'post',
    configResolved({ root }) {
      atOnce = neededAtOnce(ofTables.map((module) => path.join(root, module)));
    },
    resolveId: (id) => (id === ADOPT ? `\0${ADOPT}` : null),
    load: (id) => (id === `\0${ADOPT}` ? adoptStyles : null),
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
