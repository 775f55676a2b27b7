/**
 * `pnpm bench hostile [--seconds S] [--profile FOLDER] [ATTACK…]`: attacks a service configured as in production, while eight
 * honest players make a move a second each. Prints their delays, the service's memory and the lag of its event loop
 * before, during and after each attack; the last line is one JSON object. Exits with 1 if an attack was not refused or
 * showed a fault of the service, or if an acknowledged entry is lost. `holds` is no attack: it measures for how long a
 * request for the largest data holds the event loop, and fails over 20 ms.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { encodeMove, legalMoves, newGame, packOf, unwrap } from '@same-deal/engine';
import pg from 'pg';
import { openLine } from '../server/line.ts';
import { becomeGuest, gatherAtService, VERSION } from '../server/lobby.ts';
import type { Player } from '../server/player.ts';
import { rows } from '../server/rows.ts';
import { residentKilobytes } from '../server/usage.ts';
import { attacks } from './attacks.ts';
import type { AttackName, Outcome, Target } from './attacks.ts';
import { measureHolds, middleOf, MOST_GHOST_RACE_BYTES, MOST_MS } from './holds.ts';
import { loadOf } from './load.ts';

/** Bounds for honest players' delay, relative or absolute, and for memory that is not freed. Exceeding one is reported. */
const DELAY_FACTOR = 3;
const DELAY_MS = 50;
const MEMORY_MB = 100;
const EVERY_MS = 1_000;
const LONG_PLAY = 2_500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '15' }, profile: { type: 'string' } },
});
const forMs = Number(values.seconds) * 1_000;
const names = Object.keys(attacks) as AttackName[];
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const wanted = names.filter(isWanted);

/** Makes honest players move once a second each, until stopped. */
function playOn(players: readonly Player[]) {
  let delays: number[] = [];
  let acknowledged = 0;
  let waiting = 0;
  let isStopped = false;
  const act = (player: Player) => {
    if (isStopped) return;
    const sent = performance.now();
    waiting += 1;
    const hasActed = player.act(() => {
      waiting -= 1;
      acknowledged += 1;
      delays.push(performance.now() - sent);
      setTimeout(() => act(player), Math.max(0, sent + EVERY_MS - performance.now()));
    });
    // The play is over.
    if (!hasActed) waiting -= 1;
  };
  players.forEach((player, n) => setTimeout(() => act(player), (EVERY_MS * n) / players.length));
  return {
    acknowledged: () => acknowledged,
    /** The delays since the last call. */
    take(): { p50: number; p99: number; count: number } {
      const sorted = delays.sort((a, b) => a - b);
      delays = [];
      const at = (q: number) =>
        Math.round(10 * (sorted[Math.floor(sorted.length * q)] ?? NaN)) / 10;
      return { p50: at(0.5), p99: at(0.99), count: sorted.length };
    },
    async stop(): Promise<void> {
      isStopped = true;
      while (waiting > 0) await sleep(20);
    },
  };
}

/** Creates a practice play with a long log, a move and its undo many times, written to the database directly. */
async function makeLongPlay(server: string, database: pg.Client): Promise<Target['longPlay']> {
  const address = '198.51.100.7';
  const cookie = await becomeGuest(server, address);
  const line = await openLine(server, VERSION, cookie, address);
  const variant = 'bisley/thirteen';
  const { playId } = await line.ask<{ playId: string }>('play:create', { variant, deal: '17' });
  line.close();
  const [move] = legalMoves(unwrap(newGame(variant, unwrap(packOf('17', 1)))));
  await database.query(
    `insert into entries (play_id, number, code, elapsed_ms)
     select $1, n, case when n % 2 = 0 then 65535 else $2::int end, 60000
     from generate_series(1, $3::int) n`,
    [playId, encodeMove(move!), LONG_PLAY],
  );
  return { playId, cookie };
}

