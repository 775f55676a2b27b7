/**
 * `pnpm bench server`: acknowledged moves a second of the service as in production, beside bare echoes and a skeleton, all
 * with the same lightweight players. README.md beside this file says what is measured and how to read it.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { readArguments } from './arguments.ts';
import type { Arguments, PeopleArguments } from './arguments.ts';
import { measure } from './measure.ts';
import { measurePeople } from './people.ts';
import { rows, valkey } from './rows.ts';
import type { RowName } from './rows.ts';
import { summarise, tableOf } from './summary.ts';
import type { Round, Summary } from './summary.ts';

/** The least ratio to the bare echo (a) with which the skeleton counts as a yardstick. */
const SKELETON_REACHES = { node20: 1.4, later: 1.1 };
/** With fewer races, throughput is bound by the limit on entries and by commit latency, not by the processor. */
const RACES_THAT_SATURATE = 128;

/** Above this share of it, the limit on a person's entries bounds the throughput, not the server. */
const BOUND_BY_LIMIT = 0.9;

function argumentsOrExit(): Arguments | PeopleArguments {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

const titleOf = (name: RowName): string => rows[name].title;

/** Whether a row can run here; prints why if not. */
function isPossible(name: RowName): boolean {
  if (name !== 'f' || valkey) return true;
  console.log('(f) is left out: neither valkey-server nor redis-server is on the PATH');
  return false;
}

/** As fast as answers come. */
async function measureSaturated(options: Arguments): Promise<void> {
  const { node, nodeVersion, profile, rounds, measureMs, ...asked } = options;
  const names = asked.rows.filter(isPossible);
  const [load = 0] = loadavg();
  console.log(
    `servers on Node ${nodeVersion}; ${availableParallelism()} cores, load ${load.toFixed(1)} before`,
  );

  const sizes: Record<number, Summary> = {};
  for (const races of asked.races) {
    const done: Round[] = [];
    for (let n = 1; n <= rounds; n++) {
      const round: Round = {};
      for (const name of names) {
        const figures = await measure(rows[name], { node, profile }, { races, measureMs });
        round[name] = figures;
        const perSecond = Math.round(figures.movesPerSecond);
        console.log(`${races} races, round ${n}: ${perSecond} moves/s, (${name}) ${titleOf(name)}`);
      }
      done.push(round);
    }
    const summary = summarise(done);
    sizes[races] = summary;
    console.log(`\n${races} races of four, medians of ${rounds} rounds`);
    console.log(tableOf(summary, titleOf));
    const bound = names.filter((name) => (summary[name]?.shareOfLimit ?? 0) > BOUND_BY_LIMIT);
    if (bound.length > 0) console.log(`bound by the limit on entries, not by the server: ${bound}`);
    const reached = summary.c?.toEcho;
    const least = nodeVersion.startsWith('v20.') ? SKELETON_REACHES.node20 : SKELETON_REACHES.later;
    if (races >= RACES_THAT_SATURATE && reached !== undefined && reached < least) {
      console.log(`the skeleton does not count: ${reached} × (a), it should reach ${least}`);
    }
    console.log();
  }
  console.log(JSON.stringify({ bench: 'server', node: nodeVersion, rounds, races: sizes }));
}

const options = argumentsOrExit();
if ('people' in options) {
  const machine = {
    cores: availableParallelism(),
    processor: cpus()[0]?.model,
    node: process.version,
  };
  await measurePeople({ ...options, rows: options.rows.filter(isPossible) }, machine);
} else await measureSaturated(options);
