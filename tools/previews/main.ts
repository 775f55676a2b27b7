/**
 * `pnpm draw previews --write [game...]`: draws the preview images of links, one for each game and a general one, or only
 * those of the named games, into `apps/web/public/previews`.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gameList } from '@same-deal/engine';
import type { Solitaire } from '@same-deal/engine';
import { CARD_HEIGHT, miniTable, openingOf } from '../../apps/web/src/board/mini-table.ts';
import { launch } from '../../e2e/support/browser.ts';

const SIZE = { width: 1200, height: 630 };
const web = fileURLToPath(new URL('../../apps/web', import.meta.url));
const folder = path.join(web, 'public', 'previews');
const tokens = readFileSync(path.join(web, 'src', 'styles', 'tokens.css'), 'utf8');
const icon = readFileSync(path.join(web, 'public', 'icon.svg'), 'utf8');

const STYLE = `${tokens}
  body { margin: 0; width: ${SIZE.width}px; height: ${SIZE.height}px; box-sizing: border-box; padding: 56px 64px;
    display: grid; grid-template-rows: minmax(0, 1fr) auto; gap: 40px; font-family: var(--font);
    background: var(--felt); color: var(--felt-ink); }
  .tables { display: flex; gap: 56px; min-width: 0; min-height: 0; }
  .tables svg { flex: 1; min-width: 0; height: 100%; }
  .tables rect { fill: var(--card-face); stroke: var(--card-edge); stroke-width: 0.03; }
  .tables rect.place { fill: var(--place); stroke: none; }
  .tables rect.back { fill: var(--card-back); stroke: var(--card-back-line); }
  circle.black { fill: var(--card-ink); } circle.red { fill: var(--card-red); }
  footer { display: flex; align-items: center; gap: 28px; }
  footer svg { width: 108px; height: 108px; }
  b { display: block; font-size: 68px; line-height: 1.1; letter-spacing: -0.02em; }
  span { font-size: 34px; opacity: 0.85; }`;

function tableOf(rules: Solitaire): string {
  const { width, height, cards } = miniTable(rules, openingOf(rules));
  const drawn = cards.map(({ x, y, kind }) => {
    const sign =
      kind === 'red' || kind === 'black'
        ? `<circle class="${kind}" cx="${x + 0.24}" cy="${y + 0.26}" r="0.13"/>`
        : '';
    return `<rect class="${kind}" x="${x}" y="${y}" width="1" height="${CARD_HEIGHT}" rx="0.1"/>${sign}`;
  });
  return `<svg viewBox="-0.1 -0.1 ${width + 0.2} ${height + 0.2}">${drawn.join('')}</svg>`;
}

const pageOf = (title: string, line: string, tables: readonly string[]): string =>
  `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>
  <div class="tables">${tables.join('')}</div>
  <footer>${icon}<div><b>${title}</b><span>${line}</span></div></footer>`;

const lead = 'Same cards. Same moment.';
const general = gameList.find(({ id }) => id === 'alhambra') ?? gameList[0]!;
const two = [tableOf(general.variants[0]), tableOf(general.variants[0])];
const named = process.argv.slice(2);
const pictures = [
  { name: 'same-deal', html: pageOf('Same Deal', lead, two) },
  ...gameList.map(({ id, title, variants }) => ({
    name: id,
    html: pageOf(title, `Same Deal. ${lead}`, [tableOf(variants[0])]),
  })),
].filter(({ name }) => named.length === 0 || named.includes(name));

mkdirSync(folder, { recursive: true });
const browser = await launch();
const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
for (const { name, html } of pictures) {
  await page.setContent(html);
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(`${file}: ${Math.round(statSync(file).size / 1000)} kB`);
}
await browser.close();
