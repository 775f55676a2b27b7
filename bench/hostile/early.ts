/** What lies on the table, asked before T0 (finding 1). */
import { gameList } from '@same-deal/engine';
import type { RaceSnapshot } from '@same-deal/protocol';
import { becomeGuest } from '../server/lobby.ts';
import { openLine } from '../server/line.ts';
import type { Line } from '../server/line.ts';
import { call, isOver } from './asking.ts';
import type { Tally } from './asking.ts';

/** Each deals and counts in its own way. */
export const ONE_OF_EACH_GAME = gameList.map(({ variants: [first] }) => first.id);
/** What is asked so shortly before T0 may be answered after it. */
const BEFORE_START_MS = 500;
/** What a table is known by, wherever it stands in an answer. */
const SHOWS_CARDS = /"view"|"piles"|"pack"|turnedUp/;
/** Numbers that an entry may be said to have before there is any. */
const EARLY_NUMBERS = [0, 2, 3, 7, 500, 5_000];

/** A race of two is started and asked everything about before T0, by both and by a stranger: all that may be is no. */
export async function askBeforeStart(server: string, variant: string, count: Tally): Promise<void> {
  const people = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const address = `198.51.100.${10 + n}`;
      const cookie = await becomeGuest(server, address);
      return { address, cookie, line: await openLine(server, { v: '2' }, cookie, address) };
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
  /** The refusal, or whatever else came. */
  const answerTo = (line: Line, event: string, request: object) =>
    line.ask(event, request).then(
      (data) => JSON.stringify(data),
      (error: unknown) => String(error),
    );
  for (const playId of playIds) {
    const asked = [
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
      for (const [event, request] of asked) {
        if (isOver(until)) break;
        const answer = await answerTo(line, event, request);
        count.tried += 1;
        if (SHOWS_CARDS.test(answer) || !answer.startsWith('Error:')) count.faults += 1;
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
