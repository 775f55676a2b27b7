import type {
  Answer,
  Failure,
  Phrase,
  RacePhase,
  RacePlayer,
  RaceSettings,
  RaceSnapshot,
  Strength,
} from '@same-deal/protocol';
import { mayComeBack, nextRetryMs, RETRY_LEAST_MS } from '../net/back-off.ts';
import type { Line, Transport } from '../net/transport.ts';
import { PlaySession } from '../play/play-session.svelte.ts';
import { mutedIds, setMuted } from './muted.ts';
import { foldRace, raceChanges, standingRows } from './race-state.ts';
import type { RaceChange, RaceNews, RaceState, StandingRow } from './race-state.ts';

/** The person viewing the race; the id may arrive later. */
interface Viewer {
  readonly id: string | undefined;
}

/** So long a table that has ended is still there when the race is over: the last card is to be seen landing. */
export const LAST_MOMENT_MS = 1_000;

/** Those that are open: a race is left when the last of its sessions is. Nothing is drawn from it. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity
const inRaces = new Set<RaceSession>();

/** One race on this device, with the own table in it. */
export class RaceSession {
  readonly code: string;
  #state = $state.raw<RaceState>();
  #failure = $state.raw<Failure>();
  #play = $state.raw<PlaySession>();
  #asking = $state(0);
  /** What the host has chosen and the service has not confirmed. */
  #wanted = $state.raw<RaceSettings>();
  #configuring: Promise<Answer<unknown>> | undefined;
  #lastMoment = $state.raw<ReturnType<typeof setTimeout>>();
  #muted = $state.raw<readonly string[]>(mutedIds());
  #line: Line = 'connecting';
  #entering: Promise<void> | undefined;
  #retryMs = RETRY_LEAST_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #stops: (() => void)[] = [];
  readonly #transport: Transport;
  readonly #viewer: Viewer;
  readonly #notify: (change: RaceChange) => void;
  readonly #now: () => number;
  readonly #rows = $derived.by(() => {
    const { snapshot } = this;
    const own = this.#play?.play && snapshot?.phase === 'running' ? this.#play : undefined;
    return snapshot ? standingRows(snapshot, this.#viewer.id, own && ownFigures(own)) : [];
  });

  /**
   * @param viewer whose seat is "yours"
   * @param notify called with changes worth a message
   */
  constructor(
    code: string,
    transport: Transport,
    viewer: Viewer,
    notify: (change: RaceChange) => void = () => undefined,
    now: () => number = () => performance.now(),
  ) {
    this.code = code;
    this.#transport = transport;
    this.#viewer = viewer;
    this.#notify = notify;
    this.#now = now;
  }

  get snapshot(): RaceSnapshot | undefined {
    return this.#state?.snapshot;
  }

  /** The phase to show: the race's own, but for a last moment at the table. */
  get shownPhase(): RacePhase | undefined {
    return this.#lastMoment === undefined ? this.snapshot?.phase : 'running';
  }

  /** Why the race cannot be seen. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** The settings, as the host has changed them last: what is sent next goes on from there. */
  get settings(): RaceSettings | undefined {
    return this.#wanted ?? this.snapshot?.settings;
  }

  get startsAt(): number | null {
    return this.#state?.startsAt ?? null;
  }

  get closesAt(): number | null {
    return this.#state?.closesAt ?? null;
  }

  /** When a quick match begins its countdown, as far as that is known. */
  get gathersUntil(): number | null {
    return this.#state?.gathersUntil ?? null;
  }

  /** The own seat. */
  get you(): RacePlayer | undefined {
    return this.snapshot?.players.find((player) => player.id === this.#viewer.id);
  }

  get youId(): string | undefined {
    return this.#viewer.id;
  }

  get isHost(): boolean {
    const { you, snapshot } = this;
    return you !== undefined && snapshot?.hostId === you.id && !snapshot.quick;
  }

  /** How many watch, the reader left out: who is about to join is no news to themselves. */
  get watchers(): number {
    const { snapshot, you } = this;
    return Math.max(0, (snapshot?.watchers ?? 0) - (you ? 0 : 1));
  }

  /** The own table, from the start on. */
  get play(): PlaySession | undefined {
    return this.#play;
  }

  get rows(): readonly StandingRow[] {
    return this.#rows;
  }

  /** The ids of muted people. */
  get muted(): readonly string[] {
    return this.#muted;
  }

  setMuted(id: string, isMuted: boolean): void {
    this.#muted = setMuted(id, isMuted);
  }

  #onSaid(code: string, playerId: string, phrase: Phrase): void {
    const { snapshot } = this;
    const player = snapshot?.players.find(({ id }) => id === playerId);
    if (snapshot?.code !== code || !player || this.#muted.includes(playerId)) return;
    this.#notify({ kind: 'said', name: player.name, phrase });
  }

  /** A request is on its way; buttons wait for it. */
  get isBusy(): boolean {
    return this.#asking > 0;
  }

  /** Enters the race now and after every lost line; returns the function that leaves it be. */
  start(): () => void {
    const transport = this.#transport;
    this.#isStopped = false;
    inRaces.add(this);
    this.#stops = [
      transport.on('race:updated', (snapshot) => {
        // The race one comes from may still send its last news.
        if (snapshot.code === this.code) this.#fold({ kind: 'updated', snapshot });
      }),
      transport.on('race:progressed', (progress) => this.#fold({ kind: 'progressed', progress })),
      transport.on('race:said', ({ code, playerId, phrase }) =>
        this.#onSaid(code, playerId, phrase),
      ),
      transport.on('play:opened', (snapshot) => {
        if (snapshot.raceCode === this.snapshot?.code && snapshot.isYours && !this.#play) {
          this.#play = new PlaySession(transport, snapshot);
        }
      }),
      transport.onLine((line) => {
        const wasUp = this.#line === 'up';
        this.#line = line;
        if (line === 'up' && !wasUp) void this.enter();
      }),
    ];
    return () => this.#stop();
  }

  #stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    for (const stop of this.#stops) stop();
    clearTimeout(this.#lastMoment);
    this.#lastMoment = undefined;
    this.#play?.close();
    this.#play = undefined;
    inRaces.delete(this);
    if (this.#state) this.#exit();
  }

  /** Whoever enters the same race by another session stays in it. */
  #exit(): void {
    const transport = this.#transport;
    const isHere = (one: RaceSession) => one.code === this.code && one.#transport === transport;
    if (this.#line !== 'up' || [...inRaces].some(isHere)) return;
    void transport.request('race:exit', { code: this.code });
  }

  /** Asks for the race as it is, and for its news from now on, unless the answer is on its way. */
  enter(): Promise<void> {
    this.#entering ??= this.#enter().finally(() => (this.#entering = undefined));
    return this.#entering;
  }

  async #enter(): Promise<void> {
    clearTimeout(this.#retry);
    const answer = await this.#transport.request('race:enter', { code: this.code });
    if (this.#isStopped) {
      // Left before it was answered: else a watcher would stay.
      if (answer.ok && !this.#state) this.#exit();
      return;
    }
    if (answer.ok) {
      this.#retryMs = RETRY_LEAST_MS;
      this.#fold({ kind: 'entered', snapshot: answer.data });
      return;
    }
    const { error } = answer;
    const isOfTheLine = error.code === 'unavailable' && this.#line !== 'up';
    const isPassing = mayComeBack(error.code);
    if (isPassing) this.#enterLater(error.retryAfterMs);
    // What was seen of the race stays, as long as there may be more.
    if (!isOfTheLine && !(this.#state && isPassing)) this.#failure = error;
  }

  /** Until it is entered again no news of the race arrives: its standings would stand still. */
  #enterLater(ms = this.#retryMs): void {
    // A line that is not up says itself when it is.
    if (this.#line !== 'up') return;
    this.#retryMs = nextRetryMs(this.#retryMs);
    this.#retry = setTimeout(() => void this.enter(), ms);
  }

  #fold(news: RaceNews): void {
    const before = this.#state;
    const after = foldRace(before, news, this.#now());
    if (!after || after === before) return;
    this.#state = after;
    this.#failure = undefined;
    // The own table's time is that of the race, which a win shortens.
    const { phase, closesInMs } = after.snapshot;
    if (phase === 'running' && after.snapshot.closing && news.kind !== 'progressed') {
      this.#play?.closesIn(closesInMs ?? null);
    }
    this.#followPhase(before?.snapshot.phase, after.snapshot);
    if (!before) return;
    for (const change of raceChanges(before.snapshot, after.snapshot, this.#viewer.id)) {
      this.#notify(change);
    }
  }

  #followPhase(former: RacePhase | undefined, { phase }: RaceSnapshot): void {
    const playId = this.you?.playId;
    if (phase === 'running' && playId && !this.#play) {
      this.#play = new PlaySession(this.#transport, playId);
    }
    if (phase !== 'settled' || former === 'settled' || !this.#play) return;
    if (this.#play.ending) {
      this.#lastMoment = setTimeout(() => (this.#lastMoment = undefined), LAST_MOMENT_MS);
    }
    this.#play.close();
  }

  // What people do. Each answers like the service, so that the page can say what was refused.

  join = () =>
    this.ask(async (transport) => {
      const answer = await transport.request('race:join', { code: this.code });
      if (answer.ok) this.#fold({ kind: 'entered', snapshot: answer.data });
      return answer;
    });

  setReady = (ready: boolean) =>
    this.ask((transport) => transport.request('race:ready', { code: this.code, ready }));

  /** One change after the other: settings are sent whole, and a change that came earlier could arrive later. */
  configure = (settings: RaceSettings) => {
    this.#wanted = settings;
    this.#configuring ??= this.ask(() => this.#sendSettings());
    return this.#configuring;
  };

  async #sendSettings(): Promise<Answer<unknown>> {
    for (;;) {
      const settings = this.#wanted;
      if (!settings) return { ok: true, data: undefined };
      const answer = await this.#transport.request('race:configure', { code: this.code, settings });
      // Changed again meanwhile, with that one in it.
      if (settings !== this.#wanted && !this.#isStopped) continue;
      this.#wanted = this.#configuring = undefined;
      return answer;
    }
  }

  addPartner = (strength: Strength) =>
    this.ask((transport) => transport.request('race:partner', { code: this.code, strength }));

  remove = (playerId: string) =>
    this.ask((transport) => transport.request('race:remove', { code: this.code, playerId }));

  lock = (locked: boolean) =>
    this.ask((transport) => transport.request('race:lock', { code: this.code, locked }));

  say = (phrase: Phrase) =>
    this.ask((transport) => transport.request('race:say', { code: this.code, phrase }));

  startRace = () => this.ask((transport) => transport.request('race:start', { code: this.code }));

  leave = () => this.ask((transport) => transport.request('race:leave', { code: this.code }));

  /** Asks the service for something; `isBusy` until it has answered. */
  async ask<Data>(request: (transport: Transport) => Promise<Answer<Data>>): Promise<Answer<Data>> {
    this.#asking++;
    try {
      return await request(this.#transport);
    } finally {
      this.#asking--;
    }
  }
}

function ownFigures({ cardsHome, moves, undos }: PlaySession) {
  return { cardsHome, moves, undos };
}
