/**
 * Alhambra by kinder rules, from a position on, for choices of which any part may have been made:
 *
 * - which of two equal cards goes home on the ace foundation, the other on the king foundation (`share`);
 * - how a card of the reserve leaves its pile (`leave`): home, onto an empty waste, or onto a card, its host.
 *
 * What the choices leave open the kinder rules allow at any time:
 *
 * - Equal cards that are not shared go home, when they show, as soon as either foundation has come so far, and count for
 *   both.
 * - A reserve card whose way is open leaves its pile as soon as it shows and could go home, or some card of its suit and
 *   a neighbouring rank may show on the waste, or the waste may be empty. Then it may go home, and be built on, at any time.
 * - A card may show on the waste if all that were dealt above it could be home: these have gone home as early as they can,
 *   which a play need not have done.
 *
 * What the choices say, holds:
 *
 * - A card that is to go home from its pile leaves it in no other way.
 * - A card that is to host another does not go home before it does.
 * - A card with a host of its own goes into the row behind it once both show, and home once it shows there.
 *
 * Under these rules nothing is gained by waiting. By induction over the deals, whatever a play by the true rules that
 * keeps to the choices has home, or out of its pile, the kinder game has too. So choices under which a card does not come
 * home are part of no win.
 *
 * Where cards start an empty waste, or two have one host, the kinder game does not say where in the row they lie: a play
 * may do it later. The exact rules (`isExact`) do: they lay each where it can lie first. With all choices made, what comes
 * home by the exact rules is a play by the true ones; what does not may yet be part of one.
 */
import { CARDS_IN_PACK, faceOf, KING, moveBetween, pileAt, rankOf } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import { CARDS, FIRST_RESERVE, KING_FOUNDATIONS, RESERVES, STOCK, SUIT, WASTE } from './pass.ts';

const SUITS = 4;
const ALL_SUITS = 2 ** SUITS - 1;
const RANKS = CARDS_IN_PACK / SUITS;
const FOUNDATIONS = 2 * SUITS;
const NO_CARD = 255;
const RANK = Uint8Array.from({ length: CARDS }, (_, card) => rankOf(card));
/** The ranks that may be built on a rank, around the corner too, as bits. */
const NEIGHBOURS = Uint16Array.from(
  { length: RANKS },
  (_, rank) => (1 << ((rank + 1) % RANKS)) | (1 << ((rank + KING) % RANKS)),
);

/** Ways of a reserve card to leave its pile, beside its hosts' numbers: home, onto an empty waste, or any. */
export const GO_HOME = 254;
export const START_WASTE = 253;
export const ANY_WAY = 255;

/** The foundations a card may go to, as bits. */
const UP = 1;
const DOWN = 2;

export interface Kinder {
  /** Of each two equal cards that are both not home, one. */
  readonly pairs: readonly number[];
  /** For each reserve card the ways in which it may leave. */
  readonly ways: ReadonlyMap<number, readonly number[]>;
  /** Of one of a pair: it goes up and its twin down, the other way round, or that is open. */
  share(card: number, isUp: boolean | undefined): void;
  /** How a reserve card leaves its pile; `ANY_WAY` to leave it open. */
  leave(card: number, way: number): void;
  /** The way that is chosen. */
  wayOf(card: number): number;
  /** Plays: whether all cards come home. */
  comesHome(): boolean;
  /** The moves of such a game, for the exact rules with all choices made. */
  moves(): Move[];
}

