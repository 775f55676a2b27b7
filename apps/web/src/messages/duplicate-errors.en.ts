/** Words for refusals about duplicates: no table needs them. */
import type { ErrorCode } from '@same-deal/protocol';

export const duplicateErrors = {
  'duplicate-closed': 'This group has finished; no more deals can be started.',
  'duplicate-full': 'This group is full.',
  'not-in-duplicate': 'You are not part of this group.',
  'too-many-duplicates': 'You already have ten groups running. Wait until one is over.',
} satisfies Partial<Record<ErrorCode, string>>;

export type DuplicateErrorCode = keyof typeof duplicateErrors;
