/**
 * A persistent player: retries an entry until it is answered, over a line that reconnects by itself, and records what was
 * acknowledged. Some requests are sent twice and some answers ignored, at random.
 */
import {
  encodeEntry,
  encodeMove,
  enter,
  legalMoves,
  openPlay,
  undoRejection,
} from '@same-deal/engine';
import type { Entry, Play } from '@same-deal/engine';
import type {
  AnswerOf,
  ClientEventName,
  PlaySnapshot,
  RaceSnapshot,
  RequestOf,
} from '@same-deal/protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import type { History, Numbered } from './check.ts';
import { openPage } from './page.ts';
import type { Chance } from './wire.ts';

const AGAIN_AFTER_MS = 200;
const UNDO_EVERY = 5;
const GUEST_TRIES = 25;

/** An entry's round trip: when it was first sent, and when it was acknowledged, by `performance.now()`. */
export interface Trip {
  readonly sentAt: number;
  readonly answeredAt: number;
}

export interface Refused {
  readonly at: number;
  readonly code: string;
}

export interface Person {
  readonly cookie: string;
  readonly address: string;
}

/** Creates a guest, from an address of their own. */
export async function becomeGuest(server: string, n: number): Promise<Person> {
  const address = ['10', n >> 16, (n >> 8) & 255, n & 255].join('.');
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: '{}',
  };
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${server}/api/me`, request).catch(() => undefined);
    if (answer?.ok) {
      const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      return { cookie: cookies.join('; '), address };
    }
    if (tries === GUEST_TRIES) throw new Error(`POST /api/me: ${answer?.status}`);
    await sleep(AGAIN_AFTER_MS);
  }
}

export type Line = ReturnType<typeof openLine>;

/** A page's line, on which requests are retried until they are answered. */
export function openLine(server: string, { cookie, address }: Person, at?: string) {
  const refused: Refused[] = [];
  const races = new Map<string, RaceSnapshot>();
  const tables = new Map<string, PlaySnapshot>();
  const page = openPage(server, { cookie, 'x-forwarded-for': address }, at);
  page.on('race:updated', (race) => {
    const before = races.get(race.code);
    if (!before || before.revision <= race.revision) races.set(race.code, race);
  });
  page.on('play:opened', (table) => {
    if (table.raceCode) tables.set(table.raceCode, table);
  });
  page.connect();
  let isClosed = false;

  return {
    refused,
    races,
    tables,
    /** When it has connected, by `performance.now()`. */
    dials: page.dials,
    /**
     * Sends a request, again after temporary errors.
     * @param isLost whether to ignore an answer, as if it had been lost
     * @throws Error if the request is refused
     */
    async ask<Name extends ClientEventName>(
      name: Name,
      request: RequestOf<Name>,
      isLost: () => boolean = () => false,
    ): Promise<AnswerOf<Name>> {
      for (;;) {
        if (isClosed) throw new Error('closed');
        const answer = await page.request(name, request);
        if (isLost()) continue;
        if (answer.ok) return answer.data;
        const { code } = answer.error;
        refused.push({ at: performance.now(), code });
        if (code !== 'unavailable' && code !== 'too-many-requests')
          throw Object.assign(new Error(`${name}: ${JSON.stringify(answer.error)}`), { code });
        await sleep(AGAIN_AFTER_MS);
      }
    },
    /** Sends a request once more, ignoring the answer. */
    double<Name extends ClientEventName>(name: Name, request: RequestOf<Name>): void {
      void page.request(name, request);
    },
    close(): void {
      isClosed = true;
      page.disconnect();
      races.clear();
      tables.clear();
    },
  };
}

const SHARE_DOUBLED = 0.02;
const SHARE_LOST = 0.02;

function nextEntry(play: Play, chance: Chance): Entry {
  const moves = legalMoves(play.position);
  const wantsUndo = play.entries % UNDO_EVERY === UNDO_EVERY - 1 || moves.length === 0;
  if (wantsUndo && !undoRejection(play)) return 'undo';
  return moves[Math.floor(chance() * moves.length)] ?? 'concede';
}

function requestOf(playId: string, expected: number, entry: Entry) {
  const request = { playId, expected };
  if (entry === 'undo') return ['play:undo', request] as const;
  if (entry === 'concede') return ['play:concede', request] as const;
  return ['play:move', { ...request, move: encodeMove(entry) }] as const;
}

/** Whether an entry was refused because the race's cap has come: it does not count, and the play is over. */
const isCapped = (error: unknown): boolean =>
  ['time-is-up', 'play-ended'].includes((error as { code?: string }).code ?? '');

/** A player at a table, who plays until the end or the cap, or until told to stop, and then gives up. */
export function createPlayer(line: Line, table: PlaySnapshot, chance: Chance, everyMs: number) {
  const { playId } = table;
  let play = openPlay(table.start, table.undo);
  const acknowledged: Numbered[] = [];
  const trips: Trip[] = [];
  let unanswered: History['unanswered'] = null;
  let pendingSince: number | undefined;
  let isDone = false;

  async function send(entry: Entry): Promise<void> {
    const number = play.entries + 1;
    const code = encodeEntry(entry);
    unanswered = { number, code };
    const [event, request] = requestOf(playId, number, entry);
    let isLost = chance() < SHARE_LOST;
    if (chance() < SHARE_DOUBLED) line.double(event, request);
    pendingSince = performance.now();
    const { elapsedMs, turnedUp } = await line.ask(event, request, () => {
      const lost = isLost;
      isLost = false;
      return lost;
    });
    trips.push({ sentAt: pendingSince, answeredAt: performance.now() });
    pendingSince = undefined;
    acknowledged.push({ number, code, elapsedMs });
    unanswered = null;
    const next = enter(play, entry, turnedUp);
    if (!next.ok) throw new Error(`accepted against the rules: ${next.reason.code}`);
    play = next.value;
  }

  return {
    trips,
    /** Since when an entry is on its way, by `performance.now()`. */
    pendingSince: () => pendingSince,
    /** Whether an entry that was begun after that time has been acknowledged, or none is begun any more. */
    hasPlayedSince: (at: number): boolean => isDone || (trips.at(-1)?.sentAt ?? -1) >= at,
    history: (): History => ({ playId, acknowledged, unanswered }),
    async playOn(isOver: () => boolean): Promise<void> {
      try {
        while (!play.ending && !isOver()) {
          await send(nextEntry(play, chance));
          await sleep(everyMs * (0.5 + chance()));
        }
        if (!play.ending) await send('concede');
      } catch (error) {
        if (!isCapped(error)) throw error;
        [unanswered, pendingSince] = [null, undefined];
      }
      isDone = true;
      // Nobody goes on with it; the tables of all that was played in an hour would stop this process again and again.
      play = openPlay(table.start, table.undo);
    },
  };
}
export type Player = ReturnType<typeof createPlayer>;
