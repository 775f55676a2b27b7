/** `--people`: what people at human pace cost, step by step, and how many of them a server carries. */
import { spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeArguments } from '../../apps/server/src/node-arguments.ts';
import type { PeopleArguments } from './arguments.ts';
import type { CrowdReport, CrowdTask, Lived } from './crowd.ts';
import { watchDatabase } from './postgres.ts';
import { profiling, start, stop } from './processes.ts';
import { METRICS_TOKEN, rows } from './rows.ts';
import type { RowName } from './rows.ts';
import { processorMicroseconds, residentKilobytes } from './usage.ts';

/** A round trip below this at 99 in 100 entries feels immediate. */
const P99_LEAST_MS = 50;
const SETTLE_MS = 1_500;
/** How often memory is looked at while people play. */
const SAMPLE_MS = 5_000;

type Done = Extract<CrowdReport, { done: true }>;

interface Crowd {
  readonly child: ChildProcess;
  /** @param onMark called when the measured time of a play begins and is over */
  do(task: CrowdTask, onMark?: (at: 'begin' | 'end') => void): Promise<Done>;
}

function startCrowd(args: readonly string[]): Crowd {
  const command = [...nodeArguments, ...args];
  const child = start(process.execPath, command, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    child,
    do: (task, onMark) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error('the crowd gave up'));
        const onReport = (report: CrowdReport) => {
          if ('at' in report) return onMark?.(report.at);
          child.off('message', onReport).off('exit', onExit);
          resolve(report);
        };
        child.on('message', onReport).once('exit', onExit);
        child.send(task);
      }),
  };
}

const round = (value: number): number =>
  Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));

/** Of one kind of request: how many, and how long they took. */
function quantiles(delays: readonly number[]) {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (q: number) => round(sorted[Math.floor(sorted.length * q)] ?? NaN);
  return {
    count: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    p999: at(0.999),
    last: at(1 - 1e-9),
  };
}

/** The greatest delay of the event loops that 99 in 100 turns stayed below, since it was last asked; in milliseconds. */
async function eventLoopMs(url: string): Promise<number | undefined> {
  const answer = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await answer.text()) ?? [];
  return seconds === undefined ? undefined : round(Number(seconds) * 1000);
}

