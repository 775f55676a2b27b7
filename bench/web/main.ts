/**
 * `pnpm bench web [--runs N] [--races N]`: the page on a slow phone (a processor slowed down four times, 150 ms, 1.6
 * Mbit/s): what is loaded before the first table, how responsive playing is, how memory grows; compared with a bare page
 * on which one element follows the finger. The last line is one JSON object. Exits with 1 if a size is exceeded; times
 * are only reported.
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { openTab } from '../../apps/server/test/support/sockets.ts';
import { findChromium, howToGetChromium } from '../../e2e/support/chromium.ts';
import wonGames from '../../e2e/won-games.json' with { type: 'json' };
import { startLocalService } from '../../tools/local-service.ts';
import { median, rounded } from './figures.ts';
import { visit } from './first-table.ts';
import type { Visit } from './first-table.ts';
import { barePage, drag, feelOf, gripOf, playByTaps } from './play.ts';
import type { Drag, TappedGame } from './play.ts';
import { probeScript } from './probe.ts';
import { keptByRaces } from './races.ts';
import { DELAY_MS, devTools, SLOW_DOWN } from './slow.ts';

/** Upper limits of sizes. */
const MOST = {
  scriptKilobytes: 70,
  kilobytes: 130,
  roundTrips: 5,
  cls: 0.02,
  /** Memory that each race after the second does not free. */
  kilobytesPerRace: 200,
} as const;
/** Aims for times, which mean little on a busy machine. */
const AIM = { lcpMs: 1_800, inpMs: 100, tapToPaintP95Ms: 50, dropped: 0.01 } as const;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    races: { type: 'string', default: '10' },
  },
});
const runs = Number(values.runs);
const races = Number(values.races);
if (!(runs >= 1) || !(races >= 3)) {
  console.error('usage: pnpm bench web [--runs N] [--races N, at least 3]');
  process.exit(2);
}

const won = wonGames[0];
if (!won) throw new Error('no won game is kept');
const moves = won.moves.split(' ');
const pile = (name: string): string => `[data-pile="${name}"]`;
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  hasTouch: true,
  isMobile: true,
};

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(howToGetChromium);
const service = await startLocalService();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

