/** Concise tables for tests: name the piles that matter, and all other cards go to one pile. */
import {
  CARDS_IN_PACK,
  formatCard,
  formatMove,
  formatPosition,
  legalMoves,
  parseMove,
  parsePosition,
  playMove,
  variantOf,
} from '../src/index.ts';
import type { Position, RejectionCode } from '../src/index.ts';
import { valueOf } from './positions.ts';

type Piles = Readonly<Record<string, string>>;

/** The foundations of Sly Fox and Alhambra as they are dealt. */
export const atHome: Piles = Object.fromEntries(
  ['C', 'S', 'H', 'D'].flatMap((suit) => [
    [`fa${suit}`, `A${suit}`],
    [`fk${suit}`, `K${suit}`],
  ]),
);

/** `2C-9C` style runs save space: `A-5C` is the ace to the five of clubs, `K-9C` king to nine. */
function cardsOf(text: string): string[] {
  const ranks = 'A23456789TJQK';
  return text
    .split(' ')
    .filter(Boolean)
    .flatMap((part) => {
      const [, first = '', last = '', suit = ''] = /^(.)-(.)(.)$/.exec(part) ?? [];
      if (suit === '') return [part];
      const from = ranks.indexOf(first);
      const to = ranks.indexOf(last);
      const step = from <= to ? 1 : -1;
      return Array.from(
        { length: Math.abs(to - from) + 1 },
        (_, n) => `${ranks[from + n * step]}${suit}`,
      );
    });
}

/**
 * A position with the named piles; all other cards lie in the pile `rest`, below those named for it.
 */
export function table(
  variant: string,
  rest: string,
  piles: Piles,
  counters: readonly number[] = [],
): Position {
  const rules = variantOf(variant);
  const named = new Map(Object.entries(piles).map(([name, text]) => [name, cardsOf(text)]));
  const left = new Map<string, number>();
  for (let face = 0; face < CARDS_IN_PACK; face++) left.set(formatCard(face), rules.packs);
  for (const card of [...named.values()].flat()) left.set(card, (left.get(card) ?? 0) - 1);
  const others = [...left].flatMap(([card, copies]) =>
    Array.from({ length: Math.max(0, copies) }, () => card),
  );
  named.set(rest, [...others, ...(named.get(rest) ?? [])]);
  const text = rules.piles.map(({ name }) => (named.get(name) ?? []).join('')).join('|');
  return valueOf(
    parsePosition(variant, counters.length > 0 ? `${text} ${counters.join(',')}` : text),
  );
}

/** Every legal move as text, sorted. */
export const moves = (position: Position): string[] =>
  legalMoves(position)
    .map((move) => formatMove(position.variant, move))
    .sort();

/** The position after moves given as text; throws if one is illegal. */
export const after = (position: Position, ...texts: string[]): Position =>
  texts.reduce((before, text) => {
    const move = parseMove(before.variant, text);
    if (!move) throw new Error(`${text} is no move of ${before.variant}`);
    return valueOf(playMove(before, move));
  }, position);

/** Why a move given as text is illegal; undefined if it is legal. */
export function refusal(position: Position, text: string): RejectionCode | undefined {
  const played = playMove(position, parseMove(position.variant, text) ?? { from: -1, to: -1 });
  return played.ok ? undefined : played.reason.code;
}

/** The cards of one pile as text. */
export function pile(position: Position, name: string): string {
  const index = variantOf(position.variant).piles.findIndex((spec) => spec.name === name);
  return formatPosition(position).split(' ')[0]?.split('|')[index] ?? '';
}
