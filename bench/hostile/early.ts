/** Requests for the cards before T0 (finding 1). */
import { gameList } from '@same-deal/engine';
import type { RaceSnapshot } from '@same-deal/protocol';
import { becomeGuest, VERSION } from '../server/lobby.ts';
import { openLine } from '../server/line.ts';
import type { Line } from '../server/line.ts';
import { call, isOver } from './asking.ts';
import type { Tally } from './asking.ts';

/** One variant of each game, as each game deals and counts in its own way. */
export const ONE_OF_EACH_GAME = gameList.map(({ variants: [first] }) => first.id);
/** No requests this close to T0, as they might be answered after it. */
const BEFORE_START_MS = 500;
/** Matches answers that contain a table anywhere. */
const SHOWS_CARDS = /"view"|"piles"|"pack"|turnedUp/;
/** Entry numbers to claim before there are entries. */
const EARLY_NUMBERS = [0, 2, 3, 7, 500, 5_000];

/** Starts a race of two; both and a stranger send every request about it before T0: all of them must be refused. */
export async function askBeforeStart(server: string, variant: string, count: Tally): Promise<void> {
  const people = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const address = `198.51.100.${10 + n}`;
      const cookie = await becomeGuest(server, address);
      return { address, cookie, line: await openLine(server, VERSION, cookie, address) };
    }),
  );
  const [host, guest, stranger] = people.map(({ line }) => line) as [Line, Line, Line];
  const settings = { variant, proved: false };
  const { code } = await host.ask<{ code: string }>('race:create', settings);
  await host.ask('race:join', { code });
  await guest.ask('race:join', { code });
  await guest.ask('race:ready', { code, ready: true });
  await host.ask('race:start', { code });
  const { players, startsInMs } = await stranger.ask<RaceSnapshot>('race:enter', { code });
  const until = performance.now() + (startsInMs ?? 0) - BEFORE_START_MS;
  const playIds = players.flatMap(({ playId }) => playId ?? []);
  /** The answer or the refusal, as it came: accepted entries have a short form. */
  const answerTo = (line: Line, event: string, request: object) =>
    new Promise<string>((resolve) =>
      line.request(JSON.stringify([event, request]), (frame) => resolve(frame.toString())),
    );
  for (const playId of playIds) {
    const requests = [
      ...EARLY_NUMBERS.flatMap((expected) => [
        ['play:move', { playId, expected, move: 1 }] as const,
        ['play:undo', { playId, expected }] as const,
        ['play:concede', { playId, expected }] as const,
      ]),
      ['play:open', { playId }] as const,
      ['play:hint', { playId }] as const,
      ['play:branch', { playId, entries: 0 }] as const,
    ];
    for (const { line, cookie, address } of people) {
      for (const [event, request] of requests) {
        if (isOver(until)) break;
        const answer = await answerTo(line, event, request);
        count.tried += 1;
        if (SHOWS_CARDS.test(answer) || !answer.includes('"ok":false')) count.faults += 1;
        else count.refused += 1;
      }
      for (const path of [`/api/plays/${playId}`, `/api/races/${code}/deal`]) {
        if (isOver(until)) break;
        const status = await call(server, path, count, { method: 'GET', cookie, address });
        if (status < 400) count.faults += 1;
      }
    }
  }
  for (const { line } of people) line.close();
}
