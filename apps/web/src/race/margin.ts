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
