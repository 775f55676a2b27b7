/** Turns the order in which cards are lifted into moves. */
import { faceOf, moveBetween, pileAt, suitOf, topOf, variantOf } from '@same-deal/engine';
import type { Card, Move, Pile, Position } from '@same-deal/engine';

/**
 * The moves that lift cards in the given order, including those that hand carried cards over first;
 * every card goes home as soon as it can.
 * @param lifted an order that `searchLifts` found
 * @throws Error if a card cannot be lifted in its turn, which would be a bug in the search
 */
export function movesOf(start: Position, lifted: readonly Card[]): Move[] {
  const rules = variantOf(start.variant);
  const first = rules.piles.findIndex(({ role }) => role === 'tableau');
  const piles = start.piles.map((pile) => pile.slice());
  /** How many cards of each pile rest where they lay at the start; those above them are carried. */
  const rests = piles.map((pile) => pile.length);
  const moves: Move[] = [];

  const at = (pile: number): Pile => pileAt(piles, pile);
  const restsIn = (pile: number): number => rests[pile] ?? 0;
  const isCarrying = (pile: number): boolean => at(pile).length > restsIn(pile);

  function play(from: number, to: number): void {
    const card = piles[from]?.pop();
    if (card === undefined) throw new Error('an empty column has nothing to move');
    piles[to]?.push(card);
    if (from >= first) rests[from] = Math.min(restsIn(from), at(from).length);
    moves.push(moveBetween(from, to));
  }

  /** The column that shows a card. */
  const columnShowing = (card: Card): number =>
    piles.findIndex((pile, n) => n >= first && pile.length > 0 && topOf(pile) === card);

  /** The column whose topmost resting card this is. */
  const columnRestingOn = (card: Card): number =>
    piles.findIndex((pile, n) => n >= first && pile[restsIn(n) - 1] === card);

  const isCarried = (card: Card): boolean =>
    piles.some((pile, n) => n >= first && pile.indexOf(card) >= restsIn(n));

  /** The foundation that takes a card now. */
  function homeOf(card: Card): number | undefined {
    const suit = suitOf(card);
    const wanted = (pile: number) => {
      const { builds } = rules.piles[pile] ?? {};
      if (builds?.suit !== suit) return false;
      const up = builds.from === 0;
      const next = up ? at(pile).length : builds.from - at(pile).length;
      return faceOf(card) === 13 * suit + next;
    };
    const pile = rules.piles.findIndex((_, n) => n < first && wanted(n));
    return pile < 0 ? undefined : pile;
  }

  function goHome(): void {
    for (let column = first, without = 0; without < piles.length - first; without++) {
      const home = at(column).length > 0 ? homeOf(topOf(at(column))) : undefined;
      if (home !== undefined) {
        play(column, home);
        without = -1;
      } else column = column + 1 < piles.length ? column + 1 : first;
    }
  }

  /**
   * Hands the cards a column carries over to the resting card at their other end, which is relieved
   * first if it carries cards on its other side.
   * @returns false if that card is covered; nothing has moved then
   */
  function relieve(column: number): boolean {
    if (!isCarrying(column)) return true;
    const step = (at(column)[restsIn(column)] ?? 0) - (at(column)[restsIn(column) - 1] ?? 0);
    let other = topOf(at(column)) + step;
    while (isCarried(other)) other += step;
    const next = columnRestingOn(other);
    if (next < 0) return false;
    const carried = at(next)[restsIn(next)];
    const resting = at(next)[restsIn(next) - 1] ?? 0;
    const carriesAway = carried !== undefined && carried - resting === step;
    if (carriesAway && !relieve(next)) return false;
    while (isCarrying(column)) play(column, next);
    return true;
  }

  /** Where a relieved card may go: home, to lifted cards, or to a neighbour that can be relieved. */
  function placeFor(card: Card): number {
    const home = homeOf(card);
    if (home !== undefined) return home;
    const neighbours = [card - 1, card + 1].filter((other) => suitOf(other) === suitOf(card));
    const shown = neighbours.map(columnShowing).find((column) => column >= 0);
    if (shown !== undefined) return shown;
    const relieved = neighbours
      .map(columnRestingOn)
      .find((column) => column >= 0 && relieve(column));
    if (relieved !== undefined) return relieved;
    throw new Error('a card was to be lifted that has nowhere to go');
  }

  goHome();
  for (const card of lifted) {
    const column = columnRestingOn(card);
    // It may have gone home by itself.
    if (column < 0) continue;
    if (!relieve(column)) throw new Error('a card was to be lifted that must carry others');
    play(column, placeFor(card));
    goHome();
  }
  return moves;
}
