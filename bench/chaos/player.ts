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
import { packedEntry, PROTOCOL_VERSION } from '@same-deal/protocol';
import type { Answer, Failure, PlaySnapshot, RaceSnapshot } from '@same-deal/protocol';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { History, Numbered } from './check.ts';
import { DisturbedWebSocket } from './wire.ts';

/** How long the page waits before it treats a silent line as dead. */
const ANSWER_WITHIN_MS = 2_500;
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

/** A line that retries requests until they are answered, and follows redirections to other nodes. */
export function openLine(server: string, { cookie, address }: Person, at?: string) {
  const refused: Refused[] = [];
  const races = new Map<string, RaceSnapshot>();
  const tables = new Map<string, PlaySnapshot>();
  const query = (node?: string): Record<string, string> => ({
    v: String(PROTOCOL_VERSION),
    ...(at === undefined ? {} : { at }),
    ...(node === undefined ? {} : { node }),
  });
  const socket: Socket = io(server, {
    transports: [DisturbedWebSocket],
    extraHeaders: { cookie, 'x-forwarded-for': address },
    query: query(),
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1_300,
    timeout: ANSWER_WITHIN_MS,
  });
  let isClosed = false;
  let node: string | undefined;
  socket.io.on('reconnect_attempt', () => (socket.io.opts.query = query()));
  const reconnect = () =>
    setTimeout(() => isClosed || socket.active || socket.connect(), AGAIN_AFTER_MS);
  socket.on('disconnect', reconnect);
  socket.on('connect_error', reconnect);
  socket.on('race:updated', (race: RaceSnapshot) => {
    const before = races.get(race.code);
    if (!before || before.revision <= race.revision) races.set(race.code, race);
  });
  socket.on('play:opened', (table: PlaySnapshot) => {
    if (table.raceCode) tables.set(table.raceCode, table);
  });

  function follow(failure: Failure): void {
    if (failure.node === node && node !== undefined) node = undefined;
    else node = failure.node;
    socket.io.opts.query = query(node);
    socket.disconnect().connect();
  }

  return {
    refused,
    races,
    tables,
    /**
     * Sends a request, again after timeouts and temporary errors.
     * @param isLost whether to ignore an answer, as if it had been lost
     * @throws Error if the request is refused
     */
    async ask<Data>(
      event: string,
      data: object,
      isLost: () => boolean = () => false,
    ): Promise<Data> {
      for (;;) {
        if (isClosed) throw new Error('closed');
        try {
          const raw = (await socket.timeout(ANSWER_WITHIN_MS).emitWithAck(event, data)) as
            | Answer<Data>
            | unknown[];
          if (isLost()) continue;
          if (Array.isArray(raw)) return raw as Data;
          if (raw.ok) return raw.data;
          refused.push({ at: performance.now(), code: raw.error.code });
          if (raw.error.code === 'elsewhere') follow(raw.error);
          else if (raw.error.code !== 'unavailable' && raw.error.code !== 'too-many-requests')
            throw new Error(`${event}: ${JSON.stringify(raw.error)}`);
        } catch (error) {
          if (!(error instanceof Error) || !/timed out|disconnected/.test(error.message))
            throw error;
          // After a timeout the page checks whether the line is still alive; this closes it.
          if (socket.connected) socket.io.engine.close();
        }
        await sleep(AGAIN_AFTER_MS);
      }
    },
    /** Sends a request once more, ignoring the answer. */
    double: (event: string, data: object): void => void socket.volatile.emit(event, data, () => {}),
    close(): void {
      isClosed = true;
      socket.disconnect();
      races.clear();
      tables.clear();
    },
  };
}

/** A random number from 0 to below 1, from the plan's seed. */
export type Chance = () => number;

const SHARE_DOUBLED = 0.02;
const SHARE_LOST = 0.02;

function nextEntry(play: Play, chance: Chance): Entry {
  const moves = legalMoves(play.position);
  const wantsUndo = play.entries % UNDO_EVERY === UNDO_EVERY - 1 || moves.length === 0;
  if (wantsUndo && !undoRejection(play)) return 'undo';
  return moves[Math.floor(chance() * moves.length)] ?? 'concede';
}

/** A player at a table, who plays until the end or until told to stop, and then gives up. */
export function createPlayer(line: Line, table: PlaySnapshot, chance: Chance, everyMs: number) {
  const { playId } = table;
  let play = openPlay(table.start, table.undo);
  const acknowledged: Numbered[] = [];
  const trips: Trip[] = [];
  let unanswered: History['unanswered'] = null;

  async function send(entry: Entry): Promise<void> {
    const number = play.entries + 1;
    const code = encodeEntry(entry);
    unanswered = { number, code };
    const event =
      entry === 'undo' ? 'play:undo' : entry === 'concede' ? 'play:concede' : 'play:move';
    const request = {
      playId,
      expected: number,
      ...(typeof entry === 'object' ? { move: encodeMove(entry) } : {}),
    };
    let isLost = chance() < SHARE_LOST;
    if (chance() < SHARE_DOUBLED) line.double(event, request);
    const sentAt = performance.now();
    const raw = await line.ask<unknown[]>(event, request, () => {
      const lost = isLost;
      isLost = false;
      return lost;
    });
    const [elapsedMs, turnedUp] = packedEntry.parse(raw);
    trips.push({ sentAt, answeredAt: performance.now() });
    acknowledged.push({ number, code, elapsedMs });
    unanswered = null;
    const next = enter(play, entry, turnedUp ?? undefined);
    if (!next.ok) throw new Error(`accepted against the rules: ${next.reason.code}`);
    play = next.value;
  }

  return {
    trips,
    history: (): History => ({ playId, acknowledged, unanswered }),
    async playOn(isOver: () => boolean): Promise<void> {
      while (!play.ending && !isOver()) {
        await send(nextEntry(play, chance));
        await sleep(everyMs * (0.5 + chance()));
      }
      if (!play.ending) await send('concede');
      // Nobody goes on with it; the tables of all that was played in an hour would stop this process again and again.
      play = openPlay(table.start, table.undo);
    },
  };
}
export type Player = ReturnType<typeof createPlayer>;
