/**
 * `npx tsx tools/suit-font/main.mjs`: makes apps/web/src/board/suits.woff2, a font of the four suits, from their shapes in
 * apps/web/src/board/faces.ts. To be run when a shape changes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import svg2ttf from 'svg2ttf';
import SvgPath from 'svgpath';
import { compress } from 'wawoff2';
import { SUIT_SIGNS, suitShape } from '../../apps/web/src/board/faces.ts';

/** Shapes are drawn in a box of so many units. */
const BOX = 24;
const UNITS_PER_EM = 1000;
/** A box is one em high, and stands so far below the line. */
const DESCENT = 200;

const glyphs = [...SUIT_SIGNS].map((sign, suit) => {
  const scale = UNITS_PER_EM / BOX;
  const outline = SvgPath(suitShape(suit))
    .scale(scale, -scale)
    .translate(0, UNITS_PER_EM - DESCENT)
    .abs()
    .round(1);
  return `<glyph unicode="${sign}" horiz-adv-x="${UNITS_PER_EM}" d="${String(outline)}"/>`;
});
const font = `<svg xmlns="http://www.w3.org/2000/svg"><defs><font horiz-adv-x="${UNITS_PER_EM}">
<font-face font-family="Suits" units-per-em="${UNITS_PER_EM}" ascent="${UNITS_PER_EM - DESCENT}" descent="-${DESCENT}"/>
${glyphs.join('\n')}
</font></defs></svg>`;
// The time is stored in a font: without one, the same shapes give the same file.
const { buffer } = svg2ttf(font, { ts: 0 });
const file = join(import.meta.dirname, '../../apps/web/src/board/suits.woff2');
writeFileSync(file, await compress(Buffer.from(buffer)));
