import { analysis } from '../messages/analysis.en.ts';
import { resultWords } from '../messages/result.en.ts';
import { paths } from '../state/route.ts';
import type { StandingRow } from './race-state.ts';

/** The way to both tables side by side: one's own, and that of the best of the others. */
export function comparison(
  rows: readonly StandingRow[],
): { readonly path: string; readonly text: string } | undefined {
  const moved = rows.filter(({ moves }) => moves > 0);
  const mine = moved.find(({ isYou }) => isYou);
  const other = moved.find(({ isYou }) => !isYou);
  if (!mine?.player.playId || !other?.player.playId) return undefined;
  // The moves themselves are fetched there only; of equal figures it is not known that they diverge.
  const mayBeSame =
    mine.moves === other.moves && mine.undos === other.undos && mine.cardsHome === other.cardsHome;
  return {
    path: paths.compare(mine.player.playId, other.player.playId),
    text: mayBeSame ? analysis.compare(other.player.name) : resultWords.parted,
  };
}
