/**
 * A play's way to the service and back, as a pure state machine: what the page holds of the play, what is requested and
 * sent next, and which events there are to announce. `play-session.svelte.ts` runs it.
 *
 * ```
 * opening ──opened──▶ open ──refused for now──▶ pausing ──retry──▶ opening
 *    ▲  └─refused─▶ failed         any ──line down──▶ offline ──line up──▶ opening
 * ```
 */
import { decodeEntry, pileAt, topOf } from '@same-deal/engine';
import type { Card, Entry, Play } from '@same-deal/engine';
import type { AcceptedEntry, Failure, PlayEnding, PlaySnapshot } from '@same-deal/protocol';
import { isForNow, mayComeBack, nextRetryMs, RETRY_LEAST_MS } from '../net/back-off.ts';
import type { Line } from '../net/transport.ts';
import { elapsedAt, newClock, setCloses, setElapsed, stopAt } from './play-clock.ts';
import {
  addEntry,
  adoptSnapshot,
  applyAccepted,
  isWaiting,
  logOf,
  restOf,
  withoutFrom,
} from './play-log.ts';
import type { Applied, PlayLog, WaitingEntry } from './play-log.ts';
import { endingOf } from './play-state.ts';
import type { PlayEffect, PlayEvent, PlayInput, PlayState, Refusal, Step } from './play-state.ts';

/** @param now milliseconds on the page's monotonic clock */
export function stepPlay(state: PlayState, input: PlayInput, now: number): Step {
  if (state.phase === 'closed') return still(state);
  const step = inputs[input.kind](state, input as never, now);
  const waitingSince = waitingSinceOf(state, step.state, now);
  return waitingSince === step.state.waitingSince
    ? step
    : { ...step, state: { ...step.state, waitingSince } };
}

function waitingSinceOf(before: PlayState, after: PlayState, now: number): number | null {
  const first = after.log?.waiting[0];
  if (!first) return null;
  return first.number === before.log?.waiting[0]?.number ? (before.waitingSince ?? now) : now;
}

type InputOf<Kind> = Extract<PlayInput, { kind: Kind }>;
type Handlers = {
  readonly [Kind in PlayInput['kind']]: (
    state: PlayState,
    input: InputOf<Kind>,
    now: number,
  ) => Step;
};

const inputs: Handlers = {
  // An answer that is on its way, however long it takes, is not discarded by asking again.
  begin: (state) =>
    state.line === 'down'
      ? still({ ...state, phase: 'offline' })
      : state.phase === 'opening' && state.round > 0
        ? still(state)
        : open(state),
  line: (state, { line }) => followLine({ ...state, line }, state.line),
  act: (state, { entry }) => act(state, entry),
  acknowledged: (state, { accepted }, now) => acknowledge(state, accepted, now),
  refused: (state, { item, error, round }) =>
    round === state.round && state.log && isWaiting(state.log, item)
      ? refuse(state, state.log, item, error)
      : still(state),
  opened: (state, { snapshot, round, replaces, kept }, now) =>
    round === state.round ? opened(state, snapshot, kept, replaces, now) : still(state),
  'open-refused': (state, { error, round }) =>
    round === state.round ? openRefused(state, error) : still(state),
  sent: (state, { snapshot, kept }, now) =>
    state.snapshot
      ? adopt(state, snapshot, kept, false, now)
      : opened(state, snapshot, kept, false, now),
  // What another tab has left waits here from now on, if it goes on from the acknowledged table.
  found(state, { kept }) {
    const rest = state.log && restOf(state.log.logged, kept);
    return state.log && rest?.length
      ? {
          state: { ...state, log: logOf(state.log, rest) },
          effects: [
            emit({ kind: 'overtaken' }),
            ...(state.phase === 'open' ? sendAll(state, rest) : []),
          ],
        }
      : still(state);
  },
  recalled: (state, { snapshot, kept }, now) => recall(state, snapshot, kept, now),
  advanced: (state, { accepted }, now) => follow(state, accepted, now),
  ended: (state, { ending }, now) => end(state, ending, elapsedAt(state.clock, now)),
  closes: (state, { inMs }, now) => still({ ...state, clock: setCloses(state.clock, inMs, now) }),
  hinted: (state, { hints }) => still({ ...state, hints: Math.max(state.hints, hints) }),
  retry: (state) => (state.phase === 'pausing' ? open(state) : still(state)),
  close: (state) => still({ ...state, phase: 'closed' }),
};

const still = (state: PlayState): Step => ({ state, effects: [] });

