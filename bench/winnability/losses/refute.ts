/**
 * Shows that questions have no answers that go together, where a test tells of some answers that they do not.
 *
 * A clause is a list of literals one of which is true: literal 2n says that answer n is given, 2n + 1 that it is not.
 * The clauses are: each question is answered, and in one way only; of each set that fails the test one answer is not
 * given; and what follows from clauses by resolution. Each holds of all answers that go together, so where the clauses
 * contradict each other there are none. Which answer is tried next, and when all is tried anew, does not matter to
 * that.
 */

/** Sets that failed between two new beginnings, and how much less a failure counts than the next one. */
const RESTART = 100;
const DECAY = 0.93;

/**
 * @param questions for each question its answers, which are numbered from 0 over all questions
 * @param fails true only of answers that do not go together, whatever the others are
 * @param most tests at most
 * @returns true if there are no answers that go together; false if some pass the test, or at `most`
 */
export function isRefuted(
  questions: readonly (readonly number[])[],
  fails: (given: readonly number[]) => boolean,
  most: number,
): boolean {
  const answers = questions.flat().length;
  /** 1 true, −1 false, 0 neither yet. */
  const value = new Int8Array(2 * answers);
  const level = new Int32Array(answers);
  const reason: (number[] | undefined)[] = [];
  const weight = new Float64Array(answers);
  const watching = Array.from({ length: 2 * answers }, (): number[][] => []);
  /** True literals in the order in which they became so, and how many were before each decision. */
  const trail: number[] = [];
  const decisions: number[] = [];
  let followed = 0;
  let bump = 1;
  let tests = 0;

  function assign(literal: number, from?: number[]): void {
    value[literal] = 1;
    value[literal ^ 1] = -1;
    level[literal >> 1] = decisions.length;
    reason[literal >> 1] = from;
    trail.push(literal);
  }

  /** Adds a clause of which at most the first literal will be true or undecided if the second is not. */
  function add(clause: number[]): void {
    if (clause.length < 2) return;
    watching[clause[0]!]!.push(clause);
    watching[clause[1]!]!.push(clause);
  }

  /** Draws conclusions; returns a clause that is false, if any. */
  function propagate(): number[] | undefined {
    while (followed < trail.length) {
      const wrong = trail[followed++]! ^ 1;
      const clauses = watching[wrong]!;
      let kept = 0;
      for (let n = 0; n < clauses.length; n++) {
        const clause = clauses[n]!;
        if (clause[0] === wrong) [clause[0], clause[1]] = [clause[1]!, wrong];
        const other = clause[0]!;
        let next = value[other] === 1 ? clause.length : 2;
        if (next === 2) {
          while (next < clause.length && value[clause[next]!] === -1) next++;
          if (next < clause.length) {
            [clause[1], clause[next]] = [clause[next]!, wrong];
            watching[clause[1]!]!.push(clause);
            continue;
          }
        }
        clauses[kept++] = clause;
        if (value[other] === 1) continue;
        if (value[other] === 0) {
          assign(other, clause);
          continue;
        }
        for (n++; n < clauses.length; n++) clauses[kept++] = clauses[n]!;
        clauses.length = kept;
        return clause;
      }
      clauses.length = kept;
    }
    return undefined;
  }

  function backTo(depth: number): void {
    const left = decisions[depth];
    if (left === undefined) return;
    for (const literal of trail.splice(left)) value[literal] = value[literal ^ 1] = 0;
    decisions.length = depth;
    followed = left;
  }

  const levelOf = (literal: number): number => level[literal >> 1]!;
  const latestFirst = (a: number, b: number) => levelOf(b) - levelOf(a);

  /** Learns from a clause that is false. Returns false if nothing is left to change. */
  function learn(clause: readonly number[]): boolean {
    const depth = Math.max(0, ...clause.map(levelOf));
    if (depth === 0) return false;
    backTo(depth);
    const isSeen = new Uint8Array(answers);
    const lower: number[] = [];
    let open = 0;
    let from = clause;
    let uip = -1;
    for (let at = trail.length - 1; ; at--) {
      for (const literal of from) {
        const answer = literal >> 1;
        if (isSeen[answer] || level[answer] === 0) continue;
        isSeen[answer] = 1;
        weight[answer]! += bump;
        if (level[answer] === depth) open++;
        else lower.push(literal);
      }
      while (!isSeen[trail[at]! >> 1]) at--;
      uip = trail[at]!;
      if (--open === 0) break;
      from = reason[uip >> 1] ?? [];
    }
    bump /= DECAY;
    const learnt = [uip ^ 1, ...lower.sort(latestFirst)];
    backTo(learnt.length > 1 ? levelOf(learnt[1]!) : 0);
    add(learnt);
    assign(learnt[0]!, learnt);
    return true;
  }

  const test = (given: readonly number[]): boolean => {
    tests++;
    return fails(given);
  };

  /** A small part of answers that fail. Those that must be given are not left out: that would gain nothing. */
  function smallest(given: readonly number[]): number[] {
    const fixed = given.filter((answer) => level[answer] === 0);
    let rest = given.filter((answer) => level[answer]! > 0);
    for (let size = rest.length >> 1; size > 0; size >>= 1) {
      for (let end = rest.length; end > 0; end -= size) {
        const fewer = rest.filter((_, n) => n < end - size || n >= end);
        if (test([...fixed, ...fewer])) rest = fewer;
      }
    }
    return rest;
  }

  for (const question of questions) {
    const given = question.map((answer) => 2 * answer);
    if (given.length === 1) assign(given[0]!);
    else add(given);
    for (const one of given) for (const other of given) if (one < other) add([one + 1, other + 1]);
  }
  for (let failures = 0; tests < most;) {
    const contradiction = propagate();
    if (contradiction) {
      if (!learn(contradiction)) return true;
      continue;
    }
    const given = trail.filter((literal) => literal % 2 === 0).map((literal) => literal >> 1);
    if (test(given)) {
      const clause = smallest(given)
        .map((answer) => 2 * answer + 1)
        .sort(latestFirst);
      for (const literal of clause) weight[literal >> 1]! += bump;
      const kept = [...clause];
      if (!learn(clause)) return true;
      add(kept);
      if (++failures % RESTART === 0) backTo(0);
      if (bump > 1e100) {
        for (let n = 0; n < answers; n++) weight[n]! /= bump;
        bump = 1;
      }
      continue;
    }
    let next = -1;
    for (let n = 0; n < answers; n++) {
      if (value[2 * n] === 0 && (next < 0 || weight[n]! > weight[next]!)) next = n;
    }
    if (next < 0) return false;
    decisions.push(trail.length);
    assign(2 * next);
  }
  return false;
}
