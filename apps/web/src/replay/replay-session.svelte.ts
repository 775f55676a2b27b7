import { pauseAfter } from './replay-frames.ts';
import type { Film, Frame } from './replay-frames.ts';

export const SPEEDS = [1, 2, 4, 8, 16] as const;

/** Somebody watching a film: where they are in it, and whether it runs. */
export class ReplaySession {
  readonly film: Film;
  #index = $state(0);
  #speed = $state<number>(1);
  #isPlaying = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(film: Film) {
    this.film = film;
  }

  get index(): number {
    return this.#index;
  }

  get last(): number {
    return this.film.frames.length - 1;
  }

  get frame(): Frame {
    return this.film.frames[this.#index] ?? this.film.frames[0];
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = speed;
    if (this.#isPlaying) this.#schedule();
  }

  goTo(index: number): void {
    this.#index = Math.max(0, Math.min(this.last, index));
    if (this.#isPlaying) this.#schedule();
  }

  /** Steps by hand; that also stops the film. */
  step(by: number): void {
    this.pause();
    this.goTo(this.#index + by);
  }

  play(): void {
    if (this.#index === this.last) this.#index = 0;
    this.#isPlaying = true;
    this.#schedule();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#isPlaying = false;
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const pause = pauseAfter(this.film, this.#index, this.#speed);
    if (pause === undefined) {
      this.#isPlaying = false;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#index++;
      this.#schedule();
    }, pause);
  }
}
