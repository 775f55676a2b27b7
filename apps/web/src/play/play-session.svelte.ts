/**
 * One play on this device: the log the service has confirmed, the own entries on their way to it,
 * and the table that follows from both. The engine plays every entry here too, so a move is on the
 * table at once; the service decides, and what it refuses is taken back (P3).
 */
import {
  decodeEntry,
  encodeEntry,
  enter,
  findVariant,
  isStuck,
  legalMoves,
  openPlay,
  pileAt,
  playMove,
  redoMove,
  topOf,
  turnedUpBy,
  undoRejection,
} from '@same-deal/engine';
import type {
  Card,
  Entry,
  EntryRejection,
  Move,
  MoveRejection,
  Play,
  Position,
  Solitaire,
  UndoPolicy,
} from '@same-deal/engine';
import type {
  AcceptedEntry,
  Answer,
  ErrorCode,
  Failure,
  PlayEnding,
  PlaySnapshot,
} from '@same-deal/protocol';
import { untrack } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import type { Line, Transport } from '../net/transport.ts';
import { keepEntries, keptEntries } from './kept-entries.ts';

/** Own entries that may wait for the service; more would hide from the player that the line is gone. */
export const QUEUE_LIMIT = 200;

/** How often the clock is looked at: often enough that no second is skipped. */
const TICK_MS = 250;
const RETRY_LEAST_MS = 500;
const RETRY_MOST_MS = 8000;

/** Why something the player wanted did not happen. */
export interface Refusal {
  readonly code: ErrorCode | EntryRejection['code'] | 'queue-full' | 'not-yours';
  /** With `illegal-move`. */
  readonly rejection?: MoveRejection;
}

/** What happens at the table, for those who put it into words. */
export type PlayEvent =
  | { readonly kind: 'moved'; readonly move: Move; readonly card: Card; readonly byMe: boolean }
  | { readonly kind: 'undone'; readonly move: Move; readonly card: Card; readonly byMe: boolean }
  /** A stock card is known now, and lies on top of that pile. */
  | { readonly kind: 'turned-up'; readonly card: Card; readonly pile: number }
  /** `takenBack`: it was on the table already and the service refused it. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly takenBack: boolean }
  /** Another device acted first, so entries of this one no longer count. */
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'ended'; readonly ending: PlayEnding };

/** An own entry the service has not confirmed yet. */
interface Pending {
  readonly entry: Entry;
  readonly number: number;
}

interface Settings {
  /** Milliseconds that only grow; never the wall clock, which people and networks set. */
  readonly now?: () => number;
}

export class PlaySession {
  readonly playId: string;

