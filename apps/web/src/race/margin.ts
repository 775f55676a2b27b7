import { resultTime, tenthsText } from '../messages/format.ts';
import { reachedAt } from './race-state.ts';
import type { StandingRow } from './race-state.ts';

/** How far two times are apart: `0.7 s`, from a minute on as a result. Less than a tenth is told as a tenth. */
export const apartText = (ms: number): string =>
  ms < 60_000 ? `${tenthsText(Math.max(100, ms - (ms % 100)))} s` : resultTime(ms);

/** How far one place is ahead of another, of which the name is: in time if both brought all cards home, else in cards. */
export interface Margin {
  readonly name: string;
  readonly by: { readonly ms: number } | { readonly cards: number };
}

/** From the standings of a settled race; undefined for a shared first place, or if nobody else was there. */
export function marginOf(rows: readonly StandingRow[]): Margin | undefined {
  const [first, ...more] = rows.filter(({ place }) => place !== null);
  const next = more[0];
  if (!first || !next || next.place === 1) return undefined;
  return between(first, next, next.player.name);
}

/** How far the viewer is behind the winner; undefined for who came first, or has no place. */
export function behindOf(rows: readonly StandingRow[]): Margin | undefined {
  const first = rows.find(({ place }) => place === 1);
  const yours = rows.find(({ isYou, place }) => isYou && place !== null && place > 1);
  return first && yours && between(first, yours, first.player.name);
}

function between(ahead: StandingRow, behind: StandingRow, name: string): Margin | undefined {
  if (ahead.ending === 'won' && behind.ending === 'won') {
    return { name, by: { ms: (behind.elapsedMs ?? 0) - (ahead.elapsedMs ?? 0) } };
  }
  const cards = ahead.cardsHome - behind.cardsHome;
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
