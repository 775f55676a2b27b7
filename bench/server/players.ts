/**
 * The players of one server, in a process of their own: `players.js KIND URL FIRST RACES`. Runs the tasks it receives over
 * IPC, one after the other, and reports the result of each.
 */
import { gatherAtService, gatherAtYardstick } from './lobby.ts';
import type { Gathering } from './lobby.ts';
import type { Player } from './player.ts';
import { play } from './tempo.ts';
import type { Played, Tempo } from './tempo.ts';

/** Commands to the players. */
export type Task =
  | { readonly task: 'connect' }
  | { readonly task: 'begin' }
  | ({ readonly task: 'play' } & Tempo);

/** Reports of the players: that the measured time has started, and that the task is done. */
export type Report = { readonly began: true } | { readonly done: true; readonly played?: Played };

/** So many races connect at a time: signing in is not measured, but must not time out. */
const AT_ONCE = 8;

const [, , kind, url = '', first = '0', count = '0'] = process.argv;
const gather = kind === 'service' ? gatherAtService : gatherAtYardstick;
const races = Array.from({ length: Number(count) }, (_, n) => Number(first) + n);
let gatherings: readonly Gathering[] = [];
let players: readonly Player[] = [];

const report = (message: Report) => process.send?.(message);

/** Maps items with limited concurrency, keeping their order. */
async function forEach<Item, Done>(
  items: readonly Item[],
  act: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [n, item] of queue) done[n] = await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return done;
}

async function run(task: Task): Promise<Report> {
  if (task.task === 'connect') gatherings = await forEach(races, (race) => gather(url, race));
  // All at once, as each race takes a countdown of five seconds.
  if (task.task === 'begin') {
    players = (await Promise.all(gatherings.map((gathering) => gathering.begin()))).flat();
  }
  if (task.task !== 'play') return { done: true };
  return { done: true, played: await play(players, task, () => report({ began: true })) };
}

process.on('message', (task: Task) => {
  run(task).then(report, (error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
for (const sign of ['disconnect', 'SIGTERM']) process.on(sign, () => process.exit());
