/** Bringing home card after card, so that it can be seen, and stopped by doing anything else. */

/** Between two cards on their way home, in milliseconds: fast, and still to be followed. */
export const COLLECT_MS = 90;

interface Settings {
  /** Plays one card home; says whether there was one. */
  readonly collectOne: () => boolean;
  /** No other device has acted since this one has (P6). */
  readonly isInControl: () => boolean;
  /** All in one go, because nothing is to move by itself on this device. */
  readonly isStill: () => boolean;
  /** It has brought so many home, and there are no more. */
  readonly done: (count: number) => void;
}

export interface Collecting {
  readonly isRunning: boolean;
  /** Begins, anew if it runs. */
  start(): void;
  stop(): void;
}

/** One table's collecting; it is not running yet. */
export function createCollecting({ collectOne, isInControl, isStill, done }: Settings): Collecting {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  function stop(): void {
    clearTimeout(timer);
    isRunning = false;
  }

  function next(count: number): void {
    // Whoever begins takes over; whoever goes on would play on a table that they have left.
    if (count > 0 && !isInControl()) return stop();
    if (collectOne()) {
      // A listener to the moves may have stopped it.
      if (!isRunning) return;
      if (isStill()) next(count + 1);
      else timer = setTimeout(() => next(count + 1), COLLECT_MS);
      return;
    }
    stop();
    done(count);
  }

  return {
    get isRunning() {
      return isRunning;
    },
    start() {
      stop();
      isRunning = true;
      next(0);
    },
    stop,
  };
}