const emit = (event: PlayEvent): PlayEffect => ({ kind: 'emit', event });

const andThen = ({ state, effects }: Step, next: (state: PlayState) => Step): Step => {
  const step = next(state);
  return { state: step.state, effects: [...effects, ...step.effects] };
};

/** Asks for the table as it is; what waits goes out again after it, under the same numbers. */
function open(state: PlayState, replaces = false): Step {
  const round = state.round + 1;
  return {
    state: { ...state, phase: 'opening', round },
    effects: [{ kind: 'open', round, replaces }],
  };
}

const reopen = (state: PlayState): Step => open(state, true);

function pause(state: PlayState, ms = state.retryMs): Step {
  const { round, retryMs } = state;
  return {
    state: { ...state, phase: 'pausing', round: round + 1, retryMs: nextRetryMs(retryMs) },
    effects: [{ kind: 'retry-in', ms }],
  };
}

function followLine(state: PlayState, former: Line): Step {
  // A line that was up and is wanted no more was somebody's: whoever has the next one opens the table anew.
  if (state.line === 'down' || (state.line === 'connecting' && former === 'up')) {
    return still({ ...state, phase: 'offline', round: state.round + 1 });
  }
  // The service sends a play's news only to lines that opened it. A first opening waits for the line by itself.
  const isNew = former !== 'up' && state.phase !== 'open' && state.phase !== 'opening';
  return state.line === 'up' && isNew ? open(state) : still(state);
}

function act(state: PlayState, entry: Entry): Step {
  const { log } = state;
  if (!log) return still(state);
  const isYours = state.snapshot?.isYours ?? false;
  if (!isYours || endingOf(state)) {
    return refusal(state, { code: isYours ? 'play-ended' : 'not-yours' });
  }
  const added = addEntry(log, entry);
  if (!added.ok) return refusal(state, added.reason);
  return {
    state: { ...state, log: added.log, inControl: true },
    effects: [
      ...emitEntry(log.shown, entry, true),
      ...emitTurnedUp(added.added.turnedUp, added.log.shown),
      ...(state.phase === 'open' ? sendAll(state, [added.added]) : []),
    ],
  };
}

const refusal = (state: PlayState, reason: Refusal, takenBack = false): Step => ({
  state,
  effects: [emit({ kind: 'refused', refusal: reason, takenBack })],
});

const sendAll = ({ round }: PlayState, items: readonly WaitingEntry[]): PlayEffect[] =>
  items.map((item) => ({ kind: 'send', item, round }));

function acknowledge(state: PlayState, accepted: AcceptedEntry, now: number): Step {
  const applied = state.log && applyAccepted(state.log, accepted);
  if (!applied || applied.kind === 'repeated') return still(state);
  // Counted, though it was given up here: only the log can say where the table is.
  if (applied.kind === 'gap' || applied.by !== 'own') return reopen(state);
  return advance(state, applied, accepted, now);
}

/** Another device acted: its entry is the next one, or there is something to catch up with. */
function follow(state: PlayState, accepted: AcceptedEntry, now: number): Step {
  const { log } = state;
  const applied = log && applyAccepted(log, accepted);
  if (!log || !applied || applied.kind === 'repeated') return still(state);
  const following = { ...state, inControl: false };
  if (applied.kind === 'gap') return reopen(following);
  const effects: readonly PlayEffect[] = {
    own: [],
    overtaken: [emit({ kind: 'overtaken' })],
    other: emitEntry(log.acknowledged, decodeEntry(accepted.entry), false),
  }[applied.by];
  return andThen({ state: following, effects }, (next) => advance(next, applied, accepted, now));
}

/** The acknowledged table has gone on by an entry. */
function advance(
  state: PlayState,
  { log, by }: Extract<Applied, { kind: 'applied' }>,
  accepted: AcceptedEntry,
  now: number,
): Step {
  // What was known here has been said when the move was made.
  const isSaid = by === 'own' && state.log?.waiting[0]?.turnedUp !== undefined;
  const next: PlayState = {
    ...state,
    log,
    retryMs: RETRY_LEAST_MS,
    clock: setElapsed(state.clock, accepted.elapsedMs, now),
  };
  const effects = isSaid ? [] : emitTurnedUp(accepted.turnedUp, log.acknowledged);
  const ending = accepted.ending ?? log.acknowledged.ending;
  return andThen({ state: next, effects }, (after) =>
    ending ? end(after, ending, accepted.elapsedMs) : still(after),
  );
}

