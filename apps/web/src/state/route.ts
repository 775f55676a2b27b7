/** Addresses of the page, and what they show. */
import type { GameId } from '@same-deal/engine';
import { addressOf } from '@same-deal/protocol/addresses';

/** As `puzzles/packed.ts` has them. */
type PuzzleKind = 'keep' | 'win';

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'race'; readonly code: string }
  | { readonly page: 'duplicate'; readonly code: string }
  | { readonly page: 'circles' }
  /** By its id, or by the code of its link. */
  | { readonly page: 'circle'; readonly code: string }
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
  /** A deal of practice, as somebody passed it on. */
  | { readonly page: 'deal'; readonly variant: string; readonly deal: string }
  | { readonly page: 'puzzles' }
  | {
      readonly page: 'puzzle';
      readonly game: GameId;
      readonly kind: PuzzleKind;
      readonly number: number;
    }
  | { readonly page: 'lost' };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A race code as the service writes it, from however a person did. */
const tidyRaceCode = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** Reads a path such as `/race/ABC234`. */
export function parseRoute(path: string): Route {
  const found = addressOf(path);
  if (!found) return { page: 'lost' };
  const [first = '', second = '', third = ''] = found.values;
  switch (found.address) {
    case '/':
      return { page: 'home' };
    case '/race/:code':
      return { page: 'race', code: tidyRaceCode(first) };
    case '/duplicate/:code':
      return { page: 'duplicate', code: tidyRaceCode(first) };
    case '/circle/:code':
      return { page: 'circle', code: UUID.test(first) ? first.toLowerCase() : tidyRaceCode(first) };
    case '/race/:code/ghosts':
    case '/race/:code/tables':
    case '/daily/:day/:game/ghosts':
      return { page: 'recordings', path };
    case '/play/:playId':
      return { page: 'play', playId: first };
    case '/replay/:playId':
      return { page: 'replay', playId: first };
    case '/compare/:playId/:playId':
      return { page: 'compare', playIds: [first, second] };
    case '/daily':
      return { page: 'dailies' };
    case '/daily/archive':
      return { page: 'archive' };
    case '/daily/:day/:game':
      return { page: 'daily', day: first, game: second };
    case '/boards/:game':
      return { page: 'boards', game: first };
    case '/rules/:game':
    case '/rules/:game/:step':
      return { page: 'rules', game: first, step: Number(second || 1) };
    case '/deal/:game/:form/:deal':
      return { page: 'deal', variant: `${first}/${second}`, deal: third };
    case '/puzzles/:game/:kind/:number':
      return {
        page: 'puzzle',
        game: first as GameId,
        kind: second as PuzzleKind,
        number: Number(third),
      };
    case '/people/:personId':
      return { page: 'person', personId: first };
    default:
      // Those that need nothing but their name.
      return { page: found.address.slice(1) as Plain };
  }
}

/** The routing key that brings everybody of a race or play to one node: the race's code, or the play's id. */
export function meetingPlace(route: Route): string | undefined {
  if (route.page === 'race') return route.code;
  return route.page === 'play' ? route.playId : undefined;
}

type Plain = 'circles' | 'continue' | 'sign-in' | 'you' | 'games' | 'people' | 'stats' | 'puzzles';

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
  /** A deal by its code or number; that of a closed daily has a page already. */
  deal: (variant: string, deal: string): string =>
    deal.startsWith('daily/')
      ? `/${deal}/${variant.split('/')[0]}`
      : `/deal/${variant}/${encodeURIComponent(deal)}`,
  puzzles: '/puzzles',
  puzzle: (game: string, kind: string, number: number): string =>
    `/puzzles/${encodeURIComponent(game)}/${kind}/${number}`,
  games: '/games',
  people: '/people',
  person: (personId: string): string => `/people/${encodeURIComponent(personId)}`,
  race: (code: string): string => `/race/${encodeURIComponent(code)}`,
  /** A race's own page, also where its link leads to a later race of a series. */
  raceResult: (code: string): string => `/race/${encodeURIComponent(code)}#result`,
  duplicate: (code: string): string => `/duplicate/${encodeURIComponent(code)}`,
  circles: '/circles',
  circle: (idOrCode: string): string => `/circle/${encodeURIComponent(idOrCode)}`,
  play: (playId: string): string => `/play/${encodeURIComponent(playId)}`,
  replay: (playId: string): string => `/replay/${encodeURIComponent(playId)}`,
  compare: (one: string, other: string): string =>
    `/compare/${encodeURIComponent(one)}/${encodeURIComponent(other)}`,
};
