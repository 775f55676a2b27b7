/**
 * `pnpm bench chaos [--faults N] [--rounds N] [--races N] [--seed N] [--only FAULT,…] [--calm MS] [--record FILE]`: real nodes,
 * PostgreSQL, Valkey and HAProxy; players who race; and one fault after the other by a seeded plan. In the end every log
 * is replayed and compared with what clients received. Exits with 1 if anything acknowledged was lost, doubled or changed,
 * T0 moved, a race was not settled once, standings differ, somebody was not back in play in time, or connected anew more
 * than once a second. The last line is one JSON object, which `--record` adds to a file.
 *
 * `--rounds` are faults of nodes and load balancer alone, at random moments, each until everybody is back in play.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { linearDraw } from '@same-deal/engine';
import { openDatabase } from '../../apps/server/src/storage/database.ts';
import { verifyResults } from '../../apps/server/src/storage/verify/verify-results.ts';
import { percentile } from './check.ts';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { faultNames, faults, planOf, routingFaults } from './faults.ts';
import type { FaultName } from './faults.ts';
import { raceAgainAndAgain } from './races.ts';
import type { PlayedRace } from './races.ts';
import { checkRaces, standingsOf, timesOf } from './verdict.ts';
import type { Line } from './player.ts';
import type { Chance } from './wire.ts';
import { openLine } from './player.ts';

/** People make about one move in two seconds. */
const MOVE_EVERY_MS = 1_000;
const WARM_UP_MS = 5_000;
/** Between a fault's end and the next one, so that each is measured separately; a shorter time finds as many errors. */
const CALM_MS = 6_000;
/** In rounds: at a random moment after the one before. */
const ROUND_WITHIN_MS = 2_000;
/** Everybody is back in play within that, in rounds. */
const BACK_WITHIN_MS = 10_000;
const BACK_P95_MS = 4_000;
/** Whoever is not back by then is taken for stranded. */
const STRANDED_MS = 60_000;
/** How often a page connects anew at most; timers may be a millisecond early. */
const ANEW_EVERY_MS = 999;

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: String(faultNames.length) },
    races: { type: 'string', default: '16' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    rounds: { type: 'string' },
    only: { type: 'string' },
    calm: { type: 'string', default: String(CALM_MS) },
    record: { type: 'string' },
  },
});
const seed = Number(values.seed);
const draw = linearDraw(seed);
const chance: Chance = () => draw(2 ** 15 - 1) / 2 ** 15;
const isInRounds = values.rounds !== undefined;
const only = (values.only?.split(',') ?? (isInRounds ? routingFaults : faultNames)).filter(
  (name): name is FaultName => name in faults,
);

/** A fault and its time span, for measuring the delay of entries in progress or sent soon after. */
interface Measured {
  readonly name: FaultName;
  readonly from: number;
  readonly to: number;
  readonly possibleAt: number;
}

function backInPlay(races: readonly PlayedRace[], { from, to, possibleAt }: Measured): number[] {
  return races.flatMap(({ players }) =>
    players.flatMap(({ trips, pendingSince }) => {
      const waits = [...trips, { sentAt: pendingSince() ?? Infinity, answeredAt: Infinity }]
        .filter(
          ({ sentAt, answeredAt }) =>
            answeredAt >= possibleAt && sentAt >= from - STRANDED_MS && sentAt <= to,
        )
        .map(
          ({ sentAt, answeredAt }) =>
            Math.min(answeredAt, performance.now()) - Math.max(sentAt, possibleAt),
        );
      return waits.length > 0 ? [Math.max(...waits)] : [];
    }),
  );
}

/** Waits until everybody has made a move since then, or is stranded. */
async function untilBack(races: readonly PlayedRace[], since: number): Promise<void> {
  const isBack = () =>
    races.every(({ players }) => players.every((one) => one.hasPlayedSince(since)));
  while (!isBack() && performance.now() < since + STRANDED_MS) await sleep(50);
}

/** Pauses between two connections of one line, but for its first. */
const pausesOf = (races: readonly PlayedRace[]): number[] =>
  races.flatMap(({ lines }) =>
    lines.flatMap(({ dials }) => dials.slice(2).map((ms, n) => ms - (dials[n + 1] ?? 0))),
  );

/** The standings as each node returns them, with the other one stopped. */
async function standingsEverywhere(cluster: Cluster, races: readonly PlayedRace[]) {
  const byNode: Map<string, string>[] = [];
  for (const node of cluster.nodes) await node.process().end('SIGTERM');
  for (const node of cluster.nodes) {
    await node.start();
    const lines: Line[] = [];
    const standings = new Map<string, string>();
    for (const { code, people } of races) {
      const line = openLine(node.url, people[0]!, code);
      lines.push(line);
      standings.set(code, standingsOf(await line.ask('race:enter', { code })));
    }
    byNode.push(standings);
    for (const line of lines) line.close();
    await node.process().end('SIGTERM');
  }
  return byNode;
}

