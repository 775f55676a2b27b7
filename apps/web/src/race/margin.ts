import { reachedAt } from './race-state.ts';
import type { StandingRow } from './race-state.ts';

/** How far the winner is ahead of the next place: in time if both brought all cards home, else in cards. */
export interface Margin {
  readonly name: string;
  readonly by: { readonly ms: number } | { readonly cards: number };
}

/** From the standings of a settled race; undefined for a shared first place, or if nobody else was there. */
export function marginOf(rows: readonly StandingRow[]): Margin | undefined {
  const [first, ...more] = rows.filter(({ place }) => place !== null);
  const next = more[0];
  if (!first || !next || next.place === 1) return undefined;
  const { name } = next.player;
  if (first.ending === 'won' && next.ending === 'won') {
    return { name, by: { ms: (next.elapsedMs ?? 0) - (first.elapsedMs ?? 0) } };
  }
  const cards = first.cardsHome - next.cardsHome;
  return cards > 0 ? { name, by: { cards } } : undefined;
}

/** What put the first before the next, where both had as many cards home: rules of the order of a race, in turn. */
export type TieBreak =
  | { readonly by: 'playing-on' }
  | { readonly by: 'time'; readonly ms: number }
  | { readonly by: 'moves'; readonly moves: number };

/** From the standings of a settled race; undefined where places were shared, or told apart by more than that. */
export function tieBreakOf(rows: readonly StandingRow[]): TieBreak | undefined {
  const [first, next] = rows.filter(({ place }) => place !== null);
  if (!first || !next || next.place === 1 || first.cardsHome !== next.cardsHome) return undefined;
  if (first.ending === 'won') return undefined;
  if (next.ending === 'conceded' && first.ending !== 'conceded') return { by: 'playing-on' };
  const ms = reachedAt(next) - reachedAt(first);
  return ms > 0 ? { by: 'time', ms } : { by: 'moves', moves: next.moves - first.moves };
}
