/** Answers about the table for screen readers; loaded on the first question. */
import { topOf } from '@same-deal/engine';
import type { Position, Solitaire } from '@same-deal/engine';
import { placesOf } from '../board/board-state.ts';
import { duration } from '../messages/duration.ts';
import { cardsToBringHome } from '../messages/games.ts';
import { questionWords as words } from '../messages/questions.en.ts';
import { destination } from './narration.ts';
import type { Question } from './table-keys.ts';
import { cardName, describePile, pileInSentence } from './words.ts';

export interface Asked {
  readonly rules: Solitaire;
  readonly position: Position;
  /** Where the top card of each pile may go, by pile. */
  readonly targets: readonly (readonly number[])[];
  /** The pile whose card is selected, or else the one that has the focus. */
  readonly pile: number;
  /** What was said of the last move; undefined before the first. */
  readonly lastMove: string | undefined;
  readonly elapsedMs: number;
  /** Null without a closing time. */
  readonly closesInMs: number | null;
  readonly cardsHome: number;
  /** How everybody stands; undefined where one plays alone. */
  readonly standings: string | undefined;
}

/** The answer to a question; nothing to `repeat`, which the announcer answers. */
export function answerTo(question: Exclude<Question, 'repeat'>, asked: Asked): string {
  switch (question) {
    case 'movable':
      return movable(asked);
    case 'targets':
      return targetsOf(asked);
    case 'table':
      return wholeTable(asked);
    case 'last-move':
      return asked.lastMove ?? words.noMoveYet;
    case 'time':
      return time(asked);
    case 'standings':
      return asked.standings ?? words.noStandings;
  }
}

function movable({ rules, position, targets }: Asked): string {
  const dealing: string[] = [];
  const cards: string[] = [];
  for (const [from, places] of targets.entries()) {
    const role = rules.piles[from]?.role;
    const real = places.filter((to) => {
      const toRole = rules.piles[to]?.role;
      const isDeal = role === 'stock' && toRole === 'waste';
      const isRedeal = role === 'waste' && toRole === 'stock';
      if (isDeal) dealing.push(words.canDeal);
      if (isRedeal) dealing.push(words.canTurnOver);
      return !isDeal && !isRedeal;
    });
    if (real.length === 0) continue;
    const card = cardName(topOf(position.piles[from] ?? []));
    cards.push(words.canGo(card, pileInSentence(rules, from, 'from'), destinations(rules, real)));
  }
  if (cards.length === 0) return dealing.length > 0 ? dealing.join(' ') : words.nothingMoves;
  return [words.canMove(cards.length), ...cards, ...dealing].join(' ');
}

/** Each by its name; a reserve of twenty piles, all of which will do, by one. */
function destinations(rules: Solitaire, places: readonly number[]): string[] {
  const reserve = rules.piles.flatMap(({ role }, n) => (role === 'reserve' ? [n] : []));
  const isAny = reserve.length > 0 && reserve.every((pile) => places.includes(pile));
  const named = isAny ? places.filter((pile) => !reserve.includes(pile)) : places;
  const names = named.map((to) => destination(rules, to));
  return isAny ? [...names, words.anyReserve] : names;
}

function targetsOf({ rules, position, targets, pile }: Asked): string {
  const cards = position.piles[pile] ?? [];
  if (cards.length === 0) return words.noCardHere;
  const places = destinations(rules, placesOf({ specs: rules.piles, targets }, pile));
  const card = cardName(topOf(cards));
  return places.length > 0 ? words.goesTo(card, places) : words.goesNowhere(card);
}

/** Pile by pile, without those that are empty and want nothing. */
function wholeTable({ rules, position }: Asked): string {
  const plain = { isSelected: false, isTarget: false };
  return rules.piles
    .flatMap((_, n) =>
      position.piles[n]?.length ? [`${describePile(rules, position, n, plain)}.`] : [],
    )
    .join(' ');
}

function time({ rules, elapsedMs, closesInMs, cardsHome }: Asked): string {
  const left = closesInMs === null ? undefined : duration(closesInMs);
  return words.time(duration(elapsedMs), left, cardsHome, cardsToBringHome(rules.id));
}
