// What everybody who comes to the start page gets is made once, not for each of them.
import { gameList } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { createDailies } from '../src/daily/dailies.ts';
import type { DailiesOptions, StoredDaily } from '../src/daily/dailies.ts';
import { dayOf } from '../src/daily/days.ts';
import { createPageCompressor } from '../src/http/compressed-pages.ts';
import { testClock } from './support/test-clock.ts';

test('P8: the dailies of a day are read once for all who come within seconds, and again when some have passed', async () => {
  const clock = testClock();
  const today = dayOf(clock.now());
  const read: number[] = [];
  let proved = false;
  const ofDay = (day: number) => {
    read.push(day);
    const all = gameList.map(({ id }) => ({ day, game: id, proved }) as StoredDaily);
    return Promise.resolve(all.reverse());
  };
  const store = { ofDay, drawMissing: () => Promise.resolve() };
  const dailies = createDailies({ store, clock } as unknown as DailiesOptions);

  const games = (await dailies.findAll(today)).map(({ game }) => game);
  expect(games).toEqual(gameList.map(({ id }) => id));
  await Promise.all(Array.from({ length: 1_000 }, () => dailies.findAll(today)));
  expect(await dailies.find({ day: today, game: 'bisley' })).toMatchObject({ proved: false });
  expect(await dailies.findAll(today + 2)).toEqual([]);
  expect(read).toEqual([today]);

  // Its search has ended.
  proved = true;
  await clock.skip(10_000);
  expect(await dailies.find({ day: today, game: 'bisley' })).toMatchObject({ proved: true });
});

test('P8: a page is compressed once for all who get the same, in each form', () => {
  const compressed = createPageCompressor();
  const html = '<p>the same deal</p>'.repeat(100);
  const ask = (accepted: string, tag: string) =>
    compressed({ 'accept-encoding': accepted }, tag, html);
  const first = ask('gzip, deflate, br', 'a');
  expect(first.encoding).toBe('br');
  expect(ask('br', 'a').body).toBe(first.body);
  expect(ask('gzip', 'a')).toMatchObject({ encoding: 'gzip' });
  expect(ask('br', 'b').body).not.toBe(first.body);
  expect(ask('', 'a')).toEqual({ body: html });
});
