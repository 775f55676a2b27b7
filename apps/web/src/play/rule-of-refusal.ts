/** The rule behind a refusal, by its name; loaded with the first refusal. */
import { gameOf } from '@same-deal/engine';
import type { MoveRejection } from '@same-deal/engine';
import { rulesWords } from '../messages/rules.en.ts';
import { refusedMove, stepOfRefusal } from './lessons.ts';

export interface Rule {
  /** The step of the game's rules that teaches it, from 0. */
  readonly step: number;
  readonly title: string;
}

/** Undefined where no step of the variant's game teaches it. */
export function ruleOfRefusal(variant: string, rejection: MoveRejection): Rule | undefined {
  const game = gameOf(variant);
  const step = stepOfRefusal(game, refusedMove(variant, rejection));
  const title = step === undefined ? undefined : rulesWords.games[game]?.[step]?.title;
  return step === undefined || title === undefined ? undefined : { step, title };
}
