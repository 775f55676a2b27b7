/**
 * `pnpm ops fit-pace [--games A,B] [--most N]`: fits the pace of sparring partners to the races that people have played on
 * this installation, and prints it beside the present values. Reads only; may run beside the service.
 */
import { parseArgs } from 'node:util';
import { gameOf } from '@same-deal/engine';
import { readConfig } from '../../apps/server/src/config.ts';
import { recordOf } from '../../apps/server/src/play/play-record.ts';
import { isPartner } from '../../apps/server/src/race/partners.ts';
import { paces } from '../../apps/server/src/race/pace.ts';
import type { Pace } from '../../apps/server/src/race/pace.ts';
import { databaseForCommand } from '../../apps/server/src/storage/for-command.ts';
import { logsOf } from '../../apps/server/src/storage/play/logs.ts';
import { headersOf } from '../../apps/server/src/storage/play/headers.ts';
import type { OpenDatabase } from '../../apps/server/src/storage/database.ts';
import { fitPace, observationsOf } from './fit.ts';
import type { Observation } from './fit.ts';

const BATCH = 200;

const { values } = parseArgs({
  options: { games: { type: 'string' }, most: { type: 'string', default: '20000' } },
});
const games = values.games?.split(',');
const most = Number(values.most);

/** Reads the moves of the newest ended plays in races. */
async function observe({ prisma }: OpenDatabase): Promise<{ plays: number; moves: Observation[] }> {
  const moves: Observation[] = [];
  let plays = 0;
  for (let skip = 0; plays < most; skip += BATCH) {
    const rows = await prisma.play.findMany({
      where: { raceId: { not: null }, endedAt: { not: null } },
      orderBy: [{ startsAt: 'desc' }, { id: 'asc' }],
      skip,
      take: BATCH,
      select: { id: true, userId: true, deal: { select: { variant: true } } },
    });
    if (rows.length === 0) break;
    const people = rows.filter(
      ({ userId, deal }) => !isPartner(userId) && (!games || games.includes(gameOf(deal.variant))),
    );
    const ids = people.map(({ id }) => id);
    const logs = await logsOf(prisma, ids);
    for (const [id, header] of await headersOf(prisma, ids)) {
      moves.push(...observationsOf(recordOf(header, logs.get(id) ?? [])));
    }
    plays += people.length;
  }
  return { plays, moves };
}

function print(fitted: Pace): void {
  const names = ['firstLook', 'hand', 'choice', 'turnedUp', 'runHome', 'spread'] as const;
  const text = (value: number, name: string) =>
    (name === 'spread' ? value.toFixed(2) : String(Math.round(value))).padStart(9);
  console.log(`${''.padEnd(10)}   fitted  easygoing  steady   strong`);
  for (const name of names) {
    const present = ([1, 2, 3] as const).map((strength) => text(paces[strength][name], name));
    console.log(`${name.padEnd(10)}${text(fitted[name], name)}${present.join('')}`);
  }
}

try {
  const database = await databaseForCommand(readConfig(process.env));
  const { plays, moves } = await observe(database).finally(database.close);
  const fitted = fitPace(moves);
  console.log(`${moves.length} moves in ${plays} plays of people`);
  if (fitted) print(fitted);
  else console.log('too few to fit anything to');
  console.log(JSON.stringify({ fit: 'pace', plays, moves: moves.length, fitted: fitted ?? null }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
