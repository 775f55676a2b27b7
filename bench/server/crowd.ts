/**
 * People at human pace, at one server, in a process of their own: `crowd.js KIND URLS SEED MIX`. Theirs is the server
 * whose number is the seed; where it goes, they go to another one. Runs the tasks that it receives over IPC, one after the
 * other. What it costs is measured beside the server's cost.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayOfDailies, joinAtService, joinAtYardstick, LostEntries } from './join.ts';
import type { Nodes, Person } from './join.ts';
import { drops, received } from './line.ts';
import { AWAY_EVERY_MS, AWAY_MS, groupsOf, pausesOf, randomFrom, RELOAD_EVERY_MS } from './mix.ts';
import type { Mix } from './mix.ts';

export type CrowdTask =
  /** More people come, until there are so many; everybody else waits meanwhile, so that it can be measured. */
  | { readonly task: 'arrive'; readonly people: number }
  /** Everybody loses their line, and comes back. */
  | { readonly task: 'return' }
  /** The server goes, and is started again: whoever loses their line tries until they are let in. */
  | { readonly task: 'again' }
  /** It has been started again: the task above ends once everybody is there. Nothing is reported of this. */
  | { readonly task: 'started' }
  | { readonly task: 'play'; readonly warmUpMs: number; readonly measureMs: number };

/**
 * What was measured, by kind: `move`, `undo`, `concede`, `back` of somebody whose page was loaded anew, `over` of somebody
 * whose play has ended by itself, `again` after the server was started again. Milliseconds.
 */
export interface Lived {
  readonly delays: Readonly<Record<string, readonly number[]>>;
  readonly received: typeof received;
  /** How long this process itself kept everybody waiting, 99 in 100 turns of its loop and the longest: in the delays too. */
  readonly loopMs?: readonly [p99: number, longest: number];
}
export type CrowdReport =
  /** The measured time begins, or is over. */
  | { readonly at: 'begin' | 'end' }
  | { readonly done: true; readonly people: number; readonly ms: number; readonly lived?: Lived };

type Timed = Promise<{ readonly ms: number; readonly lived?: Lived }>;

const [, , kind, urls = '', seed = '1', mixName = 'people'] = process.argv;
const nodes: Nodes = { urls: urls.split(','), first: Number(seed) - 1 };
const url = nodes.urls[nodes.first] ?? '';
const mix = mixName as Mix;
const random = randomFrom(Number(seed));
const groups = groupsOf(mix, random);
const people: Person[] = [];
let began = 0;

/** So many groups come at a time: on a busy machine more would wait for the database until they are refused. */
const AT_ONCE = 8;

let delays: Record<string, number[]> | undefined;
const note = (of: string, ms: number) => void (delays && (delays[of] ??= []).push(ms));

/** Runs jobs with limited concurrency. */
async function inTurns<Item>(items: readonly Item[], job: (item: Item) => Promise<void>) {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await job(item);
    }),
  );
}

async function arrive(until: number): Timed {
  const coming = [];
  for (let count = people.length; count < until;) {
    const group = groups.next().value;
    coming.push({ group, number: ++began });
    count += group.people;
  }
  const day = kind === 'service' ? await dayOfDailies(url) : '';
  const begunAt = performance.now();
  let seatedAt = begunAt;
  const tables: Promise<Person[]>[] = [];
  await inTurns(coming, async ({ group, number }) => {
    const key = Number(seed) * 100_000 + number;
    const begin =
      kind === 'service'
        ? await joinAtService(nodes, key, group, day)
        : await joinAtYardstick(url, key, group);
    seatedAt = performance.now();
    tables.push(begin());
  });
  people.push(...(await Promise.all(tables)).flat());
  return { ms: seatedAt - begunAt };
}

async function comeBack(): Timed {
  const begunAt = performance.now();
  for (const person of people) person.leave();
  await inTurns(people, (person) => person.back());
  return { ms: performance.now() - begunAt };
}

/** How often to look whose line is gone. */
const LOOK_EVERY_MS = 50;
let isStartedAgain = false;

/**
 * Everybody who loses their line comes back, as a page does: soon after it, and then once a second or a little less often.
 * How long they were away from their table; the last time if they lost it twice. As a whole, from the signal on.
 */
