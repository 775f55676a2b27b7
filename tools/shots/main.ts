/**
 * `pnpm draw shots [GAME…] [--sizes 390x844,…] [--language de] [--quick]`: every game and state in five sizes and more, in
 * the light and in the dark, with two and four suit colours; one contact sheet a game and size in `shots/`. With `--quick`
 * only in the light with four colours. `pages` and `circles` are sheets too, where cards are few: with four colours alone.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gameList } from '@same-deal/engine';
import type { Browser, BrowserContext } from 'playwright-core';
import { hintsGiven, launch } from '../../e2e/support/browser.ts';
import { startLocalService } from '../local-service.ts';
import { circlesOf } from './circles.ts';
import { pages, tablesOf } from './states.ts';
import type { Shot } from './states.ts';

const SIZES = ['320x568', '390x844', '844x390', '820x1180', '1440x900', '2560x1440'] as const;
const SCHEMES = ['light', 'dark'] as const;
const COLOURS = ['four', 'two'] as const;
/** On the sheet, in pixels. */
const THUMB = { tall: 260, wide: 460 };

const { values, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string' },
    language: { type: 'string', default: 'en' },
    quick: { type: 'boolean', default: false },
  },
});
const isQuick = values.quick;
const sizes = values.sizes?.split(',') ?? SIZES;
const appearances = SCHEMES.flatMap((scheme) =>
  COLOURS.map((colours) => ({ scheme, colours })),
).slice(0, isQuick ? 1 : undefined);

const folder = path.join(import.meta.dirname, '..', '..', 'shots');
mkdirSync(folder, { recursive: true });

interface Taken {
  readonly label: string;
  readonly image: string;
}

async function take(context: BrowserContext, url: string, shot: Shot): Promise<string> {
  const page = await context.newPage();
  await page.goto(url + shot.path);
  const isTable = /^\/(play|puzzles)\/./.test(shot.path);
  await (isTable ? page.locator('[data-pile]').first() : page.locator('main h1').first()).waitFor();
  await page.waitForLoadState('networkidle');
  const loading = page.getByText('Loading…').first();
  await loading.waitFor({ state: 'hidden' });
  await shot.act?.(page).catch((error: unknown) => console.warn(`${shot.name}: ${String(error)}`));
  await page.waitForTimeout(150);
  await loading.waitFor({ state: 'hidden' });
  const image = (await page.screenshot({ type: 'jpeg', quality: 85 })).toString('base64');
  await page.close();
  return image;
}

async function writeSheet(browser: Browser, name: string, taken: readonly Taken[], width: number) {
  const page = await browser.newPage({ viewport: { width: 1800, height: 900 } });
  const figures = taken.map(
    ({ label, image }) =>
      `<figure><img width="${width}" src="data:image/jpeg;base64,${image}"><figcaption>${label}</figcaption></figure>`,
  );
  await page.setContent(
    `<style>body{margin:12px;font:13px system-ui;display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}
    img{display:block;border:1px solid #888}</style>${figures.join('')}`,
  );
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
  console.log(file);
}

const service = await startLocalService();
const browser = await launch();
try {
  const state = await (async () => {
    const anna = await browser.newContext();
    await anna.request.post(`${service.url}/api/me`, { data: {} });
    return anna.storageState();
  })();
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const games = gameList.map(({ id }) => id);
  const sheets: (readonly [string, readonly Shot[]])[] = [];
  const others: Readonly<Record<string, () => Promise<readonly Shot[]> | readonly Shot[]>> = {
    pages: () => pages,
    circles: () => circlesOf(service.url, cookie),
  };
  for (const name of [...games, ...Object.keys(others)]) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    const shots = others[name]?.() ?? tablesOf(service.url, cookie, name);
    sheets.push([name, await shots]);
  }
  for (const size of sizes) {
    const [width = 0, height = 0] = size.split('x').map(Number);
    const taken = new Map<string, Taken[]>(sheets.map(([game]) => [game, []]));
    for (const { scheme, colours } of appearances) {
      const context = await browser.newContext({
        storageState: state,
        viewport: { width, height },
        locale: values.language,
        colorScheme: scheme,
        reducedMotion: 'reduce',
        hasTouch: width < 1000,
        isMobile: width < 1000,
      });
      const chosen = Object.fromEntries(games.map((game) => [game, colours]));
      await context.addInitScript(hintsGiven);
      await context.addInitScript(
        (preferences) => {
          if (location.protocol === 'about:') return;
          localStorage.setItem('same-deal:preferences', preferences);
          // Marks a returning visitor, so that the page asks the service who is signed in.
          localStorage.setItem('same-deal:been-here', '');
        },
        JSON.stringify({ colours: chosen }),
      );
      // Preferences stored in the account would override those of each appearance.
      await context.route('**/api/me/preferences', (route) => route.abort());
      for (const [game, shots] of sheets) {
        if (game in others && colours === 'two') continue;
        for (const shot of shots) {
          const image = await take(context, service.url, shot);
          taken.get(game)?.push({ label: `${shot.name}, ${scheme}, ${colours} colours`, image });
        }
      }
      await context.close();
    }
    for (const [game, list] of taken) {
      await writeSheet(browser, `${game}-${size}`, list, width > height ? THUMB.wide : THUMB.tall);
    }
  }
} finally {
  await browser.close();
  await service.stop();
}
