/**
 * `pnpm bench web [--runs N] [--races N]`: the page on a slow phone (a processor slowed down four times, 150 ms, 1.6
 * Mbit/s): what is loaded before the first table, how responsive playing is, how smooth drags, deals and the win are,
 * how soon it is there the second time, how memory grows; compared with a bare page on which one element moves. Prints
 * each line of `budgets.ts` with its bound, and exits with 1 if one does not hold. The last line is one JSON object.
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import type { CDPSession } from 'playwright-core';
import { openTab } from '../../apps/server/test/support/sockets.ts';
import { findChromium, howToGetChromium } from '../../e2e/support/chromium.ts';
import wonGames from '../../e2e/won-games.json' with { type: 'json' };
import { startLocalService } from '../../tools/local-service.ts';
import { judge, MOST } from './budgets.ts';
import type { Line } from './budgets.ts';
import { median, rounded } from './figures.ts';
import { visit } from './first-table.ts';
import type { Visit } from './first-table.ts';
import { lineTo } from './line.ts';
import { emptyAnimation, watch } from './moments.ts';
import type { Moment } from './moments.ts';
import { barePage, drag, feelOf, gripOf, playByTaps, tapAt, tapOn } from './play.ts';
import type { Drag, TappedGame } from './play.ts';
import { once, probeScript } from './probe.ts';
import { keptByRaces } from './races.ts';
import { secondVisits } from './second-visit.ts';
import { DELAY_MS, devTools, SLOW_DOWN } from './slow.ts';

/** Upper limits of what `budgets.ts` leaves out. */
const MORE = {
  kilobytes: 130,
  roundTrips: 5,
  /** Memory that each race after the second does not free. */
  kilobytesPerRace: 200,
} as const;
/** How long what the eye follows is watched. */
const DEAL_MS = 1_500;
const WIN_MS = 2_500;

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
/** The start page as it is to be seen, first from its HTML, and once it answers. */
const PAGE = '.begin .ways';
const ANSWERING = '#main .begin .ways';
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
const line = await lineTo(service.url, 'late-frames');
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
          origin: line.url,
          localStorage: remembered.map((name) => ({ name, value: '' })),
        },
      ],
    },
  };

  const medianOf = (visits: readonly Visit[], key: keyof Visit) =>
    rounded(median(visits.map((one) => one[key])), key === 'cls' ? 3 : 1);
  async function visits(
    label: string,
    begin: () => Promise<{ url: string; onward?: (session: CDPSession) => Promise<unknown> }>,
    sign: string,
  ) {
    const all: Visit[] = [];
    for (let run = 0; run < runs; run++) {
      const { url, onward } = await begin();
      all.push(await visit(browser, hasBeenHere, url, sign, onward));
    }
    const medians = Object.fromEntries(
      (Object.keys(all[0]!) as (keyof Visit)[]).map((key) => [key, medianOf(all, key)]),
    ) as unknown as Visit;
    console.log(
      `${label}: ${medians.kilobytes} KB in ${medians.files} files (${medians.scriptKilobytes} KB of script, ` +
        `${medians.styleKilobytes} of styles; ${medians.fontKilobytes} of fonts in all), ` +
        `${medians.roundTrips} round trips, there after ${medians.tableMs} ms, LCP ${medians.lcpMs} ms, CLS ${medians.cls}`,
    );
    return medians;
  }

  console.log(`${SLOW_DOWN} × slower, ${DELAY_MS} ms, 1.6 Mbit/s; medians of ${runs}`);
  const table = await visits(
    'table',
    async () => ({ url: `${line.url}/play/${await newPlay()}` }),
    '[data-pile]',
  );
  const home = await visits('start page', async () => ({ url: line.url }), ANSWERING);
  const host = await openTab(service.url);
  const openLobby = async () => {
    const { code } = await host.ask('race:create', { variant: won.variant });
    await host.ask('race:join', { code });
    await owner.ask('race:enter', { code });
    await owner.ask('race:join', { code });
    await owner.ask('race:ready', { code, ready: true });
    return code;
  };
  const lobby = await visits(
    'lobby',
    async () => ({ url: `${line.url}/race/${await openLobby()}` }),
    '.lobby',
  );
  const race = await visits(
    "race's table",
    async () => {
      const code = await openLobby();
      const onward = async (session: CDPSession) => {
        await once(session, "document.querySelector('.lobby') ? 1 : undefined");
        await host.ask('race:start', { code });
      };
      return { url: `${line.url}/race/${code}`, onward };
    },
    '[data-pile]',
  );
  host.close();
  const second = await secondVisits(browser, phone, service.url, PAGE, runs);
  const answering = await secondVisits(browser, phone, service.url, ANSWERING, runs);
  console.log(
    `second visit: there after ${second.slow} ms on a line of ${DELAY_MS} ms, ${second.silent} ms where none answers; ` +
      `it answers after ${answering.slow} and ${answering.silent} ms`,
  );

  // Without the last move, after which the table is gone.
  const played = moves.slice(0, -1);
  const taps = played.flatMap((move) => move.split('>').map(pile));
  const drags: Drag[] = [];
  const games: TappedGame[] = [];
  const bareDrags: Drag[] = [];
  const bareGames: TappedGame[] = [];
  const wins: Moment[] = [];
  const deals: Moment[] = [];
  const empty: Moment[] = [];
  const last = moves.at(-1)!.split('>').map(pile);
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ ...hasBeenHere, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.addInitScript(probeScript);
    const session = await devTools(page);
    await page.goto(`${line.url}/play/${await newPlay()}`);
    await page.locator('[data-pile="t0"]').waitFor();
    await page.waitForTimeout(2_000);
    drags.push(await drag(page, session, await gripOf(page, pile('t0'))));
    await page.waitForTimeout(500);
    games.push(await playByTaps(page, session, taps, played.length));
    wins.push(await watch(page, WIN_MS, () => tapOn(page, session, last)));
    await page.goto(`${line.url}/play/${await newPlay()}`);
    await page.locator('[data-pile="t0"]').waitFor();
    await page.waitForTimeout(2_000);
    await page.getByRole('button', { name: 'Game menu' }).tap();
    const again = page.getByRole('dialog').getByRole('button', { name: 'New deal' });
    const { x = 0, y = 0 } = (await again.boundingBox()) ?? {};
    await page.waitForTimeout(500);
    // The answer to it takes two round trips.
    deals.push(await watch(page, DEAL_MS, () => tapAt(session, { x: x + 20, y: y + 10 })));
    await context.close();

    const bareContext = await browser.newContext(phone);
    const barely = await bareContext.newPage();
    await barely.addInitScript(probeScript);
    const bareSession = await devTools(barely);
    await barely.goto(barePage);
    bareDrags.push(await drag(barely, bareSession, { x: 30, y: 60 }));
    const bareTaps = played.map(() => 'div');
    bareGames.push(await playByTaps(barely, bareSession, bareTaps, bareTaps.length));
    await barely.goto(emptyAnimation);
    await barely.waitForTimeout(500);
    empty.push(await watch(barely, WIN_MS, () => Promise.resolve()));
    await bareContext.close();
  }
  const ofDrags = (all: readonly Drag[]) => ({
    frames: median(all.map(({ frames }) => frames)),
    dropped: rounded(median(all.map(({ dropped }) => dropped)), 4),
    longTasks: median(all.map(({ longTasks }) => longTasks)),
    scriptMsPerFrame: rounded(median(all.map(({ scriptMsPerFrame }) => scriptMsPerFrame)), 2),
  });
  const ofMoments = (label: string, all: readonly Moment[]): Moment => {
    const of = (key: keyof Moment) => median(all.map((one) => one[key]));
    const one = {
      frames: of('frames'),
      dropped: of('dropped'),
      longTasks: of('longTasks'),
      longestMs: of('longestMs'),
    };
    console.log(
      `${label}: ${one.frames} frames, ${one.dropped} % dropped, ${one.longTasks} tasks of more than 50 ms, the longest ${one.longestMs} ms`,
    );
    return one;
  };
  const win = ofMoments('the win', wins);
  const deal = ofMoments('a deal', deals);
  const still = ofMoments('an empty animation', empty);
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
  const [before, after] = [kept[1], kept.at(-1)];
  const kilobytesPerRace = rounded(
    ((after?.heapKilobytes ?? 0) - (before?.heapKilobytes ?? 0)) / (races - 2),
    1,
  );
  const heap = {
    races,
    firstKilobytes: rounded(kept[0]?.heapKilobytes ?? 0),
    lastKilobytes: rounded(after?.heapKilobytes ?? 0),
    kilobytesPerRace,
    firstNodes: kept[0]?.nodes ?? 0,
    lastNodes: after?.nodes ?? 0,
  };
  console.log(
    `heap after one race ${heap.firstKilobytes} KB and ${heap.firstNodes} nodes, after ${races} ` +
      `${heap.lastKilobytes} KB and ${heap.lastNodes} nodes`,
  );
  owner.close();

  const pages = { table, "race's table": race, lobby, 'start page': home };
  const points = (dropped: number) => rounded(dropped - still.dropped, 1);
  const lines: Line[] = [
    ...(
      [
        ['race', race],
        ['solo', table],
        ['start', home],
      ] as const
    ).flatMap(([page, one]): Line[] => [
      {
        what: `scripts before the first table or page, ${page}`,
        value: one.scriptKilobytes,
        most: MOST.scripts[page],
        unit: 'KB',
      },
      { what: `styles, ${page}`, value: one.styleKilobytes, most: MOST.styles, unit: 'KB' },
      { what: `fonts, ${page}`, value: one.fontKilobytes, most: MOST.fonts, unit: 'KB' },
    ]),
    ...Object.entries(pages).flatMap(([page, one]): Line[] => [
      { what: `layout shift, ${page}`, value: one.cls, most: MOST.cls, unit: '' },
      // A race's table comes when the race begins, not with the page.
      ...(one === race
        ? []
        : [
            {
              what: `largest paint, ${page}`,
              value: one.lcpMs,
              most: MOST.lcpMs,
              unit: 'ms',
            } as const,
          ]),
    ]),
    {
      what: 'a tap paints, p95',
      value: play.tapToPaintP95Ms,
      most: MOST.tapToPaintP95Ms,
      unit: 'ms',
    },
    ...(
      [
        ['drags', { ...dragged, dropped: 100 * dragged.dropped }],
        ['a deal', deal],
        ['the win', win],
      ] as const
    ).flatMap(([what, { longTasks, dropped }]): Line[] => [
      {
        what: `tasks of more than 50 ms, ${what}`,
        value: longTasks,
        most: MOST.longTasks,
        unit: 'tasks',
      },
      {
        what: `dropped frames above an empty animation, ${what}`,
        value: points(dropped),
        most: MOST.droppedPoints,
        unit: 'points',
      },
    ]),
    ...Object.entries(second).map(([line, value]): Line => ({
      what: `second visit, ${line} line`,
      value,
      most: MOST.secondVisitMs,
      unit: 'ms',
    })),
  ];
  const exceeded = [
    ...judge(lines),
    ...(['kilobytes', 'roundTrips'] as const)
      .filter((key) => table[key] > MORE[key])
      .map((key) => `table: ${key} ${table[key]}, at most ${MORE[key]}`),
    ...(kilobytesPerRace > MORE.kilobytesPerRace
      ? [`${kilobytesPerRace} KB kept of each race, at most ${MORE.kilobytesPerRace}`]
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
      race,
      second,
      answering,
      play,
      drag: dragged,
      deal,
      win,
      empty: still,
      bare,
      heap,
      lines,
      exceeded,
    }),
  );
  process.exitCode = exceeded.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  line.close();
  await service.stop();
}