async function comeBackAgain(): Timed {
  drops.areExpected = true;
  const begunAt = performance.now();
  const again = new Map<Person, number>();
  const coming = new Set<Person>();
  const comeAgain = async (person: Person) => {
    const lostAt = performance.now();
    coming.add(person);
    await sleep(200 * (0.5 + random()));
    while (
      !(await person.back().then(
        () => true,
        (error: unknown) => {
          if (error instanceof LostEntries) throw error;
          person.leave();
        },
      ))
    ) {
      await sleep(1_000 * (1 + random() / 2));
    }
    again.set(person, performance.now() - lostAt);
    coming.delete(person);
  };
  let isOver = false;
  while (!isOver) {
    await sleep(LOOK_EVERY_MS);
    isOver = isStartedAgain;
    for (const person of people) {
      if (!coming.has(person) && !person.isThere()) void comeAgain(person);
    }
    isOver &&= coming.size === 0;
  }
  const ms = performance.now() - begunAt;
  return { ms, lived: { delays: { again: [...again.values()] }, received } };
}

/** One person acts until `until`; nothing of it is awaited elsewhere. */
function live(person: Person, until: number): Promise<void> {
  const pauses = pausesOf(mix, random);
  const pause = () => pauses.next().value;
  return new Promise((resolve, reject) => {
    const games = mix === 'people' ? person.games : undefined;
    const nextGame = (then: () => void) => void games?.next(note).then(then, reject);
    /** Nobody stops before everybody who waits for their race's rematch is at its table. */
    const stop = () => (games?.isAwaited() ? nextGame(resolve) : resolve());
    const goOn = () => {
      const now = performance.now();
      const wait = pause();
      if (now + wait > until) setTimeout(stop, Math.max(0, until - now));
      else setTimeout(act, wait);
    };
    const comeBackAfter = (ms: number) => {
      person.leave();
      setTimeout(() => {
        const sent = performance.now();
        person.back().then(() => {
          note('back', performance.now() - sent);
          goOn();
        }, reject);
      }, ms);
    };
    const act = () => {
      if (games?.isOver()) return nextGame(goOn);
      const chance = mix === 'people' && kind === 'service' ? random() : 1;
      if (chance < 2_000 / RELOAD_EVERY_MS) return comeBackAfter(0);
      if (chance < 2_000 / RELOAD_EVERY_MS + 2_000 / AWAY_EVERY_MS) return comeBackAfter(AWAY_MS);
      const sent = performance.now();
      const done = (what: string) => note(what, performance.now() - sent);
      const over = () => {
        done('over');
        if (games && performance.now() < until) nextGame(goOn);
        else stop();
      };
      const hasActed = person.player.act((entry) => {
        done(entry);
        goOn();
      }, over);
      if (!hasActed) over();
    };
    setTimeout(act, random() * pause());
  });
}

async function play(warmUpMs: number, measureMs: number): Timed {
  const until = performance.now() + warmUpMs + measureMs;
  const all = Promise.all(people.map((person) => live(person, until)));
  await sleep(warmUpMs);
  const before = { ...received };
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const measured: Record<string, number[]> = (delays = {});
  report({ at: 'begin' });
  await sleep(measureMs);
  report({ at: 'end' });
  delays = undefined;
  loop.disable();
  const loopMs = [loop.percentile(99) / 1e6, loop.max / 1e6] as const;
  const names = Object.keys(received) as (keyof typeof received)[];
  const got = Object.fromEntries(names.map((name) => [name, received[name] - before[name]]));
  // Nobody is away or waits for an answer when the next task begins.
  await all;
  return { ms: measureMs, lived: { delays: measured, received: got as typeof received, loopMs } };
}

const report = (message: CrowdReport) => process.send?.(message);

async function run(task: Exclude<CrowdTask, { task: 'started' }>): Promise<CrowdReport> {
  const done =
    task.task === 'arrive'
      ? await arrive(task.people)
      : task.task === 'return'
        ? await comeBack()
        : task.task === 'again'
          ? await comeBackAgain()
          : await play(task.warmUpMs, task.measureMs);
  return { done: true, people: people.length, ...done };
}

process.on('message', (task: CrowdTask) => {
  if (task.task === 'started') return void (isStartedAgain = true);
  run(task).then(report, (error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
for (const sign of ['disconnect', 'SIGTERM']) process.on(sign, () => process.exit());
