/** Cards and tables as the recorded rules write them: `9H`, and piles, bottom card first, joined by `|`. */

const RANKS = 'A23456789TJQK';
const SUITS = 'CSHD';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FACE_OF = Int8Array.from({ length: 128 }, (_, code) =>
  LETTERS.indexOf(String.fromCharCode(code)),
);
export const KING = 12;

/** A card's face is 13 × suit + rank, and written as one letter in a position of a closed set. */
export const suitOf = (face: number): number => Math.floor(face / 13);
export const rankOf = (face: number): number => face % 13;
export const letterOf = (face: number): string => LETTERS.charAt(face);
/** −1 for what is no card's letter. */
export const faceOf = (letter: string): number => FACE_OF[letter.charCodeAt(0)] ?? -1;

/** A small count as one character that can be printed. */
export const countLetter = (count: number): string => String.fromCharCode(48 + count);
export const countAt = (text: string, at: number): number => text.charCodeAt(at) - 48;

/** A table's piles as faces, and its counters, from the text form. */
export function readTable(text: string): { piles: number[][]; counters: number[] } {
  const [piles = '', counters] = text.split(' ');
  return {
    piles: piles
      .split('|')
      .map((pile) =>
        (pile.match(/../g) ?? []).map(
          (card) => 13 * SUITS.indexOf(card.charAt(1)) + RANKS.indexOf(card.charAt(0)),
        ),
      ),
    counters: counters === undefined ? [] : counters.split(',').map(Number),
  };
}
