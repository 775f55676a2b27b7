/** Brings players to their tables: guests of the service through a lobby, those of a yardstick directly. */
import { PROTOCOL_VERSION } from '@same-deal/protocol';
import type { PlaySnapshot } from '@same-deal/protocol';
import { openLine } from './line.ts';
import type { Line } from './line.ts';
import { createPlayer } from './player.ts';
import type { Player } from './player.ts';
import { openingOf, playIdOf, SEATS, VARIANT } from './tables.ts';

/** A race whose players are connected. */
export interface Gathering {
  /** Brings them to the first view of their tables. */
  begin(): Promise<Player[]>;
}

/** Any deal will do; searching for one that is proved winnable is not measured. */
const SETTINGS = { variant: VARIANT, proved: false };

/** What a line of a present page says of itself. */
export const VERSION = { v: String(PROTOCOL_VERSION), quiet: '1' };

/** Connects to a yardstick: four lines, whose queries name their race and play. */
export async function gatherAtYardstick(server: string, race: number): Promise<Gathering> {
  const seats = Array.from({ length: SEATS }, (_, seat) => playIdOf(race, seat));
  const lines = await Promise.all(
    seats.map((play) => openLine(server, { at: String(race), play, ...VERSION })),
  );
  const opening = openingOf(race);
  return {
    begin: async () => lines.map((line, seat) => createPlayer(line, seats[seat]!, opening)),
  };
}

/**
 * Creates a guest, from an address of their own, as the service limits guests by address.
 * @returns their cookies
 */
export async function becomeGuest(server: string, address: string): Promise<string> {
  const answer = await fetch(`${server}/api/me`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`POST /api/me: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** A private IPv4 address for each person. */
export const addressOf = (person: number): string =>
  [10, person >> 16, (person >> 8) & 255, person & 255].join('.');

/** Connects to the service: four guests, a race that one of them opens, and their lines, routed by its code. */
export async function gatherAtService(server: string, race: number): Promise<Gathering> {
  const addresses = Array.from({ length: SEATS }, (_, seat) => addressOf(race * SEATS + seat));
  const cookies = await Promise.all(addresses.map((address) => becomeGuest(server, address)));
  const opener = await openLine(server, VERSION, cookies[0], addresses[0]);
  const { code } = await opener.ask<{ code: string }>('race:create', SETTINGS);
  opener.close();
  const lines = await Promise.all(
    cookies.map((cookie, n) => openLine(server, { at: code, ...VERSION }, cookie, addresses[n])),
  );
  return { begin: () => playRace(lines as [Line, ...Line[]], code) };
}

async function playRace([host, ...others]: [Line, ...Line[]], code: string): Promise<Player[]> {
  await host.ask('race:enter', { code });
  for (const line of others) {
    await line.ask('race:join', { code });
    await line.ask('race:ready', { code, ready: true });
  }
  const lines = [host, ...others];
  const tables = lines.map((line) => line.next<PlaySnapshot>('play:opened'));
  await host.ask('race:start', { code });
  return Promise.all(
    tables.map(async (table, n) => {
      const { playId, start } = await table;
      return createPlayer(lines[n]!, playId, start);
    }),
  );
}
