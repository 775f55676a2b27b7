/** A fake of the service for one play: the engine itself, with lines that tests can cut. */
import {
  decodeEntry,
  encodeEntry,
  enter,
  findVariant,
  packOf,
  startPlay,
  turnedUpBy,
  viewOf,
  unwrap,
} from '@same-deal/engine';
import type { Entry, Pack, Play, UndoPolicy } from '@same-deal/engine';
import type {
  AcceptedEntry,
  Answer,
  AnswerOf,
  ClientEventName,
  Failure,
  NewsOf,
  PlayEnding,
  PlaySnapshot,
  RequestOf,
  ServerEventName,
  View,
} from '@same-deal/protocol';
import type { Line, Transport } from '../../net/transport.ts';

export const PLAY_ID = '00000000-0000-4000-8000-000000000001';

export class FakeService {
  play: Play;
  log: AcceptedEntry[] = [];
  elapsedMs = 0;
  ending: PlayEnding | null = null;
  /** The next entries are answered with these failures instead. */
  readonly failures: Failure[] = [];
  readonly lines = new Set<FakeLine>();
  /** Practice: the deal is no secret. */
  isOpenDeal = false;
  readonly #pack: Pack;
  readonly #start: View;
  readonly #undo: UndoPolicy;

  constructor(variant: string, pack: Pack, undo: UndoPolicy = 'free') {
    this.#undo = undo;
    this.#pack = pack;
    this.play = unwrap(startPlay(variant, pack, undo));
    this.#start = viewOf(this.play.position) as View;
  }

  /** Creates a service with the deal of a PySolFC number. */
  static dealing(variant: string, deal: string, undo: UndoPolicy = 'free'): FakeService {
    const pack = packOf(deal, findVariant(variant)?.packs ?? 1);
    if (!pack.ok) throw new Error(pack.reason);
    return new FakeService(variant, pack.value, undo);
  }

  connect(): FakeLine {
    return new FakeLine(this);
  }

  snapshot(): PlaySnapshot {
    return {
      playId: PLAY_ID,
      playerName: 'Anna',
      isYours: true,
      variant: this.play.position.variant,
      undo: this.#undo,
      raceCode: null,
      daily: null,
      deal: null,
      pack: this.isOpenDeal ? [...this.#pack] : null,
      start: this.#start,
      log: this.log.slice(),
      elapsedMs: this.elapsedMs,
      closesInMs: null,
      ending: this.ending,
      hints: 0,
    };
  }

  /** Counts an entry as P5 says, and notifies the other devices. */
  take(entry: Entry, expected: number, by?: FakeLine): Answer<AcceptedEntry> {
    const failure = this.failures.shift();
    if (failure) return { ok: false, error: failure };
    const logged = this.log[expected - 1];
    const code = encodeEntry(entry);
    if (logged?.entry === code) return { ok: true, data: logged };
    if (expected !== this.log.length + 1) {
      return { ok: false, error: { code: 'stale', number: this.log.length } };
    }
    const next = enter(this.play, entry);
    if (!next.ok) return { ok: false, error: next.reason };
    const turnedUp =
      typeof entry === 'string'
        ? undefined
        : turnedUpBy(this.play.position, entry, next.value.position);
    this.play = next.value;
    this.ending = next.value.ending ?? null;
    const accepted: AcceptedEntry = {
      entry: code,
      elapsedMs: this.elapsedMs,
      ...(turnedUp === undefined ? {} : { turnedUp }),
      number: expected,
      ending: this.ending,
    };
    this.log.push(accepted);
    for (const line of this.lines) {
      if (line !== by) line.emit('play:advanced', { ...accepted, playId: PLAY_ID });
    }
    return { ok: true, data: accepted };
  }
}

export class FakeLine implements Transport {
  /** Every entry sent, as `number:code`. */
  readonly sent: string[] = [];
  /** Whether answers wait in `held` until `deliver`. */
  holds = false;
  /** Whether requests never arrive, as on a frozen line. */
  swallows = false;
  /** The delay of answers. */
  delayMs = 0;
  readonly held: (() => void)[] = [];
  #state: Line = 'up';
  #lost: ((answer: Answer<never>) => void)[] = [];
  readonly #service: FakeService;
  readonly #listeners = new Map<string, Set<(news: never) => void>>();
  readonly #lineListeners = new Set<(line: Line) => void>();

  constructor(service: FakeService) {
    this.#service = service;
    service.lines.add(this);
  }

  async request<Name extends ClientEventName>(
    name: Name,
    request: RequestOf<Name>,
  ): Promise<Answer<AnswerOf<Name>>> {
    const answer = this.#answer(name, request as { expected?: number; move?: number });
    return (await answer) as Answer<AnswerOf<Name>>;
  }

  on<Name extends ServerEventName>(name: Name, listener: (news: NewsOf<Name>) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener as (news: never) => void));
    return () => listeners.delete(listener as (news: never) => void);
  }

  onLine(listener: (line: Line) => void): () => void {
    this.#lineListeners.add(listener);
    listener(this.#state);
    return () => this.#lineListeners.delete(listener);
  }

  /** Emits an event of the service, unless the line is down. */
  emit<Name extends ServerEventName>(name: Name, news: NewsOf<Name>): void {
    if (this.#state !== 'up') return;
    for (const listener of this.#listeners.get(name) ?? []) listener(news as never);
  }

  /** Delivers the first `count` held answers, all by default. */
  async deliver(count = this.held.length): Promise<void> {
    for (const hand of this.held.splice(0, count)) hand();
    await settled();
  }

  /** Cuts the line: requests in flight are answered with `unavailable`. */
  async cut(): Promise<void> {
    this.#state = 'down';
    this.held.length = 0;
    for (const lose of this.#lost.splice(0)) lose(unavailable);
    for (const listener of this.#lineListeners) listener('down');
    await settled();
  }

  async restore(): Promise<void> {
    this.#state = 'up';
    for (const listener of this.#lineListeners) listener('up');
    await settled();
  }

  #answer(
    name: ClientEventName,
    { expected = 0, move = 0 }: { expected?: number; move?: number },
  ): Promise<Answer<unknown>> {
    if (this.#state !== 'up') return Promise.resolve(unavailable);
    if (this.swallows) return new Promise((resolve) => void this.#lost.push(resolve));
    const entry =
      name === 'play:undo' ? 'undo' : name === 'play:concede' ? 'concede' : decodeEntry(move);
    let answer: Answer<unknown> = { ok: true, data: {} };
    if (name === 'play:open') answer = { ok: true, data: this.#service.snapshot() };
    else if (name !== 'play:close') {
      this.sent.push(`${expected}:${encodeEntry(entry)}`);
      answer = this.#service.take(entry, expected, this);
    }
    return new Promise((resolve) => {
      this.#lost.push(resolve);
      if (this.holds) this.held.push(() => resolve(answer));
      else if (this.delayMs > 0) setTimeout(() => resolve(answer), this.delayMs);
      else resolve(answer);
    });
  }
}

const unavailable = { ok: false, error: { code: 'unavailable' } } as const;

/** Waits until all work that depends only on resolved promises is done. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
