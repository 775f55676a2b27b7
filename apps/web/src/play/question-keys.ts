/** The questions with their keys, for a list of them. */
import type { Question } from './table-keys.ts';

export const questionKeys: readonly (readonly [key: string, question: Question])[] = [
  ['M', 'movable'],
  ['T', 'targets'],
  ['W', 'table'],
  ['L', 'last-move'],
  ['C', 'time'],
  ['S', 'standings'],
  ['O', 'repeat'],
];