export function createKinder({ piles, counters }: Position, isExact: boolean): Kinder {
  const waste = pileAt(piles, WASTE);
  const dealtRow = Uint8Array.from([...waste, ...pileAt(piles, STOCK).slice().reverse()]);
  const passes = 1 + (counters[0] ?? 0);
  const columns = Array.from({ length: RESERVES }, (_, n) =>
    Uint8Array.from(pileAt(piles, FIRST_RESERVE + n)),
  );
  const reserve = columns.flatMap((column) => [...column]);
  const counts = Uint8Array.from(
    { length: FOUNDATIONS },
    (_, n) => pileAt(piles, n % 2 === 0 ? n / 2 : KING_FOUNDATIONS + (n - 1) / 2).length,
  );
  const isReserve = new Uint8Array(CARDS);
  for (const card of reserve) isReserve[card] = 1;

  /** The choices. */
  const allowed = new Uint8Array(CARDS);
  const way = new Uint8Array(CARDS).fill(ANY_WAY);
  const twins = new Uint8Array(CARDS).fill(NO_CARD);
  const pairs: number[] = [];
  const firstOf = new Uint8Array(CARDS_IN_PACK).fill(NO_CARD);
  for (const card of [...reserve, ...dealtRow]) {
    const twin = firstOf[faceOf(card)]!;
    if (twin === NO_CARD) {
      firstOf[faceOf(card)] = card;
      // If its twin is home: on the way up, if that has come so far.
      allowed[card] = counts[2 * SUIT[card]!]! > RANK[card]! ? DOWN : UP;
    } else {
      twins[card] = twin;
      twins[twin] = card;
      pairs.push(twin);
      allowed[card] = allowed[twin] = UP | DOWN;
    }
  }
  const ways = new Map<number, number[]>();
  for (const column of columns) {
    for (const [depth, card] of column.entries()) {
      const below = column.subarray(0, depth);
      const hosts = [...dealtRow, ...reserve].filter(
        (host) =>
          SUIT[host] === SUIT[card] &&
          (NEIGHBOURS[RANK[card]!]! >> RANK[host]!) & 1 &&
          !below.includes(host),
      );
      ways.set(card, [GO_HOME, ...hosts, START_WASTE]);
    }
  }

  /** The game: turns taken by each foundation, and as bits those it may take by cards that have shown. */
  const next = new Uint8Array(FOUNDATIONS);
  const ready = new Uint16Array(FOUNDATIONS);
  /** By suit, as bits: ranks that may show on the waste; ranks that left the reserve; reserve piles that show the suit. */
  const shown = new Uint16Array(SUITS);
  const freed = new Uint16Array(SUITS);
  const topsOf = new Uint8Array(SUITS);
  const depths = new Uint8Array(RESERVES);
  /** The row, those built with a host behind it; of it so many are dealt. */
  const row = new Uint8Array(CARDS);
  let length = 0;
  let dealt = 0;
  /** The cards of the waste that cannot be home yet, and where they stand in the row. */
  const stack = new Uint8Array(CARDS);
  const places = new Uint8Array(CARDS);
  let height = 0;
  let isEmpty = false;
  /** By card: it is home from the row; is in the row though of the reserve; is to be; has left its pile; waits to be built on. */
  const isHome = new Uint8Array(CARDS);
  const isBuilt = new Uint8Array(CARDS);
  const hasPlace = new Uint8Array(CARDS);
  const isGone = new Uint8Array(CARDS);
  const isWaiting = new Uint8Array(CARDS);
  /** By card: how many it still has to host. */
  const guests = new Uint8Array(CARDS);
  let inRow = 0;
  let inReserve = 0;
  let record: number[] | undefined;

  const goesUp = (card: number): boolean => allowed[card] === UP;
  const homeOf = (card: number): number => SUIT[card]! + (goesUp(card) ? 0 : KING_FOUNDATIONS);

  function isWanted(card: number): boolean {
    const may = allowed[card]!;
    const up = 2 * SUIT[card]!;
    return (
      ((may & UP) !== 0 && next[up]! >= RANK[card]!) ||
      ((may & DOWN) !== 0 && next[up + 1]! >= KING - RANK[card]!)
    );
  }

  function takeReady(foundation: number, turn: number): void {
    ready[foundation]! |= 1 << turn;
    while ((ready[foundation]! >> next[foundation]!) & 1) next[foundation]!++;
  }

  /** A card may go home from now on. */
  function free(card: number): void {
    const up = 2 * SUIT[card]!;
    if (allowed[card]! & UP) takeReady(up, RANK[card]!);
    if (allowed[card]! & DOWN) takeReady(up + 1, KING - RANK[card]!);
  }

  /** A card lies on the waste, nobody says where. */
  function lay(card: number): void {
    if (guests[card] === 0) free(card);
    else isWaiting[card] = 1;
  }

  function dropGuest(host: number): void {
    guests[host]!--;
    if (guests[host] !== 0 || isWaiting[host] === 0) return;
    isWaiting[host] = 0;
    free(host);
  }

  /** Puts a card of the reserve into the row, dealt, as the top of the waste. */
  function build(card: number, place: number): void {
    row.copyWithin(place + 1, place, length);
    row[place] = card;
    length++;
    dealt++;
    inRow++;
    isBuilt[card] = 1;
    stack[height] = card;
    places[height++] = place;
    isEmpty = false;
    shown[SUIT[card]!]! |= 1 << RANK[card]!;
  }

  /** Shows a pile's top; its suit as a bit. */
  function showTop(column: number): number {
    const depth = depths[column]!;
    if (depth === 0) return 0;
    const suit = SUIT[columns[column]![depth - 1]!]!;
    topsOf[suit]! |= 1 << column;
    return 1 << suit;
  }

  /** Whether a card that shows in the reserve leaves it now. */
  function leaves(card: number, column: number): boolean {
    const suit = SUIT[card]!;
    const rank = RANK[card]!;
    const by = way[card]!;
    if (by === ANY_WAY) {
      const isHomeward = guests[card] === 0 && isWanted(card);
      const isHosted = ((shown[suit]! | freed[suit]!) & NEIGHBOURS[rank]!) !== 0;
      if (!isHomeward && !isHosted && !isEmpty) return false;
      freed[suit]! |= 1 << rank;
      lay(card);
      return true;
    }
    if (by === GO_HOME) {
      if (guests[card]! > 0 || !isWanted(card)) return false;
      record?.push(((FIRST_RESERVE + column) << 5) | homeOf(card));
      free(card);
      return true;
    }
    if (by === START_WASTE) {
      if (!isEmpty) return false;
      if (isExact) {
        record?.push(((FIRST_RESERVE + column) << 5) | WASTE);
        build(card, dealt);
      } else lay(card);
    } else if (hasPlace[card]) {
      if (height === 0 || stack[height - 1] !== by) return false;
      record?.push(((FIRST_RESERVE + column) << 5) | WASTE);
      build(card, places[height - 1]! + 1);
      dropGuest(by);
    } else {
      if (isReserve[by] ? !isGone[by] : !((shown[suit]! >> RANK[by]!) & 1)) return false;
      lay(card);
      dropGuest(by);
    }
    freed[suit]! |= 1 << rank;
    return true;
  }

  /** Lets cards leave the reserve, of suits (as bits) in which something has changed, until no more can. */
  function settle(suits: number): void {
    for (let changed = suits; changed !== 0 && inReserve > 0;) {
      const suit = 31 - Math.clz32(changed);
      changed &= ~(1 << suit);
      for (let tops = topsOf[suit]!; tops !== 0; tops &= tops - 1) {
        const column = 31 - Math.clz32(tops & -tops);
        const card = columns[column]![depths[column]! - 1]!;
        if (!leaves(card, column)) continue;
        isGone[card] = 1;
        inReserve--;
        topsOf[suit]! &= ~(1 << column);
        depths[column]!--;
        changed |= (1 << suit) | showTop(column);
      }
    }
  }

  function begin(): void {
    next.set(counts);
    for (const bytes of [
      ready,
      freed,
      topsOf,
      isHome,
      isBuilt,
      hasPlace,
      isGone,
      isWaiting,
      guests,
    ]) {
      bytes.fill(0);
    }
    row.set(dealtRow);
    length = dealtRow.length;
    inRow = length;
    inReserve = reserve.length;
    for (const card of reserve) if (way[card]! < CARDS) guests[way[card]!]!++;
    // A place in the row have those whose host has one, and, unless by the exact rules, no other guest.
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const card of reserve) {
        const host = way[card]!;
        if (host >= CARDS || hasPlace[card] || (!isExact && guests[host] !== 1)) continue;
        const isHostPlaced =
          !isReserve[host] || hasPlace[host] !== 0 || (isExact && way[host] === START_WASTE);
        if (!isHostPlaced) continue;
        hasPlace[card] = 1;
        isChanged = true;
      }
    }
    for (let column = 0; column < RESERVES; column++) {
      depths[column] = columns[column]!.length;
      showTop(column);
    }
  }

  /** One pass: the first so many cards of the row lie on the waste already. */
  function playPass(turned: number, isRedealt: boolean): void {
    /** The lowest place of the row whose card may show. */
    let lowest = 0;
    /** A redeal deals the first card in the same move, so the waste is not empty between. */
    let isAutomatic = isRedealt;
    if (isRedealt) record?.push((WASTE << 5) | STOCK);
    height = 0;
    shown.fill(0);
    // Without a card on the waste at first, one may start it before the whole row, and be home again in any pass.
    isEmpty = waste.length === 0 && !(isExact && isRedealt);
    dealt = 0;
    if (isEmpty) settle(ALL_SUITS);
    while (dealt < length) {
      const card = row[dealt]!;
      if (isHome[card]) isEmpty = height === 0 && !(isExact && isAutomatic);
      else {
        // What was built behind its host may in a play be in its pile yet, and the host show.
        if (!isBuilt[card]) {
          shown.fill(0);
          lowest = dealt;
        }
        stack[height] = card;
        places[height++] = dealt;
        isEmpty = false;
        if (!isAutomatic && dealt >= turned) record?.push((STOCK << 5) | WASTE);
        isAutomatic = false;
      }
      shown[SUIT[card]!]! |= 1 << RANK[card]!;
      dealt++;
      if (dealt < turned) continue;
      settle(dealt === 1 || isEmpty || dealt === turned ? ALL_SUITS : 1 << SUIT[card]!);
      while (height > 0) {
        const top = stack[height - 1]!;
        if (guests[top]! > 0 || !isWanted(top)) break;
        record?.push((WASTE << 5) | homeOf(top));
        isHome[top] = 1;
        height--;
        inRow--;
        free(top);
        isEmpty = height === 0;
        let changed = isEmpty ? ALL_SUITS : (1 << SUIT[top]!) | (1 << SUIT[stack[height - 1]!]!);
        const until = isEmpty ? 0 : places[height - 1]!;
        while (lowest > until) {
          const below = row[--lowest]!;
          shown[SUIT[below]!]! |= 1 << RANK[below]!;
          changed |= 1 << SUIT[below]!;
        }
        settle(changed);
      }
    }
  }

  function comesHome(): boolean {
    begin();
    for (let pass = 0; pass < passes && (inRow > 0 || inReserve > 0); pass++) {
      playPass(pass === 0 ? waste.length : 0, pass > 0);
    }
    return inRow === 0 && inReserve === 0 && next.every((turns) => turns === RANKS);
  }

  return {
    pairs,
    ways,
    share(card, isUp) {
      const twin = twins[card]!;
      allowed[card] = isUp === undefined ? UP | DOWN : isUp ? UP : DOWN;
      allowed[twin] = isUp === undefined ? UP | DOWN : isUp ? DOWN : UP;
    },
    leave(card, by) {
      way[card] = by;
    },
    wayOf: (card) => way[card]!,
    comesHome,
    moves() {
      record = [];
      comesHome();
      const moves = record.map((move) => moveBetween(move >> 5, move & 31));
      record = undefined;
      return moves;
    },
  };
}
