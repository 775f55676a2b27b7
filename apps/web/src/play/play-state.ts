/** What a table holds, what happens to it, and what is to be done about that: the terms of `play-line.ts`. */
import type { Card, Entry, EntryRejection, Move, MoveRejection } from '@same-deal/engine';
import type {
  AcceptedEntry,
  ErrorCode,
  Failure,
  PlayEnding,
  PlaySnapshot,
} from '@same-deal/protocol';
import { RETRY_LEAST_MS } from '../net/back-off.ts';
import type { Line } from '../net/transport.ts';
import { newClock } from './play-clock.ts';
import type { PlayClock } from './play-clock.ts';
import type { PlayLog, WaitingEntry } from './play-log.ts';

/** Why something the player wanted did not happen. */
export interface Refusal {
  readonly code: ErrorCode | EntryRejection['code'] | 'queue-full' | 'not-yours';
  /** With `illegal-move`. */
  readonly rejection?: MoveRejection;
}

interface CardMoved<Kind> {
  readonly kind: Kind;
  readonly move: Move;
  readonly card: Card;
  /** Cards that lay under it where it came from. */
  readonly cardsBelow: number;
  readonly byMe: boolean;
}

/** What happens at the table, for those who put it into words. */
export type PlayEvent =
  | CardMoved<'moved'>
  | CardMoved<'undone'>
  /** A stock card has turned up on top of that pile. */
  | { readonly kind: 'turned-up'; readonly card: Card; readonly pile: number }
  /** `takenBack`: it was on the table already and the service refused it. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly takenBack: boolean }
  /** Another device acted first, so entries of this one no longer count. */
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'ended'; readonly ending: PlayEnding }
  /** This browser keeps no more: unsent entries of another play, and its player's name. */
  | { readonly kind: 'given-up'; readonly name: string; readonly entries: number };

export type Phase =
  /** The table was asked for; entries wait. */
  | 'opening'
  /** Entries go out as they are made. */
  | 'open'
  /** The service could not answer just now; it is asked again after a while. */
  | 'pausing'
  /** There is no line; it says itself when it is back. */
  | 'offline'
  /** The play cannot be opened. */
  | 'failed'
  /** Left on this device. */
  | 'closed';

export interface PlayState {
  readonly phase: Phase;
  readonly line: Line;
  /** Counts the openings: answers to requests of an earlier one say nothing about this one. */
  readonly round: number;
  readonly retryMs: number;
  readonly snapshot: PlaySnapshot | undefined;
  /** Undefined until the play has been open. */
  readonly log: PlayLog | undefined;
  readonly clock: PlayClock;
  /** When the service last answered, or the first of what waits was made; null if nothing waits. */
  readonly waitingSince: number | null;
  readonly ending: PlayEnding | null;
  /** False after another device has acted, until this one does (P6). */
  readonly inControl: boolean;
  readonly hints: number;
  readonly failure: Failure | undefined;
  /** The table is as the browser has kept it: the service has not been asked yet. */
  readonly isRecalled: boolean;
}

/** What happened. */
export type PlayInput =
  | { readonly kind: 'begin' }
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'act'; readonly entry: Entry }
  | { readonly kind: 'acknowledged'; readonly accepted: AcceptedEntry }
  | {
      readonly kind: 'refused';
      readonly item: WaitingEntry;
      readonly error: Failure;
      readonly round: number;
    }
  /** The browser has kept entries that another tab made at this table. */
  | { readonly kind: 'found'; readonly kept: readonly WaitingEntry[] }
  /** The answer to an opening. `kept`: what the browser has kept of it, where nothing waits here. */
  | {
      readonly kind: 'opened';
      readonly snapshot: PlaySnapshot;
      readonly round: number;
      readonly replaces: boolean;
      readonly kept: readonly WaitingEntry[];
    }
  | { readonly kind: 'open-refused'; readonly error: Failure; readonly round: number }
  /** The service sent the table by itself. */
  | {
      readonly kind: 'sent';
      readonly snapshot: PlaySnapshot;
      readonly kept: readonly WaitingEntry[];
    }
  /** The browser has kept the table as it last was here, and what waited on it. */
  | {
      readonly kind: 'recalled';
      readonly snapshot: PlaySnapshot;
      readonly kept: readonly WaitingEntry[];
    }
  | { readonly kind: 'advanced'; readonly accepted: AcceptedEntry }
  /** Its time has been shortened. */
  | { readonly kind: 'closes'; readonly inMs: number | null }
  | { readonly kind: 'ended'; readonly ending: PlayEnding }
  | { readonly kind: 'hinted'; readonly hints: number }
  | { readonly kind: 'retry' }
  | { readonly kind: 'close' };

/** What is to be done about it, in this order. */
export type PlayEffect =
  | { readonly kind: 'open'; readonly round: number; readonly replaces: boolean }
  | { readonly kind: 'send'; readonly item: WaitingEntry; readonly round: number }
  | { readonly kind: 'retry-in'; readonly ms: number }
  | { readonly kind: 'emit'; readonly event: PlayEvent };

export interface Step {
  readonly state: PlayState;
  readonly effects: readonly PlayEffect[];
}

export const newPlayState: PlayState = {
  phase: 'opening',
  line: 'connecting',
  round: 0,
  retryMs: RETRY_LEAST_MS,
  snapshot: undefined,
  log: undefined,
  clock: newClock,
  waitingSince: null,
  ending: null,
  inControl: true,
  hints: 0,
  failure: undefined,
  isRecalled: false,
};

/** How the play has ended, if it has. */
export const endingOf = ({ log, ending }: PlayState): PlayEnding | null =>
  ending ?? log?.acknowledged.ending ?? null;

/** Unless the play has ended, or will have when the service has agreed. */
export const canAct = (state: PlayState): boolean =>
  !!state.snapshot?.isYours && !endingOf(state) && !state.log?.shown.ending;
