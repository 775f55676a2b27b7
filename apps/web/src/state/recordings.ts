/** Addresses of the recordings of a race or a daily: to race them later, and to watch them together. */
import { gameList } from '@same-deal/engine';
import type { GhostSource } from '@same-deal/protocol';
import { isDay } from './is-day.ts';
import { paths } from './route.ts';

/** Where the service says whom one may race later. */
export const fieldPath = (of: GhostSource): string =>
  'race' in of
    ? `/api/races/${encodeURIComponent(of.race)}/ghosts`
    : `/api/dailies/${of.daily.day}/${of.daily.game}/ghosts`;

/** Where a race or a daily has its result. */
export const resultPath = (of: GhostSource): string =>
  'race' in of ? paths.race(of.race) : paths.daily(of.daily.day, of.daily.game);

/** The link to race it later. */
export const ghostsPath = (of: GhostSource): string => `${resultPath(of)}/ghosts`;

/** All replays of a race on one clock. */
export const tablesPath = (code: string): string => `${paths.race(code)}/tables`;

/** What such a link shows; undefined if it is none. */
export function recordingsOf(
  path: string,
): { readonly tables: string } | { readonly ghosts: GhostSource } | undefined {
  const [, race, what] = /^\/race\/([\dA-Za-z-]+)\/(ghosts|tables)\/?$/.exec(path) ?? [];
  const code = race?.toUpperCase().replaceAll('-', '');
  if (code) return what === 'tables' ? { tables: code } : { ghosts: { race: code } };
  const [, day, game] = /^\/daily\/(\d{4}-\d\d-\d\d)\/([\w-]+)\/ghosts\/?$/.exec(path) ?? [];
  const isGame = gameList.some(({ id }) => id === game);
  return day && game && isGame && isDay(day) ? { ghosts: { daily: { day, game } } } : undefined;
}
