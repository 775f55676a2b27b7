/**
 * `pnpm bench soak [--minutes N] [--races N] [--every MS] [--seed N]`: people come, race for some minutes and go, on two nodes
 * configured as in production, for an hour; each minute a line reports rate, delays, memory, lines and tables. In the end
 * every log is replayed and compared with what clients received. Exits with 1 if anything acknowledged was lost, or if a
 * figure has grown too much from the first third to the last. The last line is one JSON object.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { linearDraw } from '@same-deal/engine';
import { openDatabase } from '../../apps/server/src/storage/database.ts';
import { verifyResults } from '../../apps/server/src/storage/verify/verify-results.ts';
import { startCluster } from '../chaos/cluster.ts';
import { raceAgainAndAgain } from '../chaos/races.ts';
import type { PlayedRace } from '../chaos/races.ts';
import { checkRaces, timesOf } from '../chaos/verdict.ts';
import { growthOf } from './growth.ts';
import type { Sample } from './growth.ts';
import { takeSample } from './sample.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    races: { type: 'string', default: '48' },
    every: { type: 'string', default: '250' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
  },
});
const [minutes, slots, everyMs] = [values.minutes, values.races, values.every].map(Number) as [
  number,
  number,
  number,
];
const SEATS = 4;
const SAMPLE_EVERY_MS = 60_000;
/** The same people stay at least this long, and less than twice as long. */
const STAY_MS = 60_000;

const draw = linearDraw(Number(values.seed));
const chance = () => draw(2 ** 15 - 1) / 2 ** 15;
console.log(
  `seed ${values.seed}: ${slots} races of ${SEATS} at a time for ${minutes} minutes, a move in ${everyMs} ms each`,
);

// An hour's data would not fit on the small disk that can be filled.
const cluster = await startCluster({ canFill: false });
const wrong: string[] = [];
try {
  const played: PlayedRace[] = [];
  const until = performance.now() + minutes * 60_000;
  const isOver = () => performance.now() >= until;
  let people = 0;
  async function comeAndGo(): Promise<void> {
    while (!isOver()) {
      const goAt = performance.now() + STAY_MS * (1 + chance());
      const firstPerson = people;
      people += SEATS;
      await raceAgainAndAgain({
        server: cluster.url,
        firstPerson,
        chance,
        everyMs,
        isOver: () => isOver() || performance.now() >= goAt,
        onBegun: (race) => played.push(race),
        timesOf: (code) => timesOf(cluster.databaseUrl(), code),
      });
    }
  }
  const racing = Promise.all(Array.from({ length: slots }, comeAndGo));
  racing.catch(() => undefined);

  const samples: Sample[] = [];
  for (let from = performance.now(); !isOver(); from += SAMPLE_EVERY_MS) {
    await Promise.race([sleep(from + SAMPLE_EVERY_MS - performance.now()), racing]);
    const sample = await takeSample(cluster, played, from);
    samples.push(sample);
    console.log(
      `${String(samples.length).padStart(3)} min: ${Math.round(sample.movesPerSecond)} moves/s, ` +
        `p50 ${sample.p50Ms.toFixed(1)} ms, p99 ${sample.p99Ms.toFixed(1)} ms, ` +
        `${sample.megabytes.map((one) => one.toFixed(0)).join(' + ')} MB, ${sample.lines} lines, ` +
        `${sample.settled} races settled, ${(sample.databaseBytes / 2 ** 20).toFixed(0)} MB stored`,
    );
  }
  await racing;

  const database = openDatabase(cluster.databaseUrl(), () => undefined, true);
  try {
    const checked = await checkRaces(database, played, []);
    const verified = await verifyResults(database);
    wrong.push(...checked.wrong, ...verified.differences);
    const growth = growthOf(samples);
    wrong.push(...growth.tooMuch);
    for (const line of wrong.slice(0, 50)) console.log(`WRONG: ${line}`);
    console.log(
      JSON.stringify({
        bench: 'soak',
        seed: Number(values.seed),
        minutes,
        people,
        races: played.length,
        acknowledged: checked.acknowledged,
        wrong: wrong.length,
        first: growth.first,
        last: growth.last,
      }),
    );
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
