/**
 * `npx tsx tools/fonts/main.mjs`: makes the page's fonts, `apps/web/src/fonts/*.woff2`, and puts their licences beside
 * them. To be run when a suit's shape, a language or a font changes:
 * - `cards.woff2`: ranks of Roboto Slab 700, and our suits from `apps/web/src/board/faces.ts`;
 * - `display.woff2`: Roboto Slab 700 for headings and large figures;
 * - `text.woff2`: Figtree 400 to 700 for everything else.
 * Prints their sizes.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Blob as FontBlob, Face, Font, Variation } from 'harfbuzzjs';
import subset from 'subset-font';
import svg2ttf from 'svg2ttf';
import SvgPath from 'svgpath';
import { compress, decompress } from 'wawoff2';
import { RANK_SIGNS, SUIT_SIGNS, suitShape } from '../../apps/web/src/board/faces.ts';

const MOST_BYTES = 22 * 1024;
const UNITS_PER_EM = 1000;

const between = (from, to) =>
  String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, n) => from + n));
const ASCII = between(0x20, 0x7e);
/** Names are written with them, and the page's languages. */
const LETTERS = between(0xc0, 0xff);
const SIGNS = '·×–—‘’‚“”„…−\u00a0';
/** Headings hold no code and no address. */
const HEADINGS = `${ASCII.replaceAll(/[\\^_`{|}~<>[\]@#$%*=]/g, '')}ÄÖÜäöüß–’…\u00a0`;

const require = createRequire(import.meta.url);
const into = path.join(import.meta.dirname, '../../apps/web/src/fonts');

/** The font of a package, whose licence is put beside what is made of it. */
function sourceOf(name, manifest) {
  const folder = path.dirname(manifest);
  copyFileSync(path.join(folder, 'LICENSE'), path.join(into, `${name}.LICENSE.txt`));
  return readFileSync(path.join(folder, `files/${name}-latin-wght-normal.woff2`));
}
const slab = sourceOf(
  'roboto-slab',
  require.resolve('@fontsource-variable/roboto-slab/package.json'),
);
const figtree = sourceOf('figtree', require.resolve('@fontsource-variable/figtree/package.json'));

const trimmed = { targetFormat: 'woff2', noHinting: true, dropTables: ['gasp', 'STAT', 'DSIG'] };

/** Opens a font at a weight, to read its outlines and measures. */
async function opened(woff2, weight) {
  const face = new Face(new FontBlob(await decompress(woff2)), 0);
  const font = new Font(face);
  font.setScale(UNITS_PER_EM, UNITS_PER_EM);
  font.setVariations([new Variation('wght', weight)]);
  return font;
}

/** Ranks, and the suits: each in a box of 24 units, one em high and a fifth of it below the line. */
async function cards() {
  const BOX = 24;
  const DESCENT = 200;
  const from = await opened(slab, 700);
  const ranks = [...new Set(RANK_SIGNS.join(''))].map((sign) => {
    const glyph = from.nominalGlyph(sign.codePointAt(0));
    const outline = SvgPath(from.glyphToPath(glyph)).abs().round(0);
    return `<glyph unicode="${sign}" horiz-adv-x="${Math.round(from.glyphHAdvance(glyph))}" d="${String(outline)}"/>`;
  });
  const suits = [...SUIT_SIGNS].map((sign, suit) => {
    const scale = UNITS_PER_EM / BOX;
    const outline = SvgPath(suitShape(suit))
      .scale(scale, -scale)
      .translate(0, UNITS_PER_EM - DESCENT)
      .abs()
      .round(1);
    return `<glyph unicode="${sign}" horiz-adv-x="${UNITS_PER_EM}" d="${String(outline)}"/>`;
  });
  const font = `<svg xmlns="http://www.w3.org/2000/svg"><defs><font horiz-adv-x="${UNITS_PER_EM}">
<font-face font-family="Cards" units-per-em="${UNITS_PER_EM}" ascent="${UNITS_PER_EM - DESCENT}" descent="-${DESCENT}"/>
${[...ranks, ...suits].join('\n')}
</font></defs></svg>`;
  // The time is stored in a font: without one, the same shapes give the same file.
  return Buffer.from(await compress(Buffer.from(svg2ttf(font, { ts: 0 }).buffer)));
}

const files = {
  'cards.woff2': await cards(),
  'display.woff2': await subset(slab, HEADINGS, {
    ...trimmed,
    keepFeatures: ['kern'],
    variationAxes: { wght: 700 },
  }),
  'text.woff2': await subset(figtree, ASCII + LETTERS + SIGNS, {
    ...trimmed,
    keepFeatures: ['tnum'],
    variationAxes: { wght: { min: 400, max: 700 } },
  }),
};
let sum = 0;
for (const [name, file] of Object.entries(files)) {
  writeFileSync(path.join(into, name), file);
  sum += file.length;
  console.log(`${name}: ${file.length} bytes`);
}
console.log(`in all ${sum} of ${MOST_BYTES} bytes`);
if (sum > MOST_BYTES) process.exitCode = 1;
