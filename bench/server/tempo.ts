/** Lets players act for a while, and measures the entries acknowledged in part of that time. */
import { received } from './line.ts';
import type { Player } from './player.ts';

export interface Tempo {
  /** The least time between a player's entries; the service's limits would refuse 0. */
  readonly intervalMs: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface Played {
  /** The delay of each entry sent and acknowledged in the measured time, in milliseconds. */
  readonly delays: Float64Array;
  readonly answerBytes: number;
  readonly newsBytes: number;
}

const TIMEOUT_MS = 60_000;

/**
 * Every player sends the next entry when the last one is acknowledged, but no sooner than `intervalMs` after sending it.
 * Resolves when everybody's last entry is acknowledged.
 * @param onBegin called when the measured time starts
 * @throws Error if an entry is not acknowledged within a minute
 */
export async function play(
  players: readonly Player[],
  { intervalMs, warmUpMs, measureMs }: Tempo,
  onBegin: () => void,
): Promise<Played> {
  const from = performance.now() + warmUpMs;
  const until = from + measureMs;
  const delays: number[] = [];

  const keepActing = (player: Player, onOver: () => void): void => {
    const act = () => {
      const sent = performance.now();
      const hasActed =
        sent < until &&
        player.act(() => {
          const now = performance.now();
          if (sent >= from && now < until) delays.push(now - sent);
          const wait = sent + intervalMs - now;
          if (wait > 0) setTimeout(act, Math.ceil(wait));
          else act();
        });
      if (!hasActed) onOver();
    };
    act();
  };

  const all = Promise.all(
    players.map(
      (player, n) =>
        new Promise<void>((resolve) => {
          // Staggered, so that they do not all act at the same moment again and again.
          setTimeout(() => keepActing(player, resolve), (intervalMs * n) / players.length);
        }),
    ),
  );
  let bytes = { ...received };
  setTimeout(() => {
    bytes = { ...received };
    onBegin();
  }, warmUpMs);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error('an entry was not acknowledged for a minute'));
    timer = setTimeout(fail, warmUpMs + measureMs + intervalMs + TIMEOUT_MS);
  });
  await Promise.race([all, timeout]).finally(() => clearTimeout(timer));
  return {
    delays: Float64Array.from(delays),
    answerBytes: received.answerBytes - bytes.answerBytes,
    newsBytes: received.newsBytes - bytes.newsBytes,
  };
}
