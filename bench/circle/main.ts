/**
 * `pnpm bench circle [--circles 20] [--people 50] [--days 365] [--pause 350]`: reads of a circle's page over HTTP, as one
 * of its people: the page itself, the table of a week, that of all weeks, and two against one another. Everybody has
 * played most dailies of all days. Four readers, who pause for 350 ms on average, eleven reads a second, as if all fifty
 * of a circle looked every five seconds; `--pause 50` makes it a crowd. They read the page before each other route, so
 * that its p99 rests on six hundred reads and more. Before anything is measured each reader has read every route: the
 * service is warm then, and what it keeps of closed days is kept. `page, first` and `all weeks, first` are what the first
 * reader of a circle waits for: what is kept of closed days is made void before each. The yardstick is who one is, the
 * least that a route can be asked. Each is told as its reader sees it, and as the server does, by `echo.ts`: the difference
 * is the way there and back, and the reader, who shares the machine. Until 12:00 UTC the dailies of two days are open, and
 * a page reads twice as much. Seeding is not measured. The last line is one JSON object.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { dayOf, mondayOf, textOfDay, weekOf } from '../../apps/server/src/daily/days.ts';
import { nodeArguments } from '../../apps/server/src/node-arguments.ts';
import { migrate } from '../../apps/server/src/storage/postgres/migrate.ts';
import { addressOf, becomeGuest } from '../server/lobby.ts';
import { startPostgres } from '../server/postgres.ts';
import { seed } from './seed.ts';

const { values } = parseArgs({
  options: {
    circles: { type: 'string', default: '20' },
    people: { type: 'string', default: '50' },
    days: { type: 'string', default: '365' },
    pause: { type: 'string', default: '350' },
  },
});
const sizes = {
  circles: Number(values.circles),
  people: Number(values.people),
  days: Number(values.days),
};
const isWithin = (n: number, least: number, most: number) => n >= least && n <= most;
if (
  !isWithin(sizes.circles, 1, 200) ||
  !isWithin(sizes.people, 4, 50) ||
  !isWithin(sizes.days, 1, 4000) ||
  !isWithin(Number(values.pause), 1, 5000)
) {
  console.error(
    '--circles from 1 to 200, --people from 4 to 50, --days from 1 to 4000, --pause from 1 to 5000',
  );
  process.exit(2);
}
const READERS = 4;
/** Of each circle; they are among its people. */
const READERS_EACH = 2;
const PAUSE_MS = Number(values.pause);
const MEASURE_MS = 120_000;
const FIRST_READS = 100;

