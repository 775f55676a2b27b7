/**
 * Long work in slices: what folds thousands of entries takes turns with all other such work, and together they take a few
 * milliseconds of each turn of the event loop, however much of it there is.
 */

/** Work that is done step by step; a step takes some microseconds. */
export type Steps<Result> = Generator<void, Result, void>;

/** Steps of all work together in a turn of the event loop. */
export const STEPS_A_TURN = 1_000;
/** Steps of one work until the next one goes on. */
const STEPS_AT_ONCE = 50;

/** Goes on by at most so many steps; returns how many are left of them, or that there is more to do. */
type GoOn = (most: number) => number | 'more';

const waiting: GoOn[] = [];
let left = STEPS_A_TURN;
let isScheduled = false;

function run(): void {
  while (left > 0) {
    const goOn = waiting.shift();
    if (!goOn) break;
    const most = Math.min(STEPS_AT_ONCE, left);
    const unused = goOn(most);
    if (unused === 'more') waiting.push(goOn);
    left -= unused === 'more' ? most : most - unused;
  }
  if (isScheduled || left === STEPS_A_TURN) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    left = STEPS_A_TURN;
    run();
  });
}

/** Runs the steps to their end; what is short and not kept waiting by others begins and ends at once. */
export function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    waiting.push((most) => {
      try {
        for (let n = 0; n < most; n++) {
          const step = steps.next();
          if (!step.done) continue;
          resolve(step.value);
          return most - n - 1;
        }
        return 'more';
      } catch (error) {
        reject(error);
        return 0;
      }
    });
    run();
  });
}

/** Runs them in one go, where nothing else waits. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