/** One row, from its first person to as many as were asked for, or as many as it carries. */
async function measureRow(name: RowName, options: PeopleArguments) {
  const row = rows[name];
  const runtime = {
    node: options.node,
    profile: options.profile,
    cpu: options.pin ? 0 : undefined,
  };
  const running = await row.start(runtime);
  const { servers, databaseUrl } = running;
  const database = databaseUrl === undefined ? undefined : await watchDatabase(databaseUrl);
  const program = fileURLToPath(new URL('crowd.js', import.meta.url));
  const urls = servers.map(({ url }) => url).join();
  const crowds = servers.map((_, n) =>
    startCrowd([
      ...profiling(options.profile),
      program,
      row.kind,
      urls,
      String(n + 1),
      options.mix,
    ]),
  );
  const sumOf = (values: readonly (number | undefined)[]) =>
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const used = async () => ({
    at: performance.now(),
    server: sumOf(servers.map(({ pid }) => processorMicroseconds(pid, database?.pid))),
    clients: sumOf(crowds.map(({ child }) => processorMicroseconds(child.pid ?? 0))),
    ...(await database?.usage()),
  });
  type Usage = Awaited<ReturnType<typeof used>>;
  const memory = () => sumOf(servers.map(({ pid }) => residentKilobytes(pid)));
  const each = (before: Usage, after: Usage, of: 'server' | 'clients', count: number) =>
    round((after[of] - before[of]) / count);

  async function step(people: number, before: number) {
    const memoryBefore = memory();
    const share = (n: number) =>
      Math.floor((people * (n + 1)) / crowds.length) - Math.floor((people * n) / crowds.length);
    const beforeArrival = await used();
    const arrived = await Promise.all(
      crowds.map((crowd, n) => crowd.do({ task: 'arrive', people: share(n) })),
    );
    const afterArrival = await used();
    const present = sumOf(arrived.map((one) => one.people));
    const coming = present - before;
    await sleep(SETTLE_MS);
    let begin: Usage | undefined;
    let end: Usage | undefined;
    const marks = async (at: 'begin' | 'end') => {
      if (at === 'begin') {
        if (row.kind === 'service') await Promise.all(servers.map(({ url }) => eventLoopMs(url)));
        begin = await used();
      } else end = await used();
    };
    const samples: number[] = [];
    const sampling = setInterval(() => begin && samples.push(memory()), SAMPLE_MS);
    let marking: Promise<void> = Promise.resolve();
    const done = await Promise.all(
      crowds.map((crowd, n) =>
        crowd.do(
          { task: 'play', warmUpMs: options.warmUpMs, measureMs: options.measureMs },
          n === 0 ? (at) => void (marking = marking.then(() => marks(at))) : undefined,
        ),
      ),
    ).finally(() => clearInterval(sampling));
    await marking;
    const third = Math.ceil(samples.length / 3);
    const lag =
      row.kind === 'service' ? await Promise.all(servers.map(({ url }) => eventLoopMs(url))) : [];
    if (!begin || !end) throw new Error('the crowd did not say when it began');
    const lived = done.flatMap((one) => one.lived ?? []);
    const delaysOf = (kinds: readonly string[]) =>
      lived.flatMap(({ delays }) => kinds.flatMap((kind) => delays[kind] ?? []));
    const ofEntries = delaysOf(['move', 'undo', 'concede']);
    const entries = ofEntries.length;
    const got = (of: keyof Lived['received']) => sumOf(lived.map(({ received }) => received[of]));
    const seconds = (end.at - begin.at) / 1000;
    const memoryAfter = memory();
    const returned = options.back
      ? await (async () => {
          const from = await used();
          const all = await Promise.all(crowds.map((crowd) => crowd.do({ task: 'return' })));
          const to = await used();
          const ms = Math.max(...all.map((one) => one.ms));
          return {
            serverMicroseconds: each(from, to, 'server', present),
            aSecond: round(present / (ms / 1000)),
          };
        })()
      : undefined;
    return {
      people: present,
      entriesPerSecond: round(entries / seconds),
      /** Games given up, each followed by another one. */
      gamesPerSecond: round(delaysOf(['concede']).length / seconds),
      ack: quantiles(ofEntries),
      byKind: Object.fromEntries(
        ['move', 'undo', 'concede', 'back', 'over'].map((kind) => [
          kind,
          quantiles(delaysOf([kind])),
        ]),
      ),
      perEntry: {
        serverMicroseconds: each(begin, end, 'server', entries),
        databaseMicroseconds: round(
          ((end.microseconds ?? NaN) - (begin.microseconds ?? NaN)) / entries,
        ),
        clientMicroseconds: each(begin, end, 'clients', entries),
        bytes: round((got('answerBytes') + got('newsBytes') + got('pings')) / entries),
        news: round(got('news') / entries),
        pings: round(got('pings') / entries),
        commits: round(((end.commits ?? NaN) - (begin.commits ?? NaN)) / entries),
        walBytes: round(((end.walBytes ?? NaN) - (begin.walBytes ?? NaN)) / entries),
      },
      perPersonAndSecond: {
        serverMicroseconds: each(begin, end, 'server', present * seconds),
        clientMicroseconds: each(begin, end, 'clients', present * seconds),
      },
      serverShare: round((end.server - begin.server) / (end.at - begin.at) / 1000),
      clientShare: round((end.clients - begin.clients) / (end.at - begin.at) / 1000),
      databaseShare: round(
        ((end.microseconds ?? NaN) - (begin.microseconds ?? NaN)) / (end.at - begin.at) / 1000,
      ),
      eventLoopP99Ms: lag,
      /** Of the clients' own process: p99 and the longest turn. Its delays are in everybody's. */
      clientLoopMs: [0, 1].map((n) =>
        round(Math.max(...lived.map(({ loopMs }) => loopMs?.[n] ?? 0))),
      ),
      arrival: {
        serverMilliseconds: round((afterArrival.server - beforeArrival.server) / coming / 1000),
        aSecond: round(coming / (Math.max(...arrived.map((one) => one.ms)) / 1000)),
      },
      return: returned,
      kilobytesPerPerson: round((memoryAfter - memoryBefore) / coming),
      serverMegabytes: round(memoryAfter / 1024),
      /** The median of the first third of the measured time and of the last. */
      megabytesByThird: [samples.slice(0, third), samples.slice(-third)].map((part) =>
        round((part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? NaN) / 1024),
      ),
    };
  }

  const steps: Awaited<ReturnType<typeof step>>[] = [];
  /** How long everybody who lost their line was away from their table, median, 95 in 100, and the last one. */
  let again:
    | ({ by: string; people: number; sinceSignal: number } & ReturnType<typeof quantiles>)
    | undefined;
  try {
    for (const people of options.people) {
      const last = await step(people, steps.at(-1)?.people ?? 0);
      steps.push(last);
      print(name, last);
      if (last.ack.p99 > P99_LEAST_MS) break;
    }
    if (options.again && running.again) {
      const back = Promise.all(crowds.map((crowd) => crowd.do({ task: 'again' })));
      await running.again(options.again);
      for (const { child } of crowds) child.send({ task: 'started' } satisfies CrowdTask);
      const done = await back;
      const lived = done.flatMap((one) => one.lived?.delays['again'] ?? []);
      const sinceSignal = round(Math.max(...done.map(({ ms }) => ms)));
      again = { by: options.again, people: lived.length, sinceSignal, ...quantiles(lived) };
      console.log(
        `(${name}) after ${again.by}: ${again.people} away for ${again.p50}/${again.p95}/${again.last} ms; all is well ${sinceSignal} ms after the signal`,
      );
    }
  } finally {
    await Promise.all(crowds.map(({ child }) => stop(child)));
    await database?.close();
    await running.stop();
  }
  return { steps, carried: carriedOf(steps)?.people ?? 0, again };

  function print(of: RowName, last: (typeof steps)[number]): void {
    const { ack, perEntry, arrival } = last;
    console.log(
      [
        `(${of}) ${last.people} people, ${last.entriesPerSecond} entries/s, ${last.gamesPerSecond} games ended/s`,
        `ack ${ack.p50}/${ack.p99}/${ack.p999} ms`,
        `an entry: server ${perEntry.serverMicroseconds} µs, database ${perEntry.databaseMicroseconds}, clients ${perEntry.clientMicroseconds}; ${perEntry.bytes} B, ${perEntry.news} news, ${perEntry.pings} pings, ${perEntry.commits} commits`,
        `share of a core: server ${last.serverShare}, database ${last.databaseShare}, clients ${last.clientShare}`,
        `arrival ${arrival.serverMilliseconds} ms, ${arrival.aSecond}/s`,
        ...(last.return
          ? [`return ${last.return.serverMicroseconds} µs, ${last.return.aSecond}/s`]
          : []),
        `${last.kilobytesPerPerson} KB a person`,
        ...(last.eventLoopP99Ms.length > 0 ? [`loop p99 ${last.eventLoopP99Ms.join()} ms`] : []),
        `clients' loop p99 ${last.clientLoopMs[0]} ms, longest ${last.clientLoopMs[1]}`,
      ].join('; '),
    );
  }
}

