/** Announcements of events at the table; loaded at the first touch, not with the table. */
import { ACE, gameOf, isFaceUp, moveBetween, topOf } from '@same-deal/engine';
import type { Pile, Position, RejectionCode, Solitaire } from '@same-deal/engine';
import type { Remark } from '../board/board-state.ts';
import { cardsToBringHome } from '../messages/games.ts';
import { endings } from '../messages/endings.en.ts';
import { movesAloud } from '../messages/moves-aloud.en.ts';
import { table as words } from '../messages/table.en.ts';
import type { PlayEvent } from './play-state.ts';
import { refusalText, rejectionText } from './refusal-text.ts';
import { cardName, pileInSentence } from './words.ts';

export interface Saying {
  readonly text: string;
  /** To be read on the table too, not only announced by screen readers. */
  readonly isForAll: boolean;
}

const aloud = (text: string): Saying => ({ text, isForAll: false });
const forAll = (text: string): Saying => ({ text, isForAll: true });

/** What happened, in words. */
export function sayingOf(
  rules: Solitaire,
  position: Position,
  cardsHome: number,
  event: PlayEvent,
): Saying {
  switch (event.kind) {
    case 'moved':
    case 'undone': {
      const text = event.kind === 'moved' ? movedText(rules, position, event) : undoneText(event);
      return aloud(event.byMe ? text : movesAloud.byOther(text));
    }
    case 'turned-up':
      return aloud(turnedUpText(rules, event));
    case 'refused': {
      const why = refusalText(rules, position, event.refusal);
      return forAll(event.takenBack ? movesAloud.takenBack(why) : why);
    }
    case 'overtaken':
      return forAll(movesAloud.overtaken);
    case 'given-up':
      return forAll(movesAloud.givenUp(event.entries, event.name));
    case 'ended': {
      const { title, text } = endings[event.ending];
      const stop = /[.!?]$/.test(title) ? '' : '.';
      return aloud(`${title}${stop} ${text(cardsHome, cardsToBringHome(rules.id))}`);
    }
  }
}

type Happened<Kind> = Extract<PlayEvent, { kind: Kind }>;

function movedText(
  rules: Solitaire,
  { piles, counters }: Position,
  { card, move, cardsBelow }: Happened<'moved'>,
): string {
  if (!isFaceUp(card)) return words.happened.dealt;
  if (rules.piles[move.to]?.role === 'stock') return words.happened.turnedOver;
  const to = destination(rules, move.to);
  const left = leftBehind(rules, piles[move.from] ?? [], move.from, cardsBelow);
  const moved = movesAloud.moved(cardName(card), to, left);
  const isFromStock = rules.piles[move.from]?.role === 'stock';
  const isPlaced = isFromStock && rules.piles[move.to]?.role === 'reserve';
  const stockLeft = piles[move.from]?.length ?? 0;
  const change = isFromStock
    ? changes[gameOf(rules.id)]?.(counters[0] ?? 0, stockLeft, isPlaced)
    : undefined;
  return change ? `${moved} ${change}` : moved;
}

/** What a card from the stock has changed for all the others, by the game's counter. */
const changes: Readonly<
  Record<string, (counter: number, left: number, isPlaced: boolean) => string | undefined>
> = {
  // SLY-6: a batch is twenty cards, or as many as there are; the stock's last card ends it on a foundation too.
  'sly-fox': (placed, left, isPlaced) => {
    if (isPlaced ? placed === 0 || left === 0 : placed > 0 && left === 0)
      return movesAloud.batchDone;
    return isPlaced && placed === 1 ? movesAloud.batchBegun(Math.min(left, 19)) : undefined;
  },
};

/** Where a card goes, within a sentence that names it: a foundation is the one of its suit. */
export function destination(rules: Solitaire, index: number): string {
  if (rules.piles[index]?.role !== 'foundation') return pileInSentence(rules, index, 'to');
  return movesAloud.itsFoundation(foundationEnd(rules, index));
}

/** Where a foundation begins, in games where a suit has one from each end. */
export function foundationEnd({ piles }: Solitaire, index: number): 'ace' | 'king' | undefined {
  const ends = new Set(piles.map(({ builds }) => builds?.from));
  const end = piles[index]?.builds?.from === ACE ? 'ace' : 'king';
  // Undefined is the end of all piles that are no foundations.
  return ends.size > 2 ? end : undefined;
}

/** What a move has left where its card was. */
function leftBehind(
  rules: Solitaire,
  pile: Pile,
  index: number,
  cardsBelow: number,
): string | undefined {
  const role = rules.piles[index]?.role;
  // What lies under a card of the stock is not known yet, and is said when it turns up.
  if (role === 'stock' || role === 'foundation') return undefined;
  if (pile.length === 0) return movesAloud.empties(pileInSentence(rules, index, 'subject'));
  if (!isFaceUp(topOf(pile))) return undefined;
  const card = cardName(topOf(pile));
  // The rules have put another card there at once.
  if (pile.length > cardsBelow) return movesAloud.fills(card, pileInSentence(rules, index, 'to'));
  return role === 'waste'
    ? movesAloud.uncoversPlainly(card)
    : movesAloud.uncovers(card, pile.length, pileInSentence(rules, index, 'from'));
}

function turnedUpText(rules: Solitaire, { card, pile }: Happened<'turned-up'>): string {
  const role = rules.piles[pile]?.role;
  return role === 'stock' || role === 'waste'
    ? words.happened.turnedUp(cardName(card))
    : movesAloud.turnedUpOn(cardName(card), pileInSentence(rules, pile, 'to'));
}

const undoneText = ({ card }: Happened<'undone'>): string =>
  isFaceUp(card) ? movesAloud.undone(cardName(card)) : movesAloud.undoneDeal;

/** What the foundations themselves have against a card. */
const doesNotFit: ReadonlySet<RejectionCode> = new Set([
  'wrong-suit',
  'not-next-rank',
  'wrong-direction',
]);

/** Why a pile's card may go to no foundation, if that is not because none takes it yet. */
function whyNotHome(rules: Solitaire, position: Position, pile: number): string | undefined {
  const move = moveBetween(pile, 0);
  const code = rules.rejection(position, move);
  if (code === undefined || doesNotFit.has(code)) return undefined;
  return rejectionText(rules, position, { code, ...move });
}

/**
 * What the player did with a pile without moving a card.
 * @param places where its top card may go
 */
export function remarkOn(
  rules: Solitaire,
  position: Position,
  kind: Remark,
  pile: number,
  places: number,
): Saying {
  const { remarks } = movesAloud;
  const { piles } = position;
  const cards = piles[pile] ?? [];
  const card = cardName(topOf(cards));
  switch (kind) {
    case 'selected':
    case 'selected-instead':
      return aloud(remarks.selected(card, places));
    case 'deselected':
      return aloud(remarks.deselected(card));
    case 'choose-home':
      return forAll(remarks.chooseHome(card));
    case 'choose-place':
      return forAll(remarks.choosePlace(card));
    case 'no-home':
      return forAll(whyNotHome(rules, position, pile) ?? remarks.noHome(card));
    case 'nothing-there':
      return rules.piles[pile]?.role === 'foundation' && cards.length > 0
        ? forAll(remarks.alsoHere)
        : aloud(remarks.nothingThere);
  }
}
