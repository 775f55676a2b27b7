/**
 * The network between players and service. While it is disturbed, frames arrive late, twice or not at all, in both
 * directions. The frames of the handshake are spared: without them there is no line to disturb.
 */
import { WebSocket } from 'ws';
import type { RawData } from 'ws';

/** A random number from 0 to below 1, from the plan's seed. */
export type Chance = () => number;

/** The delays in milliseconds after which a frame arrives: one for each copy, none if it is dropped. */
type Fate = () => readonly number[];

const LATEST_MS = 2_000;
const SHARE_DOUBLED = 0.5;
const SHARE_DROPPED = 0.2;

const ON_ITS_WAY: readonly number[] = [0];

const fates = {
  delayed: (chance: Chance) => () => [chance() * LATEST_MS],
  doubled: (chance: Chance) => () => (chance() < SHARE_DOUBLED ? [0, 0] : ON_ITS_WAY),
  dropped: (chance: Chance) => () => (chance() < SHARE_DROPPED ? [] : ON_ITS_WAY),
} as const satisfies Record<string, (chance: Chance) => Fate>;

export type Disturbance = keyof typeof fates;

let fateOf: Fate | undefined;

/** Disturbs all present and future lines, until it is called without arguments. */
export function disturb(how?: Disturbance, chance: Chance = Math.random): void {
  fateOf = how && fates[how](chance);
}

/** Frames with events and answers, as Engine.IO and Socket.IO encode them. */
const EVENT_OR_ANSWER = /^4[23]/;

/** One direction of a line: passes frames on in order, as TCP does, however late each of them is. */
export function oneWay() {
  const waiting: (() => void)[] = [];
  let lastAt = 0;
  return (data: unknown, pass: () => void): void => {
    const isDisturbed = fateOf && typeof data === 'string' && EVENT_OR_ANSWER.test(data);
    for (const afterMs of isDisturbed ? fateOf!() : ON_ITS_WAY) {
      const now = performance.now();
      lastAt = Math.max(lastAt, now + afterMs);
      if (lastAt <= now && waiting.length === 0) {
        pass();
        continue;
      }
      waiting.push(pass);
      // Timers due in the same millisecond may fire in any order: each passes on the frame that is first in the queue.
      setTimeout(() => waiting.shift()!(), lastAt - now);
    }
  };
}

/** A web socket with disturbances. */
export class DisturbedWebSocket extends WebSocket {
  readonly #out = oneWay();
  readonly #in = oneWay();

  override send(data: string): void {
    // The socket may have been closed in the meantime.
    this.#out(data, () => this.readyState === WebSocket.OPEN && super.send(data));
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const [data, isBinary] = args as [RawData, boolean];
    if (event !== 'message' || isBinary) return super.emit(event, ...args);
    this.#in(String(data), () => super.emit(event, ...args));
    return true;
  }
}
