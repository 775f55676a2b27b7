export { plainSearch } from './plain.ts';
export { solve } from './solve.ts';
export type { Effort, Solution, Solver, Verdict } from './solution.ts';
