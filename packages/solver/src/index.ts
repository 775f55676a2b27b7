export { difficultyOf } from './difficulty.ts';
export type { Difficulty } from './difficulty.ts';
export { firstLost } from './first-lost.ts';
export type { FirstLost } from './first-lost.ts';
export { plainSearch } from './plain.ts';
export { solve } from './solve.ts';
export type { Effort, Solution, Solver, Verdict } from './solution.ts';
export { plainBeam } from './yardstick/beam.ts';
