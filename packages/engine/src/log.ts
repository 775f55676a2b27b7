/** A play, replayed from its log: numbered entries folded into the table and its figures. */
import type { Card, Pack } from './card.ts';
import { decodeMove, encodeMove } from './move.ts';
import type { Move, MoveRejection } from './move.ts';
import { cardsHome, isStuck, isWon, newGame, playMove, turnedUpBy } from './play.ts';
import type { DealError } from './play.ts';
import { ok, refuse } from './result.ts';
import type { Result } from './result.ts';
import type { Position } from './solitaire.ts';
import type { VariantId } from './variants.ts';

/** `free`: any move can be taken back. `bounded`: not past a turned-up stock card. `none`: never. */
export const undoPolicies = ['free', 'bounded', 'none'] as const;
export type UndoPolicy = (typeof undoPolicies)[number];

export type Entry = Move | 'undo' | 'concede';

export const LOG_LIMIT = 5000;

const UNDO = 0xffff;
const CONCEDE = 0xfffe;

/** An entry as 16 bits, for log and wire. */
export const encodeEntry = (entry: Entry): number =>
  entry === 'undo' ? UNDO : entry === 'concede' ? CONCEDE : encodeMove(entry);
export const decodeEntry = (code: number): Entry =>
  code === UNDO ? 'undo' : code === CONCEDE ? 'concede' : decodeMove(code);

export type EntryRejection =
  | { readonly code: 'illegal-move'; readonly rejection: MoveRejection }
  | {
      readonly code:
        | 'play-ended'
        | 'log-full'
        | 'nothing-to-undo'
        | 'undo-not-allowed'
        | 'undo-crosses-turned-card';
    };

/** A move that can be taken back. */
export interface Past {
  readonly move: Move;
  /** The stock card that it turned up. */
  readonly turnedUp: Card | undefined;
  /** The table before it. */
  readonly position: Position;
  readonly homeSince: number;
  readonly past: Past | undefined;
}

interface Undone {
  readonly move: Move;
  readonly next: Undone | undefined;
}

/** One person's try at a deal after so many entries. */
export interface Play {
  readonly undo: UndoPolicy;
  readonly position: Position;
  /** Entries accepted; the next one carries this number plus one. */
  readonly entries: number;
  /** Accepted move entries; undo gives none back. */
  readonly moves: number;
  readonly undos: number;
  readonly cardsHome: number;
  /** The number of the entry that reached the present count of cards home; 0 at the deal. */
  readonly homeSince: number;
  readonly ending: Ending | undefined;
  readonly past: Past | undefined;
  readonly undone: Undone | undefined;
}

export type Ending = 'won' | 'conceded' | 'stuck';

/** A play before its first entry, on a full position or a view. */
export function openPlay(position: Position, undo: UndoPolicy): Play {
  const play: Play = {
    undo,
    position,
    entries: 0,
    moves: 0,
    undos: 0,
    cardsHome: cardsHome(position),
    homeSince: 0,
    ending: undefined,
    past: undefined,
    undone: undefined,
  };
  return { ...play, ending: endingOf(play) };
}

/** A play on a fresh deal, or why there is no such deal. */
export function startPlay(
  variant: VariantId | (string & {}),
  pack: Pack,
  undo: UndoPolicy,
): Result<Play, DealError> {
  const deal = newGame(variant, pack);
  return deal.ok ? ok(openPlay(deal.value, undo)) : deal;
}

/** Stuck ends a play only when nothing can be taken back (P10). */
function endingOf(play: Play): Ending | undefined {
  if (isWon(play.position)) return 'won';
  return undoRejection(play) && isStuck(play.position) ? 'stuck' : undefined;
}

/** Why nothing can be undone now; undefined if something can. */
export function undoRejection(play: Play): EntryRejection | undefined {
  if (play.undo === 'none') return { code: 'undo-not-allowed' };
  if (!play.past) return { code: 'nothing-to-undo' };
  if (play.undo === 'bounded' && play.past.turnedUp !== undefined)
    return { code: 'undo-crosses-turned-card' };
  return undefined;
}

/** The moves that led to the table, in order, without those taken back. */
export function standingMoves({ past }: Play): Move[] {
  const moves: Move[] = [];
  for (let step = past; step; step = step.past) moves.push(step.move);
  return moves.reverse();
}

/** The move that a redo would play again; a redo is that same move as a new entry. */
export const redoMove = (play: Play): Move | undefined => play.undone?.move;

const same = (past: Past): Past => past;

/**
 * The play after one more entry, or why it is refused; a refused entry changes nothing.
 * On a view, pass the card that the move turned up.
 * @param kept how a move is kept that is not the last one any more; by itself as it was
 */
export function enter(
  play: Play,
  entry: Entry,
  turnedUp?: Card,
  kept = same,
): Result<Play, EntryRejection> {
  // Who leaves before the cards are dealt must not learn that they leave nothing to play.
  const isUntouched = play.ending === 'stuck' && play.entries === 0;
  if (play.ending && !(isUntouched && entry === 'concede')) return refuse({ code: 'play-ended' });
  if (play.entries >= LOG_LIMIT) return refuse({ code: 'log-full' });
  if (entry === 'concede') {
    return ok({ ...play, entries: play.entries + 1, ending: 'conceded' });
  }
  return entry === 'undo' ? undoLast(play) : moveOn(play, entry, turnedUp, kept);
}

function moveOn(
  play: Play,
  move: Move,
  turnedUp: Card | undefined,
  kept: typeof same,
): Result<Play, EntryRejection> {
  const played = playMove(play.position, move, turnedUp);
  if (!played.ok) return refuse({ code: 'illegal-move', rejection: played.reason });
  const position = played.value;
  const entries = play.entries + 1;
  const home = cardsHome(position);
  const again = redoMove(play);
  const next: Play = {
    undo: play.undo,
    position,
    entries,
    moves: play.moves + 1,
    undos: play.undos,
    cardsHome: home,
    homeSince: home > play.cardsHome ? entries : play.homeSince,
    ending: undefined,
    past: {
      move,
      turnedUp: turnedUpBy(play.position, move, position),
      position: play.position,
      homeSince: play.homeSince,
      past: play.past && kept(play.past),
    },
    undone: again && encodeMove(again) === encodeMove(move) ? play.undone?.next : undefined,
  };
  return ok({ ...next, ending: endingOf(next) });
}

function undoLast(play: Play): Result<Play, EntryRejection> {
  const rejection = undoRejection(play);
  if (rejection || !play.past) return refuse(rejection ?? { code: 'nothing-to-undo' });
  const { past } = play;
  const { position } = past;
  const next: Play = {
    undo: play.undo,
    position,
    entries: play.entries + 1,
    moves: play.moves,
    undos: play.undos + 1,
    cardsHome: cardsHome(position),
    homeSince: past.homeSince,
    ending: undefined,
    past: past.past,
    undone: { move: past.move, next: play.undone },
  };
  return ok({ ...next, ending: endingOf(next) });
}

/** Folds a whole log; on the first bad entry says which number it has and why it is refused. */
export function replay(
  start: Play,
  entries: Iterable<Entry>,
): Result<Play, { readonly number: number; readonly rejection: EntryRejection }> {
  let play = start;
  for (const entry of entries) {
    const next = enter(play, entry);
    if (!next.ok) return refuse({ number: play.entries + 1, rejection: next.reason });
    play = next.value;
  }
  return ok(play);
}
