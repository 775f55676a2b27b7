/**
 * What lies between the players and the service. While it is disturbed, what their lines carry both ways comes late, twice
 * or not at all. The frames of the handshake are spared: without them there is no line that could be disturbed.
 */
import { NodeWebSocket } from 'socket.io-client';

/** What becomes of a frame: the milliseconds after which it arrives, once for each time that it does. */
type Fate = () => readonly number[];

const LATEST_MS = 2_000;
const SHARE_DOUBLED = 0.5;
const SHARE_DROPPED = 0.2;

const ON_ITS_WAY: readonly number[] = [0];

/** @param chance a random number from 0 to below 1 */
const fates = {
  delayed: (chance: () => number) => () => [chance() * LATEST_MS],
  doubled: (chance: () => number) => () => (chance() < SHARE_DOUBLED ? [0, 0] : ON_ITS_WAY),
  dropped: (chance: () => number) => () => (chance() < SHARE_DROPPED ? [] : ON_ITS_WAY),
} as const satisfies Record<string, (chance: () => number) => Fate>;

export type Disturbance = keyof typeof fates;

let fateOf: Fate | undefined;

/** Disturbs all lines there are and will be, until it is called without anything. */
export function disturb(how?: Disturbance, chance: () => number = Math.random): void {
  fateOf = how && fates[how](chance);
}

/** Events and answers, as Engine.IO and Socket.IO write them. */
const CARRIES_SOMETHING = /^4[23]/;

/** Lets frames through in their order, as a line does, however late each of them is. */
export function oneWay() {
  const waiting: (() => void)[] = [];
  let lastAt = 0;
  return (data: unknown, pass: () => void): void => {
    const isTouched = fateOf && typeof data === 'string' && CARRIES_SOMETHING.test(data);
    for (const afterMs of isTouched ? fateOf!() : ON_ITS_WAY) {
      const now = performance.now();
      lastAt = Math.max(lastAt, now + afterMs);
      if (lastAt <= now && waiting.length === 0) {
        pass();
        continue;
      }
      waiting.push(pass);
      // Timers of one millisecond may come in any order: each lets through whatever is due first.
      setTimeout(() => waiting.shift()!(), lastAt - now);
    }
  };
}

/** The WebSocket of Socket.IO's client, with the disturbance in it. */
export class DisturbedWebSocket extends NodeWebSocket {
  readonly #out = oneWay();
  readonly #in = oneWay();

  override doWrite(...[packet, data]: Parameters<NodeWebSocket['doWrite']>): void {
    // A line that has gone meanwhile carries nothing any more.
    this.#out(data, () => this.ws && super.doWrite(packet, data));
  }

  override onData(...[data]: Parameters<NodeWebSocket['onData']>): void {
    this.#in(data, () => this.ws && super.onData(data));
  }
}