  readonly #transport: Transport;
  readonly #now: () => number;
  #listeners: readonly ((event: PlayEvent) => void)[] = [];
  readonly #stops: (() => void)[] = [];
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  });

  #snapshot = $state.raw<PlaySnapshot>();
  #confirmed = $state.raw<Play>();
  #pending = $state.raw<readonly Pending[]>([]);
  #ending = $state.raw<PlayEnding | null>(null);
  #line = $state.raw<Line>('connecting');
  #failure = $state.raw<Failure>();
  #inControl = $state(true);
  /** The service's clock less ours; the largest seen is the one that travelled fastest. */
  #ahead = $state.raw(-Infinity);
  #closesAt = $state.raw<number | null>(null);
  #endedAtMs = $state.raw<number>();
  #hints = $state(0);

  readonly #shown = $derived.by(() => {
    let play = this.#confirmed;
    for (const { entry } of this.#pending) {
      const next = play && enter(play, entry);
      if (next?.ok) play = next.value;
    }
    return play;
  });
  readonly #targets = $derived.by(() => {
    const position = this.#shown?.position;
    const targets = position?.piles.map((): number[] => []) ?? [];
    if (!position || !this.canAct) return targets;
    for (const { from, to } of legalMoves(position)) targets[from]?.push(to);
    return targets;
  });
  readonly #stuck = $derived(
    !this.ending && !!this.#shown && this.#pending.length === 0 && isStuck(this.#shown.position),
  );

  /** Entries may be sent: the line is up and the play is open on it. */
  #isOpen = false;
  /** Answers to requests of an earlier round say nothing about this one. */
  #round = 0;
  #retryMs = RETRY_LEAST_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** Something of this play is kept in the browser. */
  #hasKept = false;

  /** Opens a play by its id, or goes on from a table that the service has sent by itself. */
  constructor(transport: Transport, play: string | PlaySnapshot, settings: Settings = {}) {
    this.#transport = transport;
    this.#now = settings.now ?? (() => performance.now());
    this.playId = typeof play === 'string' ? play : play.playId;
    // Whoever creates a session in an effect does not depend on what it holds.
    untrack(() => this.#begin(play));
  }

  #begin(play: string | PlaySnapshot): void {
    if (typeof play !== 'string') {
      this.#adopt(play);
      this.#isOpen = true;
      for (const item of this.#pending) void this.#send(item);
    }
    this.#stops.push(
      this.#transport.on('play:opened', (news) => {
        if (news.playId === this.playId) this.#adopt(news);
      }),
      this.#transport.on('play:advanced', (news) => {
        if (news.playId === this.playId) this.#follow(news);
      }),
      this.#transport.on('play:ended', (news) => {
        if (news.playId === this.playId) this.#end(news.ending);
      }),
      this.#transport.onLine((line) => this.#lineIs(line)),
    );
    if (typeof play === 'string' && !this.#retry && this.#round === 0) void this.#open();
  }

  // What is so.

  /** The table with own entries on it; undefined until the play is open. */
  get play(): Play | undefined {
    return this.#shown;
  }
  get position(): Position | undefined {
    return this.#shown?.position;
  }
  /** The table as far as the service has confirmed it. */
  get confirmed(): Play | undefined {
    return this.#confirmed;
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
  /** The daily whose ranked try it is; null for a race or practice. */
  get daily(): PlaySnapshot['daily'] {
    return this.#snapshot?.daily ?? null;
  }
  /** The whole deal, in practice; null where it is a secret. */
  get pack(): PlaySnapshot['pack'] {
    return this.#snapshot?.pack ?? null;
  }
  /** How many hints were taken. */
  get hints(): number {
    return this.#hints;
  }
  get deal(): string | null {
    return this.#snapshot?.deal ?? null;
  }
  /** Where the top card of each pile may go, by pile. */
  get targets(): readonly (readonly number[])[] {
    return this.#targets;
  }
  get cardsHome(): number {
    return this.#shown?.cardsHome ?? 0;
  }
  get moves(): number {
    return this.#shown?.moves ?? 0;
  }
  get undos(): number {
    return this.#shown?.undos ?? 0;
  }
  /** Entries in the log, those on their way included. */
  get number(): number {
    return this.#shown?.entries ?? 0;
  }
  /** Own entries the service has not confirmed yet. */
  get pendingCount(): number {
    return this.#pending.length;
  }
  get line(): Line {
    return this.#line;
  }
  /** Why the play could not be opened. */
  get failure(): Failure | undefined {
    return this.#failure;
  }
  /** False after another device has acted, until this one does (P6). */
  get inControl(): boolean {
    return this.#inControl;
  }
  get ending(): PlayEnding | null {
    return this.#ending ?? this.#confirmed?.ending ?? null;
  }
  get canAct(): boolean {
    return this.isYours && !this.ending && !this.#shown?.ending;
  }
  get canUndo(): boolean {
    return this.canAct && !!this.#shown && !undoRejection(this.#shown);
  }
  get canRedo(): boolean {
    return this.canAct && !!this.#shown && !!redoMove(this.#shown);
  }
  get canCollect(): boolean {
    return this.canAct && !!this.#homeMove();
  }
  /** No move is left, but something can be taken back. */
  get isStuck(): boolean {
    return this.#stuck;
  }
  /** From the start of the play, on the service's clock; ticks while somebody looks. */
  get elapsedMs(): number {
    if (this.#endedAtMs !== undefined) return this.#endedAtMs;
    this.#tick();
    return Math.max(0, Math.round(this.#now() + this.#ahead));
  }
  /** Until entries are no longer accepted; null without a closing time. */
  get closesInMs(): number | null {
    if (this.#closesAt === null) return null;
    this.#tick();
    return Math.max(0, Math.round(this.#closesAt - this.#now()));
  }

  /** Why the rules do not allow a move; undefined if they do. */
  rejection(from: number, to: number): MoveRejection | undefined {
    const position = this.position;
    const tried = position && playMove(position, { from, to });
    return tried && !tried.ok ? tried.reason : undefined;
  }

  /** Hears what happens at the table; returns the function that stops it. */
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
    const move = this.#shown && redoMove(this.#shown);
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

  /** Plays home all that can go, a logged move each, and says how many went. */
  collect(): number {
    let count = 0;
    while (this.collectOne()) count++;
    return count;
  }

  /** Has a hint noted in the play; whether it arrives is for nobody to wait for. */
  async noteHint(): Promise<void> {
    const { playId } = this;
    const answer = await this.#transport.request('play:hint', { playId });
    if (answer.ok) this.#hints = answer.data.hints;
  }

  /** Leaves the table on this device; the play goes on. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#retry);
    for (const stop of this.#stops) stop();
    this.#listeners = [];
    void this.#transport.request('play:close', { playId: this.playId });
  }

  /** A move home that is no choice: a card two foundations want is left to the player. */
  #homeMove(): Move | undefined {
    const specs = this.rules?.piles ?? [];
    for (const [from, targets] of this.#targets.entries()) {
      if (specs[from]?.role === 'foundation') continue;
      const homes = targets.filter((to) => specs[to]?.role === 'foundation');
      const [to] = homes;
      if (to !== undefined && homes.length === 1) return { from, to };
    }
    return undefined;
  }

  #act(entry: Entry): boolean {
    const play = this.#shown;
    if (!play) return false;
    if (!this.isYours) return this.#refuse({ code: 'not-yours' });
    if (this.ending) return this.#refuse({ code: 'play-ended' });
    const next = enter(play, entry);
    if (!next.ok) return this.#refuse(next.reason);
    if (this.#pending.length >= QUEUE_LIMIT) return this.#refuse({ code: 'queue-full' });
    const item: Pending = { entry, number: play.entries + 1 };
    this.#pending = [...this.#pending, item];
    this.#inControl = true;
    this.#tellEntry(play, entry, true);
    if (this.#isOpen) void this.#send(item);
    else this.#keep();
    return true;
  }

  #refuse(refusal: Refusal, takenBack = false): false {
    this.#tell({ kind: 'refused', refusal, takenBack });
    return false;
  }

  #tell(event: PlayEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #tellEntry(before: Play, entry: Entry, byMe: boolean): void {
    if (entry === 'concede') return;
    const { move, kind } =
      entry === 'undo'
        ? { move: before.past?.move, kind: 'undone' as const }
        : { move: entry, kind: 'moved' as const };
    if (!move) return;
    const pile = entry === 'undo' ? move.to : move.from;
    this.#tell({ kind, move, card: topOf(pileAt(before.position.piles, pile)), byMe });
  }

  // The way to the service and back.

  async #send(item: Pending): Promise<void> {
    const round = this.#round;
    const answer = await this.#request(item);
    if (this.#isClosed) return;
    if (answer.ok) this.#confirm(item, answer.data);
    else if (round === this.#round && this.#pending.includes(item)) {
      this.#notConfirmed(item, answer.error);
    }
  }

  #request({ entry, number: expected }: Pending): Promise<Answer<AcceptedEntry>> {
    const { playId } = this;
    if (entry === 'undo') return this.#transport.request('play:undo', { playId, expected });
    if (entry === 'concede') return this.#transport.request('play:concede', { playId, expected });
    return this.#transport.request('play:move', { playId, expected, move: encodeEntry(entry) });
  }

  #confirm(item: Pending, accepted: AcceptedEntry): void {
    const known = this.#confirmed?.entries ?? 0;
    // The same answer twice, or the log that told of it came first.
    if (accepted.number <= known) return;
    if (this.#pending[0] !== item || accepted.number !== known + 1) {
      // Counted, though it was given up here: only the log can say where the table is.
      void this.#open(true);
      return;
    }
    this.#pending = this.#pending.slice(1);
    if (this.#hasKept) this.#keep();
    this.#apply(accepted);
  }

  /** Puts an entry the service counted on the confirmed table. */
  #apply(accepted: AcceptedEntry): void {
    const before = this.#confirmed;
    const after = before && enter(before, decodeEntry(accepted.entry), accepted.turnedUp);
    if (!before || !after?.ok) {
      void this.#open(true);
      return;
    }
    this.#confirmed = after.value;
    this.#retryMs = RETRY_LEAST_MS;
    this.#setClock(accepted.elapsedMs);
    this.#tellTurnedUp(before, accepted, after.value);
    const ending = accepted.ending ?? after.value.ending;
    if (ending) this.#end(ending, accepted.elapsedMs);
  }

  #tellTurnedUp(before: Play, { entry, turnedUp }: AcceptedEntry, after: Play): void {
    const move = decodeEntry(entry);
    if (turnedUp === undefined || turnedUp < 0 || typeof move === 'string') return;
    if (turnedUpBy(before.position, move, after.position) === undefined) return;
    const pile = after.position.piles.findIndex((cards) => cards.at(-1) === turnedUp);
    if (pile >= 0) this.#tell({ kind: 'turned-up', card: turnedUp, pile });
  }

  #notConfirmed(item: Pending, error: Failure): void {
    switch (error.code) {
      // Whether it arrived is not known; the same number and entry again count once (P5).
      case 'unavailable':
      case 'too-many-requests':
        this.#tryLater(error.retryAfterMs);
        return;
      case 'stale':
        this.#pending = [];
        this.#keep();
        this.#tell({ kind: 'overtaken' });
        void this.#open(true);
        return;
      default:
        this.#pending = this.#pending.slice(0, this.#pending.indexOf(item));
        this.#keep();
        this.#refuse(refusalOf(error), true);
        if (error.code !== 'illegal-move' && !error.code.includes('undo')) void this.#open(true);
    }
  }

  /** Another device acted: its entry is the next one, or there is something to catch up with. */
  #follow(accepted: AcceptedEntry): void {
    const before = this.#confirmed;
    if (!before || accepted.number <= before.entries) return;
    this.#inControl = false;
    if (accepted.number !== before.entries + 1) {
      void this.#open(true);
      return;
    }
    const [first] = this.#pending;
    if (first && encodeEntry(first.entry) === accepted.entry) {
      this.#pending = this.#pending.slice(1);
    } else if (first) {
      this.#pending = [];
      this.#tell({ kind: 'overtaken' });
    } else {
      this.#tellEntry(before, decodeEntry(accepted.entry), false);
    }
    if (this.#hasKept) this.#keep();
    this.#apply(accepted);
  }

  #end(ending: PlayEnding, elapsedMs = this.elapsedMs): void {
    if (this.#endedAtMs !== undefined) return;
    this.#ending = ending;
    this.#endedAtMs = elapsedMs;
    this.#tell({ kind: 'ended', ending });
  }

  #lineIs(line: Line): void {
    const wasUp = this.#line === 'up';
    const isFirst = this.#line === 'connecting' && this.#isOpen;
    this.#line = line;
    if (line === 'up' && !wasUp && !isFirst) {
      // The service tells a play's news only to lines that opened it.
      void this.#open();
    } else if (line === 'down') {
      this.#isOpen = false;
      if (this.#pending.length > 0) this.#keep();
    }
  }

  #tryLater(delayMs = this.#retryMs): void {
    this.#isOpen = false;
    this.#round++;
    if (this.#pending.length > 0) this.#keep();
    clearTimeout(this.#retry);
    this.#retryMs = Math.min(RETRY_MOST_MS, this.#retryMs * 2);
    this.#retry = setTimeout(() => {
      // A line that is down says itself when it is up again.
      if (this.#line !== 'down') void this.#open();
    }, delayMs);
  }

  /** Asks for the table as it is, then sends again what still waits, under the same numbers. */
  async #open(replaces = false): Promise<void> {
    if (this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#isOpen = false;
    const round = ++this.#round;
    const answer = await this.#transport.request('play:open', { playId: this.playId });
    if (this.#isClosed || round !== this.#round) return;
    if (!answer.ok) {
      const { code, retryAfterMs } = answer.error;
      if (code === 'unavailable' || code === 'too-many-requests') this.#tryLater(retryAfterMs);
      else {
        this.#failure = answer.error;
        this.#pending = [];
      }
      return;
    }
    this.#adopt(answer.data, replaces);
    this.#failure = undefined;
    if (this.#pending.length === 0) this.#retryMs = RETRY_LEAST_MS;
    this.#isOpen = true;
    for (const item of this.#pending) void this.#send(item);
  }

  /** Takes over the service's table. Own entries stay queued if they can still follow its log. */
  #adopt(snapshot: PlaySnapshot, replaces = false): void {
    const known = this.#confirmed?.entries ?? 0;
    // Acknowledged entries are never lost, so a shorter log was only overtaken on the way.
    const isOlder = !replaces && !!this.#confirmed && snapshot.log.length < known;
    if (!isOlder) {
      let play = openPlay(snapshot.start, snapshot.undo);
      for (const { entry, turnedUp } of snapshot.log) {
        const next = enter(play, decodeEntry(entry), turnedUp);
        if (next.ok) play = next.value;
      }
      if (!this.#confirmed) this.#restore(snapshot);
      const waiting = this.#pending.length;
      this.#reconcile(snapshot);
      if (this.#hasKept) this.#keep();
      const ownOfThem = waiting - this.#pending.length;
      if (this.#confirmed && snapshot.log.length > known + ownOfThem) this.#inControl = false;
      this.#confirmed = play;
    }
    this.#snapshot = snapshot;
    this.#hints = Math.max(this.#hints, snapshot.hints);
    this.#setClock(snapshot.elapsedMs);
    this.#closesAt = snapshot.closesInMs === null ? null : this.#now() + snapshot.closesInMs;
    const ending = snapshot.ending ?? this.#confirmed?.ending;
    if (ending) {
      const last = snapshot.log.at(-1)?.elapsedMs;
      this.#end(ending, ending === 'cap' ? snapshot.elapsedMs : (last ?? snapshot.elapsedMs));
      this.#pending = [];
      if (this.#hasKept) this.#keep();
    }
  }

  /** What this browser has kept of it since it was last open comes first; other people's stay kept. */
  #restore({ isYours }: PlaySnapshot): void {
    const kept = isYours ? keptEntries(this.playId) : undefined;
    if (!kept) return;
    this.#hasKept = true;
    this.#pending = kept.codes.map((code, n) => ({
      entry: decodeEntry(code),
      number: kept.first + n,
    }));
  }

  /** Keeps what waits in the browser, in place of what was kept before. */
  #keep(): void {
    const [first] = this.#pending;
    this.#hasKept = first !== undefined;
    keepEntries(this.playId, {
      name: this.playerName,
      first: first?.number ?? 1,
      codes: this.#pending.map(({ entry }) => encodeEntry(entry)),
    });
  }

  /** Drops own entries that the log holds already; all of them if it holds others in their place. */
  #reconcile({ log }: PlaySnapshot): void {
    const differs = this.#pending.some(({ entry, number }) => {
      const logged = log[number - 1];
      return logged !== undefined && logged.entry !== encodeEntry(entry);
    });
    const rest = differs ? [] : this.#pending.filter(({ number }) => number > log.length);
    const follows = (rest[0]?.number ?? log.length + 1) === log.length + 1;
    this.#pending = follows ? rest : [];
    if (differs || !follows) {
      this.#inControl = false;
      this.#tell({ kind: 'overtaken' });
    }
  }

  #setClock(elapsedMs: number): void {
    this.#ahead = Math.max(this.#ahead, elapsedMs - this.#now());
  }
}

function refusalOf({ code, rejection }: Failure): Refusal {
  return rejection ? { code, rejection } : { code };
}
