import type { Answer, NewsOf, PlaySnapshot } from '@same-deal/protocol';
import { Question } from '../net/question.ts';
import type { Transport } from '../net/transport.ts';
import { entered, tablesOf } from './open-tables.ts';
import type { OpenTable } from './open-tables.ts';

const ASK_AGAIN_MS = 3_000;

/** All tables of a race for whom they are open, kept up with what is entered at them. */
export class OpenTablesSession {
  #tables = $state.raw<readonly OpenTable[]>();
  #hasFailed = $state(false);
  /** What has come since the tables were asked for: an answer that was made before it knows nothing of it. */
  #heard: NewsOf<'play:advanced'>[] = [];
  /** How many answers are to come. */
  #asked = 0;
  /** What has come since they were drawn. */
  #waiting: NewsOf<'play:advanced'>[] = [];
  #frame = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  readonly #question: Question<Answer<{ tables: PlaySnapshot[] }>>;
  readonly #stops: (() => void)[];

  /** @param code of the race */
  constructor(transport: Transport, code: string) {
    this.#question = new Question(
      async () => {
        if (this.#asked === 0) this.#heard = [];
        this.#asked += 1;
        const answer = await transport.request('race:tables', { code });
        this.#asked -= 1;
        return answer;
      },
      (answer) => {
        clearTimeout(this.#again);
        this.#hasFailed = !answer.ok;
        if (answer.ok) this.#take(tablesOf(answer.data.tables), this.#heard);
        else this.#askIn(answer.error.retryAfterMs ?? ASK_AGAIN_MS);
      },
    );
    this.#stops = [
      transport.on('play:advanced', (news) => {
        if (this.#asked > 0) this.#heard.push(news);
        this.#waiting.push(news);
        this.#frame ||= requestAnimationFrame(() => this.#draw());
      }),
      transport.onLine((line) => {
        if (line === 'up') void this.#question.ask();
      }),
    ];
  }

  /** Undefined until they are there. */
  get tables(): readonly OpenTable[] | undefined {
    return this.#tables;
  }
  /** Whether they could not be fetched. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  close(): void {
    this.#question.forget();
    clearTimeout(this.#again);
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
  }

  #askIn(ms: number): void {
    this.#again = setTimeout(() => void this.#question.ask(), ms);
  }

  /** However much comes, the tables are drawn once a frame. */
  #draw(): void {
    this.#frame = 0;
    const news = this.#waiting;
    this.#waiting = [];
    if (this.#tables) this.#take(this.#tables, news);
  }

  /** Where something is missing, the tables are asked for again. */
  #take(tables: readonly OpenTable[], news: readonly NewsOf<'play:advanced'>[]): void {
    const next = entered(tables, news);
    this.#tables = next ?? tables;
    if (!next) void this.#question.askAgain();
  }
}
