/**
 * Cards are small numbers: `id = 52 × pack + 13 × suit + rank`, suits C S H D = 0..3 and ranks A..K = 0..12.
 * The two copies of a card in a two-pack game have different ids and the same face; rules look at faces only.
 */
export const SUITS = ['C', 'S', 'H', 'D'] as const;
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;

export const ACE = 0;
export const KING = 12;
export const CARDS_IN_PACK = 52;

/** A card's id, 0..51 or 0..103; in a view also `FACE_DOWN`. */
export type Card = number;
/** All cards in play in shuffled order; dealt from the end. */
export type Pack = readonly Card[];

/** A card whose face is hidden in this view. No rule ever accepts it. */
export const FACE_DOWN: Card = -1;

/** Which card it is, whichever pack it came from: 0..51, or −1 for a face-down card. */
export const faceOf = (card: Card): number => (card < CARDS_IN_PACK ? card : card - CARDS_IN_PACK);
/** 0..12 for A..K; −1 for a face-down card. */
export const rankOf = (card: Card): number => card % 13;
/** 0..3 for C S H D. Meaningless for a face-down card: ask `isFaceUp` first. */
export const suitOf = (card: Card): number => ((card / 13) | 0) & 3;
export const isFaceUp = (card: Card): boolean => card >= 0;

/** Rank then suit, `TD`; `??` for a face-down card. */
export function formatCard(card: Card): string {
  return isFaceUp(card) ? `${RANKS[rankOf(card)]}${SUITS[suitOf(card)]}` : '??';
}

const facesByText = new Map(
  Array.from({ length: CARDS_IN_PACK }, (_, face) => [formatCard(face), face] as const),
);

/** The face a text such as `TD` names, `FACE_DOWN` for `??`, undefined for anything else. */
export function parseCard(text: string): Card | undefined {
  return text === '??' ? FACE_DOWN : facesByText.get(text);
}

/** The cards of one or two packs in order of id. */
export function sortedPack(packs: number): Card[] {
  return Array.from({ length: packs * CARDS_IN_PACK }, (_, card) => card);
}

/** Whether `cards` holds every card of so many packs exactly once. */
export function isPack(cards: readonly number[], packs: number): cards is Pack {
  const seen = new Set(cards);
  const size = packs * CARDS_IN_PACK;
  return (
    cards.length === size &&
    seen.size === size &&
    cards.every((card) => Number.isInteger(card) && card >= 0 && card < size)
  );
}
