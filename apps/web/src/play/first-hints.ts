/** What the first table of each game points out: its key rule, then pile by pile. Pure. */
import { isFaceUp, legalMoves, topOf } from '@same-deal/engine';
import type { Move, Position, Solitaire } from '@same-deal/engine';

export type HintKind = 'rule' | 'home' | 'build' | 'place' | 'deal' | 'look';

export interface FirstHint {
  readonly kind: HintKind;
  /** The move to point at; both ends the same pile where there is none, undefined of the table as a whole. */
  readonly at: Move | undefined;
}

/** What a move shows its player. */
export function kindOf({ piles }: Solitaire, { from, to }: Move): HintKind | undefined {
  const [source, target] = [piles[from]?.role, piles[to]?.role];
  if (target === 'foundation') return source === 'foundation' ? undefined : 'home';
  if (source === 'stock') return target === 'waste' ? 'deal' : 'place';
  return target === 'stock' ? undefined : 'build';
}

/** The hints of a game, in the order in which they are worth knowing. */
export function hintKinds({ piles }: Solitaire): readonly HintKind[] {
  const has = (role: string) => piles.some((pile) => pile.role === role);
  if (!has('stock')) return ['rule', 'home', 'build', 'look'];
  return has('waste') ? ['rule', 'home', 'build', 'deal'] : ['rule', 'home', 'place', 'look'];
}

/** The first hint that was not given yet and can be shown on this table. */
export function nextHint(
  rules: Solitaire,
  position: Position,
  given: readonly HintKind[],
): FirstHint | undefined {
  const moves = legalMoves(position);
  for (const kind of hintKinds(rules)) {
    if (given.includes(kind)) continue;
    if (kind === 'rule') return { kind, at: undefined };
    if (kind === 'look') {
      const pile = position.piles.findIndex(
        (cards, n) => cards.length > 1 && rules.piles[n]?.role !== 'foundation',
      );
      if (pile >= 0 && isFaceUp(topOf(position.piles[pile] ?? []))) {
        return { kind, at: { from: pile, to: pile } };
      }
      continue;
    }
    const move = moves.find((one) => kindOf(rules, one) === kind);
    if (move) return { kind, at: move };
  }
  return undefined;
}
