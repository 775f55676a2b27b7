import type { Answer, Failure } from '@same-deal/protocol';
import { onMount, untrack } from 'svelte';
import type { AppContext } from './app.ts';
import { begin } from './begin.ts';
import { paths } from './route.ts';

type Ask = () => Promise<Answer<{ readonly playId: string }>>;

interface Settings {
  readonly app: Pick<AppContext, 'identity' | 'router' | 'connection'>;
  /** What is shown of the try: another object whenever it has been fetched. */
  readonly shown: () => object;
  /** Fetches that again. */
  readonly reload: () => Promise<void>;
  /** The play of a try that runs already, as far as is shown. */
  readonly runningId: () => string | undefined;
  readonly words: { readonly lost: string; readonly notBegun: string };
  readonly errorText: (failure: Failure) => string;
}

/**
 * The start of somebody's only try at a deal, for as long as its dialog is open. An answer that is lost leaves open
 * whether the try has begun: that is looked up as soon as there is a line.
 */
export class TryStart {
  readonly #settings: Settings;
  #isBusy = $state(false);
  #mistake = $state('');
  /** The answer was lost, and nobody has looked yet whether the try has begun. */
  #isUnsure = $state(false);

  /** To be made while its component is. */
  constructor(settings: Settings) {
    this.#settings = settings;
    const { connection } = settings.app;
    // It may have begun on another device, or in an answer that was lost before this was opened.
    onMount(() => {
      if (connection.line !== 'down') void settings.reload();
      return () => (this.#isUnsure = false);
    });
    $effect(() => {
      if (this.#isUnsure && connection.line === 'up') void untrack(() => this.#look());
    });
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** What went wrong, in words; empty if nothing did. */
  get mistake(): string {
    return this.#mistake;
  }

  /** Begins the try and goes to its table, wherever one is by then: its clock runs. */
  begin(ask: Ask): Promise<void> {
    return this.#ask(ask, () => true, {
      onlost: () => {
        this.#isUnsure = true;
        this.#mistake = this.#settings.words.lost;
      },
    });
  }

  /** Begins something else in its place, which can be begun again, and goes there. */
  beginOther(ask: Ask): Promise<void> {
    return this.#ask(ask, (isStillHere) => isStillHere);
  }

  async #ask(
    ask: Ask,
    mayGo: (isStillHere: boolean) => boolean,
    lost: { readonly onlost?: () => void } = {},
  ): Promise<void> {
    const { app, errorText } = this.#settings;
    const { identity, router } = app;
    this.#isBusy = true;
    this.#isUnsure = false;
    this.#mistake = '';
    await begin({
      identity,
      router,
      ask,
      pathOf: ({ playId }) => paths.play(playId),
      mayGo,
      onrefused: (failure) => (this.#mistake = errorText(failure)),
      ...lost,
    });
    this.#isBusy = false;
  }

  async #look(): Promise<void> {
    const { app, shown, reload, runningId, words } = this.#settings;
    const before = shown();
    await reload();
    if (!this.#isUnsure || shown() === before) return;
    this.#isUnsure = false;
    const playId = runningId();
    if (playId === undefined) this.#mistake = words.notBegun;
    else app.router.go(paths.play(playId));
  }
}
