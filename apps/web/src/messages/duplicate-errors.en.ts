/** Words for refusals about duplicates: no table needs them. */
import type { ErrorCode } from '@same-deal/protocol';

export const duplicateErrors = {
  'duplicate-closed': 'This group has finished: nothing can be begun any more.',
  'duplicate-full': 'This group takes nobody else.',
  'not-in-duplicate': 'You do not take part in this group.',
  'too-many-duplicates': 'You have opened ten groups that still run. Wait until one is over.',
} satisfies Partial<Record<ErrorCode, string>>;

export type DuplicateErrorCode = keyof typeof duplicateErrors;
