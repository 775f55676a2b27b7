/** How people come to their tables, and come back to them: guests of the service, or lines of a yardstick. */
import { PROTOCOL_VERSION } from '@same-deal/protocol';
import type { PlaySnapshot } from '@same-deal/protocol';
import { openLine } from './line.ts';
import type { Line } from './line.ts';
import { addressOf, becomeGuest } from './lobby.ts';
import type { Group } from './mix.ts';
import { createPlayer } from './player.ts';
import type { Player } from './player.ts';
import { openingOf, playIdOf, VARIANT } from './tables.ts';

export interface Person {
  readonly player: Player;
  /** The line is gone. */
  leave(): void;
  /** Comes back over a new line, as a page does that is loaded anew. */
  back(): Promise<void>;
}

/** Seats people; the tables come with what it returns, after a race's countdown. */
type Join = Promise<() => Promise<Person[]>>;

const VERSION = { v: String(PROTOCOL_VERSION), quiet: '1' };
/** The longest race there is, so that none ends while it is measured. */
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
        // A yardstick keeps nothing of a table: its player begins another play, as entries of this one are in its database.
        back: async () => player.moveTo((line = await open(seat, ++times)), opening),
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

interface Guest {
  readonly cookie: string;
  readonly address: string;
  open(at?: string): Promise<Line>;
}

async function guest(server: string, number: number): Promise<Guest> {
  const address = addressOf(number);
  const cookie = await becomeGuest(server, address);
  const open = (at?: string) =>
    openLine(server, { ...(at !== undefined && { at }), ...VERSION }, cookie, address);
  return { cookie, address, open };
}

/** Somebody at a table; a race's page enters the race before its table. */
function personAt(
  { open }: Guest,
  first: Line,
  at: string,
  table: Pick<PlaySnapshot, 'playId' | 'start'>,
): Person {
  const { playId, start } = table;
  let line = first;
  const player = createPlayer(line, playId, start);
  return {
    player,
    leave: () => line.close(),
    back: async () => {
      line = await open(at);
      if (at !== playId) await line.ask('race:enter', { code: at });
      const { log } = await line.ask<PlaySnapshot>('play:open', { playId });
      if (log.length !== player.entries()) {
        throw new Error(
          `${log.length} entries are stored where ${player.entries()} were acknowledged`,
        );
      }
      player.moveTo(line);
    },
  };
}

export async function joinAtService(server: string, key: number, group: Group, day: string): Join {
  const number = (n: number) => key * 16 + n;
  const guests = await Promise.all(
    Array.from({ length: group.people }, (_, n) => guest(server, number(n))),
  );
  const host = guests[0]!;
  if (group.kind !== 'race') {
    const asking = await host.open();
    const { playId } =
      group.kind === 'daily'
        ? await asking.ask<{ playId: string }>('daily:start', { day, game: 'bisley' })
        : await asking.ask<{ playId: string }>('play:create', { variant: VARIANT });
    asking.close();
    const line = await host.open(playId);
    const table = await line.ask<PlaySnapshot>('play:open', { playId });
    await secondDevices(group, guests, playId, [table]);
    return async () => [personAt(host, line, playId, table)];
  }
  const asking = await host.open();
  const { code } = await asking.ask<{ code: string }>('race:create', SETTINGS);
  asking.close();
  const lines = await Promise.all(guests.map(({ open }) => open(code)));
  await lines[0]!.ask('race:enter', { code });
  for (const line of lines.slice(1)) {
    await line.ask('race:join', { code });
    await line.ask('race:ready', { code, ready: true });
  }
  for (let n = 0; n < group.watchers; n++) {
    const line = await (await guest(server, number(15 - n))).open(code);
    await line.ask('race:enter', { code });
  }
  const opened = lines.map((line) => line.next<PlaySnapshot>('play:opened'));
  if (group.people > 1) await lines[0]!.ask('race:start', { code });
  return async () => {
    const tables = await Promise.all(opened);
    await secondDevices(group, guests, code, tables);
    return tables.map((table, n) => personAt(guests[n]!, lines[n]!, code, table));
  };
}

async function secondDevices(
  { devices }: Group,
  guests: readonly Guest[],
  at: string,
  tables: readonly PlaySnapshot[],
): Promise<void> {
  for (let n = 0; n < devices; n++) {
    const playId = tables[n]!.playId;
    const line = await guests[n]!.open(at);
    if (at !== playId) await line.ask('race:enter', { code: at });
    await line.ask('play:open', { playId });
  }
}
