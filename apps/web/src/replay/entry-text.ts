import { pileAt, topOf, turnedUpBy } from '@same-deal/engine';
import type { Move, Play, Solitaire } from '@same-deal/engine';
import { table } from '../messages/table.en.ts';
import { replayWords } from '../messages/replay.en.ts';
import { cardName, pileInSentence } from '../play/words.ts';
import type { Frame } from './replay-frames.ts';

/** What an entry of a log did, in a sentence. */
export function entryText(rules: Solitaire, { entry, before, play }: Frame): string {
  if (entry === undefined || !before) return replayWords.opening;
  if (entry === 'concede') return replayWords.concede;
  if (entry === 'undo') {
    const taken = before.past;
    return taken
      ? `${replayWords.undo} ${moveText(rules, taken.move, play.position, before)}`
      : replayWords.undo;
  }
  return moveText(rules, entry, before.position, play);
}

/** A move in a sentence, made or not. */
export function moveText(
  rules: Solitaire,
  move: Move,
  before: Play['position'],
  after: Play,
): string {
  const [from, to] = [rules.piles[move.from]?.role, rules.piles[move.to]?.role];
  if (from === 'waste' && to === 'stock') return table.happened.turnedOver;
  const card = topOf(pileAt(before.piles, move.from));
  if (from === 'stock' && to === 'waste') {
    const turnedUp = turnedUpBy(before, move, after.position);
    const shown = turnedUp ?? card;
    return shown < 0 ? table.happened.dealt : table.happened.turnedUp(cardName(shown));
  }
  return table.happened.moved(cardName(card), pileInSentence(rules, move.to, 'to'));
}
