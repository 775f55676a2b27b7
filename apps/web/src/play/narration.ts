/** What the table says of what happens at it. */
import { isFaceUp, topOf } from '@same-deal/engine';
import type { Position, Solitaire } from '@same-deal/engine';
import type { Remark } from '../board/board-state.ts';
import { cardsToBringHome } from '../messages/games.ts';
import { table as words } from '../messages/table.en.ts';
import type { PlayEvent } from './play-state.ts';
import { cardName, pileInSentence, refusalText } from './words.ts';

export interface Saying {
  readonly text: string;
  /** To be read on the table too, not only heard by those who listen. */
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
  const { happened } = words;
  switch (event.kind) {
    case 'moved':
    case 'undone': {
      const text = event.kind === 'moved' ? movedText(rules, event) : undoneText(event);
      return aloud(event.byMe ? text : happened.byOther(text));
    }
    case 'turned-up':
      return aloud(happened.turnedUp(cardName(event.card)));
    case 'refused': {
      const why = refusalText(rules, position, event.refusal);
      return forAll(event.takenBack ? happened.takenBack(why) : why);
    }
    case 'overtaken':
      return forAll(happened.overtaken);
    case 'ended': {
      const { title, text } = words.endings[event.ending];
      return aloud(`${title} ${text(cardsHome, cardsToBringHome(rules.id))}`);
    }
  }
}

type Happened<Kind> = Extract<PlayEvent, { kind: Kind }>;

function movedText(rules: Solitaire, { card, move }: Happened<'moved'>): string {
  if (!isFaceUp(card)) return words.happened.dealt;
  return rules.piles[move.to]?.role === 'stock'
    ? words.happened.turnedOver
    : words.happened.moved(cardName(card), pileInSentence(rules, move.to));
}

const undoneText = ({ card }: Happened<'undone'>): string =>
  isFaceUp(card) ? words.happened.undone(cardName(card)) : words.happened.undoneDeal;

/**
 * What the player did with a pile without moving a card.
 * @param places where its top card may go
 */
export function remarkOn(
  rules: Solitaire,
  { piles }: Position,
  kind: Remark,
  pile: number,
  places: number,
): Saying {
  const { remarks } = words;
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
    case 'no-home':
      return forAll(remarks.noHome(card));
    case 'nothing-there':
      return rules.piles[pile]?.role === 'foundation' && cards.length > 0
        ? forAll(remarks.alsoHere)
        : aloud(remarks.nothingThere);
  }
}
