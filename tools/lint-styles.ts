/**
 * `tsx tools/lint-styles.ts`, a step of `pnpm lint`: sizes, spaces, radii, layers, colours and times of the page have
 * names, in `apps/web/src/styles/tokens.css`. Raw values anywhere else are refused; what stands in parts of its own text
 * or card (`em`), of the window or of the box is no raw value.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..', 'apps', 'web', 'src');
const TOKENS = path.join('styles', 'tokens.css');

interface Rule {
  readonly properties: RegExp;
  readonly refused: RegExp;
  readonly name: string;
}

const rules: readonly Rule[] = [
  // A least size within a function is no size of its own, nor are the parts of a unit in which pictures are drawn.
  {
    properties: /^font(-size)?$/,
    refused: /[\d.]rem\b|(^| )[1-9][\d.]*px/,
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

let count = 0;
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(svelte|css)$/.test(file) || file === TOKENS) continue;
  const css = stylesOf(file, readFileSync(path.join(folder, file), 'utf8'))
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(/@font-face \{[^}]*\}/g, blank);
  for (const match of css.matchAll(/(?<=[;{]\s*)([a-z-]+):\s+([^;{}]+);/g)) {
    const [, property = '', value = ''] = match;
    // A board's layers lie between its own cards.
    if (property === 'z-index' && file.startsWith('board')) continue;
    const rule = rules.find((one) => one.properties.test(property) && one.refused.test(value));
    if (!rule) continue;
    count++;
    const line = css.slice(0, match.index).split('\n').length;
    console.error(`apps/web/src/${file}:${line}: ${property}: ${value.trim()}: use ${rule.name}`);
  }
}
if (count > 0) {
  console.error(`${count} raw values: see apps/web/src/${TOKENS}`);
  process.exitCode = 1;
}
