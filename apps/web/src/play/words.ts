/** Piles and cards of one variant, in the words of the message file. */
import { ACE, gameOf, isFaceUp, rankOf, suitOf, topOf } from '@same-deal/engine';
import type { Card, Pile, PileSpec, Position, Solitaire } from '@same-deal/engine';
import { table } from '../messages/table.en.ts';
import type { PlaceAs } from '../messages/table.en.ts';

/** `7 of hearts`. */
export const cardName = (card: Card): string =>
  isFaceUp(card) ? table.card(rankOf(card), suitOf(card)) : table.faceDown;

const pileNames = new WeakMap<Solitaire, readonly string[]>();

/** `Column 4`, `Hearts foundation from the king`, `Stock`. */
export function pileName(rules: Solitaire, index: number): string {
  let names = pileNames.get(rules);
  if (!names) {
    names = rules.piles.map((_, n) => makePileName(rules, n));
    pileNames.set(rules, names);
  }
  return names[index] ?? '';
}

function makePileName(rules: Solitaire, index: number): string {
  const spec = rules.piles[index];
  if (!spec) return '';
  const same = rules.piles.filter(({ role }) => role === spec.role);
  const number = same.indexOf(spec) + 1;
  switch (spec.role) {
    case 'foundation':
      return table.piles.foundation(
        spec.builds?.suit ?? 0,
        spec.builds?.from !== ACE,
        same.every(({ builds }) => builds?.from === ACE),
      );
    case 'tableau':
      return isColumn(spec) ? table.piles.column(number) : table.piles.tableau(number);
    case 'reserve':
      return table.piles.reserve(number);
    case 'waste':
      return table.piles.waste;
    case 'stock':
      return table.piles.stock;
  }
}

/** A pile that hangs down in both arrangements is a column. */
const isColumn = ({ upright, wide }: PileSpec): boolean =>
  upright.fan?.towards === 'down' && wide.fan?.towards === 'down';

/** The pile's name within a sentence. */
export const pileInSentence = (rules: Solitaire, index: number, as: PlaceAs): string =>
  table.inSentence(pileName(rules, index), rules.piles[index]?.role, as);

/** Everything about a pile in one breath: "Column 4: 7 of hearts, 4 cards, selected". */
export function describePile(
  rules: Solitaire,
  position: Position,
  index: number,
  state: { readonly isSelected: boolean; readonly isTarget: boolean },
): string {
  const parts = cardsInWords(position.piles[index] ?? []);
  const note = noteOn(rules, position, index)?.long;
  if (note) parts.push(note);
  if (state.isSelected) parts.push(table.selected);
  if (state.isTarget) parts.push(table.isTarget);
  return table.pile(pileName(rules, index), parts);
}

/** A pile's top card and how many it has. */
function cardsInWords(pile: Pile): string[] {
  // A pile is never changed, only replaced, and most moves replace two of many.
  let words = pilesInWords.get(pile);
  if (!words) {
    const top = topOf(pile);
    words = [
      ...(isFaceUp(top) ? [cardName(top)] : []),
      pile.length === 0 ? table.empty : table.cards(pile.length),
    ];
    pilesInWords.set(pile, words);
  }
  return [...words];
}

const pilesInWords = new WeakMap<Pile, readonly string[]>();

/** Cards by name from top to bottom, face-down neighbours as one. */
function cardNames(cards: readonly Card[]): string[] {
  const names: string[] = [];
  let hidden = 0;
  for (const card of [...cards].reverse()) {
    if (!isFaceUp(card)) {
      hidden++;
      continue;
    }
    if (hidden > 0) names.push(table.hidden(hidden));
    hidden = 0;
    names.push(cardName(card));
  }
  return hidden > 0 ? [...names, table.hidden(hidden)] : names;
}

/** The covered cards of a pile that may come into play again, next one first. */
export function describeCovered(
  rules: Solitaire,
  position: Position,
  index: number,
): string | undefined {
  const role = rules.piles[index]?.role;
  if (role === 'foundation' || role === 'stock') return undefined;
  const pile = position.piles[index];
  if (!pile || pile.length < 2) return undefined;
  let text = coveredTexts.get(pile);
  if (text === undefined) {
    text = table.under(cardNames(pile.slice(0, -1)));
    coveredTexts.set(pile, text);
  }
  return text;
}

const coveredTexts = new WeakMap<Pile, string>();

/** What a pile shows besides its cards. */
interface Note {
  /** As many signs as fit on a card. */
  readonly short: string | undefined;
  readonly long: string | undefined;
}

/** What the counters of a game mean for its stock; games without an entry show the cards left. */
const counterNotes: Readonly<Record<string, (counter: number, left: number) => Note>> = {
  alhambra: (redeals, left) => ({
    short: `${left} ↻${redeals}`,
    long: table.notes.redealsLeft(redeals),
  }),
  // SLY-6: a batch ends with the stock.
  'sly-fox': (placed, left) => {
    const batch = Math.min(20, placed + left);
    return placed === 0 || left === 0
      ? { short: undefined, long: table.notes.free }
      : placed < 0
        ? { short: undefined, long: table.notes.mayPlace }
        : {
            short: `${table.notes.left(left)}\n${table.notes.placedShort(placed, batch)}`,
            long: table.notes.placed(placed, batch),
          };
  },
};

/** The cards left in the stock, and how far the game's own counting has come. */
export function noteOn(rules: Solitaire, position: Position, index: number): Note | undefined {
  if (rules.piles[index]?.role !== 'stock') return undefined;
  const left = position.piles[index]?.length ?? 0;
  const own = counterNotes[gameOf(rules.id)]?.(position.counters[0] ?? 0, left);
  return { short: own?.short ?? `${left}`, long: own?.long };
}
