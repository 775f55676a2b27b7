/** Searches one deal, given by its number, for a limited time. */
import {
  formatDealCode,
  isWon,
  newGame,
  packOf,
  parseMove,
  playMove,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { solve } from '@same-deal/solver';
import type { Verdict } from '@same-deal/solver';
import type { Search } from './verdicts.ts';

/** The processor time of this process, in seconds: other programs on the machine do not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** @param deal its number, 1 or more */
export const dealAt = (variant: string, deal: number): Position =>
  unwrap(newGame(variant, unwrap(packOf(formatDealCode(deal), variantOf(variant).packs))));

/** Whether moves, as text, win a deal. */
export function isWin(variant: string, deal: number, moves: string): boolean {
  let position = dealAt(variant, deal);
  for (const text of moves.split(' ')) {
    const move = parseMove(variant, text);
    const next = move && playMove(position, move);
    if (!next?.ok) return false;
    position = next.value;
  }
  return isWon(position);
}

/**
 * @param variant such as `bisley/thirteen`
 * @param deal its number, 1 or more
 * @param most seconds of processor time, and memory
 * @throws Error if a win does not replay
 */
export function searchDeal(
  variant: string,
  deal: number,
  { seconds, memoryMiB }: Omit<Search, 'solver'>,
): Verdict {
  const start = dealAt(variant, deal);
  let until = 0;
  // Only searches that take some time call this, so most deals never read the clock.
  const shouldStop = () => processorTime() > (until ||= processorTime() + seconds);
  const { verdict, moves } = unwrap(solve(start, { shouldStop, memoryBytes: memoryMiB * 2 ** 20 }));
  if (verdict === 'won') {
    const end = moves.reduce((position, move) => unwrap(playMove(position, move)), start);
    if (!isWon(end)) throw new Error(`a win of ${variant} deal ${deal} does not win`);
  }
  return verdict;
}
