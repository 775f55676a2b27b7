import type { ErrorCode } from '@same-deal/protocol';
import { accountErrors } from './account-errors.en.ts';
import { errorText } from './index.ts';

/** The text for a refusal on a page about accounts. */
export const accountErrorText = (failure: { readonly code: ErrorCode }): string =>
  (accountErrors as Partial<Record<ErrorCode, string>>)[failure.code] ?? errorText(failure);
