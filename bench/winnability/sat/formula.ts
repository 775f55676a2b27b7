/** Formulas in conjunctive normal form, solved by CaDiCaL, a program of its own (Debian's package `cadical`). */
import { spawnSync } from 'node:child_process';

/** A variable, or with a minus sign its negation, as in DIMACS. */
export type Literal = number;

/** The first variable, which every formula holds to be true. */
export const TRUE: Literal = 1;
export const FALSE: Literal = -TRUE;

export interface Formula {
  /** A new variable. */
  variable(): Literal;
  /** At least one of these holds. */
  or(...literals: readonly Literal[]): void;
  /** If all of the first hold, so does at least one of the others. */
  implies(all: readonly Literal[], ...some: readonly Literal[]): void;
  readonly variables: number;
  readonly clauses: number;
  /** As DIMACS, which every solver reads. */
  text(): string;
}

export function createFormula(): Formula {
  const lines: string[] = [`${TRUE} 0`];
  let variables = TRUE;
  function or(...literals: readonly Literal[]): void {
    if (literals.includes(TRUE)) return;
    lines.push(`${literals.filter((one) => one !== FALSE).join(' ')} 0`);
  }
  return {
    variable: () => ++variables,
    or,
    implies: (all, ...some) => or(...all.map((one) => -one), ...some),
    get variables() {
      return variables;
    },
    get clauses() {
      return lines.length;
    },
    text: () => `p cnf ${variables} ${lines.length}\n${lines.join('\n')}\n`,
  };
}

/** Whether a literal holds. */
export type Model = (literal: Literal) => boolean;

/** Its exit codes; 0 is that the time is over. */
const [UNKNOWN, SATISFIABLE, UNSATISFIABLE] = [0, 10, 20];

/**
 * @param seconds at most, a whole number
 * @returns what satisfies the formula; null if nothing does; undefined if there was not enough time
 * @throws Error if the program is missing, or fails
 */
export function satisfy(formula: Formula, seconds: number): Model | null | undefined {
  const { status, stdout, stderr, error } = spawnSync('cadical', ['-q', '-t', String(seconds)], {
    input: formula.text(),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error)
    throw new Error(`cadical cannot be run (Debian: apt install cadical)`, { cause: error });
  if (status === UNSATISFIABLE) return null;
  if (status === UNKNOWN) return undefined;
  if (status !== SATISFIABLE) throw new Error(`cadical ended with ${status}: ${stderr}`);
  const holds = new Set(
    stdout
      .split('\n')
      .filter((line) => line.startsWith('v '))
      .flatMap((line) => line.slice(2).split(' ').map(Number)),
  );
  return (literal) => holds.has(literal);
}
