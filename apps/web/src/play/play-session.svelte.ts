/**
 * One play on this device. The engine plays every entry here too, so a move is on the table at once; the service
 * decides, and what it refuses is taken back (P3). The state and its transitions are in `play-line.ts`; this runs them on
 * a transport and shows them to components.
 */
import {
  encodeEntry,
  findVariant,
  isStuck,
  legalMoves,
  redoMove,
  undoRejection,
} from '@same-deal/engine';
import type { Entry, Play, Position, Solitaire, UndoPolicy } from '@same-deal/engine';
import type { AcceptedEntry, Answer, Failure, PlayEnding, PlaySnapshot } from '@same-deal/protocol';
import { untrack } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import type { Line, Transport } from '../net/transport.ts';
import { afterPaint, runWaiting } from '../ui/after-paint.ts';
import { homeMove } from './collect.ts';
import { forgetAcknowledged, keepWaiting, keptWaiting } from './kept-entries.ts';
import { elapsedAt, leftAt } from './play-clock.ts';
import { stepPlay } from './play-line.ts';
import type { WaitingEntry } from './play-log.ts';
import { canAct, endingOf, newPlayState } from './play-state.ts';
import type { PlayEffect, PlayEvent, PlayInput, PlayState } from './play-state.ts';

/** How often the clock is looked at: often enough that no second is skipped. */
const TICK_MS = 250;
/** An answer that takes longer is worth a word: what was played is not stored yet. */
export const OVERDUE_MS = 1_000;

interface Settings {
  /** Milliseconds that only grow; never the wall clock, which people and networks set. */
  readonly now?: () => number;
}

