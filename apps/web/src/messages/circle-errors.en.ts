/** Words for refusals about circles: no table needs them. */
import type { ErrorCode } from '@same-deal/protocol';

export const circleErrors = {
  'circle-full': 'This circle is full.',
  'circle-removed': 'The host has removed you from this circle.',
  'too-many-circles': 'You are in twenty circles already. Leave one first.',
} satisfies Partial<Record<ErrorCode, string>>;

export type CircleErrorCode = keyof typeof circleErrors;
