/** A bounded queue in which everybody who waits has a turn before anybody has a second one. */

export interface QueueBounds {
  /** How many may wait in all. */
  readonly most: number;
  /** How many of them may be one person's. */
  readonly mostEach: number;
}

export function fairQueue<Job>({ most, mostEach }: QueueBounds) {
  // A map keeps the order of insertion, so its first key is whose turn it is.
  const waiting = new Map<string, Job[]>();
  let size = 0;

  const put = (person: string, jobs: Job[]) => {
    waiting.delete(person);
    if (jobs.length > 0) waiting.set(person, jobs);
  };

  return {
    /** False if the queue, or the person's share of it, is full. */
    add(person: string, job: Job): boolean {
      const own = waiting.get(person);
      if (size >= most || (own?.length ?? 0) >= mostEach) return false;
      if (own) own.push(job);
      else waiting.set(person, [job]);
      size++;
      return true;
    },

    /** Takes out the oldest job of the person whose turn it is. */
    next(): Job | undefined {
      const [first] = waiting;
      if (!first) return undefined;
      const [person, own] = first;
      const job = own.shift();
      put(person, own);
      size--;
      return job;
    },

    /** Takes a job out before its turn; harmless if it is not there. */
    remove(person: string, job: Job): void {
      const own = waiting.get(person);
      const place = own?.indexOf(job) ?? -1;
      if (!own || place < 0) return;
      own.splice(place, 1);
      if (own.length === 0) waiting.delete(person);
      size--;
    },

    size: () => size,
  };
}

interface Bounded extends QueueBounds {
  /** The error for who finds the queue full, by how many wait in it. */
  readonly refusal: (waiting: number) => Error;
}

const UNBOUNDED: Bounded = {
  most: Infinity,
  mostEach: Infinity,
  refusal: () => new Error('the queue is full'),
};

/**
 * Runs so many jobs at a time. Everybody who waits has a turn before anybody has a second one, however much somebody
 * asks for.
 * @param bounded how many may wait; without it, nobody is refused
 */
export function fairTurns(atOnce: number, bounded: Bounded = UNBOUNDED) {
  const waiting = fairQueue<() => void>(bounded);
  let running = 0;
  return async function inTurn<Done>(whose: string, job: () => Promise<Done>): Promise<Done> {
    if (running < atOnce) running += 1;
    else {
      await new Promise<void>((go, refuse) => {
        if (!waiting.add(whose, go)) refuse(bounded.refusal(waiting.size()));
      });
    }
    try {
      return await job();
    } finally {
      const next = waiting.next();
      // The turn is handed on: nobody who comes meanwhile can take it.
      if (next) next();
      else running -= 1;
    }
  };
}
