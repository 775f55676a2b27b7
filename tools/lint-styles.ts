/**
 * `tsx tools/lint-styles.ts`, a step of `pnpm lint`: sizes, spaces, radii, layers, colours and times of the page have
 * names, in `apps/web/src/styles/tokens.css`. Raw values anywhere else are refused, in style sheets and in attributes;
 * what stands in parts of its own text or card (`em`), of the window or of the box is no raw value. Nor may anything look
 * different under a pointer but where there is one: a finger does not hover, and what it has tapped would stay so. And a
 * gradient goes on under an edge that is seen through: else it begins there anew, and its last colour is a line at its top.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..', 'apps', 'web', 'src');
const TOKENS = path.join('styles', 'tokens.css');

interface Rule {
  readonly properties: RegExp;
  readonly refused: RegExp;
  /** A length within a function is a limit or a part of one, and none of its own. */
  readonly isOutsideFunctions?: true;
  readonly name: string;
}

const rules: readonly Rule[] = [
  // A least size within a function is no size of its own, nor are units in which pictures and their cards are drawn, nor the
  // size by which a board finds out whether text alone is larger (board/measuring.ts), in which nothing is written.
  {
    properties: /^font(-size)?$/,
    refused: /[\d.]rem\b|(^| )(?!100px$|\d+px var\(--font-card\))[1-9][\d.]*px/,
    name: 'a size: --text-…',
  },
  { properties: /^font(-weight)?$/, refused: /(^| )\d00\b/, name: 'a weight: --regular and so on' },
  {
    properties: /^((row-|column-)?gap|(padding|margin)(-.+)?)$/,
    refused: /[\d.]rem\b|(?<![\d.-])([3-9]|\d\d+)px/,
    name: 'a space: --space-…',
  },
  {
    properties: /-radius$/,
    refused: /[\d.]rem\b|(?<![\d.-])([4-9]|\d\d+)px/,
    name: 'a radius: --radius…, --round',
  },
  // Two pixels draw a line; lengths in `rem` say how much of a text has room.
  {
    properties:
      /^((min-|max-)?(width|height|inline-size|block-size)|inset(-.+)?|top|right|bottom|left|translate|line-height)$/,
    refused: /(?<![\d.])([3-9]|\d\d+)(\.\d+)?px/,
    isOutsideFunctions: true,
    name: 'a space: --space-…, or parts of the text',
  },
  { properties: /^z-index$/, refused: /^\d+$/, name: 'a layer: --layer-…' },
  {
    properties: /^(transition|animation)(-.+)?$/,
    refused: /(?<![\d.])(?!1ms\b)[\d.]+m?s\b|cubic-bezier/,
    name: 'a time: --quick and so on',
  },
  {
    properties: /./,
    refused:
      /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|(ok)?lab|(ok)?lch|color)\(|(?<![\w-])(white|black|red|green|blue|gr[ae]y|silver|yellow|orange|gold|purple|brown|pink)(?![\w-])/i,
    name: 'a colour',
  },
];

/** The style sheet of a file with everything else blanked, so that lines keep their numbers. */
function stylesOf(file: string, text: string): string {
  if (file.endsWith('.css')) return text;
  const [, before = '', styles = ''] = /^([\s\S]*<style>)([\s\S]*?)<\/style>\s*$/.exec(text) ?? [];
  return before.replaceAll(/[^\n]/g, '') + styles;
}

const blank = (match: string): string => match.replaceAll(/[^\n]/g, ' ');

interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly line: number;
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** What a style sheet or the value of an attribute declares. */
const declarationsIn = (css: string, firstLine = 1): Declaration[] =>
  [...css.matchAll(/(?<=(?:^|[;{])\s*)([a-z-]+):\s+([^;{}]+)(?=;|$)/g)].map(
    ({ 1: property = '', 2: value = '', index }) => ({
      property,
      value,
      line: firstLine + lineAt(css, index) - 1,
    }),
  );

/** What a component's attributes declare: `style="width: 3rem"` and `style:width="3rem"`. */
const inAttributes = (text: string): Declaration[] =>
  [...text.matchAll(/\bstyle(?::([a-z-]+))?="([^"]*)"/g)].flatMap(
    ({ 1: property, 2: value = '', index }) => {
      const line = lineAt(text, index);
      return property === undefined ? declarationsIn(value, line) : { property, value, line };
    },
  );

/** A value without what stands in the brackets of its functions. */
function outsideFunctions(value: string): string {
  const without = value.replaceAll(/\([^()]*\)/g, '');
  return without === value ? value : outsideFunctions(without);
}

/**
 * @param file its path in the page's folder
 * @returns a line of text for each raw value
 */
export function rawValuesIn(file: string, text: string): string[] {
  const css = stylesOf(file, text)
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(/@font-face \{[^}]*\}/g, blank);
  const all = file.endsWith('.css')
    ? declarationsIn(css)
    : [...inAttributes(text), ...declarationsIn(css)];
  return all.flatMap(({ property, value, line }) => {
    // A board's layers lie between its own cards.
    if (property === 'z-index' && file.startsWith('board')) return [];
    const rule = rules.find(
      ({ properties, refused, isOutsideFunctions }) =>
        properties.test(property) &&
        refused.test(isOutsideFunctions ? outsideFunctions(value) : value),
    );
    if (!rule) return [];
    return `apps/web/src/${file}:${line}: ${property}: ${value.trim()}: use ${rule.name}`;
  });
}

const HOVER_BLOCK = /@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;

/** @returns a line of text for each `:hover` outside of `@media (hover: hover)` */
export function hoversIn(file: string, text: string): string[] {
  const css = stylesOf(file, text).replaceAll(HOVER_BLOCK, blank);
  return [...css.matchAll(/:hover\b/g)].map(
    ({ index }) => `apps/web/src/${file}:${lineAt(css, index)}: :hover: use @media (hover: hover)`,
  );
}

/** @returns a line of text for each gradient that begins anew under a transparent border */
export function seamsIn(file: string, text: string): string[] {
  const css = stylesOf(file, text);
  return [...css.matchAll(/(?<=\{)[^{}]*\bborder: [^;]*\btransparent;[^{}]*(?=\})/g)].flatMap(
    ({ 0: rule, index }) => {
      const at = rule.search(/\bbackground: [^;]*gradient\((?![^;]*\bborder-box\b)/);
      if (at === -1) return [];
      return `apps/web/src/${file}:${lineAt(css, index + at)}: background: use border-box`;
    },
  );
}

/** All mistakes in the page's styles. */
export const mistakes = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|css)$/.test(file) && file !== TOKENS)
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      return [...rawValuesIn(file, text), ...hoversIn(file, text), ...seamsIn(file, text)];
    });

if (process.argv[1] === import.meta.filename) {
  const found = mistakes();
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error(`${found.length} mistakes: see apps/web/src/${TOKENS}`);
    process.exitCode = 1;
  }
}
