/**
 * Alhambra's losses (alhambra.rules.md) by choices: a kinder game that keeps all suits, the reserve's piles and the
 * building, and a search that shows that it fails however the choices are made.
 *
 * _Choices._ For each two equal cards that are not home: which of them goes up. For each reserve card how it leaves
 * its pile: straight home, onto an empty waste, or onto a host, a card of its suit and a neighbouring rank. Any win
 * answers each of these questions in exactly one way. Some of the answers are given; the rest is open.
 *
 * _The kinder game_ deals the row (waste and stock) card by card, pass by pass. Between deals all that can leave does:
 * - The top of the waste goes home if its foundation has come so far and its chosen guests have been built on it. A
 *   card whose foundation is open counts for both.
 * - A guest of a row card, or of such a guest, that is its host's only one is placed: it leaves when its host is on
 *   top, and lies behind it in the row from then on. Another guest leaves when no row card of the deal covers its
 *   host, or, where its host is a reserve card, when that has left its pile.
 * - Any other reserve card leaves straight home if that is chosen or open; onto an empty waste, if chosen or open; and
 *   if open, by a neighbour that may show. It is free then: it lies nowhere, goes home at any time once its own guests
 *   have been built on it, and shows for ever, except where straight home was chosen.
 * - `bottom` is the last card of the deal's own row that was dealt in this pass and is not home. What may show is it
 *   and all that was dealt behind it, home or not.
 *
 * _Why a win comes home here,_ if it keeps to the choices. By induction over its moves: at the same point of the same
 * pass whatever is home in the win is home or free here, and whatever has left its pile there has left it here. Call a
 * card late if it is placed and not home here, and still in its pile in the win: its host is not home in the win then.
 * - A card x goes home from the waste of the win. If it is neither home nor free here, it lies on the waste here.
 *   Nothing lies on it: a card that did would not be home in the win, and be on x there too, or else be late, and so
 *   would its hosts be down to one whose host is on the waste of the win, at x or above it. That is x, which must wait
 *   for it.
 * - A guest is built in the win. If it is not out yet, its host is neither home nor free here. As before nothing but
 *   other chosen guests' chains can lie on the host, and a placed guest is the only one; so the host is on top, or is
 *   `bottom`.
 * - The waste's top in the win is a free card, or lies at `bottom` or behind it, as `bottom` is not home there.
 * - The waste of the win is empty: then so it is here, as a card left here would be late, and its first host that is
 *   out would be on the waste of the win. Where no card lies on the waste at the start, cards may come to lie before
 *   the whole row in the win, and go home when the next passes begin; so it counts as empty at the beginning of each.
 * Both cards of a pair are home by the time both foundations are past them, so cards that count for both lose nothing.
 */
import { KING, rankOf, readTable, suitOf } from './cards.ts';
import { isRefuted } from './refute.ts';

const SUITS = 4;
const RESERVES = 8;
const RANKS = 13;

/** Ways of a choice that name no host: its card goes up and the equal one down; straight home; onto an empty waste. */
export const UPWARDS = -1;
export const HOME = -2;
export const START = -3;
const OPEN = -4;

/** An answer. Cards have numbers: the row's in the order of dealing, then the reserve's by piles, bottom card first. */
export interface Choice {
  readonly card: number;
  /** One of the constants, or a reserve card's host. */
  readonly way: number;
}

export interface ChoicesGame {
  /** For each question all its answers. */
  readonly questions: readonly (readonly Choice[])[];
  /** Plays the kinder game. */
  readonly comesHome: (made: readonly Choice[]) => boolean;
}

const isNeighbour = (face: number, other: number): boolean =>
  suitOf(face) === suitOf(other) &&
  (Math.abs(face - other) === 1 || Math.abs(face - other) === KING);

/** For each rank the bits of the two beside it. */
const BESIDE = Array.from(
  { length: RANKS },
  (_, rank) => (1 << ((rank + 1) % RANKS)) | (1 << ((rank + KING) % RANKS)),
);

/** Where a card counts: on either foundation of its suit, or on one. */
const EITHER = 0;
const UP = 1;
const DOWN = 2;

