import type { ErrorCode } from '@same-deal/protocol';
import { duplicateErrors } from './duplicate-errors.en.ts';
import { errorText } from './index.ts';

/** The text for a refusal on a page about duplicates. */
export const duplicateErrorText = (failure: { readonly code: ErrorCode }): string =>
  (duplicateErrors as Partial<Record<ErrorCode, string>>)[failure.code] ?? errorText(failure);