const cluster = await startCluster();
if (!cluster.disk)
  console.log('no disk can be mounted here that could be full: that fault is left out');
const possible = only.filter((name) => name !== 'disk-full' || cluster.disk);
const plan = planOf(Number(values.rounds ?? values.faults), chance, possible);
console.log(`seed ${seed}: ${plan.length} faults, ${values.races} races at a time`);
const wrong: string[] = [];
try {
  let isOver = false;
  const played: PlayedRace[] = [];
  const racing = Array.from({ length: Number(values.races) }, (_, n) =>
    raceAgainAndAgain({
      server: cluster.url,
      firstPerson: n * 4,
      chance,
      everyMs: MOVE_EVERY_MS,
      isOver: () => isOver,
      onBegun: (race) => played.push(race),
      timesOf: (code) => timesOf(cluster.databaseUrl(), code),
    }),
  );
  const failed = Promise.all(racing);
  failed.catch(() => undefined);
  while (played.length < racing.length) await Promise.race([sleep(200), failed]);
  await sleep(WARM_UP_MS);

  const measured: Measured[] = [];
  const waitsOf = new Map<Measured, number[]>();
  for (const [n, name] of plan.entries()) {
    const node = cluster.nodes[Math.floor(chance() * 2)]!;
    if (isInRounds) await sleep(chance() * ROUND_WITHIN_MS);
    const from = performance.now();
    const { possibleAt } = await faults[name](cluster, node, chance);
    const back = isInRounds ? untilBack(played, possibleAt) : sleep(Number(values.calm));
    await Promise.race([back, failed]);
    const one = { name, from, to: performance.now(), possibleAt };
    measured.push(one);
    const waits = backInPlay(played, one);
    waitsOf.set(one, waits);
    const worst = Math.round(Math.max(0, ...waits));
    console.log(
      `${n + 1}/${plan.length} ${name} ${node.name}: ${waits.length} players, back in play p50 ` +
        `${Math.round(percentile(waits, 50))} ms, p95 ${Math.round(percentile(waits, 95))} ms, longest ${worst} ms; ` +
        `shortest pause before connecting anew ${Math.round(Math.min(...pausesOf(played)))} ms, ` +
        `${Math.round(performance.now() / 1000)} s`,
    );
    if (isInRounds && worst > BACK_WITHIN_MS) wrong.push(`${name}: back in play after ${worst} ms`);
  }
  isOver = true;
  await failed;
  console.log('every race is settled; checking');

  const standings = await standingsEverywhere(cluster, played);
  const database = openDatabase(cluster.databaseUrl(), () => undefined, true);
  try {
    const checked = await checkRaces(database, played, standings);
    const verified = await verifyResults(database);
    wrong.push(...checked.wrong, ...verified.differences);
    const refusedDuring = ({ from, to }: Measured) =>
      played
        .flatMap(({ lines }) => lines.flatMap(({ refused }) => refused))
        .filter(({ at, code }) => at >= from && at <= to && code !== 'elsewhere').length;
    const figures = Object.fromEntries(
      faultNames
        .map((name) => [name, measured.filter((one) => one.name === name)] as const)
        .filter(([, ones]) => ones.length > 0)
        .map(([name, ones]) => {
          const waits = ones.flatMap((one) => waitsOf.get(one) ?? []);
          return [
            name,
            {
              times: ones.length,
              p50Ms: Math.round(percentile(waits, 50)),
              p95Ms: Math.round(percentile(waits, 95)),
              longestMs: Math.round(Math.max(0, ...waits)),
              refused: ones.reduce((sum, one) => sum + refusedDuring(one), 0),
            },
          ];
        }),
    );
    const all = [...waitsOf.values()].flat();
    const pauses = pausesOf(played);
    const tooSoon = pauses.filter((ms) => ms < ANEW_EVERY_MS).length;
    if (tooSoon > 0) wrong.push(`${tooSoon} times somebody connected anew within a second`);
    if (isInRounds && percentile(all, 95) >= BACK_P95_MS) wrong.push('p95 is too long');
    for (const line of wrong.slice(0, 50)) console.log(`WRONG: ${line}`);
    const result = JSON.stringify({
      seed,
      faults: plan.length,
      races: played.length,
      players: played.reduce((sum, { players }) => sum + players.length, 0),
      acknowledged: checked.acknowledged,
      wrong: wrong.length,
      backInPlayMs: {
        p50: Math.round(percentile(all, 50)),
        p95: Math.round(percentile(all, 95)),
        longest: Math.round(Math.max(0, ...all)),
      },
      connectedAnew: pauses.length,
      shortestPauseMs: Math.round(Math.min(...pauses)),
      ...figures,
    });
    if (values.record !== undefined) appendFileSync(values.record, `${result}\n`);
    console.log(result);
  } finally {
    await database.close();
  }
} catch (error) {
  wrong.push(String(error));
  console.error(error);
  console.error(`what the processes logged is in ${cluster.folder}`);
} finally {
  await cluster.stop(wrong.length > 0);
}
process.exit(wrong.length === 0 ? 0 : 1);