export class PlaySession {
  readonly playId: string;
  readonly #transport: Transport;
  readonly #now: () => number;
  #state = $state.raw<PlayState>(newPlayState);
  // Parts of it, each by itself: what depends on one of them alone is not asked again at every move.
  #snapshot = $state.raw<PlaySnapshot>();
  #shown = $state.raw<Play>();
  #ending = $state.raw<PlayEnding | null>(null);
  #canAct = $state.raw(false);
  #clock = $state.raw(newPlayState.clock);
  #listeners: readonly ((event: PlayEvent) => void)[] = [];
  #stops: readonly (() => void)[] = [];
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** The last opening, until it is answered or given up. */
  #opening: Promise<void> | undefined;
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  });

  readonly #targets = $derived.by(() => {
    const { position } = this;
    const targets = position?.piles.map((): number[] => []) ?? [];
    if (!position || !this.#canAct) return targets;
    for (const { from, to } of legalMoves(position)) targets[from]?.push(to);
    return targets;
  });
  readonly #stuck = $derived(
    !this.ending && !!this.position && this.pendingCount === 0 && isStuck(this.position),
  );

  /** Opens a play by its id, or goes on from a table that the service has sent by itself. */
  constructor(transport: Transport, play: string | PlaySnapshot, settings: Settings = {}) {
    this.#transport = transport;
    this.#now = settings.now ?? (() => performance.now());
    this.playId = typeof play === 'string' ? play : play.playId;
    // Whoever creates a session in an effect does not depend on what it holds.
    untrack(() => this.#begin(play));
  }

  #begin(play: string | PlaySnapshot): void {
    const { playId } = this;
    const on = this.#transport.on.bind(this.#transport);
    if (typeof play !== 'string') this.#adopt(play);
    this.#stops = [
      on('play:opened', (news) => void (news.playId === playId && this.#adopt(news))),
      on('play:advanced', (news) => {
        if (news.playId === playId) this.#step({ kind: 'advanced', accepted: news });
      }),
      on('play:ended', ({ ending, ...news }) => {
        if (news.playId === playId) this.#step({ kind: 'ended', ending });
      }),
      this.#transport.onLine((line) => this.#step({ kind: 'line', line })),
    ];
    if (typeof play === 'string') this.#step({ kind: 'begin' });
  }

  // The state, for components.

  /** The table with own entries on it; undefined until the play is open. */
  get play(): Play | undefined {
    return this.#shown;
  }
  get position(): Position | undefined {
    return this.play?.position;
  }
  get rules(): Solitaire | undefined {
    return this.#snapshot && findVariant(this.#snapshot.variant);
  }
  get undoPolicy(): UndoPolicy {
    return this.#snapshot?.undo ?? 'none';
  }
  get isYours(): boolean {
    return this.#snapshot?.isYours ?? false;
  }
  get playerName(): string {
    return this.#snapshot?.playerName ?? '';
  }
  get raceCode(): string | null {
    return this.#snapshot?.raceCode ?? null;
  }
  get state(): PlayState {
    return this.#state;
  }
  /** The daily whose ranked try it is; null for a race or practice. */
  get daily(): PlaySnapshot['daily'] {
    return this.#snapshot?.daily ?? null;
  }
  /** Whether it is somebody's only try at a deal: of a daily, or of a duplicate. */
  get isTry(): boolean {
    return (this.daily ?? this.duplicate) !== null;
  }
  get duplicate(): PlaySnapshot['duplicate'] | null {
    return this.#snapshot?.duplicate ?? null;
  }
  /** The whole deal, in practice; null where it is a secret. */
  get pack(): PlaySnapshot['pack'] {
    return this.#snapshot?.pack ?? null;
  }
  /** How many hints were taken. */
  get hints(): number {
    return this.#state.hints;
  }
  get deal(): string | null {
    return this.#snapshot?.deal ?? null;
  }
  /** Where the top card of each pile may go, by pile. */
  get targets(): readonly (readonly number[])[] {
    return this.#targets;
  }
  get cardsHome(): number {
    return this.play?.cardsHome ?? 0;
  }
  get moves(): number {
    return this.play?.moves ?? 0;
  }
  get undos(): number {
    return this.play?.undos ?? 0;
  }
  /** Entries in the log, those on their way included. */
  get number(): number {
    return this.play?.entries ?? 0;
  }
  /** Own entries the service has not acknowledged yet. */
  get pendingCount(): number {
    return this.#state.log?.waiting.length ?? 0;
  }
  /** The service has owed an answer for long enough to say so; ticks while something waits. */
  get isOverdue(): boolean {
    const since = this.#state.waitingSince;
    if (since === null) return false;
    this.#tick();
    return this.#now() - since >= OVERDUE_MS;
  }
  get line(): Line {
    return this.#state.line;
  }
  /** Why the play could not be opened. */
  get failure(): Failure | undefined {
    return this.#state.failure;
  }
  /** False after another device has acted, until this one does (P6). */
  get inControl(): boolean {
    return this.#state.inControl;
  }
  get ending(): PlayEnding | null {
    return this.#ending;
  }
  get canAct(): boolean {
    return this.#canAct;
  }
  get canUndo(): boolean {
    return this.#canAct && !!this.play && !undoRejection(this.play);
  }
  get canRedo(): boolean {
    return this.#canAct && !!this.play && !!redoMove(this.play);
  }
  get canCollect(): boolean {
    return this.#canAct && !!this.#homeMove();
  }
  /** No move is left, but something can be taken back. */
  get isStuck(): boolean {
    return this.#stuck;
  }
  /** From the start of the play, on the service's clock; ticks while somebody looks. */
  get elapsedMs(): number {
    if (this.#clock.stoppedAt === undefined) this.#tick();
    return elapsedAt(this.#clock, this.#now());
  }
  /** Until entries are no longer accepted; null without a closing time. */
  get closesInMs(): number | null {
    if (this.#clock.closesAt !== null) this.#tick();
    return leftAt(this.#clock, this.#now());
  }

  /** Listens to what happens at the table; returns the function that stops it. */
  listen(listener: (event: PlayEvent) => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  // What the player does. Each says whether it is on the table now.

  move(from: number, to: number): boolean {
    return this.#act({ from, to });
  }

  undo(): boolean {
    return this.#act('undo');
  }

  redo(): boolean {
    const move = this.play && redoMove(this.play);
    return !!move && this.#act(move);
  }

  concede(): boolean {
    return this.#act('concede');
  }

  /** Plays home one card that only one foundation wants. */
  collectOne(): boolean {
    const move = this.#homeMove();
    return !!move && this.#act(move);
  }

  /** Has a hint counted in the play; nothing waits for that. */
  async noteHint(): Promise<void> {
    const { playId } = this;
    const answer = await this.#transport.request('play:hint', { playId });
    if (answer.ok) this.#step({ kind: 'hinted', hints: answer.data.hints });
  }

  /** Asks for the table once more, unless the answer is on its way; ends with the answer. */
  reopen = (): Promise<void> | undefined => {
    this.#step({ kind: 'begin' });
    return this.#opening;
  };

  /** Shows the table as it last was here, until the service has said how it is. */
  recall(snapshot: PlaySnapshot): void {
    this.#step({ kind: 'recalled', snapshot, kept: keptWaiting(this.playId) });
  }

  /** Leaves the table on this device; the play goes on. */
  close(): void {
    const { phase, line } = this.#state;
    if (phase === 'closed') return;
    runWaiting();
    this.#step({ kind: 'close' });
    clearTimeout(this.#retry);
    for (const stop of this.#stops) stop();
    this.#listeners = [];
    // Over the next line it could come after the opening of the same table by the next session. An opening that waits
    // for the first line is followed by it.
    if (line === 'up' || phase === 'opening')
      void this.#transport.request('play:close', { playId: this.playId });
  }

  /** The race it belongs to closes sooner than was said. */
  closesIn(ms: number | null): void {
    this.#step({ kind: 'closes', inMs: ms });
  }

  #homeMove = () => homeMove(this.rules?.piles ?? [], this.#targets);

  #act(entry: Entry): boolean {
    const { number } = this;
    // What another tab has left waiting comes first: a move here would take its place in what is kept, and was meant for
    // another table.
    if (this.#canAct) this.#step({ kind: 'found', kept: this.#others() });
    if (this.number > number) return false;
    this.#step({ kind: 'act', entry });
    return this.number > number;
  }

  // Internals.

  /** What waits of another tab's, which may be gone: the browser keeps it. */
  #others = () => (this.pendingCount ? [] : keptWaiting(this.playId));

  #step(input: PlayInput): void {
    const before = this.#state;
    const { state, effects } = stepPlay(before, input, this.#now());
    this.#state = state;
    this.#snapshot = state.snapshot;
    this.#shown = state.log?.shown;
    this.#ending = endingOf(state);
    this.#canAct = canAct(state);
    this.#clock = state.clock;
    if (state.log?.waiting !== before.log?.waiting) {
      if (input.kind === 'act') afterPaint(() => this.#keep());
      // Where nothing has waited here, what is kept is another tab's.
      else if (before.log?.waiting.length || ('kept' in input && input.kept.length)) this.#keep();
    }
    if (state.phase !== 'pausing') clearTimeout(this.#retry);
    for (const effect of effects) this.#perform(effect);
  }

  /** What waits is kept in the browser, so that no reload loses it; who is refused the table keeps theirs. */
  #keep(): void {
    const { log, snapshot, failure } = this.#state;
    if (!snapshot?.isYours || failure) return;
    const givenUp = keepWaiting(this.playId, snapshot.playerName, log?.waiting ?? []);
    for (const { name, codes } of givenUp) {
      this.#emit({ kind: 'given-up', name, entries: codes.length });
    }
  }

  #perform(effect: PlayEffect): void {
    switch (effect.kind) {
      case 'open':
        this.#opening = this.#open(effect.round, effect.replaces);
        return;
      case 'send':
        return afterPaint(() => void this.#send(effect.item, effect.round));
      case 'retry-in':
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => this.#step({ kind: 'retry' }), effect.ms);
        return;
      case 'emit':
        this.#emit(effect.event);
    }
  }

  #emit(event: PlayEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  async #open(round: number, replaces: boolean): Promise<void> {
    const answer = await this.#transport.request('play:open', { playId: this.playId });
    if (!answer.ok) this.#step({ kind: 'open-refused', error: answer.error, round });
    else this.#adopt(answer.data, { round, replaces });
  }

  /** Takes over a table that was asked for in a round, or sent unasked. */
  #adopt(snapshot: PlaySnapshot, asked?: { round: number; replaces: boolean }): void {
    const others = this.#others();
    // A tab that is further than this answer is there, and sends its own.
    const isFurther = this.#state.log && others[0] && others[0].number > snapshot.log.length + 1;
    const kept = isFurther ? [] : others;
    if (asked) this.#step({ kind: 'opened', snapshot, kept, ...asked });
    else this.#step({ kind: 'sent', snapshot, kept });
  }

  async #send(item: WaitingEntry, round: number): Promise<void> {
    // The table has been asked for once more since then: with its answer all that waits goes out.
    if (round !== this.#state.round) return;
    const answer = await this.#request(item);
    if (answer.ok && this.#state.phase === 'closed') forgetAcknowledged(this.playId, item);
    else if (answer.ok) this.#step({ kind: 'acknowledged', accepted: answer.data });
    else this.#step({ kind: 'refused', item, error: answer.error, round });
  }

  #request({ entry, number: expected }: WaitingEntry): Promise<Answer<AcceptedEntry>> {
    const { playId } = this;
    if (entry === 'undo') return this.#transport.request('play:undo', { playId, expected });
    if (entry === 'concede') return this.#transport.request('play:concede', { playId, expected });
    return this.#transport.request('play:move', { playId, expected, move: encodeEntry(entry) });
  }
}
