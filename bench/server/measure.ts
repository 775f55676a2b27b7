/** Measures one row once: with fresh servers and players, and the resources that each of them used. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchDatabase } from './postgres.ts';
import { profiling, start, stop } from './processes.ts';
import type { Report, Task } from './players.ts';
import type { Row, Running, Runtime } from './rows.ts';
import { SEATS } from './tables.ts';
import type { Played, Tempo } from './tempo.ts';
import { processorMicroseconds, residentKilobytes } from './usage.ts';

/**
 * The service lets a person send 600 entries in 10 seconds; with this interval between entries a player stays below the
 * limit, and sends 55 a second at most. The same in all rows.
 */
const INTERVAL_MS = 18;
const CALM_INTERVAL_MS = 1000;
const WARM_UP_MS = 2000;

/** Everything measured of a row; per move unless it says otherwise, undefined where it cannot be measured. */
export interface Figures {
  readonly movesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** At one move a second each. */
  readonly calmP50Ms?: number | undefined;
  readonly calmP99Ms?: number | undefined;
  readonly serverMicroseconds?: number | undefined;
  readonly databaseMicroseconds?: number | undefined;
  readonly playersMicroseconds?: number | undefined;
  readonly walBytes?: number | undefined;
  /** Bytes that the players received in events, and in acknowledgements. */
  readonly newsBytes: number;
  readonly answerBytes: number;
  /** Memory of the servers per connected player: before the lobby, and at one move a second each. */
  readonly idleKilobytes?: number | undefined;
  readonly racingKilobytes?: number | undefined;
  /** The rate as a share of the greatest one that the interval between entries allows. */
  readonly shareOfLimit: number;
}

export interface Size {
  readonly races: number;
  readonly measureMs: number;
}

/** A process of players. */
interface Crew {
  readonly child: ChildProcess;
  /** Runs a task; `onBegin` is called when the measured time of a play starts. */
  do(task: Task, onBegin?: () => void): Promise<Played | undefined>;
}

function startCrew(args: readonly string[]): Crew {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  const child = start(process.execPath, args, { stdio: [...stdio] });
  const ask: Crew['do'] = (task, onBegin) =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('the players gave up'));
      const onReport = (report: Report) => {
        if ('began' in report) return onBegin?.();
        child.off('message', onReport).off('exit', onExit);
        resolve(report.played);
      };
      child.on('message', onReport).once('exit', onExit);
      child.send(task);
    });
  return { child, do: ask };
}

/** Starts the crews, with the races distributed evenly over the servers. */
function startCrews(
  kind: Row['kind'],
  { servers }: Running,
  { profile }: Runtime,
  races: number,
): Crew[] {
  const program = fileURLToPath(new URL('players.js', import.meta.url));
  const share = (n: number) => Math.floor((races * n) / servers.length);
  return servers.flatMap(({ url }, n) => {
    const [first, count] = [share(n), share(n + 1) - share(n)];
    const args = [...profiling(profile), program, kind, url, String(first), String(count)];
    return count > 0 ? [startCrew(args)] : [];
  });
}

/** The sum; undefined if one of them could not be measured. */
const sum = (values: readonly (number | undefined)[]): number | undefined =>
  values.reduce((a, b) => (a === undefined || b === undefined ? undefined : a + b), 0);

/** The difference of two readings, divided by `count`. */
const each = (before: number | undefined, after: number | undefined, count: number) =>
  before === undefined || after === undefined ? undefined : (after - before) / count;

/** Lets all crews play at once, and merges their results. */
async function playTogether(crews: readonly Crew[], tempo: Tempo, onBegin: () => void) {
  const all = await Promise.all(
    crews.map((crew, n) => crew.do({ task: 'play', ...tempo }, n === 0 ? onBegin : undefined)),
  );
  const played = all.filter((one) => one !== undefined);
  const delays = played.flatMap((one) => [...one.delays]).sort((a, b) => a - b);
  return {
    moves: delays.length,
    quantile: (q: number) => delays[Math.floor(delays.length * q)] ?? NaN,
    newsBytes: played.reduce((bytes, one) => bytes + one.newsBytes, 0),
    answerBytes: played.reduce((bytes, one) => bytes + one.answerBytes, 0),
  };
}

/**
 * Measures a row once.
 * @throws Error if a server or its players fail: with refusals, a figure would mean nothing
 */
export async function measure(row: Row, runtime: Runtime, size: Size): Promise<Figures> {
  const running = await row.start(runtime);
  const { servers, databaseUrl } = running;
  const crews: Crew[] = [];
  const database = databaseUrl === undefined ? undefined : await watchDatabase(databaseUrl);
  try {
    crews.push(...startCrews(row.kind, running, runtime, size.races));
    const everybody = (task: Task) => Promise.all(crews.map((crew) => crew.do(task)));
    const memory = () => sum(servers.map(({ pid }) => residentKilobytes(pid)));
    const used = async () => ({
      servers: sum(servers.map(({ pid }) => processorMicroseconds(pid, database?.pid))),
      players: sum(crews.map(({ child }) => processorMicroseconds(child.pid ?? 0))),
      database: await database?.usage(),
    });
    const persons = size.races * SEATS;

    const empty = memory();
    await everybody({ task: 'connect' });
    const idle = memory();
    await everybody({ task: 'begin' });

    const { measureMs } = size;
    const tempo = { warmUpMs: WARM_UP_MS, measureMs };
    const calm = row.hasCalm
      ? await playTogether(crews, { ...tempo, intervalMs: CALM_INTERVAL_MS }, () => {})
      : undefined;
    const racing = memory();

    let before: ReturnType<typeof used> | undefined;
    const played = await playTogether(crews, { ...tempo, intervalMs: INTERVAL_MS }, () => {
      before = used();
    });
    const [from, to] = await Promise.all([before, used()]);
    const { moves } = played;
    const perSecond = moves / (measureMs / 1000);
    return {
      movesPerSecond: perSecond,
      p50Ms: played.quantile(0.5),
      p99Ms: played.quantile(0.99),
      calmP50Ms: calm?.quantile(0.5),
      calmP99Ms: calm?.quantile(0.99),
      serverMicroseconds: each(from?.servers, to.servers, moves),
      databaseMicroseconds: each(from?.database?.microseconds, to.database?.microseconds, moves),
      playersMicroseconds: each(from?.players, to.players, moves),
      walBytes: each(from?.database?.walBytes, to.database?.walBytes, moves),
      newsBytes: played.newsBytes / moves,
      answerBytes: played.answerBytes / moves,
      idleKilobytes: each(empty, idle, persons),
      racingKilobytes: row.hasCalm ? each(empty, racing, persons) : undefined,
      shareOfLimit: perSecond / ((persons * 1000) / INTERVAL_MS),
    };
  } finally {
    await Promise.all(crews.map(({ child }) => stop(child)));
    await database?.close();
    await running.stop();
  }
}