/** @param text a position */
export function choicesGame(text: string): ChoicesGame {
  const { piles, counters } = readTable(text);
  const passes = 1 + (counters[0] ?? 0);
  const turned = piles[16]?.length ?? 0;
  const ownRow = [...(piles[16] ?? []), ...(piles[17] ?? []).toReversed()];
  const rowLength = ownRow.length;
  const faces = [...ownRow, ...piles.slice(RESERVES, 2 * RESERVES).flat()];
  const suits = Uint8Array.from(faces, suitOf);
  const ranks = Uint8Array.from(faces, rankOf);
  const cards = faces.length;
  const startUp = piles.slice(0, SUITS).map((pile) => pile.length);
  const startDown = piles.slice(SUITS, 2 * SUITS).map((pile) => pile.length);
  /** Each pile's lowest card, and the last pile's end. */
  const pileStart = [rowLength];
  for (let n = 0; n < RESERVES; n++) {
    pileStart.push(pileStart[n]! + (piles[RESERVES + n]?.length ?? 0));
  }

  /** Each card's equal one; −1 if that is home. */
  const twin = Int16Array.from(faces, (face, n) =>
    faces.findIndex((other, m) => m !== n && other === face),
  );
  /** Where cards count that no choice was made for. */
  const openSide = Uint8Array.from(faces, (face, n) => {
    if (twin[n]! >= 0) return EITHER;
    return rankOf(face) < startUp[suitOf(face)]! ? DOWN : UP;
  });

  const questions: Choice[][] = [];
  for (let card = 0; card < cards; card++) {
    if (twin[card]! > card) {
      questions.push([card, twin[card]!].map((upper) => ({ card: upper, way: UPWARDS })));
    }
  }
  for (let pile = 0; pile < RESERVES; pile++) {
    for (let card = pileStart[pile]!; card < pileStart[pile + 1]!; card++) {
      const hosts = faces.flatMap((face, n) => {
        const isBelow = n >= pileStart[pile]! && n < card;
        return isNeighbour(face, faces[card]!) && !isBelow ? [n] : [];
      });
      questions.push([HOME, START, ...hosts].map((way) => ({ card, way })));
    }
  }

  const side = new Uint8Array(cards);
  const wayOf = new Int16Array(cards);
  /** Chosen guests that have yet to be built. */
  const guests = new Uint8Array(cards);
  /** The placed guest, and whether a card is one; −1 for none. */
  const placedOn = new Int16Array(cards);
  const isPlaced = new Uint8Array(cards);
  const isHome = new Uint8Array(cards);
  const hasLeft = new Uint8Array(cards);
  /** The pass in which a placed card was last dealt. */
  const dealtIn = new Int8Array(cards);
  const tops = new Int16Array(RESERVES);
  const up = new Uint8Array(SUITS);
  const down = new Uint8Array(SUITS);
  /** The turns of each foundation that are home or free, as bits. */
  const upReady = new Uint16Array(SUITS);
  const downReady = new Uint16Array(SUITS);
  const waste = new Int16Array(cards);
  /** Ranks that may show by suit: of cards dealt in this pass, and of those that show for ever. */
  const shown = new Uint16Array(SUITS);
  const freed = new Uint16Array(SUITS);
  let height = 0;
  let bottom = -1;
  let pass = 0;

  function prepare(made: readonly Choice[]): void {
    side.set(openSide);
    wayOf.fill(OPEN);
    guests.fill(0);
    for (const { card, way } of made) {
      if (way === UPWARDS) {
        side[card] = UP;
        side[twin[card]!] = DOWN;
        continue;
      }
      wayOf[card] = way;
      if (way >= 0) guests[way]!++;
    }
    placedOn.fill(-1);
    isPlaced.fill(0);
    for (let card = 0; card < rowLength; card++) {
      // As each has one guest, a chain from a row card has no circle.
      for (let host = card; guests[host] === 1;) {
        let guest = rowLength;
        while (wayOf[guest] !== host) guest++;
        placedOn[host] = guest;
        isPlaced[guest] = 1;
        host = guest;
      }
    }
    isHome.fill(0);
    hasLeft.fill(0);
    dealtIn.fill(-1);
    for (let n = 0; n < RESERVES; n++) tops[n] = pileStart[n + 1]! - 1;
    up.set(startUp);
    down.set(startDown);
    upReady.fill(0);
    downReady.fill(0);
    freed.fill(0);
  }

  function sendHome(card: number): void {
    const suit = suits[card]!;
    isHome[card] = 1;
    if (side[card] !== DOWN) upReady[suit]! |= 1 << ranks[card]!;
    if (side[card] !== UP) downReady[suit]! |= 1 << (KING - ranks[card]!);
    while ((upReady[suit]! >> up[suit]!) & 1) up[suit]!++;
    while ((downReady[suit]! >> down[suit]!) & 1) down[suit]!++;
  }

  /** Whether a card may go home from where it lies. */
  function mayGoHome(card: number): boolean {
    if (guests[card]! > 0) return false;
    const suit = suits[card]!;
    const rank = ranks[card]!;
    return (
      (side[card] !== DOWN && up[suit]! >= rank) ||
      (side[card] !== UP && down[suit]! >= KING - rank)
    );
  }

  function show(card: number): void {
    shown[suits[card]!]! |= 1 << ranks[card]!;
  }

  /** Shows a card of the deal's own row and the placed ones behind it, as far as they have been dealt in this pass. */
  function showChain(card: number): void {
    show(card);
    for (let next = placedOn[card]!; next >= 0 && dealtIn[next] === pass; next = placedOn[next]!) {
      show(next);
    }
  }

  function takeTop(): void {
    sendHome(waste[--height]!);
    let under = height - 1;
    while (under >= 0 && waste[under]! >= rowLength) under--;
    const lower = under < 0 ? -1 : waste[under]!;
    if (lower === bottom) return;
    for (let card = Math.max(lower, 0); card < bottom; card++) showChain(card);
    bottom = lower;
  }

  /** Whether a reserve card on top of its pile can leave it. */
  function mayLeave(card: number, isEmpty: boolean): boolean {
    const way = wayOf[card]!;
    if (way === HOME) return mayGoHome(card);
    if (way === START) return isEmpty;
    if (way >= 0) {
      if (isPlaced[card]) return height > 0 && waste[height - 1] === way;
      return way < rowLength ? bottom === way : hasLeft[way] === 1;
    }
    const suit = suits[card]!;
    return (
      isEmpty || ((shown[suit]! | freed[suit]!) & BESIDE[ranks[card]!]!) !== 0 || mayGoHome(card)
    );
  }

  function leave(card: number): void {
    const way = wayOf[card]!;
    hasLeft[card] = 1;
    if (way >= 0 && --guests[way]! === 0 && hasLeft[way] && !isPlaced[way]) sendHome(way);
    if (isPlaced[card]) {
      waste[height++] = card;
      dealtIn[card] = pass;
      show(card);
      return;
    }
    if (way !== HOME) freed[suits[card]!]! |= 1 << ranks[card]!;
    if (guests[card] === 0) sendHome(card);
  }

  /** Lets all leave that can. */
  function settle(): void {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      while (height > 0 && mayGoHome(waste[height - 1]!)) {
        takeTop();
        isChanged = true;
      }
      for (let n = 0; n < RESERVES; n++) {
        while (tops[n]! >= pileStart[n]! && mayLeave(tops[n]!, height === 0)) {
          leave(tops[n]!--);
          isChanged = true;
        }
      }
    }
  }

  function deal(card: number): void {
    if (!isHome[card]) {
      waste[height++] = card;
      if (card < rowLength) {
        shown.fill(0);
        bottom = card;
      }
    }
    show(card);
  }

  function playPass(): void {
    height = 0;
    bottom = -1;
    shown.fill(0);
    const first = pass === 0 ? turned : 0;
    for (let card = 0; card < first; card++) deal(card);
    if (pass === 0 || turned === 0) settle();
    for (let card = first; card < rowLength; card++) {
      deal(card);
      settle();
      for (let next = placedOn[card]!; next >= 0 && hasLeft[next]; next = placedOn[next]!) {
        if (dealtIn[next] === pass) continue;
        dealtIn[next] = pass;
        deal(next);
        settle();
      }
    }
  }

  return {
    questions,
    comesHome(made) {
      prepare(made);
      for (pass = 0; pass < passes; pass++) playPass();
      return (
        up.every((count) => count === RANKS) &&
        down.every((count) => count === RANKS) &&
        isHome.every((is) => is === 1)
      );
    },
  };
}

/** Kinder games to play at most. */
const MOST_PLAYS = 2_000_000;

/** Whether no choices come home. False too if that takes more than `most` kinder games. */
export function areChoicesLost(text: string, most = MOST_PLAYS): boolean {
  const { questions, comesHome } = choicesGame(text);
  const choices = questions.flat();
  let first = 0;
  const numbered = questions.map((answers) => answers.map(() => first++));
  const fails = (made: readonly number[]) => !comesHome(made.map((n) => choices[n]!));
  return isRefuted(numbered, fails, most);
}
