/**
 * `pnpm bench nudges [--due 10000] [--races 8]`: so many nudges fall due at one moment, each for somebody else, while
 * players make four moves a second. Measures until the last has arrived at a push service of its own, which takes 20 ms to
 * answer, and what the players' moves take meanwhile; in two windows before, whose difference is the noise; and in one
 * after, beside a process that has nothing to do with the service and works as much at the same priority, which tells what
 * sharing the machine costs by itself. The last line is one JSON object.
 */
import { spawn } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { nodeArguments } from '../../apps/server/src/node-arguments.ts';
import { migrate } from '../../apps/server/src/storage/postgres/migrate.ts';
import { LOW_PRIORITY } from '../../apps/server/src/worker-threads.ts';
import { gatherAtService } from '../server/lobby.ts';
import type { Player } from '../server/player.ts';
import { startPostgres } from '../server/postgres.ts';
import { processorMicroseconds } from '../server/usage.ts';

const { values } = parseArgs({
  options: {
    due: { type: 'string', default: '10000' },
    races: { type: 'string', default: '8' },
  },
});
const due = Number(values.due);
const races = Number(values.races);
if (!(due >= 1 && due <= 100_000 && races >= 1 && races <= 20)) {
  console.error('--due from 1 to 100000, --races from 1 to 20');
  process.exit(2);
}
const MOVE_EVERY_MS = 250;
const WARM_MS = 20_000;
/** As long as ten thousand nudges take at 250 a second, so that each p99 rests on as many moves. */
const BEFORE_MS = 40_000;
const MOST_MS = 120_000;

// In a thread of its own: what it does must not keep the players' clients waiting.
const arrivals = new Int32Array(new SharedArrayBuffer(4));
const push = new Worker(path.join(import.meta.dirname, 'push-service.js'), {
  workerData: arrivals,
});
const [pushUrl] = (await once(push, 'message')) as [string];
const arrived = () => Atomics.load(arrivals, 0);

const postgres = await startPostgres();
await migrate(postgres.url);
const program = path.join(import.meta.dirname, 'echo.js');
const service = spawn(process.execPath, [...nodeArguments, program, postgres.url], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.once('exit', () => service.kill());
const [printed] = (await once(service.stdout, 'data')) as [Buffer];
const url = printed.toString().trim();

const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
const device = createECDH('prime256v1');
await client.query(
  `with people as (
     insert into users (id, name, email, created_at, updated_at)
     select 'n' || n, 'N', 'n' || n, now(), now() from generate_series(1, $1::int) n returning id
   ), sessions as (
     insert into sessions (id, token, user_id, expires_at, created_at, updated_at)
     select id, id, id, now() + interval '1 day', now(), now() from people returning id
   ), settings as (
     insert into nudge_settings (user_id, kinds, quiet_from, quiet_to, zone)
     select id, '{circle-date}', 0, 0, 'Europe/Berlin' from people
   )
   insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
   select id, id, $2 || '/' || id, $3, $4, now() from sessions`,
  [due, pushUrl, device.generateKeys('base64url'), randomBytes(16).toString('base64url')],
);

const players: Player[] = [];
for (let race = 0; race < races; race++) {
  players.push(...(await (await gatherAtService(url, race)).begin()));
}
const took: number[] = [];
let isPlaying = true;
async function play(player: Player): Promise<void> {
  while (isPlaying) {
    const sent = performance.now();
    const isOver = await new Promise<boolean>((resolve) => {
      if (!player.act(() => resolve(false))) resolve(true);
    });
    if (isOver) return;
    took.push(performance.now() - sent);
    await pause(MOVE_EVERY_MS);
  }
}
const playing = Promise.all(players.map(play));
// They are planned long before they are due: storing thousands at once is no part of sending them.
const dueAt = Date.now() + WARM_MS + 2 * BEFORE_MS;
await client.query(
  `insert into nudges (user_id, kind, subject, created_at, due_at, expires_at)
   select user_id, 'circle-date', 'bench', now(), $1::timestamptz, $1::timestamptz + interval '10 minutes'
   from nudge_settings`,
  [new Date(dueAt)],
);
// As tables are known to a database that has been used.
await client.query('analyze');
const figuresOf = (times: readonly number[]) => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) => Number((sorted[Math.floor(part * sorted.length)] ?? NaN).toFixed(1));
  return { moves: sorted.length, p50: at(0.5), p99: at(0.99) };
};

console.log(`${due} nudges, ${players.length} players, load ${loadavg()[0]?.toFixed(1)} before`);
/** @returns what says how much processor time, in ms, the service has used since */
function used(): () => number {
  const microseconds = () => processorMicroseconds(service.pid ?? 0) ?? 0;
  const before = microseconds();
  return () => (microseconds() - before) / 1000;
}

// The first moves warm it up.
await pause(dueAt - 2 * BEFORE_MS - Date.now());
took.length = 0;
const before = [];
/** Of one processor. */
let inPlay = 0;
for (const end of [dueAt - BEFORE_MS, dueAt]) {
  const usedInPlay = used();
  await pause(end - Date.now());
  before.push(figuresOf(took.splice(0)));
  inPlay = usedInPlay() / BEFORE_MS;
}
console.log(`before: ${JSON.stringify(before)}`);

const usedMeanwhile = used();
const began = performance.now();
while (arrived() < due && performance.now() - began < MOST_MS) await pause(50);
const seconds = (performance.now() - began) / 1000;
const meanwhile = figuresOf(took.splice(0));
const processorMs = usedMeanwhile();
console.log(`${arrived()} arrived after ${seconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`);
console.log(`meanwhile: ${JSON.stringify(meanwhile)}`);

const share = Math.max(0, processorMs / (seconds * 1000) - inPlay);
// It ends by itself as well, should the bench be ended meanwhile.
const work = `
  setInterval(() => { const end = performance.now() + ${4 * share}; while (performance.now() < end); }, 4);
  setTimeout(() => process.exit(), ${BEFORE_MS});`;
const stranger = spawn('nice', ['-n', `${LOW_PRIORITY}`, process.execPath, '-e', work]);
await pause(BEFORE_MS);
const beside = figuresOf(took.splice(0));
stranger.kill();
console.log(`beside a stranger: ${JSON.stringify(beside)}`);

isPlaying = false;
await playing;
for (const player of players) player.close();
service.kill();
await once(service, 'exit');
await client.end();
await postgres.stop();
await push.terminate();
console.log(
  JSON.stringify({
    bench: 'nudges',
    due,
    arrived: arrived(),
    seconds: Number(seconds.toFixed(1)),
    processorMsEach: Number((processorMs / due).toFixed(2)),
    before,
    meanwhile,
    beside,
  }),
);
