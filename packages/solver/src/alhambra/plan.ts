/**
 * Searches for a plan (questions.ts) that wins, by changing a few answers of one and keeping what is
 * better, or not much worse.
 *
 * Why not a beam: a move of the first pass shows its worth two passes later, when almost all the cards
 * are home or stuck, and the positions in between look alike. Playing a whole plan to its end costs
 * some microseconds and tells the truth about it; and a plan with one answer changed meets mostly the
 * same questions again, so what was learnt before is kept.
 */
import { moveBetween } from '@same-deal/engine';
import type { Move, Position } from '@same-deal/engine';
import {
  CARDS,
  createPlayPass,
  createRun,
  createStart,
  movesOf,
  startOf,
  STOCK,
  WASTE,
} from './pass.ts';
import { isAboutReserve, isAboutStaying, QUESTIONS_IN_PASS } from './questions.ts';
import { randomFractions } from './random.ts';

/** Searching again from the usual plan after so many did not win is better than going on. */
const PLANS_IN_A_ROW = 20_000;
/** A plan worse by so many cards is kept with a chance of 1/e. */
const TEMPERATURE = 0.3;
/** What a card counts for that would come home in one more pass than there is. */
const LATE_CARD = 0.3;
/** How often two answers are changed at a time. */
const CHANGE_TWO = 0.2;
/** Cards that stay although they could go home seldom help: how often another answer is changed. */
const SPARE_STAYING = 0.7;
const PLANS_BETWEEN_ASKING = 16;
const REDEAL = moveBetween(WASTE, STOCK);

export interface PlanSearch {
  /** Tries so many plans at most; the moves of a winning one as soon as there is one. */
  tryPlans(most: number, shouldStop: () => boolean): Move[] | undefined;
  /** Positions met in playing plans so far. */
  readonly positions: number;
}

/**
 * @param passes how often the waste can still be turned over, and once more for this pass
 */
export function createPlanSearch(position: Position, passes: number, seed: number): PlanSearch {
  // One pass more than there is: what it brings home tells apart plans that are equal by the rules.
  const answers = new Uint8Array((passes + 1) * QUESTIONS_IN_PASS);
  const random = randomFractions(seed);
  const playPass = createPlayPass(position, answers);

  // A pass depends on nothing but its start and the answers asked for in it. So of a changed plan
  // only the passes from the change on are played, into spare records that change places with the
  // old ones if the plan is kept.
  const starts = Array.from({ length: passes + 2 }, createStart);
  const spareStarts = Array.from({ length: passes + 2 }, createStart);
  const runs = Array.from({ length: passes + 1 }, createRun);
  const spareRuns = Array.from({ length: passes + 1 }, createRun);
  starts[0] = startOf(position);
  let worth = 0;
  let triedInARow = PLANS_IN_A_ROW;
  let positions = 0;

  /**
   * Plays passes from `first` on into the spare records. Returns what the plan is worth, or nothing as soon
   * as it cannot be worth so much as is asked for.
   */
  function play(first: number, least: number): number | undefined {
    let start = starts[first]!;
    let home = 0;
    for (let pass = first; pass <= passes; pass++) {
      const run = spareRuns[pass]!;
      const end = spareStarts[pass + 1]!;
      playPass(pass, pass >= passes - 1, start, run, end);
      positions += run.moveCount;
      if (pass === passes - 1) {
        home = end.home;
        if (home + LATE_CARD * (CARDS - home) < least) return undefined;
      }
      start = end;
    }
    const late = start.home - home;
    const itsWorth = home + LATE_CARD * late;
    return itsWorth < least ? undefined : itsWorth;
  }

  function keep(first: number, itsWorth: number): void {
    worth = itsWorth;
    for (let pass = first; pass <= passes; pass++) {
      exchange(runs, spareRuns, pass);
      exchange(starts, spareStarts, pass + 1);
    }
  }

  /** A question the plan was asked, of any pass the rules allow, each equally likely. */
  function pickAny(): number {
    let count = 0;
    for (let pass = 0; pass < passes; pass++) count += runs[pass]!.askedCount;
    let nth = Math.floor(random() * count);
    for (let pass = 0; pass < passes; pass++) {
      const run = runs[pass]!;
      if (nth < run.askedCount) return pass * QUESTIONS_IN_PASS + run.asked[nth]!;
      nth -= run.askedCount;
    }
    return -1;
  }

  function pick(): number {
    let question = pickAny();
    if (isAboutStaying(question) && random() < SPARE_STAYING) question = pickAny();
    if (isAboutReserve(question) && random() < SPARE_STAYING) question = pickAny();
    return question;
  }

  /** Changes an answer; −1 none. */
  function change(index: number): void {
    if (index >= 0) answers[index] = 1 - answers[index]!;
  }

  /** The first pass that a change may change. */
  const passOf = (index: number): number =>
    index < 0 ? passes : Math.floor(index / QUESTIONS_IN_PASS);

  function startAgain(): void {
    answers.fill(0);
    keep(0, play(0, 0) ?? 0);
    triedInARow = 0;
  }

  function tryOne(): void {
    const one = pick();
    const other = random() < CHANGE_TWO ? pick() : -1;
    if (one < 0 || one === other) return;
    change(one);
    change(other);
    const first = Math.min(passOf(one), passOf(other));
    // As good as the last one, or worse by so much with a chance of e^(−so much / temperature).
    const itsWorth = play(first, worth + TEMPERATURE * Math.log(random()));
    if (itsWorth === undefined) {
      change(one);
      change(other);
    } else {
      keep(first, itsWorth);
    }
  }

  return {
    tryPlans(most, shouldStop) {
      for (let n = 0; n < most; n++) {
        if (triedInARow++ >= PLANS_IN_A_ROW) startAgain();
        else tryOne();
        if (worth === CARDS) return winOf();
        if (n % PLANS_BETWEEN_ASKING === 0 && shouldStop()) return undefined;
      }
      return undefined;
    },
    get positions() {
      return positions;
    },
  };

  function winOf(): Move[] {
    const moves: Move[] = [];
    for (let pass = 0; pass < passes; pass++) {
      // With no card on the waste there was nothing to turn over: the pass before just goes on.
      if (pass > 0 && starts[pass]!.rowLength > 0) moves.push(REDEAL);
      moves.push(...movesOf(runs[pass]!));
    }
    return moves;
  }
}

function exchange<Item>(these: Item[], those: Item[], index: number): void {
  const item = these[index]!;
  these[index] = those[index]!;
  those[index] = item;
}
