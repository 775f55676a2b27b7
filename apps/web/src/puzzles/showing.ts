/** Plays a line of moves on a table, one after the other, so that they can be followed. */
import type { Move } from '@same-deal/engine';

/** From one move to the next: a card's flight, and a moment to see where it has come from. */
const STEP_MS = 700;
/** A long line is played faster, but no faster than a flight. */
const ALL_MS = 9_000;
const LEAST_STEP_MS = 280;

export interface Showing {
  stop(): void;
}

/** @param play plays a move; false if it cannot be, which ends the showing */
export function showMoves(
  moves: readonly Move[],
  play: (move: Move) => boolean,
  done: () => void,
): Showing {
  const stepMs = Math.max(LEAST_STEP_MS, Math.min(STEP_MS, ALL_MS / moves.length));
  let timer: ReturnType<typeof setTimeout>;
  const step = (n: number) => {
    const move = moves[n];
    if (!move) return done();
    if (play(move)) wait(n + 1);
  };
  const wait = (n: number) => {
    timer = setTimeout(() => step(n), stepMs);
  };
  wait(0);
  return { stop: () => clearTimeout(timer) };
}
