/** A line that finds the node which serves what the page is at, and notices when the page is too old. */
import type { Answer, AnswerOf, ClientEventName, Failure, RequestOf } from '@same-deal/protocol';
import type { LineRoute } from './line-route.ts';
import type { Connectable, RefusedLine, Transport } from './transport.ts';

/** How often a request follows `elsewhere`; after that the service counts as unreachable. */
export const MOST_TRIES = 5;

/** `updated`: a newer service has taken over. `refused`: it takes nothing more from this page. */
export type OutdatedBy = 'updated' | 'refused';

export interface Outdating {
  /** Listens to the page growing too old; returns the function that stops it. */
  onOutdated(listener: (by: OutdatedBy) => void): () => void;
}

const unavailable: Answer<never> = { ok: false, error: { code: 'unavailable' } };
const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @param line connects by the query of the route */
export function createRoutedTransport(
  line: Transport & Connectable & RefusedLine,
  route: LineRoute,
): Transport & Connectable & Outdating {
  const listeners = new Set<(by: OutdatedBy) => void>();
  const notifyOutdated = (by: OutdatedBy) => {
    for (const listener of [...listeners]) listener(by);
  };

  /** How often the line has been moved: answers over an earlier one say nothing about where it goes now. */
  let moves = 0;
  let moving: Promise<void> | undefined;

  function move(failure: Failure): Promise<void> {
    moving ??= waitFor(route.follow(failure)).then(() => {
      moves++;
      moving = undefined;
      line.reconnect();
    });
    return moving;
  }

  line.on('service:updated', () => notifyOutdated('updated'));
  line.onRefused((failure) => {
    if (failure.code === 'elsewhere') void move(failure);
    else if (failure.code === 'outdated') notifyOutdated('refused');
    else route.unreachable();
  });

  async function request<Name extends ClientEventName>(
    name: Name,
    body: RequestOf<Name>,
  ): Promise<Answer<AnswerOf<Name>>> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const movesBefore = moves;
      const answer = await line.request(name, body);
      if (answer.ok) {
        route.arrived();
        return answer;
      }
      if (answer.error.code === 'outdated') notifyOutdated('refused');
      if (answer.error.code !== 'elsewhere') return answer;
      // Nothing was done about it there, so that it may be asked again without harm.
      if (movesBefore === moves) await move(answer.error);
    }
    return unavailable;
  }

  return {
    request,
    on: line.on.bind(line),
    onLine: line.onLine.bind(line),
    connect: () => line.connect(),
    reconnect: () => line.reconnect(),
    disconnect: () => line.disconnect(),
    onSessionLost: (listener) => line.onSessionLost(listener),
    onOutdated(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
