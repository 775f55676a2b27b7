/** The attacks of hostile clients, each for a bounded time, and their outcomes. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { becomeGuest, VERSION } from '../server/lobby.ts';
import { openLine } from '../server/line.ts';
import { ask, call, HOME, isOver, tally } from './asking.ts';
import { askBeforeStart, ONE_OF_EACH_GAME } from './early.ts';
import { openRawLine } from './raw-line.ts';

export interface Target {
  readonly server: string;
  /** How long to attack. */
  readonly forMs: number;
  /** A practice play of thousands of entries, whose player's cookie this is. */
  readonly longPlay: { readonly playId: string; readonly cookie: string };
}

export interface Outcome {
  /** Requests, lines or tries that were made, and how many of them were refused or cut. */
  readonly tried: number;
  readonly refused: number;
  /** Answers that show a fault of the service: there must be none. */
  readonly faults: number;
}

type Attack = (target: Target) => Promise<Outcome>;

const VARIANT = { variant: 'bisley/thirteen' };

export const attacks = {
  /** Finding 1: requests for the cards before T0, by every event and with odd numbers, in all four games. */
  early: async ({ server }) => {
    const count = tally();
    for (const variant of ONE_OF_EACH_GAME) await askBeforeStart(server, variant, count);
    return count;
  },

  /** Finding 2: a person with seats in sixty lobbies is renamed again and again. */
  renames: async ({ server, forMs }) => {
    const count = tally();
    const cookie = await becomeGuest(server, HOME);
    const line = await openLine(server, VERSION, cookie, HOME);
    for (let n = 0; n < 60; n++) {
      const made = (await ask(line, 'race:create', VARIANT, count)) as { code: string } | undefined;
      if (made) await ask(line, 'race:enter', { code: made.code }, count);
    }
    const until = performance.now() + forMs;
    while (!isOver(until)) {
      const names = Array.from({ length: 100 }, (_, n) => `Mallory ${n}`);
      await Promise.all(
        names.map((name) =>
          call(server, '/api/me', count, { method: 'PATCH', body: { name }, cookie }),
        ),
      );
      await sleep(500);
    }
    line.close();
    return count;
  },

  /** Finding 3: thirty wrong passwords from each of four addresses. */
  passwords: async ({ server }) => {
    const count = tally();
    const tries = Array.from({ length: 120 }, (_, n) =>
      call(server, '/api/sign-in/password', count, {
        address: `203.0.113.${n % 4}`,
        body: { username: `user${n}`, password: 'a wrong one, long', guest: 'leave' },
      }),
    );
    await Promise.all(tries);
    return count;
  },

  /** Finding 7: continuous wrong guesses, twenty at a time from each of five addresses; the owner must still sign in. */
  guesses: async ({ server, forMs }) => {
    const count = tally();
    const username = `owner${Math.floor(performance.timeOrigin)}`;
    const password = 'what only the owner knows';
    const address = '198.51.100.20';
    const cookie = await becomeGuest(server, address);
    const owner = { address, cookie };
    const account = { username, password };
    await call(server, '/api/account/password', tally(), { ...owner, body: account });
    const until = performance.now() + forMs;
    const wrong = { username, password: 'what somebody thinks it is', guest: 'leave' };
    const guess = async (from: number) => {
      const body = wrong;
      while (!isOver(until)) {
        const some = Array.from({ length: 20 }, () =>
          call(server, '/api/sign-in/password', count, { address: `203.0.113.${20 + from}`, body }),
        );
        await Promise.all(some);
        await sleep(500);
      }
    };
    const signIn = async () => {
      while (!isOver(until)) {
        const body = { ...account, guest: 'leave' };
        const status = await call(server, '/api/sign-in/password', tally(), { address, body });
        if (status !== 200) count.faults += 1;
        await sleep(1_000);
      }
    };
    await Promise.all([signIn(), ...[0, 1, 2, 3, 4].map(guess)]);
    return count;
  },

  /** Finding 4: sixty branches of a long play at once. */
  branches: async ({ server, longPlay }) => {
    const count = tally();
    const line = openRawLine(server, longPlay.cookie, HOME);
    await line.opened;
    for (let n = 0; n < 60; n++) {
      line.ask('play:branch', { playId: longPlay.playId, entries: 2_500 });
    }
    await sleep(8_000);
    count.tried = 60;
    // A client that keeps sending is disconnected, and gets no answer at all.
    count.refused = count.tried - line.answers.ok;
    line.close();
    return count;
  },

  /** Finding 5: as many lines of one guest as the service accepts, each sending as fast as it can. */
  flood: async ({ server, forMs }) => {
    const count = tally();
    const cookie = await becomeGuest(server, HOME);
    const until = performance.now() + forMs;
    const flood = async () => {
      while (!isOver(until)) {
        const line = openRawLine(server, cookie, HOME);
        count.tried += 1;
        const isOpen = await line.opened;
        while (isOpen && !line.isClosed() && !isOver(until)) {
          for (let n = 0; n < 40; n++) line.send('42["nothing"]');
          for (let n = 0; n < 10; n++) line.ask('line:check', {});
          await sleep(50);
        }
        if (line.isClosed() || !isOpen) count.refused += 1;
        line.close();
        await sleep(50);
      }
    };
    await Promise.all(Array.from({ length: 200 }, flood));
    return count;
  },

  /** Finding 6: fifteen lines that request long tables and read nothing. */
  unread: async ({ server, forMs, longPlay }) => {
    const count = tally();
    const lines = Array.from({ length: 15 }, () => openRawLine(server, longPlay.cookie, HOME));
    await Promise.all(lines.map(({ opened }) => opened));
    for (const line of lines) line.pause();
    const until = performance.now() + forMs;
    while (!isOver(until)) {
      for (const line of lines) line.ask('play:open', { playId: longPlay.playId });
      await sleep(100);
    }
    // A client has to read to notice that its line has been cut.
    for (const line of lines) line.resume();
    await sleep(1_000);
    count.tried = lines.length;
    count.refused = lines.filter((line) => line.isClosed()).length;
    for (const line of lines) line.close();
    return count;
  },

  /** Finding 8: thousands of lines of one person, and handshakes without a session. */
  lines: async ({ server, forMs }) => {
    const count = tally();
    const cookie = await becomeGuest(server, HOME);
    const until = performance.now() + forMs;
    const open: { close(): void }[] = [];
    const opening = async (session: string | undefined, address: string) => {
      while (!isOver(until)) {
        const line = openRawLine(server, session, address);
        count.tried += 1;
        if (await line.opened) open.push(line);
        else count.refused += 1;
      }
    };
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? opening(cookie, HOME) : opening(undefined, '203.0.113.9'),
      ),
    );
    for (const line of open) line.close();
    return count;
  },

  /** Finding 8: request bodies that never end. */
  dribbles: async ({ server }) => {
    const count = tally();
    const { hostname, port } = new URL(server);
    const timeoutMs = 40_000;
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        count.tried += 1;
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        socket.resume();
        socket.write(
          'POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
        );
        const dribbling = setInterval(() => socket.write(' '), 1_000);
        const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
        const isCut = await Promise.race([closed, sleep(timeoutMs, false)]);
        clearInterval(dribbling);
        if (isCut) count.refused += 1;
        socket.destroy();
      }),
    );
    return count;
  },

  /** Finding 9: rows that one person can create: hand-overs, challenges and practice. */
  litter: async ({ server, forMs }) => {
    const count = tally();
    const cookie = await becomeGuest(server, HOME);
    const until = performance.now() + forMs;
    const handOvers = async () => {
      while (!isOver(until)) {
        await call(server, '/api/hand-overs', count, { body: { path: '/' }, cookie });
        await call(server, '/api/sign-in/passkey/options', count, { cookie });
      }
    };
    const plays = async () => {
      const line = openRawLine(server, cookie, HOME);
      await line.opened;
      let sent = 0;
      for (; !isOver(until) && !line.isClosed(); sent++) {
        line.ask('play:create', VARIANT);
        await sleep(10);
      }
      await sleep(500);
      count.tried += sent;
      count.refused += sent - line.answers.ok;
      line.close();
    };
    await Promise.all([handOvers(), handOvers(), plays()]);
    return count;
  },

  /** Finding 10: malformed dates, ids and host headers. */
  odd: async ({ server }) => {
    const count = tally();
    const get = { method: 'GET' } as const;
    for (let n = 0; n < 20; n++) {
      await call(server, '/api/boards/bisley/week?week=0000-01-01', count, get);
      await call(server, '/api/people/a%00b', count, get);
      await call(server, '/api/me/sessions/a%00b', count, { method: 'DELETE' });
      await call(server, '/api/auth/sign-out', count, { host: '[::1' });
      await call(server, '/api/auth/sign-out', count, { host: 'a b' });
      await call(server, '/api/hand-overs/look', count, { body: '{"code":"\\u0000"}' });
    }
    return count;
  },
} as const satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;
