/**
 * The live region of the page (polite), for screen readers.
 *
 * Readers queue what a region says, outdated messages too. So a message waits a moment, and the last one wins; news that
 * no key asked for is never lost to it, but follows. Change this module only with a reader at hand (docs/accessibility.md has the script): what one of them likes, another one
 * drops.
 */
import { untrack } from 'svelte';

/** Long enough for all that follows from one key to have been said. */
const SETTLES_MS = 120;
/** After an own word, what is only by the way leaves so much time to listen to it. */
const QUIET_MS = 5_000;
/** What waits for a dialog to close looks so often whether it has. */
const LOOKS_AGAIN_MS = 500;
/** A region that gets the text it has already says nothing: every other time it ends with this. */
const PAD = '\u00a0';

const joined = (...said: string[]): string => said.filter(Boolean).join(' ');

export class Announcer {
  #text = $state('');
  #last = '';
  #pending = '';
  #news = '';
  #title = '';
  #aside = '';
  #spokenAt = -Infinity;
  #speaking: ReturnType<typeof setTimeout> | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  readonly #isBehindDialog: () => boolean;

  /** @param isBehindDialog whether a dialog is open, from behind which no reader hears the region */
  constructor(isBehindDialog: () => boolean = () => false) {
    this.#isBehindDialog = isBehindDialog;
  }

  /** What the live region holds. */
  get text(): string {
    return this.#text;
  }

  /**
   * Says it soon, in place of an answer to an earlier key that has not been said yet.
   * @param goesOn it belongs to that answer
   */
  say(text: string, goesOn = false): void {
    this.#pending = goesOn ? joined(this.#pending, text) : text;
    this.#speakIn(SETTLES_MS);
  }

  /** Says it after what is about to be said, or by itself if nothing is. */
  add(text: string): void {
    this.#news = joined(this.#news, text);
    this.#speakIn(SETTLES_MS);
  }

  /** Takes back what holds no longer, whether it has been said yet or not. */
  takeBack(text: string): void {
    this.#news = this.#news.replace(text, '');
    if (this.#text.includes(text)) this.#text = '';
  }

  /** Adds the page's title, in place of an earlier one that has not been said yet. */
  addTitle(title: string): void {
    const isOvertaken = this.#title !== '' && this.#news.includes(this.#title);
    if (isOvertaken) this.#news = this.#news.replace(this.#title, () => title);
    else this.add(title);
    this.#title = title;
  }

  /** Announces something of low priority: when nothing else has been announced for a while. */
  sayWhenQuiet(text: string): void {
    this.#aside = joined(this.#aside, text);
    this.#waitForQuiet();
  }

  /** Says the last thing again. */
  repeat(): void {
    if (this.#last) this.say(this.#last);
  }

  #speakIn(ms: number): void {
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => this.#speak(), ms);
  }

  #speak(): void {
    if (this.#isBehindDialog()) return this.#speakIn(LOOKS_AGAIN_MS);
    const text = joined(this.#pending, this.#news);
    this.#pending = this.#news = '';
    this.#last = text;
    this.#spokenAt = performance.now();
    // Callers do not wait for the announcement.
    untrack(() => (this.#text = this.#text === text ? text + PAD : text));
    if (this.#aside) this.#waitForQuiet();
  }

  #waitForQuiet(ms = this.#spokenAt + QUIET_MS - performance.now()): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#speakWhenQuiet(), ms);
  }

  #speakWhenQuiet(): void {
    // What is about to be said comes first, and then its own time.
    if (!this.#aside || this.#pending || this.#news) return;
    if (this.#isBehindDialog()) return this.#waitForQuiet(LOOKS_AGAIN_MS);
    const text = this.#aside;
    this.#aside = '';
    this.add(text);
  }
}
