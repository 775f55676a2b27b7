/** How people come to their tables, and come back to them: guests of the service, or lines of a yardstick. */
import { PROTOCOL_VERSION } from '@same-deal/protocol';
import type { PlaySnapshot } from '@same-deal/protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLine } from './line.ts';
import type { Line } from './line.ts';
import { addressOf, becomeGuest } from './lobby.ts';
import { lengthsOf, LOOK_MS, randomFrom } from './mix.ts';
import type { Group } from './mix.ts';
import { createPlayer } from './player.ts';
import type { EntryKind, Player, Table } from './player.ts';
import { openingOf, playIdOf, VARIANT } from './tables.ts';

export interface Person {
  readonly player: Player;
  /** The line is gone. */
  leave(): void;
  /** Whether their line is open. */
  isThere(): boolean;
  /** Comes back over a new line, as a page does that is loaded anew. */
  back(): Promise<void>;
  /** How their games follow one another; a yardstick's have no end. */
  readonly games?: Games;
}

/** One person's games, one after the other. */
export interface Games {
  /** Whether this one has lasted long enough. */
  isOver(): boolean;
  /** Somebody of their race waits at the next one. */
  isAwaited(): boolean;
  /**
   * Gives up what is not over, and is at the table of the next game: another practice game, or the race's rematch, once
   * everybody is there.
   */
  next(note: (kind: EntryKind, ms: number) => void): Promise<void>;
}

/** Seats people; the tables come with what it returns, after a race's countdown. */
type Join = Promise<() => Promise<Person[]>>;

const VERSION = { v: String(PROTOCOL_VERSION), quiet: '1' };
/** The longest race there is: people give up long before. */
const SETTINGS = { variant: VARIANT, proved: false, capMinutes: 120 };

export async function joinAtYardstick(server: string, race: number, group: Group): Join {
  const open = (seat: number, times = 0) =>
    openLine(server, { at: String(race), play: playIdOf(race, seat, times), ...VERSION });
  const seats = Array.from({ length: group.people }, (_, seat) => seat);
  const lines = await Promise.all(seats.map((seat) => open(seat)));
  const others = group.watchers + group.devices;
  for (let n = 0; n < others; n++)
    await openLine(server, { at: String(race), play: playIdOf(0, 0) });
  const opening = openingOf(race);
  return async () =>
    seats.map((seat): Person => {
      let line = lines[seat]!;
      let times = 0;
      const player = createPlayer(line, playIdOf(race, seat), opening);
      return {
        player,
        leave: () => line.close(),
        isThere: () => line.isOpen(),
        // A yardstick keeps nothing of a table: its player begins another play, as entries of this one are in its database.
        back: async () => {
          const playId = playIdOf(race, seat, ++times);
          player.moveTo((line = await open(seat, times)), { playId, start: opening });
        },
      };
    });
}

/** Today, whose dailies are drawn by it: that is not what arriving costs. */
export async function dayOfDailies(server: string): Promise<string> {
  const cookie = await becomeGuest(server, addressOf(0xffffff));
  const day = new Date().toISOString().slice(0, 10);
  const answer = await fetch(`${server}/api/dailies/${day}/bisley`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`today's daily: ${answer.status} ${await answer.text()}`);
  return day;
}

/** The addresses of all nodes, which are called `node-1`, `node-2`, …; and which of them somebody's lines go to first. */
export interface Nodes {
  readonly urls: readonly string[];
  readonly first: number;
}

interface Guest {
  /** A line to the node that serves what it is routed by, as far as is known. */
  open(at?: string): Promise<Line>;
  /**
   * What a load balancer or a page would do about it: the next line is routed by the key that is named, as a rematch is by
   * its first race, or goes to the node that is named, or to another one.
   * @param at what the refused line was asked to be routed by
   */
  onRefused(error: unknown, at: string): void;
}

