/**
 * `pnpm draw pixels [--keep] [--where-alike]`: compares a dozen states of the gallery, pixel by pixel, with the pictures stored beside this
 * file. `--keep` replaces those. Text renders differently with every browser and font, so they are compared only where
 * both match those of the stored pictures: elsewhere it says that nothing
 * was compared, and fails unless `--where-alike` is given.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../e2e/support/browser.ts';

interface Chosen {
  readonly title: string;
  readonly state: string;
  readonly scheme: 'light' | 'dark';
}

const chosen: readonly Chosen[] = [
  { title: 'Table', state: 'bisley/thirteen', scheme: 'light' },
  { title: 'Table', state: 'alhambra/standard', scheme: 'dark' },
  { title: 'MiniTable', state: 'sly-fox', scheme: 'light' },
  { title: 'Difficulty', state: '3', scheme: 'light' },
  { title: 'Control', state: 'calling', scheme: 'dark' },
  { title: 'Standings', state: 'settled', scheme: 'light' },
  { title: 'Standings', state: 'running', scheme: 'dark' },
  { title: 'PlayerList', state: 'for the host', scheme: 'light' },
  { title: 'DailyCard', state: 'open', scheme: 'dark' },
  { title: 'BoardTable', state: 'with par', scheme: 'light' },
  { title: 'Histogram', state: 'with mine', scheme: 'dark' },
  { title: 'Failed', state: 'away', scheme: 'light' },
];

/** The first request makes Vite prepare the page, which takes long on a busy machine. */
const FIRST_MS = 180_000;
/** The share of pixels that may differ: edges are not always drawn identically. */
const MOST_DIFFERENT = 0.001;

const root = path.join(import.meta.dirname, '..', '..');
const kept = path.join(import.meta.dirname, 'kept');
const recordFile = path.join(kept, 'taken-with.json');
const keeps = process.argv.includes('--keep');
const isOptional = process.argv.includes('--where-alike');

const nameOf = ({ title, state, scheme }: Chosen): string =>
  `${title}-${state}-${scheme}`.toLowerCase().replace(/[^a-z]+/g, '-');

/** The gallery, served on a free port. */
async function serveGallery(): Promise<{ url: string; stop: () => void }> {
  const vite = path.join(root, 'apps/web/node_modules/vite/bin/vite.js');
  const folder = path.join(root, 'apps/web');
  const child = spawn(
    process.execPath,
    [vite, '-c', 'gallery/vite.config.ts', '--host', '127.0.0.1', '--port', '0'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NO_COLOR: '1' } },
  );
  let output = '';
  for (;;) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    output += chunk.toString();
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    if (url) return { url, stop: () => void child.kill() };
  }
}

/** What a picture depends on besides the page: the browser's version, and the widths of its fonts. */
async function drawnWith(browser: Browser, page: Page): Promise<string> {
  const widths = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    const { fontFamily } = getComputedStyle(document.body);
    return [fontFamily, 'serif'].map((family) => {
      if (pen) pen.font = `20px ${family}`;
      return pen?.measureText('Same Deal 0123456789 QJKA').width;
    });
  });
  return `Chromium ${browser.version()}, ${widths.join(' and ')}`;
}

/** The share of pixels that differ visibly between two pictures. */
const difference = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate(
    async (pictures) => {
      const read = async (base64: string) => {
        const bitmap = await createImageBitmap(
          await (await fetch(`data:image/png;base64,${base64}`)).blob(),
        );
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const pen = canvas.getContext('2d');
        pen?.drawImage(bitmap, 0, 0);
        return pen?.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const [a, b] = await Promise.all(pictures.map(read));
      if (!a || !b || a.width !== b.width || a.height !== b.height) return 1;
      let different = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const apart = [0, 1, 2].map((n) => Math.abs((a.data[at + n] ?? 0) - (b.data[at + n] ?? 0)));
        if (Math.max(...apart) > 32) different++;
      }
      return different / (a.width * a.height);
    },
    [one, other].map((picture) => picture.toString('base64')),
  );

const gallery = await serveGallery();
const browser = await launch();
try {
  mkdirSync(kept, { recursive: true });
  const blank = await browser.newPage();
  await blank.addInitScript('globalThis.__name ??= (one) => one');
  await blank.goto(`${gallery.url}/#Failed`, { timeout: FIRST_MS });
  await blank.locator('[data-shown]').first().waitFor({ timeout: FIRST_MS });
  const presentSetup = await drawnWith(browser, blank);
  const storedSetup = existsSync(recordFile)
    ? (JSON.parse(readFileSync(recordFile, 'utf8')) as { with: string }).with
    : 'nothing';
  if (!keeps && presentSetup !== storedSetup) {
    console.warn(
      `NOT COMPARED: the pictures were taken with ${storedSetup}; here it is ${presentSetup}.`,
    );
    process.exitCode = isOptional ? 0 : 1;
  } else {
    let wrong = 0;
    for (const one of chosen) {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        colorScheme: one.scheme,
        reducedMotion: 'reduce',
      });
      await context.addInitScript(
        `localStorage.setItem('same-deal:preferences', '{"hideClock":true,"animation":"off"}');
        localStorage.setItem('same-deal:told-of-hints', '1');
        localStorage.setItem('same-deal:been-here', '');`,
      );
      const page = await context.newPage();
      await page.goto(`${gallery.url}/#${one.title}`, { timeout: FIRST_MS });
      const state = page.locator(`[data-shown="${one.title}"] [data-state="${one.state}"]`);
      await state.waitFor();
      if (one.title === 'Table') await state.locator('.card').first().waitFor();
      await page.waitForTimeout(300);
      // Of several tables the first one to load has the focus, which is random.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const picture = await state.screenshot({ animations: 'disabled' });
      const file = path.join(kept, `${nameOf(one)}.png`);
      if (keeps) writeFileSync(file, picture);
      else {
        const apart = await difference(blank, picture, readFileSync(file));
        if (apart > MOST_DIFFERENT) {
          wrong++;
          const seen = path.join(root, 'shots', `${nameOf(one)}.png`);
          mkdirSync(path.dirname(seen), { recursive: true });
          writeFileSync(seen, picture);
          console.error(`${nameOf(one)}: ${(apart * 100).toFixed(2)} % differ; now ${seen}`);
        }
      }
      await context.close();
    }
    if (keeps)
      writeFileSync(recordFile, `${JSON.stringify({ with: presentSetup }, undefined, 2)}\n`);
    console.log(
      keeps ? `kept ${chosen.length}` : `${chosen.length - wrong} of ${chosen.length} alike`,
    );
    process.exitCode = wrong > 0 ? 1 : 0;
  }
} finally {
  await browser.close();
  gallery.stop();
}
