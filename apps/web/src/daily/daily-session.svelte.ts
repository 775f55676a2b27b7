import type { BoardName, Daily, DailyBoard, DailyTimes, Failure } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';
import { Latest } from '../net/latest.ts';
import type { Transport } from '../net/transport.ts';

/** How often to refresh without a line: visitors without a session have none. */
const REFRESH_EVERY_MS = 15_000;

type DailyApi = Pick<Api, 'daily' | 'dailyBoard' | 'dailyTimes'>;

/** One daily with a board and its times, kept up to date while the page is open. */
export class DailySession {
  readonly #api: DailyApi;
  readonly #transport: Transport;
  readonly #key: { readonly day: string; readonly game: string };
  #board = $state.raw<BoardName>('fastest');
  #daily = $state.raw<Daily>();
  #shown = $state.raw<DailyBoard>();
  #times = $state.raw<DailyTimes>();
  #failure = $state.raw<Failure>();
  readonly #latest = new Latest();
  #hasLine = false;
  readonly #stops: (() => void)[] = [];

  constructor(api: DailyApi, transport: Transport, key: { day: string; game: string }) {
    this.#api = api;
    this.#transport = transport;
    this.#key = key;
    this.#stops.push(
      transport.on('daily:changed', ({ day, game }) => {
        if (day === key.day && game === key.game) void this.load();
      }),
      // After a lost line there may be news that was missed.
      transport.onLine((line) => {
        this.#hasLine = line === 'up';
        if (line !== 'up') return;
        void transport.request('daily:watch', key);
        void this.load();
      }),
    );
    const timer = setInterval(() => {
      if (!this.#hasLine) void this.load();
    }, REFRESH_EVERY_MS);
    this.#stops.push(() => clearInterval(timer));
    void this.load();
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
  get times(): DailyTimes | undefined {
    return this.#times;
  }
  get failure(): Failure | undefined {
    return this.#failure;
  }

  show(board: BoardName): void {
    this.#board = board;
    void this.load();
  }

  async load(): Promise<void> {
    const isWanted = this.#latest.begin();
    const { day, game } = this.#key;
    const [daily, board, times] = await Promise.all([
      this.#api.daily(day, game),
      this.#api.dailyBoard(day, game, this.#board),
      this.#api.dailyTimes(day, game),
    ]);
    if (!isWanted()) return;
    this.#failure = [daily, board, times].flatMap((answer) => (answer.ok ? [] : [answer.error]))[0];
    if (daily.ok) this.#daily = daily.data;
    if (board.ok) this.#shown = board.data;
    if (times.ok) this.#times = times.data;
  }

  close(): void {
    this.#latest.forget();
    for (const stop of this.#stops) stop();
    void this.#transport.request('daily:unwatch', this.#key);
  }
}
