import type { Daily, DailyList, Failure } from '@same-deal/protocol';
import { createSubscriber } from 'svelte/reactivity';
import type { Api } from '../net/api.ts';
import { Latest } from '../net/latest.ts';
import { onLineBack } from '../net/on-line-back.ts';
import type { AppContext } from '../state/app.ts';

const TICK_MS = 1000;

/** Today's, tomorrow's and yesterday's dailies; fetched again when a day begins or ends. */
export class Dailies {
  readonly #api: Pick<Api, 'dailies'>;
  #list = $state.raw<DailyList>();
  #failure = $state.raw<Failure>();
  #fetchedAt = $state.raw(0);
  readonly #latest = new Latest();
  #again: ReturnType<typeof setTimeout> | undefined;
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  });

  constructor(api: Pick<Api, 'dailies'>) {
    this.#api = api;
  }

  get list(): DailyList | undefined {
    return this.#list;
  }

  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** What is left of a time that came with the list; ticks while the page is visible. */
  left(ms: number): number {
    this.#tick();
    return Math.max(0, ms - (performance.now() - this.#fetchedAt));
  }

  /** What is left of today, in milliseconds; ticks likewise. */
  get leftToday(): number {
    return this.left(soonestEnd(this.#list?.today ?? []));
  }

  async load(): Promise<void> {
    clearTimeout(this.#again);
    const isWanted = this.#latest.begin();
    const answer = await this.#api.dailies();
    if (!isWanted()) return;
    this.#failure = answer.ok ? undefined : answer.error;
    if (!answer.ok) return;
    this.#list = answer.data;
    this.#fetchedAt = performance.now();
    const { today } = answer.data;
    // A timer of the platform holds no more than 24 days; a day is less. One second more, lest it be early.
    if (today.length > 0)
      this.#again = setTimeout(() => void this.load(), soonestEnd(today) + TICK_MS);
  }

  close(): void {
    this.#latest.forget();
    clearTimeout(this.#again);
  }
}

const soonestEnd = (dailies: readonly Daily[]): number =>
  dailies.length === 0 ? 0 : Math.min(...dailies.map(({ endsInMs }) => endsInMs));

/**
 * The dailies for as long as a component shows them, fetched anew when somebody else is here, who has other tries, and
 * when a lost line is back: a try may have begun whose answer was lost.
 */
export function followDailies({
  api,
  identity,
  transport,
}: Pick<AppContext, 'api' | 'identity' | 'transport'>): Dailies {
  const dailies = new Dailies(api);
  $effect(() => () => dailies.close());
  $effect(() => onLineBack(transport, () => void dailies.load()));
  $effect(() => {
    if (identity.isKnown) {
      void identity.person?.id;
      void dailies.load();
    }
  });
  return dailies;
}

/** What a person can do about a daily now. */
export function stateOf({ phase, mine }: Daily): 'begin' | 'resume' | 'done' | 'missed' {
  if (mine) return mine.ending === null ? 'resume' : 'done';
  return phase === 'open' ? 'begin' : 'missed';
}
