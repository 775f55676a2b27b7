/**
 * Search by clauses that are learnt from what fails (CDCL: Marques-Silva and Sakallah, GRASP, 1996; Eén and Sörensson, An
 * Extensible SAT-solver, 2003), for yes/no choices whose meaning only a test knows (lazy SMT). Choices that fail the test
 * must be part of nothing that is looked for. Of those that fail a few are kept, each of which the failing needs.
 *
 * A literal is twice a variable's number, and one more if the variable is false.
 */

/** What the choices are about. */
export interface Test {
  /** Makes a choice. */
  make(literal: number): void;
  /** Opens it again. */
  open(literal: number): void;
  /** Whether the test looks at a literal: whether it may fail because of it. */
  looksAt(literal: number): boolean;
  /** Whether what is chosen so far may do. */
  passes(): boolean;
  /** Whether a variable need not be chosen, as others say already what it would. */
  isIdle(variable: number): boolean;
}

/** `complete`: all is chosen and passes; `none`: no choices pass; `open`: a limit was met. */
export type Found = 'complete' | 'none' | 'open';

export interface ClauseSearch {
  /** Adds a clause before the search begins: one of its literals must hold. */
  add(clause: readonly number[]): void;
  /** Goes on for so many tests at most. After `complete` it goes on beyond those choices. */
  run(most: number, shouldStop: () => boolean): Found;
  /** Tests so far. */
  readonly tests: number;
  /** Literals in all clauses: what its memory grows with. */
  readonly size: number;
}

/** A variable's weight grows by so much with each conflict, against those before (VSIDS). */
const GROWTH = 1.05;
const MOST_WEIGHT = 1e100;
/** Conflicts until the first restart; each later one comes that much later. */
const FIRST_RESTART = 100;
const RESTART_GROWTH = 1.1;
const TESTS_BETWEEN_ASKING = 32;

/**
 * @param weights of the variables at first: the greatest is chosen first
 */
