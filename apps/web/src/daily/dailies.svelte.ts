import type { Answer, Daily, DailyList } from '@same-deal/protocol';
import { untrack } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import type { Api } from '../net/api.ts';
import { onReturn } from '../net/on-return.ts';
import type { AppContext } from '../state/app.ts';
import { Asked } from '../state/asked.svelte.ts';

const TICK_MS = 1000;
/** Where it could not be fetched: perhaps at midnight, when everybody asks. */
const AGAIN_MS = 15_000;

/** Today's, tomorrow's and yesterday's dailies; fetched again when a day begins or ends. */
export class Dailies extends Asked<DailyList> {
  #fetchedAt = $state.raw(0);
  #again: ReturnType<typeof setTimeout> | undefined;
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  });

  constructor(api: Pick<Api, 'dailies'>) {
    super(api.dailies);
  }

  get list(): DailyList | undefined {
    return this.data;
  }

  /** What is left of a time that came with the list; ticks while the page is visible. */
  left(ms: number): number {
    this.#tick();
    return Math.max(0, ms - (performance.now() - this.#fetchedAt));
  }

  /** What is left of today, in milliseconds; ticks likewise. */
  get leftToday(): number {
    return this.left(soonestEnd(this.list?.today ?? []));
  }

  protected override take(answer: Answer<DailyList>): void {
    super.take(answer);
    clearTimeout(this.#again);
    if (answer.ok) this.#fetchedAt = performance.now();
    const { list } = this;
    // A timer of the platform holds no more than 24 days; a day is less.
    if (list?.today.length)
      this.#again = setTimeout(
        this.load,
        answer.ok ? soonestChange(list) + aLittleLate() : AGAIN_MS * (1 + Math.random()),
      );
  }

  override forget(): void {
    super.forget();
    clearTimeout(this.#again);
  }
}

/** After a phase is over: the service ends what runs two seconds later, and not all pages ask at once. */
export const aLittleLate = (): number => 3_000 + Math.random() * 10_000;

const soonestEnd = (dailies: readonly Daily[]): number =>
  dailies.length === 0 ? 0 : Math.min(...dailies.map(({ endsInMs }) => endsInMs));

/** Whether it can still be finished. */
const isUnfinished = ({ mine, closesInMs }: Daily): boolean =>
  mine?.ending === null && closesInMs > 0;

/** When a day ends, or the time to finish one. */
const soonestChange = ({ today, yesterday }: DailyList): number =>
  Math.min(
    soonestEnd(today),
    ...yesterday.filter(isUnfinished).map(({ closesInMs }) => closesInMs),
  );

/**
 * The dailies for as long as a component shows them, fetched anew when somebody else is here, who has other tries, and
 * when somebody comes back to the page: a day may have ended meanwhile, or been played on another device.
 */
export function followDailies({
  api,
  identity,
  transport,
}: Pick<AppContext, 'api' | 'identity' | 'transport'>): Dailies {
  const dailies = new Dailies(api);
  $effect(() => () => dailies.forget());
  $effect(() => onReturn(transport, () => void dailies.retry()));
  $effect(() => {
    if (!identity.isKnown) return;
    void identity.person?.id;
    // Who has just been made a guest has no tries.
    if (!identity.isNew || !untrack(() => dailies.list)) void dailies.loadAnew();
  });
  return dailies;
}

/** What a person can do about a daily now. */
export function stateOf({ phase, mine }: Daily): 'begin' | 'resume' | 'done' | 'missed' {
  if (mine) return mine.ending === null ? 'resume' : 'done';
  return phase === 'open' ? 'begin' : 'missed';
}
