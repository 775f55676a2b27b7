// Once the first person has won, everyone sees the same clock, and nothing is accepted after it.
import { encodeEntry, parseMove } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { Player, startRace } from './support/races.ts';
import { openTab } from './support/sockets.ts';
import { testClock } from './support/test-clock.ts';
import { serveAll } from './support/until-finished.ts';
import { won, wonChance } from './support/won-chance.ts';

const clock = testClock();
const { url } = await serveAll({ clock, chance: wonChance });

/** The clock goes on while a whole game is played. */
const SLACK_MS = 20_000;

test.each([
  ['quarter', 200_000, 50_000, 'time-is-up'],
  ['none', 200_000, 700_000, undefined],
] as const)('P7: %s after a win', async (closing, wonInMs, leftMs, refusal) => {
  const [anna, ben, wanda] = [await openTab(url), await openTab(url), await openTab(url)];
  const { code, tables } = await startRace([anna, ben], { closing, proved: false }, () =>
    clock.skip(5000),
  );
  await wanda.ask('race:enter', { code });
  await clock.skip(wonInMs);
  for (const [n, text] of won.moves.split(' ').entries()) {
    const move = encodeEntry(parseMove('bisley/thirteen', text)!);
    await anna.ask('play:move', { playId: tables[0]!.playId, expected: n + 1, move });
  }
  const isWon = (race: { code: string; players: { progress: { ending: unknown } | null }[] }) =>
    race.code === code && race.players[0]?.progress?.ending === 'won';
  for (const tab of [ben, wanda]) {
    const { closesInMs, closing: isClosing, sinceStartMs } = await tab.news('race:updated', isWon);
    expect(Math.abs(closesInMs! - leftMs)).toBeLessThan(SLACK_MS);
    expect(isClosing).toBe(closing === 'quarter');
    expect(Math.abs(sinceStartMs! - wonInMs)).toBeLessThan(SLACK_MS);
  }
  const late = new Player(ben, await ben.ask('play:open', { playId: tables[1]!.playId }));
  await late.move();
  await clock.skip(60_000);
  const answer = await ben.request('play:move', {
    playId: late.playId,
    expected: late.play.entries + 1,
    move: encodeEntry(late.moves()[0]!),
  });
  expect(answer.ok ? undefined : answer.error.code).toBe(refusal);
  for (const tab of [anna, ben, wanda]) tab.close();
});
