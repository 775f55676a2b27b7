/**
 * `pnpm bench quick [--people 200] [--rounds 3]`: everybody requests a quick match of one game at once, compared with the
 * same people opening and joining races of ten by their links. Measures the service as in production, in a process of its
 * own: the time until all are seated, and the processor time for that and for entering their lobbies. The last line is
 * one JSON object.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PLAYERS_MAX, PROTOCOL_VERSION } from '@same-deal/protocol';
import { openLine } from '../server/line.ts';
import type { Line } from '../server/line.ts';
import { addressOf, becomeGuest } from '../server/lobby.ts';
import { rows } from '../server/rows.ts';
import { processorMicroseconds } from '../server/usage.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
  },
});
const people = Number(values.people);
const rounds = Number(values.rounds);
if (!(people >= PLAYERS_MAX && people <= 2_000 && rounds >= 1 && rounds <= 20)) {
  console.error('--people from 10 to 2000, --rounds from 1 to 20');
  process.exit(2);
}

/** Long enough for effects such as events to the others, and shorter than the countdown. */
const SETTLES_MS = 2_000;
/** So many guests sign in at a time; signing in is not measured. */
const AT_ONCE = 8;

interface Round {
  /** From the first request until everybody has a seat. */
  readonly seatedMs: number;
  /** The service's processor time per person, until everybody is in their lobby and sees the others. */
  readonly cpuMsEach: number;
}

/** Retries, as a service that has just started on a busy machine may be unavailable. */
async function signIn(url: string, address: string, tries = 5): Promise<string> {
  try {
    return await becomeGuest(url, address);
  } catch (error) {
    if (tries === 1) throw error;
    await pause(1_000);
    return signIn(url, address, tries - 1);
  }
}

const running = await rows.e.start({ node: process.execPath, profile: undefined });
const [server] = running.servers;
if (!server) throw new Error('no server has started');
console.log(`${people} people, ${rounds} rounds, load ${loadavg()[0]?.toFixed(1)} before`);

const lines: Line[] = [];
for (let first = 0; first < people; first += AT_ONCE) {
  const some = Array.from({ length: Math.min(AT_ONCE, people - first) }, (_, n) => first + n);
  lines.push(
    ...(await Promise.all(
      some.map(async (person) => {
        const address = addressOf(person);
        const cookie = await signIn(server.url, address);
        return openLine(server.url, { v: String(PROTOCOL_VERSION) }, cookie, address);
      }),
    )),
  );
}

/** Measures one round: everybody gets a seat and enters its lobby; afterwards all leave. */
async function measure(seat: (line: Line, n: number) => Promise<string>): Promise<Round> {
  const cpuBefore = processorMicroseconds(server!.pid) ?? 0;
  const began = performance.now();
  const codes = await Promise.all(lines.map(seat));
  const seatedMs = performance.now() - began;
  await Promise.all(lines.map((line, n) => line.ask('race:enter', { code: codes[n] })));
  await pause(SETTLES_MS);
  const cpuMs = ((processorMicroseconds(server!.pid) ?? 0) - cpuBefore) / 1000;
  const sizes = new Map<string, number>();
  for (const code of codes) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  if (Math.max(...sizes.values()) > PLAYERS_MAX) throw new Error('a race of more than ten');
  if (sizes.size > Math.ceil(people / PLAYERS_MAX)) throw new Error('a race that is not full');
  await Promise.all(
    lines.map(async (line, n) => {
      await line.ask('race:leave', { code: codes[n] });
      await line.ask('race:exit', { code: codes[n] });
    }),
  );
  await pause(SETTLES_MS);
  return { seatedMs, cpuMsEach: cpuMs / people };
}

const tap = async (line: Line): Promise<string> =>
  (await line.ask<{ code: string }>('race:quick', { game: 'bisley' })).code;

/** The same with races: the first of each ten opens one, and the others join by its link. */
async function measureRaces(): Promise<Round> {
  const opened = new Map<number, Promise<string>>();
  const open = async (line: Line): Promise<string> =>
    (await line.ask<{ code: string }>('race:create', { variant: 'bisley/thirteen', proved: false }))
      .code;
  return measure(async (line, n) => {
    const group = Math.floor(n / PLAYERS_MAX);
    if (n % PLAYERS_MAX === 0) {
      const code = open(line);
      opened.set(group, code);
      return code;
    }
    const code = (await opened.get(group)) ?? '';
    await line.ask('race:join', { code });
    return code;
  });
}

const quick: Round[] = [];
const races: Round[] = [];
for (let n = 0; n <= rounds; n++) {
  const round = { races: await measureRaces(), quick: await measure(tap) };
  // The first round is a warm-up.
  if (n === 0) continue;
  races.push(round.races);
  quick.push(round.quick);
  for (const [name, { seatedMs, cpuMsEach }] of Object.entries(round)) {
    console.log(
      `round ${n}, ${name}: all seated after ${Math.round(seatedMs)} ms, ${cpuMsEach.toFixed(2)} ms of the processor each`,
    );
  }
}
for (const line of lines) line.close();
await running.stop();

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2));
}
const figures = (all: readonly Round[]) => ({
  seatedMs: Math.round(median(all.map(({ seatedMs }) => seatedMs))),
  cpuMsEach: median(all.map(({ cpuMsEach }) => cpuMsEach)),
});
console.log(`load ${loadavg()[0]?.toFixed(1)} after`);
console.log(
  JSON.stringify({
    bench: 'quick',
    taps: people,
    rounds,
    quick: figures(quick),
    races: figures(races),
  }),
);
