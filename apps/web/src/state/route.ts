/** Addresses of the page, and what they show. */
import { gameList } from '@same-deal/engine';

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'race'; readonly code: string }
  | { readonly page: 'duplicate'; readonly code: string }
  /** Of a race or a daily: `recordings.ts` reads the rest. */
  | { readonly page: 'recordings'; readonly path: string }
  | { readonly page: 'play'; readonly playId: string }
  | { readonly page: 'replay'; readonly playId: string }
  | { readonly page: 'compare'; readonly playIds: readonly [string, string] }
  | { readonly page: 'continue' }
  | { readonly page: 'dailies' }
  | { readonly page: 'archive' }
  | { readonly page: 'daily'; readonly day: string; readonly game: string }
  | { readonly page: 'boards'; readonly game: string }
  | { readonly page: 'stats' }
  /** The steps of a game's rules are counted from 1. */
  | { readonly page: 'rules'; readonly game: string; readonly step: number }
  | { readonly page: 'sign-in' }
  | { readonly page: 'you' }
  | { readonly page: 'games' }
  | { readonly page: 'people' }
  | { readonly page: 'person'; readonly personId: string }
  | { readonly page: 'lost' };

/** A race code as the service writes it, from however a person did. */
const tidyRaceCode = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/**
 * A race code from what a person typed or pasted: the code itself, or a link to the race.
 * Whether such a race exists is the service's to say.
 */
export function raceCodeFrom(text: string): string {
  const link = /\/race\/([^/?#\s]+)/.exec(text);
  return tidyRaceCode(link?.[1] ?? text);
}

/** How the service writes the ids of plays: as UUIDs. */
const PLAY_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isGame = (text: string): boolean => gameList.some(({ id }) => id === text);

/** Reads a path such as `/race/ABC234`. */
export function parseRoute(path: string): Route {
  const [page = '', argument, ...more] = path.replace(/^\/|\/$/g, '').split('/');
  if (/^\/(race|daily)\/.+\/(ghosts|tables)\/?$/.test(path)) return { page: 'recordings', path };
  if (page === 'compare' && argument !== undefined && more.length === 1) {
    const playIds = [decoded(argument), decoded(more[0] ?? '')] as const;
    return playIds.every((id) => PLAY_ID.test(id)) ? { page, playIds } : { page: 'lost' };
  }
  if (page === 'daily' && argument !== undefined && more.length === 1) {
    const game = decoded(more[0] ?? '');
    return DAY.test(argument) && isGame(game) ? { page, day: argument, game } : { page: 'lost' };
  }
  if (page === 'rules' && argument !== undefined && more.length < 2) {
    const [game, step = '1'] = [decoded(argument), more[0]];
    return isGame(game) && /^[1-5]$/.test(step)
      ? { page, game, step: Number(step) }
      : { page: 'lost' };
  }
  if (more.length > 0) return { page: 'lost' };
  if (argument === undefined) {
    if (page === '') return { page: 'home' };
    if (page === 'daily') return { page: 'dailies' };
    return isPlain(page) ? { page } : { page: 'lost' };
  }
  const text = decoded(argument);
  if (text === '') return { page: 'lost' };
  if (page === 'daily' && text === 'archive') return { page: 'archive' };
  if (page === 'boards' && isGame(text)) return { page, game: text };
  if (page === 'people') return { page: 'person', personId: text };
  if (page === 'race' || page === 'duplicate') return { page, code: tidyRaceCode(text) };
  if ((page === 'play' || page === 'replay') && PLAY_ID.test(text)) return { page, playId: text };
  return { page: 'lost' };
}

/** By what all who meet on a page are brought to one node: the race's code, or the play's id. */
export function meetingPlace(route: Route): string | undefined {
  if (route.page === 'race') return route.code;
  return route.page === 'play' ? route.playId : undefined;
}

/** Pages that need nothing but their name. */
const plainPages = ['continue', 'sign-in', 'you', 'games', 'people', 'stats'] as const;
const isPlain = (page: string): page is (typeof plainPages)[number] =>
  (plainPages as readonly string[]).includes(page);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

export const paths = {
  home: '/',
  continue: '/continue',
  signIn: '/sign-in',
  you: '/you',
  dailies: '/daily',
  archive: '/daily/archive',
  stats: '/stats',
  daily: (day: string, game: string): string => `/daily/${day}/${encodeURIComponent(game)}`,
  boards: (game: string): string => `/boards/${encodeURIComponent(game)}`,
  /** A game's rules, or one of their steps, counted from 1. */
  rules: (game: string, step = 1): string =>
    `/rules/${encodeURIComponent(game)}${step > 1 ? `/${step}` : ''}`,
  games: '/games',
  people: '/people',
  person: (personId: string): string => `/people/${encodeURIComponent(personId)}`,
  race: (code: string): string => `/race/${encodeURIComponent(code)}`,
  /** A race's own page, also where its link leads to a later race of a series. */
  raceResult: (code: string): string => `/race/${encodeURIComponent(code)}#result`,
  duplicate: (code: string): string => `/duplicate/${encodeURIComponent(code)}`,
  play: (playId: string): string => `/play/${encodeURIComponent(playId)}`,
  replay: (playId: string): string => `/replay/${encodeURIComponent(playId)}`,
  compare: (one: string, other: string): string =>
    `/compare/${encodeURIComponent(one)}/${encodeURIComponent(other)}`,
};
