// P9: every finished play replays from its log, here and by anyone with one command.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  gameList,
  isWon,
  legalMoves,
  mersenneDraw,
  newGame,
  playMove,
  shuffledPack,
  unwrap,
} from '@same-deal/engine';
import type { Move, Pack } from '@same-deal/engine';
import type { OpenedDeal, PlaySnapshot } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cryptographicChance } from '../src/deal/chance.ts';
import { figuresOf, recordOf } from '../src/play/play-record.ts';
import { playsRepository } from '../src/storage/play/plays.ts';
import { buildTestApp, noSocketLimits } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { Player, startRace } from './support/races.ts';
import { listen, openTab } from './support/sockets.ts';
import type { Tab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';

const clock = testClock();
let nextPack: Pack | undefined;
let app: TestApp;
let url: string;
let anna: Tab;
let ben: Tab;
const folder = mkdtempSync(path.join(tmpdir(), 'same-deal-replay-'));

beforeAll(async () => {
  app = await buildTestApp({
    clock,
    socketLimits: noSocketLimits,
    chance: {
      ...cryptographicChance,
      pack: (variant, packs) => nextPack ?? cryptographicChance.pack(variant, packs),
    },
  });
  url = await listen(app.app);
  [anna, ben] = await Promise.all([openTab(url), openTab(url)]);
});
afterAll(async () => {
  anna.close();
  ben.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const main = fileURLToPath(new URL('../../../tools/replay/main.ts', import.meta.url));
/** `pnpm verify` on what the service told. */
function replay(table: unknown, deal?: unknown): Promise<{ status: number; output: string }> {
  const files = [table, deal].flatMap((content, n) => {
    if (content === undefined) return [];
    const file = path.join(folder, `${n}-${Math.random()}.json`);
    writeFileSync(file, JSON.stringify(content));
    return [file];
  });
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', main, ...files], (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, output: out + err }),
    );
  });
}
async function get<Body>(address: string): Promise<Body> {
  const answer = await fetch(url + address, { headers: { cookie: ben.cookie } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

/** Plays so many entries: mostly moves, here and there an undo. */
async function playOn(player: Player, entries: number): Promise<void> {
  for (let n = 0; n < entries && !player.play.ending; n++) {
    const moves = player.moves();
    const move = moves[(n * 7) % moves.length];
    if (n % 6 === 5 || !move) {
      const undone = await player.tab.request('play:undo', {
        playId: player.playId,
        expected: player.play.entries + 1,
      });
      if (undone.ok) player.follow(undone.data.entry, undone.data.turnedUp);
      else if (!move) return;
    } else {
      await player.move(move);
    }
  }
}

/** The stored figures of all ended plays, beside what their logs give. */
async function storedAndReplayed(code: string) {
  const { rows } = await app.database.pool.query<{ id: string; ending: string }>(
    `select p.id, p.ending, p.moves, p.undos, p.cards_home as "cardsHome",
       p.cards_home_at_ms as "cardsHomeAtMs", p.elapsed_ms as "elapsedMs"
     from plays p join races r on r.id = p.race_id where r.code = $1`,
    [code],
  );
  const store = playsRepository(app.database);
  return Promise.all(
    rows.map(async ({ id, ...stored }) => {
      const [header] = await store.headers([id]);
      return [stored, figuresOf(recordOf(header!, await store.log(id)))] as const;
    }),
  );
}

describe('P9: replayable', () => {
  test.each(gameList.flatMap(({ variants }) => variants.map(({ id }) => id)))(
    '%s: the stored log gives the stored figures, and so does the command',
    async (variant) => {
      const { code, tables } = await startRace([anna, ben], { variant }, () => clock.skip(5000));
      const [hers, his] = [new Player(anna, tables[0]!), new Player(ben, tables[1]!)];
      await playOn(hers, 40);
      await playOn(his, 12);
      for (const player of [hers, his]) if (!player.play.ending) await player.concede();
      await ben.news('race:updated', (race) => race.code === code && race.phase === 'settled');
      for (const [stored, again] of await storedAndReplayed(code)) expect(again).toEqual(stored);
      const table = await get<PlaySnapshot>(`/api/plays/${hers.playId}`);
      const deal = await get<OpenedDeal>(`/api/races/${code}/deal`);
      const { status, output } = await replay(table, deal);
      expect(output).toContain('everything agrees');
      expect(output).toContain(`${hers.play.moves} moves, ${hers.play.undos} undos`);
      expect(output).toContain(`${hers.play.cardsHome} cards home, ${table.ending}`);
      expect(status).toBe(0);
    },
    60_000,
  );

  test('won, and without the deal: from what its player saw', async () => {
    const { pack, moves } = winnable();
    nextPack = pack;
    const { code, tables } = await startRace([anna, ben], {}, () => clock.skip(5000));
    nextPack = undefined;
    const player = new Player(anna, tables[0]!);
    for (const move of moves) await player.move(move);
    await new Player(ben, tables[1]!).concede();
    await ben.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    const table = await get<PlaySnapshot>(`/api/plays/${player.playId}`);
    expect(table.ending).toBe('won');
    expect((await replay(table)).output).toContain('48 cards home, won');
  });

  test('what was tampered with is noticed', async () => {
    const { code, tables } = await startRace([anna, ben], { variant: 'sly-fox/standard' }, () =>
      clock.skip(5000),
    );
    const [hers, his] = [new Player(anna, tables[0]!), new Player(ben, tables[1]!)];
    await playOn(hers, 10);
    await hers.concede();
    await his.concede();
    await ben.news('race:updated', (race) => race.code === code && race.phase === 'settled');
    const table = await get<PlaySnapshot>(`/api/plays/${hers.playId}`);
    const deal = await get<OpenedDeal>(`/api/races/${code}/deal`);
    const swapped = [deal.pack[1]!, deal.pack[0]!, ...deal.pack.slice(2)];
    const results = await Promise.all([
      replay({ ...table, ending: 'won' }, deal),
      replay(table, { ...deal, pack: swapped }),
      replay({ ...table, log: table.log.map((entry) => ({ ...entry, entry: 0 })) }),
      replay({ ...table, log: 'none' }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([1, 1, 1, 1]);
    expect(results.map(({ output }) => output)).toEqual([
      expect.stringContaining('not as won'),
      expect.stringContaining('the commitment is'),
      expect.stringContaining('entry 1 is not possible'),
      expect.stringContaining('is no play'),
    ]);
  });
});

/** A Bisley deal that goes home by itself, and how. */
function winnable(): { pack: Pack; moves: Move[] } {
  for (let seed = 0; ; seed++) {
    const pack = shuffledPack(1, mersenneDraw([seed]));
    const moves: Move[] = [];
    let position = unwrap(newGame('bisley/thirteen', pack));
    for (;;) {
      const home = legalMoves(position).find(({ to }) => to < 8);
      const next = home && playMove(position, home);
      if (!next?.ok) break;
      moves.push(home!);
      position = next.value;
    }
    if (isWon(position)) return { pack, moves };
  }
}
