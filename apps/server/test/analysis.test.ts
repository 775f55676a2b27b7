import {
  decodeEntry,
  encodeEntry,
  encodeMove,
  enter,
  isWon,
  legalMoves,
  mersenneDraw,
  newGame,
  openPlay,
  packOf,
  replay,
  unwrap,
} from '@same-deal/engine';
import type { Play, Position } from '@same-deal/engine';
import type { PlayAnalysis, Stats } from '@same-deal/protocol';
import { accuracyOf, firstLost } from '@same-deal/solver';
import { createAnalyses } from '../src/play/analyses.ts';
import type { AnalysisStore } from '../src/play/analyses.ts';
import { recordOf } from '../src/play/play-record.ts';
import type { Searched, Searches } from '../src/solver/searches.ts';
import { nothingFound } from '../src/solver/work.ts';
import type { DealFinding, Played, Work } from '../src/solver/work.ts';
import { dealPoolRepository } from '../src/storage/deal/deal-pool.ts';
import { analysesRepository } from '../src/storage/play/analyses.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTime } from '../../../packages/solver/test/in-time.ts';
import { buildTestApp, device } from './support/app.ts';
import type { Device, TestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { playHeader } from './support/play-header.ts';
import { Player, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import type { TestClock } from './support/test-clock.ts';

const BISLEY = 'bisley/thirteen';

function dealt(variant: string, deal: string, packs: 1 | 2 = 1): Position {
  const pack = packOf(deal, packs);
  if (!pack.ok) throw new Error(pack.reason);
  return unwrap(newGame(variant, pack.value));
}

/** A log of any moves and now and then an undo, and every position it went through. */
function wander(start: Position, seed: number, entries: number) {
  const draw = mersenneDraw([seed]);
  let play: Play = openPlay(start, 'free');
  const positions = [start];
  const log: number[] = [];
  for (let n = 0; n < entries && !play.ending; n++) {
    const moves = legalMoves(play.position);
    const isBack = play.past && (moves.length === 0 || draw(3) === 0);
    const next = enter(play, isBack ? 'undo' : moves[draw(moves.length - 1)]!);
    if (!next.ok) throw new Error(next.reason.code);
    play = next.value;
    log.push(isBack ? encodeEntry('undo') : encodeMove(play.past!.move));
    positions.push(play.position);
  }
  return { log, positions };
}

describe('the analysis of a play', () => {
  let service: TestApp;
  let clock: TestClock;
  let url: string;
  let tabs: Tab[];
  beforeEach(async () => {
    clock = testClock();
    service = await buildTestApp({ clock });
    url = await listen(service.app);
    tabs = [await openTab(url), await openTab(url), await openTab(url)];
  });
  afterEach(async () => {
    for (const tab of tabs) tab.close();
    await service.close();
  });

  const as = (tab: Tab | null): Pick<Device, 'get'> => {
    const one = device(service.app);
    return {
      get: (path) => one.get(path, tab ? { cookie: tab.cookie } : {}),
    };
  };
  const analysis = (tab: Tab | null, playId: string) =>
    as(tab).get(`/api/plays/${playId}/analysis`);
  /** Asks until it is there. */
  async function ready(tab: Tab | null, playId: string) {
    for (;;) {
      const { status, body } = await analysis(tab, playId);
      expect(status, JSON.stringify(body)).toBe(200);
      const found = body as PlayAnalysis;
      if (found.state === 'ready') return found;
    }
  }
  async function practise(tab: Tab, variant: string, deal: string): Promise<Player> {
    const { playId } = await tab.ask('play:create', { variant, deal });
    return new Player(tab, await tab.ask('play:open', { playId }));
  }

  test('P2: of a live deal nobody gets one, whoever asks and however it stands', async () => {
    const [anna, ben, wanda] = tabs as [Tab, Tab, Tab];
    const { code, tables } = await startRace([anna, ben], { variant: BISLEY }, () =>
      clock.skip(5000),
    );
    const hers = new Player(anna, tables[0]!);
    await hers.move();
    await hers.concede();
    for (const tab of [anna, ben, wanda, null]) {
      for (const { playId } of tables) {
        const { status, body } = await analysis(tab, playId);
        expect({ status, body }).toEqual({
          status: 403,
          body: { error: { code: 'deal-is-live' } },
        });
      }
    }
    await new Player(ben, tables[1]!).concede();
    await anna.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    for (const tab of [anna, ben, wanda, null]) {
      const found = await ready(tab, hers.playId);
      expect(found.entries).toBe(2);
    }
  });

  test('says the exact entry, the deal’s verdict and a line that wins; and keeps them', async () => {
    const [anna] = tabs as [Tab];
    const start = dealt(BISLEY, '1');
    const { log } = wander(start, 1, 30);
    const player = await practise(anna, BISLEY, '1');
    for (const code of log) {
      const expected = player.play.entries + 1;
      const { playId } = player;
      const { entry } = await (decodeEntry(code) === 'undo'
        ? anna.ask('play:undo', { playId, expected })
        : anna.ask('play:move', { playId, expected, move: code }));
      player.follow(entry, undefined);
    }
    const found = await ready(anna, player.playId);
    expect(found).toMatchObject({
      deal: 'won',
      entries: log.length,
      lostAt: unwrap(firstLost(start, log.map(decodeEntry), inTime)).entry,
      proved: true,
    });
    expect(found.difficulty).toBeGreaterThanOrEqual(1);
    const played = unwrap(accuracyOf(start, log.map(decodeEntry), inTime));
    expect(found.accuracy).toEqual({
      decisions: played.decisions,
      kept: played.kept,
      undecided: played.undecided,
      mistakes: played.mistakes.map((one) => ({
        ...one,
        better: one.better && encodeMove(one.better),
      })),
      curve: played.curve,
    });
    expect(found.accuracy.curve).toHaveLength(log.length + 1);
    const won = replay(openPlay(start, 'free'), found.solution.map(decodeEntry));
    expect(won.ok && isWon(won.value.position)).toBe(true);
    // Kept: no search is needed for the second answer.
    await service.app.close();
    const other = await buildTestApp({
      database: service.database,
      searches: { workerFile: '/nowhere.mjs', threads: 1 },
    });
    const again = await device(other.app).get(`/api/plays/${player.playId}/analysis`, {
      cookie: anna.cookie,
    });
    expect(again.body).toEqual(found);
    service = other;
  });

  test('of a play that was analysed before its accuracy was known is made anew', async () => {
    const [anna] = tabs as [Tab];
    const player = await practise(anna, BISLEY, '3');
    await player.move();
    const found = await ready(anna, player.playId);
    await service.database.pool.query(
      'update play_analyses set decisions = null, kept = null, mistakes = null, curve = null',
    );
    expect(await ready(anna, player.playId)).toEqual(found);
    expect(found.accuracy).toMatchObject({ decisions: 1, undecided: 0 });
    // Likewise where it was not counted yet what could not be judged.
    await service.database.pool.query('update play_analyses set undecided = null, kept = 7');
    expect(await ready(anna, player.playId)).toEqual(found);
    // It counts in the statistics once the game has ended.
    const averages = async () =>
      ((await as(anna).get('/api/stats')).body as Stats).accuracy.filter(({ plays }) => plays > 0);
    expect(await averages()).toEqual([]);
    await player.concede();
    expect(await averages(), 'of a part of it').toEqual([]);
    const { kept } = (await ready(anna, player.playId)).accuracy;
    expect(await averages()).toEqual(
      [null, 'bisley'].map((game) => ({ game, plays: 1, percent: 100 * kept, undecided: 0 })),
    );
    // What could not be judged is told beside the average that leaves it out.
    await service.database.pool.query('update play_analyses set undecided = 2');
    expect((await averages()).map(({ undecided }) => undecided)).toEqual([2, 2]);
    // What was played without a line counts in no average.
    await service.database.pool.query('update plays set offline = true where id = $1', [
      player.playId,
    ]);
    expect(await averages()).toEqual([]);
  });

  test('of a running practice play is its player’s alone', async () => {
    const [anna, ben] = tabs as [Tab, Tab];
    const player = await practise(anna, BISLEY, '3');
    expect(await analysis(ben, player.playId)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
    expect(await ready(anna, player.playId)).toMatchObject({ lostAt: null, entries: 0 });
    await player.move();
    expect(await ready(anna, player.playId)).toMatchObject({ entries: 1 });
  });

  test('of no play there is none', async () => {
    const { status, body } = await analysis(null, '00000000-0000-4000-8000-000000000000');
    expect({ status, body }).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
    expect((await analysis(null, 'no-id')).status).toBe(400);
  });

  test('that takes long is told of as such, and ends once nobody asks any more', async () => {
    const [anna] = tabs as [Tab];
    const player = await practise(anna, 'alhambra/standard', '1');
    await player.move();
    const asked = analysis(anna, player.playId);
    await expect.poll(() => clock.waiting()).toBeGreaterThan(1);
    await clock.skip(5000);
    expect((await asked).body).toEqual({ state: 'working', askAgainInMs: 1000 });
    await clock.skip(15_000);
    // The thread is free for somebody else's.
    const bisley = await practise(tabs[1]!, BISLEY, '1');
    expect(await ready(tabs[1]!, bisley.playId)).toMatchObject({ deal: 'won' });
    const { rows } = await service.database.pool.query(
      'select verdict from deals where solution is null',
    );
    expect(rows).toEqual([{ verdict: null }]);
  });
});

describe('what is found out about a deal and its plays', () => {
  const won: DealFinding = { verdict: 'won', difficulty: 3, moves: [258], isShortest: false };
  const undecided: DealFinding = { verdict: 'undecided', difficulty: null, moves: [] };
  const played: Played = {
    ...{ entry: null, proved: true, decisions: 1, kept: 1, undecided: 0 },
    ...{ mistakes: [], curve: [50, 60] },
  };
  const start = dealt(BISLEY, '17');
  /** After one move. */
  const record = (entries = [{ code: encodeMove(legalMoves(start)[0]!), elapsedMs: 1000 }]) =>
    recordOf(playHeader(), entries);

  /** Analyses over a store in memory, with searches that come to what the test says. */
  function analysing(
    search: (work: Work) => unknown,
    known: { deal: DealFinding | null; play: (Played & { entries: number }) | null },
  ) {
    const stored = { ...known };
    const store: AnalysisStore = {
      find: async () => ({ ...stored }),
      keepDeal: async (_playId, deal) => (stored.deal ??= deal),
      keepPlay: async (_playId, play) => void (stored.play = play),
      averagesOf: async () => [],
    };
    const searches = {
      search: async (work: Work) => ({ ok: true, value: await search(work) }) as Searched<Work>,
    } as unknown as Searches;
    return { stored, analyses: createAnalyses({ searches, store, clock: testClock() }) };
  }

  test('P9: a proof stays, whatever a search that began before it comes to', async () => {
    const database = await createTestDatabase();
    const { prisma } = database;
    const user = await prisma.user.create({ data: { id: 'anna', name: 'Anna', email: 'a@a' } });
    const pack = Uint8Array.from(Array.from({ length: 52 }, (_, n) => n));
    const deal = await prisma.deal.create({ data: { variant: BISLEY, kind: 'race', pack } });
    const { id } = await prisma.play.create({
      data: { dealId: deal.id, userId: user.id, undo: 'free', startsAt: new Date() },
    });
    const store = analysesRepository(prisma);
    expect(await store.keepDeal(id, undecided)).toMatchObject(undecided);
    expect(await store.keepDeal(id, won)).toEqual(won);
    expect(await store.keepDeal(id, undecided), 'what is stored').toEqual(won);
    await dealPoolRepository(prisma).noteSearched(deal.id, undecided);
    expect((await store.find(id)).deal).toEqual(won);
    await database.drop();
  });

  test('of a play analysed before its deal was proved is found out again', async () => {
    const before = { ...played, curve: [], decisions: 0, kept: 0, entries: 1 };
    const { analyses } = analysing(() => played, { deal: won, play: before });
    expect(await analyses.analyse(record(), 'anna')).toMatchObject({
      data: { deal: 'won', accuracy: { decisions: 1, curve: [50, 60] } },
    });
  });

  test('is not kept of a search whose thread was ended', async () => {
    const { analyses, stored } = analysing(({ kind }) => nothingFound[kind], {
      deal: won,
      play: null,
    });
    expect(await analyses.analyse(record(), 'anna')).toMatchObject({
      ok: false,
      error: { code: 'too-many-requests' },
    });
    expect(stored.play).toBe(null);
  });

  test('of half a game is not the whole one’s', async () => {
    let finish = (_found: Played) => {};
    const first = new Promise<Played>((resolve) => (finish = resolve));
    let searched = 0;
    const { analyses } = analysing(() => (searched++ === 0 ? first : played), {
      deal: won,
      play: null,
    });
    const half = analyses.analyse(recordOf(playHeader(), []), 'anna');
    await expect.poll(() => searched).toBe(1);
    const whole = analyses.analyse(record(), 'anna');
    finish({ ...played, curve: [50] });
    expect(await half).toMatchObject({ data: { state: 'ready', entries: 0 } });
    expect(await whole).toMatchObject({ data: { state: 'working' } });
    expect(await analyses.analyse(record(), 'anna')).toMatchObject({
      data: { state: 'ready', entries: 1, accuracy: { curve: [50, 60] } },
    });
  });
});
