import type { Component } from 'svelte';
import type { Route } from '../state/route.ts';

type PageName = Route['page'];
type About<Name extends PageName> = Omit<Extract<Route, { page: Name }>, 'page'>;

/** What shows each route. A page is fetched when it is first shown, and given the parameters of its address. */
export const pages: {
  readonly [Name in PageName]: () => Promise<{ default: Component<About<Name>> }>;
} = {
  home: () => import('./Home.svelte'),
  race: () => import('./Race.svelte'),
  duplicate: () => import('./Duplicate.svelte'),
  circles: () => import('./Circles.svelte'),
  circle: () => import('./Circle.svelte'),
  recordings: () => import('./Recordings.svelte'),
  play: () => import('./Play.svelte'),
  replay: () => import('./Replay.svelte'),
  compare: () => import('./Compare.svelte'),
  dailies: () => import('./Dailies.svelte'),
  daily: () => import('./Daily.svelte'),
  archive: () => import('./Archive.svelte'),
  boards: () => import('./Boards.svelte'),
  rules: () => import('./Rules.svelte'),
  stats: () => import('./Stats.svelte'),
  continue: () => import('./Continue.svelte'),
  'sign-in': () => import('./SignIn.svelte'),
  you: () => import('./You.svelte'),
  games: () => import('./Games.svelte'),
  deal: () => import('./Deal.svelte'),
  puzzles: () => import('./Puzzles.svelte'),
  puzzle: () => import('./Puzzle.svelte'),
  people: () => import('./People.svelte'),
  person: () => import('./Person.svelte'),
  lost: () => import('./Lost.svelte'),
};
