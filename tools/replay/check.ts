/** Replays a finished play and checks everything the service returned about it (P1, P9). */
import { createHash } from 'node:crypto';
import {
  decodeEntry,
  enter,
  findVariant,
  isFaceUp,
  isPack,
  newGame,
  openPlay,
  turnedUpBy,
  viewOf,
  unwrap,
} from '@same-deal/engine';
import type { Play, Position } from '@same-deal/engine';
import type { OpenedDeal, PlaySnapshot } from '@same-deal/protocol';

export interface Replayed {
  /** The play after its last entry. */
  readonly play: Play;
  /** The differences, in words; empty if everything agrees. */
  readonly differences: readonly string[];
}

/**
 * Replays a play.
 * @param table what the service returned for the play
 * @param deal if given, hidden cards are taken from it, and the commitment is checked
 * @throws Error if the log does not replay at all
 */
export function replayed(table: PlaySnapshot, deal?: OpenedDeal): Replayed {
  const differences: string[] = [];
  const differ = (what: string) => void differences.push(what);
  if (!findVariant(table.variant)) throw new Error(`there is no game named ${table.variant}`);
  const start = deal ? startOf(table, deal, differ) : table.start;
  let play = openPlay(start, table.undo);
  let lastMs = 0;
  table.log.forEach(({ entry: code, elapsedMs, turnedUp }, n) => {
    const entry = decodeEntry(code);
    const next = enter(play, entry, deal ? undefined : turnedUp);
    if (!next.ok) throw new Error(`entry ${n + 1} is not possible: ${next.reason.code}`);
    if (deal && typeof entry === 'object') {
      const card = turnedUpBy(play.position, entry, next.value.position);
      if (card !== turnedUp) differ(`entry ${n + 1} turned up card ${card}, not ${turnedUp}`);
    }
    if (elapsedMs < lastMs) differ(`entry ${n + 1} came before the one before it`);
    lastMs = elapsedMs;
    play = next.value;
  });
  const cards = play.position.piles.flat().filter(isFaceUp);
  if (new Set(cards).size !== cards.length) differ('a card is on the table twice');
  // The cap ends a play without an entry.
  const ending = table.ending === 'cap' ? null : table.ending;
  if ((play.ending ?? null) !== ending) {
    differ(`the play ends as ${play.ending ?? 'not ended'}, not as ${ending ?? 'not ended'}`);
  }
  return { play, differences };
}

/** The opening position of the opened deal, checked against what was shown and committed to. */
function startOf(table: PlaySnapshot, deal: OpenedDeal, differ: (what: string) => void): Position {
  const packs = findVariant(deal.variant)?.packs;
  if (deal.variant !== table.variant) throw new Error(`the deal is one of ${deal.variant}`);
  if (!packs || !isPack(deal.pack, packs))
    throw new Error('the deal does not hold every card once');
  const hash = createHash('sha256')
    .update(Buffer.from(deal.salt, 'hex'))
    .update(deal.variant, 'utf8')
    .update(Uint8Array.of(0, ...deal.pack))
    .digest('hex');
  if (hash !== deal.commitment)
    differ(`the commitment is ${deal.commitment}, but the deal gives ${hash}`);
  const start = unwrap(newGame(deal.variant, deal.pack));
  const shown = viewOf(start);
  const isSame =
    JSON.stringify([shown.piles, shown.counters]) ===
    JSON.stringify([table.start.piles, table.start.counters]);
  if (!isSame) differ('the deal does not lie as it was shown');
  return start;
}
