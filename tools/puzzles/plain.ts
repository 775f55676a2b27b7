/**
 * What a puzzle says, checked again by the plainest means: the engine's moves, positions kept as text, depth first. It
 * shares no code with the search that found the puzzles.
 */
import {
  cardsHome,
  faceOf,
  formatPosition,
  isWon,
  legalMoves,
  playMove,
  unwrap,
  variantOf,
} from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import type { Puzzle } from '../../apps/web/src/puzzles/packed.ts';

/** More than any puzzle needs. */
const MOST_POSITIONS = 200_000;

/** Every position that can follow, piles of a kind in any order as one; ends at a win. */
function* allAfter(start: Position): Generator<Position> {
  const { piles, homeIsSafe } = variantOf(start.variant);
  const isHome = (pile: number) => piles[pile]?.role === 'foundation';
  const open = [start];
  const seen = new Set<string>();
  for (let position = open.pop(); position; position = open.pop()) {
    const name = nameOf(position);
    if (seen.has(name)) continue;
    seen.add(name);
    if (seen.size > MOST_POSITIONS) throw new Error('too many positions can follow');
    yield position;
    const moves = legalMoves(position);
    // In Bisley a card that can go home may always go (`homeIsSafe`), so the rest need not be tried.
    const home = homeIsSafe ? moves.find(({ to }) => isHome(to)) : undefined;
    for (const move of home ? [home] : moves) open.push(unwrap(playMove(position, move)));
  }
}

function nameOf(position: Position): string {
  const { piles } = variantOf(position.variant);
  const [text = '', counters = ''] = formatPosition(position).split(' ');
  const names = text.split('|').map((cards, n) => [piles[n]!.role, cards] as const);
  const ofKind = (isAlike: boolean) =>
    names.flatMap(([role, cards]) =>
      (role === 'tableau' || role === 'reserve') === isAlike ? [cards] : [],
    );
  return [...ofKind(false), '/', ...ofKind(true).sort(), counters].join('|');
}

/** Whether it can be won in so many moves. */
function isWonWithin(start: Position, most: number): boolean {
  const tried = new Map<string, number>();
  const wins = (position: Position, left: number): boolean => {
    if (isWon(position)) return true;
    // Each move brings home one card at most.
    if (cardsOut(position) > left) return false;
    const name = nameOf(position);
    if ((tried.get(name) ?? -1) >= left) return false;
    tried.set(name, left);
    return legalMoves(position).some((move) => wins(unwrap(playMove(position, move)), left - 1));
  };
  return wins(start, most);
}

const cardsOut = (position: Position): number => {
  const { packs, dealtHome } = variantOf(position.variant);
  return 52 * packs - dealtHome - cardsHome(position);
};

const atHome = (position: Position, face: number): number => {
  const { piles } = variantOf(position.variant);
  return position.piles
    .filter((_, n) => piles[n]?.role === 'foundation')
    .flat()
    .filter((card) => faceOf(card) === face).length;
};

/** What is wrong with a puzzle; undefined if all it says is so. */
export function faultOf({ kind, position, solution, refutations }: Puzzle): string | undefined {
  const end = solution.reduce((table, move) => unwrap(playMove(table, move)), position);
  if (!isWon(end)) return 'its solution does not win';
  if (kind === 'win') {
    return isWonWithin(position, solution.length - 1) ? 'a way is shorter' : undefined;
  }
  for (const { move, blocked, line } of refutations) {
    const after = unwrap(playMove(position, move));
    const last = line.reduce((table, next) => unwrap(playMove(table, next)), after);
    for (const reached of allAfter(after)) {
      if (isWon(reached)) return 'another move keeps the win';
      if (cardsHome(reached) > cardsHome(last)) return 'a refutation gets further';
      if (blocked && atHome(reached, blocked.face) > blocked.atMost)
        return 'a blocked card comes home';
    }
  }
  return undefined;
}