async function attack(name: AttackName, target: Target): Promise<Outcome> {
  const program = fileURLToPath(new URL('attacker.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    name,
    JSON.stringify(target),
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome;
}

/** Prints how long each request holds the event loop; returns what is over the bounds. */
async function reportHolds(): Promise<
  { failures: string[] } & Awaited<ReturnType<typeof measureHolds>>
> {
  const holds = await measureHolds(values.profile);
  const failures: string[] = [];
  console.log('The longest turn of the event loop, in milliseconds: the middle one, and all');
  for (const [what, turns] of Object.entries(holds.turns)) {
    const middle = middleOf(turns);
    const all = turns.map((ms) => ms.toFixed(1)).join(' ');
    console.log(`${what.padEnd(30)} ${middle.toFixed(1).padStart(6)}   ${all}`);
    if (middle > MOST_MS) failures.push(`${what} holds the event loop for ${middle.toFixed(1)} ms`);
  }
  const { ghostRaceBytes } = holds;
  console.log(`${'a ghost race keeps'.padEnd(30)} ${Math.round(ghostRaceBytes / 1024)} KB\n`);
  if (ghostRaceBytes > MOST_GHOST_RACE_BYTES) failures.push('a ghost race keeps more than 1 MB');
  return { ...holds, failures };
}

if (isWanted('holds')) {
  const { failures, ...holds } = await reportHolds();
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
  console.log(JSON.stringify({ bench: 'hostile', holds }));
}
if (wanted.length === 0) process.exit();

const running = await rows.e.start({ node: process.execPath, profile: values.profile });
const [service] = running.servers;
const server = service!.url;
const database = new pg.Client({ connectionString: running.databaseUrl });
const failures: string[] = [];
const results: Record<string, unknown> = {};
try {
  await database.connect();
  const longPlay = await makeLongPlay(server, database);
  const gatherings = [await gatherAtService(server, 0), await gatherAtService(server, 1)];
  const players = (await Promise.all(gatherings.map((one) => one.begin()))).flat();
  const honest = playOn(players);
  const megabytes = () => Math.round((residentKilobytes(service!.pid) ?? NaN) / 1024);

  const load = loadOf(server);
  await sleep(3_000);
  await load();
  honest.take();
  await sleep(forMs);
  const before = { ...honest.take(), ...(await load()) };
  const memory = { before: megabytes(), peak: 0, after: 0 };
  console.log(
    `before: p50 ${before.p50} ms, p99 ${before.p99} ms, ${memory.before} MB, event loop late by ${before.loopMaxMs} ms at most\n`,
  );
  const bound = Math.max(DELAY_FACTOR * before.p99, DELAY_MS);

  for (const name of wanted) {
    let peak = 0;
    const watching = setInterval(() => (peak = Math.max(peak, megabytes())), 250);
    await load();
    honest.take();
    const outcome = await attack(name, { server, forMs, longPlay });
    const during = { ...honest.take(), ...(await load()) };
    clearInterval(watching);
    memory.peak = Math.max(memory.peak, peak);
    await sleep(3_000);
    const holds = during.p99 <= bound;
    console.log(
      `${name.padEnd(10)} ${outcome.refused} of ${outcome.tried} refused or cut, ${outcome.faults} faults; ` +
        `honest p50 ${during.p50} ms, p99 ${during.p99} ms${holds ? '' : ` (over ${bound} ms)`}; ` +
        `event loop late by ${during.loopMaxMs} ms at most, ${during.processors} processors; ${peak} MB at most`,
    );
    if (outcome.refused === 0) failures.push(`${name}: nothing was refused`);
    if (outcome.faults > 0) failures.push(`${name}: ${outcome.faults} faults of the service`);
    results[name] = { ...outcome, ...during, holds, peakMegabytes: peak };
  }

  await sleep(60_000);
  const after = honest.take();
  memory.after = megabytes();
  await honest.stop();
  const { rows: stored } = await database.query<{ count: string }>(
    'select count(*) from entries e join plays p on p.id = e.play_id where p.race_id is not null',
  );
  const lost = honest.acknowledged() - Number(stored[0]?.count);
  if (lost > 0) failures.push(`${lost} acknowledged entries are lost`);
  const isFlat = memory.after - memory.before <= MEMORY_MB;
  console.log(
    `\na minute later: p50 ${after.p50} ms, p99 ${after.p99} ms, ${memory.after} MB` +
      `${isFlat ? '' : ` (over ${MEMORY_MB} MB more)`}; ${honest.acknowledged()} entries acknowledged, ${Math.max(0, lost)} lost`,
  );
  for (const player of players) player.close();
  for (const failure of failures) console.error(failure);
  console.log(
    JSON.stringify({
      bench: 'hostile',
      before,
      after,
      bound,
      memory,
      lost: Math.max(0, lost),
      results,
    }),
  );
} finally {
  await database.end();
  await running.stop();
}
process.exit(failures.length > 0 ? 1 : process.exitCode);
