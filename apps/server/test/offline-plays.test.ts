// Practice that was played without a line and is entered afterwards.
import { encodeEntry, enter, legalMoves, newGame, openPlay, packOf } from '@same-deal/engine';
import type { Entry } from '@same-deal/engine';
import type { OfflinePlay, PlayList, PlaySnapshot } from '@same-deal/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offlinePractice } from '../src/play/offline.ts';
import { buildTestApp, device, noLimits } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { testClock } from './support/test-clock.ts';

const NOW = Date.UTC(2040, 0, 1, 12);
const ID = '01234567-89ab-4cde-8f01-23456789abcd';
const DEAL = '24680';

/** Some moves of a deal, one a second. */
function entriesOf(count: number): [code: number, elapsedMs: number][] {
  const pack = packOf(DEAL, 1);
  if (!pack.ok) throw new Error('no such deal');
  const dealt = newGame('bisley/thirteen', pack.value);
  if (!dealt.ok) throw new Error('no such game');
  let play = openPlay(dealt.value, 'free');
  const entries: [number, number][] = [];
  while (entries.length < count) {
    const entry: Entry = legalMoves(play.position)[0] ?? 'undo';
    const next = enter(play, entry);
    if (!next.ok) throw new Error('no move is left');
    play = next.value;
    entries.push([encodeEntry(entry), 1000 * (entries.length + 1)]);
  }
  return entries;
}

const CONCEDE = encodeEntry('concede');
const played = (change: Partial<OfflinePlay> = {}): OfflinePlay => ({
  playId: ID,
  variant: 'bisley/thirteen',
  deal: DEAL,
  ageMs: 60_000,
  hints: 2,
  entries: [...entriesOf(3), [CONCEDE, 9000]],
  ...change,
});

describe('what is believed of it', () => {
  test('P9: it is replayed by the rules, and stored with the times of its device', async () => {
    const answer = await offlinePractice(played(), 'anna', NOW);
    expect(answer).toMatchObject({
      ok: true,
      value: {
        id: ID,
        startsAt: NOW - 60_000,
        hints: 2,
        ended: { ending: 'conceded', moves: 3, elapsedMs: 9000 },
      },
    });
  });

  test('what has not ended may be gone on with', async () => {
    const answer = await offlinePractice(played({ entries: entriesOf(2) }), 'anna', NOW);
    expect(answer).toMatchObject({ ok: true, value: { ended: null } });
  });

  test('a device whose clock was set meanwhile has no play begin after it ended', async () => {
    const answer = await offlinePractice(played({ ageMs: 0 }), 'anna', NOW);
    expect(answer).toMatchObject({ ok: true, value: { startsAt: NOW - 9000 } });
  });

  const [one, two] = entriesOf(2) as [[number, number], [number, number]];
  test.each<[string, Partial<OfflinePlay>, object]>([
    ['no deal', { deal: 'not a deal' }, { code: 'deal-code-wrong' }],
    ['a daily’s deal', { deal: 'daily/2039-12-31' }, { code: 'deal-code-wrong' }],
    [
      'a move that the rules refuse',
      { entries: [[0x0101, 5]] },
      { code: 'illegal-move', number: 1 },
    ],
    ['no pile', { entries: [one, [0xf0f0, 5000]] }, { code: 'illegal-move', number: 2 }],
    ['a move after the end', { entries: [[CONCEDE, 1], one] }, { code: 'play-ended', number: 2 }],
    ['nothing to undo', { entries: [[0xffff, 5]] }, { code: 'nothing-to-undo', number: 1 }],
    [
      'time that runs back',
      { entries: [one, [two[0], one[1] - 1]] },
      { code: 'bad-request', detail: 'entries', number: 2 },
    ],
  ])('P8: %s is refused by name', async (_what, change, error) => {
    expect(await offlinePractice(played(change), 'anna', NOW)).toMatchObject({ ok: false, error });
  });
});

describe('entering it', () => {
  let service: TestApp;
  beforeAll(async () => {
    const offlinePlays = { times: 12, perMs: 60_000 };
    service = await buildTestApp({ clock: testClock(NOW), limits: { ...noLimits, offlinePlays } });
  });
  afterAll(() => service.close());

  async function somebody() {
    const one = device(service.app);
    await one.post('/api/me', {});
    const list = async () => (await one.get('/api/plays')).body as PlayList;
    return { ...one, list };
  }

  test('what ends later than a time can be stored has ended when that was received', async () => {
    const anna = await somebody();
    const playId = '11234567-89ab-4cde-8f01-23456789abcd';
    const entries: OfflinePlay['entries'] = [[CONCEDE, 2 ** 31 - 1]];
    const sent = played({ playId, ageMs: 365 * 24 * 3_600_000, entries });
    expect((await anna.post('/api/plays/offline', sent)).status).toBe(200);
    const { endedAt } = await service.database.prisma.play.findUniqueOrThrow({
      where: { id: playId },
    });
    expect(endedAt!.getTime()).toBe(NOW);
  });

  test('P5: entered again, or by two tabs at once, it is there once', async () => {
    const anna = await somebody();
    const enterIt = () => anna.post('/api/plays/offline', played());
    const answers = await Promise.all([enterIt(), enterIt(), enterIt()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await enterIt()).body).toEqual({ playId: ID });
    const { plays } = await anna.list();
    expect(plays).toMatchObject([
      { playId: ID, offline: true, ending: 'conceded', moves: 3, hints: 2, deal: DEAL },
    ]);
    const replay = (await anna.get(`/api/plays/${ID}`)).body as PlaySnapshot;
    expect(replay.log.map(({ elapsedMs }) => elapsedMs)).toEqual([1000, 2000, 3000, 9000]);

    const ben = await somebody();
    expect(await ben.post('/api/plays/offline', played())).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
    expect((await ben.list()).plays).toEqual([]);
  });

  test('P8: what cannot be is refused, and nobody but somebody enters anything', async () => {
    const anna = await somebody();
    for (const [body, code] of [
      [{ ...played(), variant: 'whist' }, 'bad-request'],
      [played({ ageMs: -1 }), 'bad-request'],
      [{ ...played(), entries: [[0, 5, 5]] }, 'bad-request'],
      [played({ playId: 'no-id' }), 'bad-request'],
      [played({ playId: ID.replace('0', '1'), entries: [[0x0101, 5]] }), 'illegal-move'],
      [{ ...played(), more: 'x'.repeat(200_000) }, 'too-large'],
    ] as const) {
      expect((await anna.post('/api/plays/offline', body)).body).toMatchObject({ error: { code } });
    }
    const stranger = device(service.app);
    expect((await stranger.post('/api/plays/offline', played())).status).toBe(401);
    expect((await anna.list()).plays).toEqual([]);
  });

  test('a long log passes, and so many of one person, then they wait', async () => {
    const anna = await somebody();
    const [first, second] = [`${ID.slice(0, -1)}a`, `${ID.slice(0, -1)}b`];
    const moves = entriesOf(1)[0]![0];
    const back = Array.from({ length: 4999 }, (_, n): [number, number] => [
      n % 2 === 0 ? moves : 0xffff,
      400_000 * n,
    ]);
    const long = played({ playId: first, entries: [...back, [CONCEDE, 2_000_000_000]] });
    expect((await anna.post('/api/plays/offline', long)).status).toBe(200);
    const again = () => anna.post('/api/plays/offline', played({ playId: second }));
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push((await again()).status);
    expect(answers.at(-1)).toBe(429);
  });
});
