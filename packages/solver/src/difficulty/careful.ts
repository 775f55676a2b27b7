/**
 * A plain, careful player without foresight: brings home what can go home, lays no card on one that is
 * wanted sooner if there is another way, deals when nothing else is to be done, and takes any of what
 * looks alike. Chooses by the view, so what nobody can see changes nothing.
 */
import {
  CARDS_IN_PACK,
  faceOf,
  pileAt,
  rankOf,
  suitOf,
  topOf,
  variantOf,
  viewOf,
} from '@same-deal/engine';
import type { Card, Draw, Move, Pile, Position, Role, Solitaire } from '@same-deal/engine';

/** More than any play takes that gets somewhere. */
const MOST_MOVES = 1000;

/** What a kind of move is worth; among those of most worth any is taken. Below zero it is never made. */
const HOME = 9;
/** A card on one that is wanted later. */
const TIDY = 8;
const FILL_FROM_WASTE = 7;
/** A card on one that is wanted sooner. */
const UNTIDY = 6;
const DEAL = 5;
const REDEAL = 4;
const NEVER = -1;

/** How many cards of its suit go home before a card that no foundation will want any more: too many. */
const LONG = 30;

/**
 * Plays a position to its end.
 * @param draw the player's only chance
 * @returns how many cards did not come home; 0 for a win
 */
export function playCarefully(start: Position, draw: Draw): number {
  const rules = variantOf(start.variant);
  let position = start;
  // Cards shifted within the table since something last changed for good. Each is shifted once, so
  // that nobody goes to and fro for ever.
  let shifted = new Set<Card>();
  let waits = waitsIn(rules, position.piles);
  for (let n = 0; n < MOST_MOVES; n++) {
    const move = choose(rules, { view: viewOf(position), waits, shifted }, draw);
    if (!move) break;
    const to = roleOf(rules, move.to);
    const lasts = isLasting(roleOf(rules, move.from), to);
    if (!lasts) shifted.add(topOf(pileAt(position.piles, move.from)));
    else if (shifted.size > 0) shifted = new Set();
    position = rules.play(position, move);
    if (to === 'foundation') waits = waitsIn(rules, position.piles);
  }
  return position.piles.flatMap((pile, n) => (rules.piles[n]?.builds ? [] : pile)).length;
}

const roleOf = (rules: Solitaire, pile: number): Role | undefined => rules.piles[pile]?.role;

/** Whether a move brings a card home or changes the stock: after it the table is another one. */
const isLasting = (from?: Role, to?: Role): boolean =>
  to === 'foundation' || from === 'stock' || to === 'stock';

/** What the player goes by. */
interface Sight {
  readonly view: Position;
  /** For each face, see `waitsIn`. */
  readonly waits: Uint8Array;
  readonly shifted: ReadonlySet<Card>;
}

function choose(rules: Solitaire, sight: Sight, draw: Draw): Move | undefined {
  let most = 0;
  let among: Move[] = [];
  for (const move of rules.legalMoves(sight.view)) {
    const worth = worthOf(rules, sight, move);
    if (worth < most) continue;
    if (worth > most) among = [];
    most = worth;
    among.push(move);
  }
  return among[among.length > 1 ? draw(among.length - 1) : 0];
}

function worthOf(rules: Solitaire, { view, waits, shifted }: Sight, { from, to }: Move): number {
  const source = roleOf(rules, from);
  const target = roleOf(rules, to);
  if (source === 'foundation') return NEVER;
  if (target === 'foundation') return HOME;
  if (target === 'stock') return REDEAL;
  if (source === 'stock' && target === 'waste') return DEAL;
  const card = topOf(pileAt(view.piles, from));
  const pile = pileAt(view.piles, to);
  if (target === 'reserve') return worthOfPlacing(waits, card, pile);
  if (shifted.has(card)) return NEVER;
  if (target === 'waste') return TIDY;
  if (pile.length === 0) return source === 'waste' ? FILL_FROM_WASTE : NEVER;
  return waitOf(waits, card) <= waitOf(waits, topOf(pile)) ? TIDY : UNTIDY;
}

/** A card that has to be placed covers what is wanted later; if nothing is, what is wanted as late as possible. */
function worthOfPlacing(waits: Uint8Array, card: Card, pile: Pile): number {
  // A space is kept for what would be in the way anywhere else.
  if (pile.length === 0) return UNTIDY;
  let soonest = LONG;
  for (const under of pile) soonest = Math.min(soonest, waitOf(waits, under));
  return waitOf(waits, card) <= soonest ? TIDY : soonest / LONG;
}

const waitOf = (waits: Uint8Array, card: Card): number => waits[faceOf(card)] ?? LONG;

/** For each face: how many cards of its suit have to go home before it can, on the shorter way. */
function waitsIn(rules: Solitaire, piles: readonly Pile[]): Uint8Array {
  const waits = new Uint8Array(CARDS_IN_PACK);
  for (let face = 0; face < CARDS_IN_PACK; face++) {
    const suit = suitOf(face);
    const rank = rankOf(face);
    const home = pileAt(piles, suit).length;
    const isTurning = rules.piles[suit]?.builds?.cards === CARDS_IN_PACK / 2;
    const up = rank - home;
    const down = isTurning ? 25 - home - rank : 12 - pileAt(piles, 4 + suit).length - rank;
    waits[face] = Math.min(up < 0 ? LONG : up, down < 0 ? LONG : down);
  }
  return waits;
}
