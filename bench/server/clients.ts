/** The players, in a process of their own: 64 races of four, each sending its next move at the last one's answer. */
import {
  decodeMove,
  encodeMove,
  enter,
  legalMoves,
  openPlay,
  undoRejection,
} from '@same-deal/engine';
import type { Play } from '@same-deal/engine';
import type { AcceptedEntry, Answer, PlaySnapshot } from '@same-deal/protocol';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

const RACES = 64;
const PLAYERS = 4;
const WARM_UP_MS = 3_000;
const MEASURE_MS = 8_000;
const PATIENCE_MS = 60_000;

interface Player {
  /** Sends one message and waits for its acknowledgement. */
  act(): Promise<void>;
  close(): void;
}

const connected = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });

async function echoPlayers(url: string): Promise<Player[]> {
  const sockets = await Promise.all(
    Array.from({ length: RACES * PLAYERS }, (_, n) =>
      connected(
        io(url, {
          transports: ['websocket'],
          forceNew: true,
          auth: { room: Math.floor(n / PLAYERS) },
        }),
      ),
    ),
  );
  return sockets.map((socket, n) => {
    let number = 0;
    socket.on('moved', () => {});
    return {
      act: async () => {
        number++;
        await socket.emitWithAck('move', {
          playId: `play ${n}`,
          expected: number,
          number,
          move: 2571,
        });
      },
      close: () => socket.disconnect(),
    };
  });
}

async function ask<Data>(socket: Socket, name: string, request: unknown): Promise<Data> {
  const answer = (await socket.timeout(PATIENCE_MS).emitWithAck(name, request)) as Answer<Data>;
  if (!answer.ok) throw new Error(`${name}: ${answer.error.code}`);
  return answer.data;
}

async function guest(url: string): Promise<Socket> {
  const answer = await fetch(`${url}/api/me`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return connected(
    io(url, { transports: ['websocket'], forceNew: true, extraHeaders: { cookie } }),
  );
}

/** One race of Bisley, from its lobby to its first view. */
async function openRace(url: string): Promise<Player[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < PLAYERS; n++) sockets.push(await guest(url));
  const [host, ...others] = sockets as [Socket, ...Socket[]];
  const { code } = await ask<{ code: string }>(host, 'race:create', { variant: 'bisley/thirteen' });
  await ask(host, 'race:enter', { code });
  for (const socket of others) {
    await ask(socket, 'race:join', { code });
    await ask(socket, 'race:ready', { code, ready: true });
  }
  const tables = sockets.map(
    (socket) => new Promise<PlaySnapshot>((resolve) => socket.once('play:opened', resolve)),
  );
  await ask(host, 'race:start', { code });
  return (await Promise.all(tables)).map((table, n) => player(sockets[n] as Socket, table));
}

/** Random legal moves; where there is none, and now and then besides, the last one is taken back if it may be. */
function player(socket: Socket, { playId, start }: PlaySnapshot): Player {
  let play: Play = openPlay(start, 'bounded');
  let turn = 0;
  return {
    async act() {
      // A deal in which nothing moves is over at once; its player sits by.
      if (play.ending) return new Promise((resolve) => setTimeout(resolve, 1000));
      const moves = legalMoves(play.position);
      turn++;
      const undoes = (turn % 5 === 0 || moves.length === 0) && !undoRejection(play);
      const move = undoes ? undefined : moves[(turn * 7919) % Math.max(1, moves.length)];
      const expected = play.entries + 1;
      const entry = move ?? 'undo';
      const accepted = move
        ? await ask<AcceptedEntry>(socket, 'play:move', {
            playId,
            expected,
            move: encodeMove(move),
          })
        : await ask<AcceptedEntry>(socket, 'play:undo', { playId, expected });
      const next = enter(play, move ? decodeMove(accepted.entry) : entry);
      if (!next.ok)
        throw new Error(`the service accepted what the engine refuses: ${next.reason.code}`);
      play = next.value;
    },
    close: () => socket.disconnect(),
  };
}

async function servicePlayers(url: string): Promise<Player[]> {
  const players: Player[] = [];
  for (let n = 0; n < RACES; n += 8) {
    const races = await Promise.all(Array.from({ length: 8 }, () => openRace(url)));
    players.push(...races.flat());
  }
  return players;
}

/** Lets everybody act without pause; counts acknowledgements and their delays after the warm-up. */
async function measure(players: readonly Player[]) {
  const began = performance.now();
  const delays: number[] = [];
  const from = began + WARM_UP_MS;
  const until = from + MEASURE_MS;
  setTimeout(() => process.send?.('warm'), WARM_UP_MS);
  await Promise.all(
    players.map(async ({ act }) => {
      for (let now = performance.now(); now < until;) {
        const sent = now;
        await act();
        now = performance.now();
        if (sent >= from && now < until) delays.push(now - sent);
      }
    }),
  );
  delays.sort((a, b) => a - b);
  const quantile = (q: number) =>
    Math.round((delays[Math.floor(delays.length * q)] ?? 0) * 10) / 10;
  return {
    perSecond: Math.round(delays.length / (MEASURE_MS / 1000)),
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

const [, , kind = 'echo', url = ''] = process.argv;
const players = await (kind === 'echo' ? echoPlayers(url) : servicePlayers(url));
process.send?.(await measure(players));
for (const { close } of players) close();
process.exit();
