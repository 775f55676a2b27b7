import type {
  Answer,
  BoardName,
  Daily,
  DailyBoard,
  DailyTimes,
  Failure,
} from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import { followNews } from '../net/follow-news.ts';
import { Question } from '../net/question.ts';
import type { Transport } from '../net/transport.ts';
import { whileSeen } from '../net/while-seen.ts';
import { aLittleLate } from './dailies.svelte.ts';

/** How often to refresh without a line, as visitors without a session have none, and after a failed request. */
const REFRESH_EVERY_MS = 15_000;

type Answers = readonly [Answer<Daily>, Answer<DailyBoard>, Answer<DailyTimes>];

type DailyApi = Pick<Api, 'daily' | 'dailyBoard' | 'dailyTimes'>;

/** One daily with a board and its times, kept up to date while the page is open. */
export class DailySession {
  readonly #api: DailyApi;
  readonly #transport: Transport;
  readonly #key: { readonly day: string; readonly game: string };
  #board = $state.raw<BoardName>('fastest');
  #circle = $state.raw<string>();
  #daily = $state.raw<Daily>();
  #shown = $state.raw<DailyBoard>();
  #times = $state.raw<DailyTimes>();
  #failure = $state.raw<Failure>();
  readonly #question = new Question(
    () => this.#ask(),
    (answers) => this.#take(answers),
  );
  #hasLine = false;
  #nextPhase: ReturnType<typeof setTimeout> | undefined;
  readonly #stops: (() => void)[] = [];

  constructor(api: DailyApi, transport: Transport, key: { day: string; game: string }) {
    this.#api = api;
    this.#transport = transport;
    this.#key = key;
    const news = followNews(this);
    this.#stops.push(
      news.stop,
      transport.on('daily:changed', ({ day, game }) => {
        if (day === key.day && game === key.game) news.heard();
      }),
      // After a lost line there may be news that was missed.
      transport.onLine((line) => {
        this.#hasLine = line === 'up';
        if (line !== 'up') return;
        void transport.request('daily:watch', key);
        void this.load();
      }),
      whileSeen(REFRESH_EVERY_MS, () => {
        if (!this.#hasLine) void this.retry();
      }),
    );
    void this.retry();
  }

  get daily(): Daily | undefined {
    return this.#daily;
  }
  get board(): DailyBoard | undefined {
    return this.#shown;
  }
  get boardName(): BoardName {
    return this.#board;
  }
  /** Whose people alone the board shows; undefined: everybody's. */
  get circle(): string | undefined {
    return this.#circle;
  }
  get times(): DailyTimes | undefined {
    return this.#times;
  }
  get failure(): Failure | undefined {
    return this.#failure;
  }

  show(board: BoardName): void {
    this.#board = board;
    void this.loadAnew();
  }

  showCircle(id: string | undefined): void {
    this.#circle = id;
    void this.loadAnew();
  }

  /** Asks, as something may have changed. */
  load = this.#question.ask;

  /** Asks as nothing has been heard: an answer under way is waited for. */
  retry = this.#question.askAgain;

  /** Asks for somebody else, or for another board. */
  loadAnew = this.#question.askAnew;

  #ask(): Promise<Answers> {
    const { day, game } = this.#key;
    return Promise.all([
      this.#api.daily(day, game),
      this.#api.dailyBoard(day, game, this.#board, this.#circle),
      this.#api.dailyTimes(day, game),
    ]);
  }

  #take([daily, board, times]: Answers): void {
    const failure = [daily, board, times].flatMap((answer) => (answer.ok ? [] : [answer.error]))[0];
    this.#failure = failure;
    if (daily.ok) this.#daily = daily.data;
    if (this.#daily)
      this.#loadIn(
        failure ? Math.max(REFRESH_EVERY_MS, failure.retryAfterMs ?? 0) : leftOf(this.#daily),
      );
    if (board.ok) this.#shown = board.data;
    if (times.ok) this.#times = times.data;
    // It is closed, or I am not in it any more.
    if (daily.ok && !board.ok && this.#circle !== undefined && board.error.code === 'not-found')
      this.showCircle(undefined);
  }

  /** A day begins and ends without news. */
  #loadIn(ms: number | null): void {
    clearTimeout(this.#nextPhase);
    if (ms === null) return;
    this.#nextPhase = setTimeout(() => void this.load(), ms + aLittleLate());
  }

  close(): void {
    this.#question.forget();
    clearTimeout(this.#nextPhase);
    for (const stop of this.#stops) stop();
    // Nobody listens on a line that is gone; sent over the next one it could come after the watching of the next visit.
    if (this.#hasLine) void this.#transport.request('daily:unwatch', this.#key);
  }
}

/** Until its next phase, in milliseconds; null if there is none. */
const leftOf = ({ phase, opensInMs, endsInMs, closesInMs }: Daily): number | null =>
  ({ upcoming: opensInMs, open: endsInMs, closing: closesInMs, closed: null })[phase];
