/**
 * Short names for the tokens of `styles/tokens.css` in the build: they stand in nearly every rule, and even compressed
 * their long names are a twentieth of the styles that every page waits for.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const TOKENS = 'src/styles/tokens.css';
/** Styles that are imported as a text have a query behind their name. */
export const SOURCE = /\/src\/.*\.(?:svelte|css|ts)(?:\?|$)/;
/** As a whole: what is followed by a placeholder is only the beginning of a name. */
const NAME = /--[a-z][a-z\d-]*(?![\w-]|\$?\{)/g;

/** Names that are put together where they are used: `--seat-{seat}`. */
export const PUT_TOGETHER = /^--(?:felt-)?seat-/;

/**
 * @param tokens the text of the file that declares them
 * @returns a short name for each: with capitals, as no other name has one
 */
export function shortNames(tokens: string): ReadonlyMap<string, string> {
  const declared = [...tokens.matchAll(/^\s*(--[a-z][a-z\d-]*):/gm)].map(([, name = '']) => name);
  const names = [...new Set(declared)].filter((name) => !PUT_TOGETHER.test(name));
  return new Map(names.map((name, at) => [name, `--${lettersOf(at)}`]));
}

/** `A` to `Z`, `AA`, `AB` and so on. */
const lettersOf = (at: number): string =>
  (at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

const withoutMinifiers = (code: string): string =>
  code.replaceAll(/--lightningcss-([ld])(?:ight|ark)/g, '--$1');

export function shortTokens(): Plugin {
  let names: ReadonlyMap<string, string>;
  return {
    name: 'same-deal:short-tokens',
    apply: 'build',
    enforce: 'pre',
    configResolved({ root }) {
      names = shortNames(readFileSync(path.join(root, TOKENS), 'utf8'));
    },
    transform: {
      filter: { id: SOURCE },
      handler: (code) => ({
        code: code.replaceAll(NAME, (name) => names.get(name) ?? name),
        map: null,
      }),
    },
    // The minifier makes two of its own, where it writes `light-dark` for browsers that do not know it.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = withoutMinifiers(file.code);
          else if (file.fileName.endsWith('.css')) {
            file.source = withoutMinifiers(String(file.source));
          }
        }
      },
    },
  };
}