try {
  /** A returning visitor, with the cookies and storage of an earlier visit. */
  const first = await browser.newContext();
  await first.request.post(`${service.url}/api/me`, { data: {} });
  const { cookies } = await first.storageState();
  await first.close();
  const owner = await openTab(
    service.url,
    cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  );
  const newPlay = async () =>
    (await owner.ask('play:create', { variant: won.variant, deal: won.deal })).playId;
  const remembered = ['same-deal:been-here', 'same-deal:told-of-hints'];
  const hasBeenHere = {
    ...phone,
    storageState: {
      cookies,
      origins: [
        {
          origin: service.url,
          localStorage: remembered.map((name) => ({ name, value: '' })),
        },
      ],
    },
  };

  const medianOf = (visits: readonly Visit[], key: keyof Visit) =>
    rounded(median(visits.map((one) => one[key])), key === 'cls' ? 3 : 1);
  async function visits(label: string, url: string, sign: string) {
    const all: Visit[] = [];
    for (let run = 0; run < runs; run++) all.push(await visit(browser, hasBeenHere, url, sign));
    const medians = Object.fromEntries(
      (Object.keys(all[0]!) as (keyof Visit)[]).map((key) => [key, medianOf(all, key)]),
    ) as unknown as Visit;
    console.log(
      `${label}: ${medians.kilobytes} KB in ${medians.files} files (${medians.scriptKilobytes} KB of script), ` +
        `${medians.roundTrips} round trips, there after ${medians.tableMs} ms, LCP ${medians.lcpMs} ms, CLS ${medians.cls}`,
    );
    return medians;
  }

  console.log(`${SLOW_DOWN} × slower, ${DELAY_MS} ms, 1.6 Mbit/s; medians of ${runs}`);
  const table = await visits('table', `${service.url}/play/${await newPlay()}`, '[data-pile]');
  const home = await visits('start page', service.url, 'h1');
  const race = await owner.ask('race:create', { variant: won.variant });
  const lobby = await visits('lobby', `${service.url}/race/${race.code}`, '.lobby');

  // Without the last move, after which the table is gone.
  const played = moves.slice(0, -1);
  const taps = played.flatMap((move) => move.split('>').map(pile));
  const drags: Drag[] = [];
  const games: TappedGame[] = [];
  const bareDrags: Drag[] = [];
  const bareGames: TappedGame[] = [];
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ ...hasBeenHere, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.addInitScript(probeScript);
    const session = await devTools(page);
    await page.goto(`${service.url}/play/${await newPlay()}`);
    await page.locator('[data-pile="t0"]').waitFor();
    await page.waitForTimeout(2_000);
    drags.push(await drag(page, session, await gripOf(page, pile('t0'))));
    await page.waitForTimeout(500);
    games.push(await playByTaps(page, session, taps, played.length));
    await context.close();

    const bareContext = await browser.newContext(phone);
    const barely = await bareContext.newPage();
    await barely.addInitScript(probeScript);
    const bareSession = await devTools(barely);
    await barely.goto(barePage);
    bareDrags.push(await drag(barely, bareSession, { x: 30, y: 60 }));
    const bareTaps = played.map(() => 'div');
    bareGames.push(await playByTaps(barely, bareSession, bareTaps, bareTaps.length));
    await bareContext.close();
  }
  const ofDrags = (all: readonly Drag[]) => ({
    frames: median(all.map(({ frames }) => frames)),
    dropped: rounded(median(all.map(({ dropped }) => dropped)), 4),
    scriptMsPerFrame: rounded(median(all.map(({ scriptMsPerFrame }) => scriptMsPerFrame)), 2),
  });
  const play = feelOf(games);
  const dragged = ofDrags(drags);
  const bare = { ...feelOf(bareGames), ...ofDrags(bareDrags) };
  for (const [label, one] of [
    [`${runs} games of ${played.length} moves`, play],
    ['taps on the bare page', bare],
  ] as const) {
    console.log(
      `${label}: INP ${one.inpMs} ms, tap to paint ${one.tapToPaintMs} ms (p95 ${one.tapToPaintP95Ms}), ` +
        `${one.scriptMsPerMove} ms of script and ${one.layoutsPerMove} layouts a move`,
    );
  }
  for (const [label, one] of [
    ['3 s of dragging', dragged],
    ['the bare page', bare],
  ] as const) {
    console.log(
      `${label}: ${one.frames} frames, ${rounded(one.dropped * 100, 1)} % dropped, ${one.scriptMsPerFrame} ms of script a frame`,
    );
  }

  const kept = await keptByRaces(browser, service.url, races);
  const [second, last] = [kept[1], kept.at(-1)];
  const kilobytesPerRace = rounded(
    ((last?.heapKilobytes ?? 0) - (second?.heapKilobytes ?? 0)) / (races - 2),
    1,
  );
  const heap = {
    races,
    firstKilobytes: rounded(kept[0]?.heapKilobytes ?? 0),
    lastKilobytes: rounded(last?.heapKilobytes ?? 0),
    kilobytesPerRace,
    firstNodes: kept[0]?.nodes ?? 0,
    lastNodes: last?.nodes ?? 0,
  };
  console.log(
    `heap after one race ${heap.firstKilobytes} KB and ${heap.firstNodes} nodes, after ${races} ` +
      `${heap.lastKilobytes} KB and ${heap.lastNodes} nodes`,
  );
  owner.close();

  const exceeded = [
    ...(['scriptKilobytes', 'kilobytes', 'roundTrips', 'cls'] as const)
      .filter((key) => table[key] > MOST[key])
      .map((key) => `table: ${key} ${table[key]}, at most ${MOST[key]}`),
    ...(home.cls > MOST.cls ? [`start page: cls ${home.cls}, at most ${MOST.cls}`] : []),
    ...(lobby.cls > MOST.cls ? [`lobby: cls ${lobby.cls}, at most ${MOST.cls}`] : []),
    ...(kilobytesPerRace > MOST.kilobytesPerRace
      ? [`${kilobytesPerRace} KB kept of each race, at most ${MOST.kilobytesPerRace}`]
      : []),
  ];
  for (const line of exceeded) console.error(`exceeded: ${line}`);
  console.log(
    JSON.stringify({
      bench: 'web',
      runs,
      table,
      home,
      lobby,
      play,
      drag: dragged,
      bare,
      heap,
      aim: AIM,
      exceeded,
    }),
  );
  process.exitCode = exceeded.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await service.stop();
}
