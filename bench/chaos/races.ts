/** Races of four players, one after the other, until the run is over. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RaceSnapshot, RequestOf } from '@same-deal/protocol';
import { becomeGuest, createPlayer, openLine } from './player.ts';
import type { Line, Person, Player } from './player.ts';
import type { Chance } from './wire.ts';

const SEATS = 4;
/** A game long enough to meet many faults, and with hidden cards. */
const SETTINGS = { variant: 'sly-fox/standard', proved: false } as RequestOf<'race:create'>;
const SETTLED_WITHIN_MS = 60_000;

/** A race's times, as stored. */
export interface Times {
  readonly startsAt: number;
  readonly closesAt: number;
}

export interface PlayedRace {
  readonly code: string;
  readonly people: readonly Person[];
  readonly lines: readonly Line[];
  readonly players: readonly Player[];
  /** The times stored when the tables were first shown (P7). */
  readonly times: Times;
  /** The settled race as each player received it. */
  readonly shown: RaceSnapshot[];
}

export interface RacesOptions {
  readonly server: string;
  readonly firstPerson: number;
  readonly chance: Chance;
  readonly everyMs: number;
  readonly isOver: () => boolean;
  readonly onBegun: (race: PlayedRace) => void;
  readonly timesOf: (code: string) => Promise<Times>;
}

/**
 * Races with the same four people until the run is over.
 * @throws Error if a request is refused that must not be
 */
export async function raceAgainAndAgain(options: RacesOptions): Promise<void> {
  const { server, firstPerson, isOver } = options;
  const people = await Promise.all(
    Array.from({ length: SEATS }, (_, seat) => becomeGuest(server, firstPerson + seat)),
  );
  while (!isOver()) await raceOnce(options, people);
}

async function raceOnce(options: RacesOptions, people: readonly Person[]): Promise<void> {
  const { server, chance, everyMs, isOver, onBegun, timesOf } = options;
  const opener = openLine(server, people[0]!);
  const { code } = await opener.ask('race:create', SETTINGS);
  opener.close();
  const lines = people.map((person) => openLine(server, person, code));
  const [host, ...others] = lines as [Line, ...Line[]];
  await host.ask('race:join', { code });
  for (const line of others) {
    await line.ask('race:join', { code });
    await line.ask('race:ready', { code, ready: true });
  }
  await host.ask('race:start', { code }).catch(async (error: unknown) => {
    // Only the answer may have been lost, and the race have started.
    const { phase } = await host.ask('race:enter', { code });
    if (phase === 'open') throw error;
  });
  const players: Player[] = [];
  for (const [n, line] of lines.entries())
    players.push(createPlayer(line, await tableOf(line, code, n), chance, everyMs));
  const race = {
    code,
    people,
    lines,
    players,
    times: await timesOf(code),
    shown: [] as RaceSnapshot[],
  };
  onBegun(race);
  await Promise.all(players.map((player) => player.playOn(isOver)));
  race.shown.push(...(await Promise.all(lines.map((line) => settledRace(line, code)))));
  for (const line of lines) line.close();
}

/** The table at T0; polled, as the event that announces it may have been lost. */
async function tableOf(line: Line, code: string, seat: number) {
  for (;;) {
    const { phase, players } = await line.ask('race:enter', { code });
    const playId = players[seat]?.playId;
    if (phase === 'running' && playId) {
      return line.ask('play:open', { playId });
    }
    await sleep(250);
  }
}

async function settledRace(line: Line, code: string): Promise<RaceSnapshot> {
  for (const until = Date.now() + SETTLED_WITHIN_MS; ; await sleep(250)) {
    const race = await line.ask('race:enter', { code });
    if (race.phase === 'settled') return race;
    if (Date.now() > until) throw new Error(`race ${code} is not settled within a minute`);
  }
}