async function guest({ urls, first }: Nodes, number: number): Promise<Guest> {
  const address = addressOf(number);
  let node = first;
  const url = () => urls[node % urls.length]!;
  const cookie = await becomeGuest(url(), address);
  const keys = new Map<string, string>();
  const open = (asked?: string) => {
    const at = asked && (keys.get(asked) ?? asked);
    return openLine(url(), { ...(at !== undefined && { at }), ...VERSION }, cookie, address);
  };
  const onRefused = (error: unknown, asked: string) => {
    const key = /"at":"([^"]+)"/.exec(String(error))?.[1];
    const named = /"node":"node-(\d+)"/.exec(String(error))?.[1];
    if (named !== undefined) node = Number(named) - 1;
    else if (key !== undefined && key !== (keys.get(asked) ?? asked)) keys.set(asked, key);
    else node++;
  };
  return { open, onRefused };
}

/** How long a rematch may take to begin: everybody else of the race ends their game first. */
const REMATCH_MS = 600_000;

/** Entries that were acknowledged are not stored: P4 is broken. */
export class LostEntries extends Error {}

/** Who came together, and plays together from game to game. */
interface Party {
  readonly guests: readonly Guest[];
  /** The second devices of the first of them. */
  readonly devices: Line[];
  /** Of a race: who looks on. */
  readonly watchers: readonly Line[];
  readonly lengths: Generator<number, never>;
  /** After how many entries they give up. */
  length: number;
  /** How many wait at the next game for the others. */
  waiting: number;
}

function partyOf(
  guests: readonly Guest[],
  key: number,
  devices: Line[],
  watchers: readonly Line[],
): Party {
  const lengths = lengthsOf(randomFrom(key));
  return { guests, devices, watchers, lengths, length: lengths.next().value, waiting: 0 };
}

/** Somebody at a table; a race's page enters the race before its table. */
function personAt(
  party: Party,
  seat: number,
  first: Line,
  race: string | undefined,
  { playId, start }: Table,
): Person {
  const guest = party.guests[seat]!;
  let line = first;
  let at = race;
  const player = createPlayer(line, playId, start);

  const giveUp = (note: (kind: EntryKind, ms: number) => void) =>
    new Promise<void>((resolve) => {
      const sent = performance.now();
      const heard = (kind: EntryKind) => {
        note(kind, performance.now() - sent);
        resolve();
      };
      if (!player.giveUp(heard, resolve)) resolve();
    });

  /** The next table, with everything asked for on the way to it. */
  async function nextTable(): Promise<Table> {
    if (at === undefined) {
      await line.ask('play:close', { playId: player.playId });
      const { playId } = await line.ask<{ playId: string }>('play:create', { variant: VARIANT });
      const opened = await openTable(line, playId, guest);
      line = opened.line;
      return opened.answer;
    }
    const { code } = await line.ask<{ code: string }>('race:rematch', { code: at });
    await line.ask('play:close', { playId: player.playId });
    const former = { code: at };
    await line.ask('race:exit', former);
    at = code;
    const opened = line.next<PlaySnapshot>('play:opened', REMATCH_MS);
    await line.ask('race:join', { code, ready: true });
    if (seat === 0) {
      for (const watcher of party.watchers) {
        await watcher.ask('race:exit', former);
        await watcher.ask('race:enter', { code });
      }
    }
    return opened;
  }

  return {
    player,
    leave: () => line.close(),
    isThere: () => line.isOpen(),
    back: async () => {
      let log: PlaySnapshot['log'];
      try {
        line = await guest.open(at ?? player.playId);
        if (at !== undefined) await line.ask('race:enter', { code: at });
        ({ log } = await line.ask<PlaySnapshot>('play:open', { playId: player.playId }));
      } catch (error) {
        guest.onRefused(error, at ?? player.playId);
        throw error;
      }
      if (log.length !== player.entries()) {
        throw new LostEntries(
          `${log.length} entries are stored where ${player.entries()} were acknowledged`,
        );
      }
      player.moveTo(line);
    },
    games: {
      isOver: () => player.entries() >= party.length,
      isAwaited: () => party.waiting > 0,
      next: async (note) => {
        if (++party.waiting === party.guests.length) {
          party.waiting = 0;
          party.length = party.lengths.next().value;
        }
        await giveUp(note);
        await sleep(LOOK_MS);
        const device = party.devices[seat];
        await device?.ask('play:close', { playId: player.playId });
        if (at !== undefined) await device?.ask('race:exit', { code: at });
        const table = await nextTable();
        player.moveTo(line, table);
        if (!device) return;
        if (at !== undefined) await device.ask('race:enter', { code: at });
        party.devices[seat] = (await openTable(device, table.playId, guest)).line;
      },
    },
  };
}

