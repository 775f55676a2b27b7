/**
 * The race that the start page shows: two plays of one Bisley deal, recorded once, each with its own pace. The first is
 * the shortest win there is of that deal, the second the first win that our search meets.
 */
import { cardsHome, moveBetween, newGame, packOf, playMove, unwrap } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';

export const DUEL_VARIANT = 'bisley/thirteen';
const DEAL = 'ADB-FPA-7JG';
/** Two digits of base 36 a move: from which pile, to which. */
const LOGS = [
  'd2949d94d4d484g4g0d7c7aea4k48af8f8f3efefbeb2g2c2jbjhj2e2e2g2j2i2e5e0a5a5858585d5k5k0c5c1i1i0i3b3b3k7f7f7f7h7h3h6h1h2',
  '94d2g8g0d9d7c7gcae8a8aa9a9akk9k9kd8af8f8f3efefbeb2c2c2cdc1jbhjh6hdh6i6i1d1d1d1d1iki3b3b3j3j3j2j6e2e2e5e0g2a5a5858581k9k09090909090909090k7f7f7f3',
] as const;
/** When the last card comes home, in milliseconds. */
const LASTS_MS = [10_800, 12_000] as const;
/** A card that goes home is played without much thought. */
const THOUGHT = { home: 1, other: 2.4 } as const;

/** A table from some time on, until the next step. */
export interface DuelStep {
  readonly atMs: number;
  readonly position: Position;
  readonly cardsHome: number;
}

const movesOf = (log: string): Move[] =>
  Array.from({ length: log.length / 2 }, (_, n) =>
    moveBetween(parseInt(log.charAt(2 * n), 36), parseInt(log.charAt(2 * n + 1), 36)),
  );

function stepsOf(start: Position, moves: readonly Move[], lastsMs: number): DuelStep[] {
  const steps: DuelStep[] = [{ atMs: 0, position: start, cardsHome: 0 }];
  let thought = 0;
  for (const move of moves) {
    const before = steps.at(-1)!;
    const position = unwrap(playMove(before.position, move));
    const home = cardsHome(position);
    thought += home > before.cardsHome ? THOUGHT.home : THOUGHT.other;
    steps.push({ atMs: thought, position, cardsHome: home });
  }
  return steps.map((step) => ({ ...step, atMs: (step.atMs * lastsMs) / thought }));
}

/** Both plays, step by step; in both the last step has won. */
export function duelSteps(): readonly (readonly DuelStep[])[] {
  const start = unwrap(newGame(DUEL_VARIANT, unwrap(packOf(DEAL, 1))));
  return LOGS.map((log, n) => stepsOf(start, movesOf(log), LASTS_MS[n] ?? 0));
}

/** The step that a play has come to after so many milliseconds. */
export const stepAt = (steps: readonly DuelStep[], ms: number): DuelStep =>
  steps.findLast(({ atMs }) => atMs <= ms) ?? steps[0]!;
