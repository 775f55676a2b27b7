/** The public API of the package; everything else in it may change at any time. */
export { accuracyOf } from './accuracy.ts';
export type { Accuracy, Mistake } from './accuracy.ts';
export type { NoWin } from './check-wins.ts';
export { GRADING_VERSION, gradeDeal, isOpening } from './difficulty/grade.ts';
export type { Difficulty, Grade, GradeError } from './difficulty/grade.ts';
export { firstLost } from './first-lost.ts';
export type { FirstLost, FirstLostError } from './first-lost.ts';
export { shorten } from './shorten.ts';
export type { Shortened } from './shorten.ts';
export { solve, SOLVER_VERSION } from './solve.ts';
export type { SolveError } from './solve.ts';
export { stopAfter } from './solution.ts';
export type { Effort, Solution, Verdict } from './solution.ts';
export { sparringMove } from './sparring.ts';
export type { Strength } from './sparring.ts';