/** The last step that the server carries; undefined if it carries none. */
const carriedOf = <Step extends { readonly ack: { readonly p99: number } }>(
  steps: readonly Step[],
): Step | undefined => steps.findLast(({ ack }) => ack.p99 <= P99_LEAST_MS);

type Measured = Awaited<ReturnType<typeof measureRow>>;
type Step = Measured['steps'][number];

/** How many people one may ask about. */
const SCALES = [1_000, 10_000, 200_000];

/** What so many people would take, if each took what they take at this step: the further from it, the less is known. */
const scaleOf = (step: Step) =>
  SCALES.map((people) => ({
    people,
    timesMeasured: round(people / step.people),
    cores: round((people * step.perPersonAndSecond.serverMicroseconds) / 1e6),
    secondsOfACoreToArrive: round((people * step.arrival.serverMilliseconds) / 1000),
    gigabytes: round((people * step.kilobytesPerPerson) / 2 ** 20),
    logMegabytesASecond: round(
      ((people / step.people) * step.entriesPerSecond * step.perEntry.walBytes) / 1e6,
    ),
  }));

/**
 * What the documents name, of the last step of each row that was carried, or else the first; ratios to the skeleton's
 * where it was measured as well.
 */
function headline(row: Measured, skeleton: Measured | undefined) {
  const first = row.steps[0];
  const carried = carriedOf(row.steps) ?? first;
  const beside = skeleton?.steps.find(({ people }) => people === carried?.people);
  if (!first || !carried) return undefined;
  const ratio = (of: (step: Step) => number) => beside && round(of(carried) / of(beside));
  return {
    people: carried.people,
    serverToSkeleton: ratio(({ perEntry }) => perEntry.serverMicroseconds),
    bytesToSkeleton: ratio(({ perEntry }) => perEntry.bytes),
    p99ToSkeleton: ratio(({ ack }) => ack.p99),
    carried: row.carried,
    serverShares: row.steps.map(({ people, serverShare }) => [people, serverShare]),
    arrivalMilliseconds: carried.arrival.serverMilliseconds,
    returnMicroseconds: carried.return?.serverMicroseconds,
    kilobytesPerPerson: carried.kilobytesPerPerson,
    growth: round(
      carried.perPersonAndSecond.serverMicroseconds / first.perPersonAndSecond.serverMicroseconds,
    ),
    again: row.again,
    scale: scaleOf(carried),
  };
}

const commandOutput = (command: string, args: readonly string[]): string =>
  spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim() ?? '';

/** Measures all rows, one after the other; the last line is one JSON object. */
export async function measurePeople(options: PeopleArguments, machine: object): Promise<void> {
  // Servers have the first core for themselves; what measures, the clients and the database have the second.
  if (options.pin) spawnSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)]);
  const measured: Partial<Record<RowName, Measured>> = {};
  for (const name of options.rows) {
    console.log(`(${name}) ${rows[name].title}`);
    measured[name] = await measureRow(name, options);
  }
  const commit = commandOutput('git', ['rev-parse', '--short', 'HEAD']);
  const { mix, pin, measureMs } = options;
  console.log(
    JSON.stringify({
      bench: 'people',
      commit,
      machine,
      load: loadavg(),
      mix,
      pin,
      measureMs,
      headlines: Object.fromEntries(
        Object.entries(measured).map(([name, row]) => [name, headline(row, measured.c)]),
      ),
      rows: measured,
    }),
  );
}
