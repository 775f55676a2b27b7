/** Lets players act for a while and counts what was acknowledged in the measured part of it. */
import { received } from './line.ts';
import type { Player } from './player.ts';

export interface Tempo {
  /** Between one's entries at least; 0 would be stopped by the service's limits. */
  readonly intervalMs: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface Played {
  /** Of each entry that was sent and acknowledged in the measured time, in milliseconds. */
  readonly delays: Float64Array;
  readonly answerBytes: number;
  readonly newsBytes: number;
}

const PATIENCE_MS = 60_000;

/**
 * Everybody sends the next entry when the last one is acknowledged, but no sooner than `intervalMs` after it was sent.
 * @param onBegin called when the measured time begins
 * @returns when everybody's last entry is acknowledged
 * @throws Error if one is not for a minute
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
          // Spread, so that they do not all act in the same moment again and again.
          setTimeout(() => keepActing(player, resolve), (intervalMs * n) / players.length);
        }),
    ),
  );
  let bytes = { ...received };
  setTimeout(() => {
    bytes = { ...received };
    onBegin();
  }, warmUpMs);
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error('an entry was not acknowledged for a minute'));
    late = setTimeout(fail, warmUpMs + measureMs + intervalMs + PATIENCE_MS);
  });
  await Promise.race([all, patience]).finally(() => clearTimeout(late));
  return {
    delays: Float64Array.from(delays),
    answerBytes: received.answerBytes - bytes.answerBytes,
    newsBytes: received.newsBytes - bytes.newsBytes,
  };
}
