/** Fetches what is to be checked, from public routes only. */
import {
  daily,
  dailyBoard,
  duplicateSnapshot,
  openedDeal,
  playSnapshot,
  raceSnapshot,
} from '@same-deal/protocol';
import type { BoardName } from '@same-deal/protocol';
import type { z } from 'zod';
import type { Contest } from './check.ts';

/** Fetches the JSON of a path such as `/api/races/ABC234`; throws if it is refused. */
export type Get = (path: string) => Promise<unknown>;

/** What is to be checked at the path of a race, a daily or a duplicate; null for any other path. */
export async function contestsAt(pathname: string, get: Get): Promise<Contest[] | null> {
  const [, code] = /^\/race\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (code !== undefined) return [await raceAt(code, get)];
  const [, duplicate] = /^\/duplicate\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (duplicate !== undefined) return duplicateAt(duplicate, get);
  const [, key] = /^\/daily\/(\d{4}-\d\d-\d\d\/[a-z-]+)\/?$/.exec(pathname) ?? [];
  return key === undefined
    ? null
    : Promise.all((['fastest', 'fewest'] as const).map((board) => boardAt(key, board, get)));
}

const read = async <Schema extends z.ZodType>(get: Get, path: string, schema: Schema) =>
  schema.parse(await get(path)) as z.infer<Schema>;

async function raceAt(code: string, get: Get): Promise<Contest> {
  const race = await read(get, `/api/races/${code}`, raceSnapshot);
  const players = await Promise.all(
    race.players.map(async ({ name, playId, progress, partner }) => {
      if (!playId || !progress) throw new Error(`${name} has no play in it`);
      const play = await read(get, `/api/plays/${playId}`, playSnapshot);
      return { claimed: { ...progress, name, isPartner: Boolean(partner) }, play };
    }),
  );
  return {
    commitment: race.commitment ?? '',
    variant: race.settings.variant,
    deal: await read(get, `/api/races/${code}/deal`, openedDeal),
    players,
    order: 'race',
    of: race.code,
  };
}

/** The top of one board. */
async function boardAt(key: string, order: BoardName, get: Get): Promise<Contest> {
  const one = await read(get, `/api/dailies/${key}`, daily);
  const { top } = await read(get, `/api/dailies/${key}/boards/${order}`, dailyBoard);
  const players = [];
  for (const { playId, ...claimed } of top) {
    if (!playId) throw new Error('the daily has not closed yet');
    players.push({ claimed, play: await read(get, `/api/plays/${playId}`, playSnapshot) });
  }
  const deal = await read(get, `/api/dailies/${key}/deal`, openedDeal);
  return { commitment: one.commitment, variant: one.variant, deal, players, order, of: key };
}

/** Every deal of a duplicate, with the standings over all of them. */
async function duplicateAt(code: string, get: Get): Promise<Contest[]> {
  const { phase, deals, standings } = await read(get, `/api/duplicates/${code}`, duplicateSnapshot);
  if (phase !== 'closed') throw new Error('the duplicate has not closed yet');
  const names = new Map(standings.map(({ playerId, name }) => [playerId, name]));
  return Promise.all(
    deals.map(async ({ number, variant, commitment, results }) => {
      const players = [];
      for (const { playId, ...result } of results ?? []) {
        if (!playId) throw new Error(`a try at deal ${number} has no play`);
        const play = await read(get, `/api/plays/${playId}`, playSnapshot);
        players.push({ claimed: { ...result, name: names.get(result.playerId) ?? null }, play });
      }
      return {
        commitment,
        variant,
        deal: await read(get, `/api/duplicates/${code}/deals/${number}`, openedDeal),
        players,
        order: 'race' as const,
        of: `${code}/${number}`,
        standings,
      };
    }),
  );
}
