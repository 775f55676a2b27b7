/**
 * `pnpm bench:server`: durable, validated, acknowledged moves a second in 64 races of four, beside a bare
 * Socket.IO echo that fans each message out to the other three. Servers and players are processes of their own.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server's process for one move. */
  readonly cpuMicroseconds: number;
}

/** As in clients.ts. */
const MEASURED_SECONDS = 8;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '2' } } });
const ROUNDS = Number(values.rounds);
if (!(Number.isInteger(ROUNDS) && ROUNDS > 0)) throw new Error('--rounds is a number, 1 or more');

const programme = (name: string) => fileURLToPath(new URL(`./${name}.js`, import.meta.url));

async function answerOf<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`a process of the measurement ended with ${String(code)}`);
    }),
  ])) as [Message];
  return message;
}

/** The processor time a server has used so far, in microseconds. */
async function cpuOf(server: ChildProcess): Promise<number> {
  server.send('cpu');
  const { cpu } = await answerOf<{ cpu: NodeJS.CpuUsage }>(server);
  return cpu.user + cpu.system;
}

async function round(kind: 'echo' | 'service'): Promise<Figures> {
  const server = fork(programme(kind));
  const { url } = await answerOf<{ url: string }>(server);
  const clients = fork(programme('clients'), [kind, url]);
  await answerOf<'warm'>(clients);
  const before = await cpuOf(server);
  const measured = await answerOf<Omit<Figures, 'cpuMicroseconds'>>(clients);
  const cpu = (await cpuOf(server)) - before;
  const moves = measured.perSecond * MEASURED_SECONDS;
  const figures = { ...measured, cpuMicroseconds: Math.round(cpu / moves) };
  const ended = once(server, 'exit');
  server.disconnect();
  await ended;
  console.log(
    `${kind.padEnd(8)} ${figures.perSecond}/s, p50 ${figures.p50Ms} ms, p99 ${figures.p99Ms} ms, ` +
      `${figures.cpuMicroseconds} µs of the server's processor for each`,
  );
  return figures;
}

/** The round in the middle, by moves a second. */
function median(rounds: Figures[]): Figures {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)]!;
}

const echo: Figures[] = [];
const service: Figures[] = [];
for (let n = 0; n < ROUNDS; n++) {
  echo.push(await round('echo'));
  service.push(await round('service'));
}
const yardstick = median(echo);
const ours = median(service);
const ratio = Math.round((ours.perSecond / yardstick.perSecond) * 100) / 100;
console.log(
  JSON.stringify({
    bench: 'server',
    movesPerSecond: ours.perSecond,
    p50Ms: ours.p50Ms,
    p99Ms: ours.p99Ms,
    yardstickPerSecond: yardstick.perSecond,
    yardstickP50Ms: yardstick.p50Ms,
    yardstickP99Ms: yardstick.p99Ms,
    ratio,
    cpuMicroseconds: ours.cpuMicroseconds,
    yardstickCpuMicroseconds: yardstick.cpuMicroseconds,
  }),
);
