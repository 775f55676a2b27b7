import { encodeMove, legalMoves } from '@same-deal/engine';
import { COUNTDOWN_MS } from '@same-deal/protocol';
import { describe, expect, it } from 'vitest';
import { openLobby, startRace } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { newDatabase, serve, serveAll } from './support/until-finished.ts';

const clock = testClock();
const { url } = await serveAll({ clock });

describe('a race', () => {
  it('P1: gives everyone the identical deal, and settles', async () => {
    const [anna, ben] = await Promise.all([openTab(url), openTab(url)]);
    const { code } = await anna.ask('race:create', { variant: 'bisley/thirteen' });
    await anna.ask('race:enter', { code });
    await ben.ask('race:join', { code });
    expect(await anna.request('race:start', { code })).toMatchObject({
      error: { code: 'players-not-ready' },
    });
    await ben.ask('race:ready', { code, ready: true });
    await anna.ask('race:start', { code });
    const countdown = await ben.news('race:updated', ({ phase }) => phase === 'countdown');
    expect(countdown.commitment).toMatch(/^[0-9a-f]{64}$/);
    await clock.skip(COUNTDOWN_MS);
    const [hers, his] = await Promise.all([anna.news('play:opened'), ben.news('play:opened')]);
    expect(hers.start).toEqual(his.start);
    const move = legalMoves(hers.start)[0];
    if (move) {
      const accepted = await anna.ask('play:move', {
        playId: hers.playId,
        expected: 1,
        move: encodeMove(move),
      });
      expect(accepted.number).toBe(1);
    }
    await ben.news('race:progressed');
    await anna.ask('play:concede', { playId: hers.playId, expected: 2 });
    await ben.ask('race:leave', { code });
    const settled = await anna.news('race:updated', ({ phase }) => phase === 'settled');
    expect(settled.players.map(({ progress }) => progress?.ending)).toEqual([
      'conceded',
      'conceded',
    ]);
    const deal = await fetch(`${url}/api/races/${code}/deal`).then((answer) => answer.json());
    expect(deal).toMatchObject({ variant: 'bisley/thirteen', commitment: countdown.commitment });
    const again = await ben.ask('race:rematch', { code });
    expect(await anna.ask('race:rematch', { code })).toEqual(again);
    anna.close();
    ben.close();
  });

  it('P8: is left once that is stored, and whoever leaves while it cannot be hears so', async () => {
    const database = await newDatabase();
    const own = await serve(testClock(), database);
    const tabs = [await own.tab(), await own.tab()] as const;
    const { code, tables } = await startRace(tabs, {}, () => own.clock.skip(COUNTDOWN_MS));
    const lock = await database.pool.connect();
    try {
      await lock.query('begin');
      await lock.query('select from plays where id = $1 for update', [tables[0]!.playId]);
      const refused = await tabs[0].request('race:leave', { code });
      expect(refused).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    } finally {
      lock.release(true);
    }
    await tabs[0].ask('race:leave', { code });
    const { players } = await tabs[1].ask('race:enter', { code });
    expect(players.map(({ progress }) => progress?.ending ?? null)).toEqual(['conceded', null]);
  });

  it('that has waited too long for its start says so to those who wait in it', async () => {
    const anna = await openTab(url);
    await openLobby([anna]);
    await anna.news('race:updated');
    const hasExpired = async () => {
      await clock.skip(60 * 60_000);
      return anna.received.some(
        ({ name, news }) =>
          name === 'race:updated' && (news as { phase: string }).phase === 'expired',
      );
    };
    await expect.poll(hasExpired).toBe(true);
    anna.close();
  });

  it('is handed on to whoever sits down after its host has been away for a while', async () => {
    const [anna, ben] = await Promise.all([openTab(url), openTab(url)]);
    const code = await openLobby([anna]);
    await ben.ask('race:enter', { code });
    anna.close();
    await ben.news('race:updated', ({ players }) => players[0]?.away === true);
    // Nobody who is there has a seat to host from, for as long as it takes to type a name.
    for (let n = 0; n < 5; n++) {
      await clock.skip(10_000);
      expect((await ben.ask('race:enter', { code })).hostId).toBe(anna.me.id);
    }
    await ben.ask('race:join', { code });
    const hostId = async () => {
      await clock.skip(5_000);
      return (await ben.ask('race:enter', { code })).hostId;
    };
    await expect.poll(hostId).toBe(ben.me.id);
    ben.close();
  });
});