export function createClauseSearch(weights: readonly number[], test: Test): ClauseSearch {
  const count = weights.length;
  const weight = Float64Array.from(weights);
  /** 1 for a literal that holds, −1 for one that does not. */
  const value = new Int8Array(2 * count);
  const level = new Int32Array(count);
  const reason: (readonly number[] | undefined)[] = Array.from({ length: count });
  /** Which literal of a variable held last. */
  const last = new Uint8Array(count);
  const trail: number[] = [];
  /** Where in the trail each choice stands. */
  const choices: number[] = [];
  const watching: number[][][] = Array.from({ length: 2 * count }, () => []);
  let next = 0;
  let growth = 1;
  let untilRestart = FIRST_RESTART;
  let restartAfter = FIRST_RESTART;
  let tests = 0;
  let size = 0;
  let isOver = false;
  /** After a complete choice, which is not to be found again. */
  let blocked: number[] | undefined;

  const passes = (): boolean => {
    tests++;
    return test.passes();
  };

  function assign(literal: number, why?: readonly number[]): void {
    value[literal] = 1;
    value[literal ^ 1] = -1;
    level[literal >> 1] = choices.length;
    reason[literal >> 1] = why;
    trail.push(literal);
    test.make(literal);
  }

  function goBack(to: number): void {
    if (to >= choices.length) return;
    for (const until = choices[to]!; trail.length > until;) {
      const literal = trail.pop()!;
      last[literal >> 1] = literal & 1;
      value[literal] = value[literal ^ 1] = 0;
      test.open(literal);
    }
    choices.length = to;
    next = Math.min(next, trail.length);
  }

  /** Assigns what clauses leave no choice about; a clause that fails, if any does. */
  function propagate(): readonly number[] | undefined {
    while (next < trail.length) {
      const failed = trail[next++]! ^ 1;
      const clauses = watching[failed]!;
      let kept = 0;
      let conflict: readonly number[] | undefined;
      for (const clause of clauses) {
        if (conflict) {
          clauses[kept++] = clause;
          continue;
        }
        if (clause[0] === failed) {
          clause[0] = clause[1]!;
          clause[1] = failed;
        }
        if (value[clause[0]!] !== 1) {
          const other = clause.findIndex((literal, n) => n > 1 && value[literal]! >= 0);
          if (other > 1) {
            clause[1] = clause[other]!;
            clause[other] = failed;
            watching[clause[1]]!.push(clause);
            continue;
          }
          if (value[clause[0]!] === -1) conflict = clause;
          else assign(clause[0]!, clause);
        }
        clauses[kept++] = clause;
      }
      clauses.length = kept;
      if (conflict) return conflict;
    }
    return undefined;
  }

  /** Of the choices made, few that fail, as the clause that says so. */
  function explain(): number[] {
    const made = trail.filter((literal) => test.looksAt(literal));
    const needed: number[] = [];
    for (let n = 0, part = Math.max(1, made.length >> 2); n < made.length;) {
      const tried = made.slice(n, n + part);
      for (const literal of tried) test.open(literal);
      if (!passes()) {
        n += part;
        continue;
      }
      for (const literal of tried) test.make(literal);
      if (part === 1) {
        needed.push(made[n]!);
        n++;
      }
      part = Math.max(1, part >> 1);
    }
    for (const literal of made) test.make(literal);
    return needed.map((literal) => literal ^ 1);
  }

  /** What a conflict teaches: a clause whose first literal follows one level back (first unique implication point). */
  function learn(conflict: readonly number[]): { clause: number[]; back: number } {
    const isSeen = new Uint8Array(count);
    const others: number[] = [];
    let open = 0;
    let literal = -1;
    let at = trail.length - 1;
    for (let why: readonly number[] = conflict; ; why = reason[literal >> 1] ?? []) {
      for (const one of why) {
        const variable = one >> 1;
        if (one === literal || isSeen[variable] || level[variable] === 0) continue;
        isSeen[variable] = 1;
        weight[variable]! += growth;
        if (level[variable] === choices.length) open++;
        else others.push(one);
      }
      while (!isSeen[trail[at]! >> 1]) at--;
      literal = trail[at--]!;
      if (--open === 0) break;
    }
    growth *= GROWTH;
    if (growth > MOST_WEIGHT) {
      for (let n = 0; n < count; n++) weight[n]! /= MOST_WEIGHT;
      growth /= MOST_WEIGHT;
    }
    const back = others.reduce((most, one) => Math.max(most, level[one >> 1]!), 0);
    return { clause: [literal ^ 1, ...others], back };
  }

  function attach(clause: number[]): void {
    size += clause.length;
    if (clause.length < 2) return;
    let latest = 1;
    for (let n = 2; n < clause.length; n++) {
      if (level[clause[n]! >> 1]! > level[clause[latest]! >> 1]!) latest = n;
    }
    [clause[1], clause[latest]] = [clause[latest]!, clause[1]!];
    watching[clause[0]!]!.push(clause);
    watching[clause[1]!]!.push(clause);
  }

  /** Goes back to where a conflict's lesson follows. False if there is no choice left to take back. */
  function mend(conflict: readonly number[]): boolean {
    const latest = conflict.reduce((most, one) => Math.max(most, level[one >> 1]!), 0);
    if (latest === 0) return false;
    goBack(latest);
    const { clause, back } = learn(conflict);
    goBack(back);
    attach(clause);
    assign(clause[0]!, clause.length > 1 ? clause : undefined);
    if (--untilRestart <= 0) {
      restartAfter *= RESTART_GROWTH;
      untilRestart = restartAfter;
      goBack(0);
    }
    return true;
  }

  /** The open variable of the greatest weight; −1 if there is none. */
  function heaviest(): number {
    let best = -1;
    for (let variable = 0; variable < count; variable++) {
      if (value[2 * variable] !== 0 || test.isIdle(variable)) continue;
      if (best < 0 || weight[variable]! > weight[best]!) best = variable;
    }
    return best;
  }

  function run(most: number, shouldStop: () => boolean): Found {
    const until = tests + most;
    while (!isOver && tests < until && (tests % TESTS_BETWEEN_ASKING !== 0 || !shouldStop())) {
      const conflict = blocked ?? propagate() ?? (passes() ? undefined : explain());
      blocked = undefined;
      if (conflict) {
        isOver = !mend(conflict);
        continue;
      }
      const variable = heaviest();
      if (variable < 0) {
        blocked = trail.filter((literal) => test.looksAt(literal)).map((literal) => literal ^ 1);
        return 'complete';
      }
      choices.push(trail.length);
      assign(2 * variable + last[variable]!);
    }
    return isOver ? 'none' : 'open';
  }

  return {
    add(clause) {
      attach([...clause]);
    },
    run,
    get tests() {
      return tests;
    },
    get size() {
      return size;
    },
  };
}