function refuse(state: PlayState, log: PlayLog, item: WaitingEntry, error: Failure): Step {
  // It may have arrived; the same number and entry again count once (P5).
  if (isForNow(error.code)) return pause(state, error.retryAfterMs);
  if (error.code === 'stale') {
    const overtaken = { ...state, log: withoutFrom(log, 0) };
    return andThen({ state: overtaken, effects: [emit({ kind: 'overtaken' })] }, reopen);
  }
  const { code, rejection } = error;
  const back = { ...state, log: withoutFrom(log, item.number) };
  const refused = refusal(back, rejection ? { code, rejection } : { code }, true);
  const isOfTheRules = code === 'illegal-move' || code.includes('undo');
  return isOfTheRules ? refused : andThen(refused, reopen);
}

function opened(
  state: PlayState,
  snapshot: PlaySnapshot,
  kept: readonly WaitingEntry[],
  replaces: boolean,
  now: number,
): Step {
  return andThen(adopt(state, snapshot, kept, replaces, now), (adopted) => {
    const waiting = adopted.log?.waiting ?? [];
    const retryMs = waiting.length === 0 ? RETRY_LEAST_MS : adopted.retryMs;
    const next: PlayState = { ...adopted, phase: 'open', failure: undefined, retryMs };
    return { state: next, effects: sendAll(next, waiting) };
  });
}

/** Until the service says how the table is now: as it last was here. What is played on it waits. */
function recall(
  state: PlayState,
  snapshot: PlaySnapshot,
  kept: readonly WaitingEntry[],
  now: number,
): Step {
  const [first] = kept;
  const isWhole = first === undefined || first.number <= snapshot.log.length + 1;
  if (state.log || !isWhole) return still(state);
  return andThen(adopt(state, snapshot, kept, false, now), (adopted) =>
    still({ ...adopted, failure: undefined, isRecalled: true }),
  );
}

function openRefused(state: PlayState, error: Failure): Step {
  // What waits is kept, and a table that is there stays.
  if (mayComeBack(error.code)) {
    return pause(state.log ? state : { ...state, failure: error }, error.retryAfterMs);
  }
  const log = state.log && withoutFrom(state.log, 0);
  return still({ ...state, phase: 'failed', failure: error, log });
}

function adopt(
  state: PlayState,
  snapshot: PlaySnapshot,
  kept: readonly WaitingEntry[],
  replaces: boolean,
  now: number,
): Step {
  const own = snapshot.isYours ? kept : [];
  const adopted = adoptSnapshot(state.log, snapshot, own, replaces);
  const ending = snapshot.ending ?? adopted.log.acknowledged.ending;
  // What was recalled went by a clock that anybody may set.
  const before = state.isRecalled ? newClock : state.clock;
  const clock = setElapsed(before, snapshot.elapsedMs, now);
  const next: PlayState = {
    ...state,
    snapshot,
    log: ending ? withoutFrom(adopted.log, 0) : adopted.log,
    clock: setCloses(clock, snapshot.closesInMs, now),
    inControl: state.inControl && !adopted.isFollowing,
    hints: Math.max(state.hints, snapshot.hints),
    isRecalled: false,
  };
  const effects = adopted.overtaken ? [emit({ kind: 'overtaken' })] : [];
  if (!ending) return { state: next, effects };
  const last = snapshot.log.at(-1)?.elapsedMs ?? snapshot.elapsedMs;
  return andThen({ state: next, effects }, (after) =>
    end(after, ending, ending === 'cap' ? snapshot.elapsedMs : last),
  );
}

function end(state: PlayState, ending: PlayEnding, elapsedMs: number): Step {
  if (state.clock.stoppedAt !== undefined) return still(state);
  return {
    state: { ...state, ending, clock: stopAt(state.clock, elapsedMs) },
    effects: [emit({ kind: 'ended', ending })],
  };
}

function emitEntry(before: Play, entry: Entry, byMe: boolean): PlayEffect[] {
  if (entry === 'concede') return [];
  const [kind, move] =
    entry === 'undo' ? (['undone', before.past?.move] as const) : (['moved', entry] as const);
  if (!move) return [];
  const pile = pileAt(before.position.piles, kind === 'undone' ? move.to : move.from);
  return [emit({ kind, move, card: topOf(pile), cardsBelow: pile.length - 1, byMe })];
}

/** @param after the table with the card on one of its piles */
function emitTurnedUp(card: Card | undefined, after: Play): PlayEffect[] {
  if (card === undefined || card < 0) return [];
  const pile = after.position.piles.findIndex((cards) => cards.at(-1) === card);
  return pile < 0 ? [] : [emit({ kind: 'turned-up', card, pile })];
}