export async function joinAtService(nodes: Nodes, key: number, group: Group, day: string): Join {
  const number = (n: number) => key * 16 + n;
  const guests = await Promise.all(
    Array.from({ length: group.people }, (_, n) => guest(nodes, number(n))),
  );
  const host = guests[0]!;
  // A page that begins a game keeps its line, unless another node serves it.
  const first = await host.open();
  if (group.kind !== 'race') {
    const { playId } =
      group.kind === 'daily'
        ? await first.ask<{ playId: string }>('daily:start', { day, game: 'bisley' })
        : await first.ask<{ playId: string }>('play:create', { variant: VARIANT });
    const { line, answer: table } = await openTable(first, playId, host);
    const devices = await secondDevices(group, guests, undefined, [table]);
    const party = partyOf(guests, key, devices, []);
    return async () => [personAt(party, 0, line, undefined, table)];
  }
  const { code } = await first.ask<{ code: string }>('race:create', SETTINGS);
  const { line: hostLine } = await askServer(first, 'race:enter', { code }, code, host);
  const lines = [hostLine];
  for (const other of guests.slice(1)) {
    const { line } = await askServer(await other.open(code), 'race:join', { code }, code, other);
    await line.ask('race:ready', { code, ready: true });
    lines.push(line);
  }
  const watchers: Line[] = [];
  for (let n = 0; n < group.watchers; n++) {
    const watcher = await guest(nodes, number(15 - n));
    const entered = await askServer(
      await watcher.open(code),
      'race:enter',
      { code },
      code,
      watcher,
    );
    watchers.push(entered.line);
  }
  const opened = lines.map((line) => line.next<PlaySnapshot>('play:opened'));
  if (group.people > 1) await hostLine.ask('race:start', { code });
  return async () => {
    const tables = await Promise.all(opened);
    const party = partyOf(guests, key, await secondDevices(group, guests, code, tables), watchers);
    return tables.map((table, n) => personAt(party, n, lines[n]!, code, table));
  };
}

/** An answer, and the line over which it came. */
interface Served<Answer> {
  readonly line: Line;
  readonly answer: Answer;
}

/**
 * Asks over this line, or, where another node serves what is asked for, over a new one, as a page does.
 * @param at the race or play that it is about
 */
async function askServer<Answer>(
  line: Line,
  name: string,
  body: object,
  at: string,
  guest: Guest,
): Promise<Served<Answer>> {
  try {
    return { line, answer: await line.ask<Answer>(name, body) };
  } catch (error) {
    if (!String(error).includes('"elsewhere"')) throw error;
    line.close();
    guest.onRefused(error, at);
    return askServer(await guest.open(at), name, body, at, guest);
  }
}

const openTable = (line: Line, playId: string, guest: Guest): Promise<Served<PlaySnapshot>> =>
  askServer(line, 'play:open', { playId }, playId, guest);

async function secondDevices(
  { devices }: Group,
  guests: readonly Guest[],
  race: string | undefined,
  tables: readonly Table[],
): Promise<Line[]> {
  const lines: Line[] = [];
  for (let n = 0; n < devices; n++) {
    const { playId } = tables[n]!;
    const line = await guests[n]!.open(race ?? playId);
    if (race !== undefined) await line.ask('race:enter', { code: race });
    await line.ask('play:open', { playId });
    lines.push(line);
  }
  return lines;
}