const postgres = await startPostgres();
await migrate(postgres.url);
const program = path.join(import.meta.dirname, 'echo.js');
const service = spawn(process.execPath, [...nodeArguments, program, postgres.url], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.once('exit', () => service.kill());
const printed = createInterface(service.stdout);
const [url] = (await once(printed, 'line')) as [string];
const took = new Map<string, number[]>();
const tookServer = new Map<string, number[]>();
function note(times: Map<string, number[]>, as: string, ms: number): void {
  const kept = times.get(as);
  if (kept) kept.push(ms);
  else times.set(as, [ms]);
}
printed.on('line', (line) => {
  const [as = '', ms] = line.split('\t');
  note(tookServer, as, Number(ms));
});

const cookies = await Promise.all(
  Array.from({ length: sizes.circles * READERS_EACH }, (_, n) => becomeGuest(url, addressOf(n))),
);
const agent = new Agent({ keepAlive: true });
/** @returns its body; the connection is kept, as a page's is */
async function ask(reader: number, at: string, as?: string): Promise<string> {
  const headers = {
    cookie: cookies[reader],
    'x-forwarded-for': addressOf(reader),
    ...(as === undefined ? {} : { 'x-measured-as': as }),
  };
  const sent = request(`${url}/api${at}`, { agent, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const part of response.setEncoding('utf8')) body += String(part);
  if (response.statusCode !== 200) throw new Error(`${at}: ${response.statusCode} ${body}`);
  return body;
}
const readers = await Promise.all(
  cookies.map(async (_, n) => (JSON.parse(await ask(n, '/me')) as { id: string }).id),
);

const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
const began = performance.now();
const today = dayOf(Date.now());
const circles = await seed(client, sizes, readers, today);
const { rows } = await client.query<{ n: string }>('select count(*) as n from results');
console.log(`${rows[0]?.n} tries after ${Math.round((performance.now() - began) / 1000)} s`);

const lastWeek = textOfDay(mondayOf(weekOf(today)) - 1);
const of = (circle: number, rest: string) => `/circles/${circles[circle]}${rest}`;
const routes = {
  yardstick: () => '/me',
  'my circles': () => '/circles',
  page: (circle: number) => of(circle, ''),
  week: (circle: number) => of(circle, `/weeks/${lastWeek}`),
  'all weeks': (circle: number) => of(circle, '/weeks'),
  'head to head': (circle: number) => of(circle, `/people/p${circle + 1}-2/p${circle + 1}-3`),
  board: (circle: number) =>
    `/dailies/${textOfDay(today)}/bisley/boards/fastest?circle=${circles[circle]}`,
} as const;
type Route = keyof typeof routes;
const names = Object.keys(routes) as Route[];

async function read(reader: number, route: Route, as: string = route): Promise<string> {
  const circle = reader % circles.length;
  const at = routes[route](circle);
  const startedAt = performance.now();
  const body = await ask(reader, at, as);
  note(took, as, performance.now() - startedAt);
  return body;
}

/** All readers, some at a time. */
async function readAll(turn: (reader: number) => Promise<void>): Promise<void> {
  const waiting = readers.keys();
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      for (const reader of waiting) await turn(reader);
    }),
  );
}
// Not in step: people do not come so, and readers who once waited together would ask together ever after.
const pauseABit = () => pause(PAUSE_MS * 2 * Math.random());

await readAll(async (reader) => {
  for (const route of names) await read(reader, route, 'warming up');
});

const until = performance.now() + MEASURE_MS;
await Promise.all(
  Array.from({ length: READERS }, async (_, n) => {
    for (let turn = n; performance.now() < until; turn += READERS) {
      for (const route of names) {
        if (route === 'page') continue;
        for (const one of ['page', route] as const) {
          await read(turn % readers.length, one);
          await pauseABit();
        }
      }
    }
  }),
);

for (let n = 0; n < FIRST_READS; n++) {
  for (const route of ['page', 'all weeks'] as const) {
    // Since another day: what is kept of the circle is void.
    await client.query(
      `update circle_members set joined_at = joined_at - interval '1 day' where circle_id = $1`,
      [circles[n % circles.length]],
    );
    await read(n % readers.length, route, `${route}, first`);
    // The page's reader sets off what the next one would wait for.
    await pauseABit();
  }
}
const bytes = (await ask(0, routes.page(0))).length;
took.delete('warming up');

const figures = Object.fromEntries(
  [...took].map(([name, times]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const server = (tookServer.get(name) ?? []).toSorted((a, b) => a - b);
    const at = (of: readonly number[], q: number) =>
      Number((of[Math.floor(q * of.length)] ?? NaN).toFixed(1));
    return [
      name,
      {
        reads: sorted.length,
        p50Ms: at(sorted, 0.5),
        p99Ms: at(sorted, 0.99),
        serverP50Ms: at(server, 0.5),
        serverP99Ms: at(server, 0.99),
      },
    ];
  }),
);
agent.destroy();
service.kill();
await once(service, 'exit');
await client.end();
await postgres.stop();
console.log(`load of the machine meanwhile: ${loadavg()[0]?.toFixed(1)}`);
console.table(figures);
console.log('to reach: p99 of a page at most 20 ms at the server, with 50 people and a year');
console.log(
  JSON.stringify({
    bench: 'circle',
    ...sizes,
    pauseMs: PAUSE_MS,
    pageBytes: bytes,
    routes: figures,
  }),
);
