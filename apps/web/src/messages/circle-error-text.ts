import type { ErrorCode } from '@same-deal/protocol';
import { circleErrors } from './circle-errors.en.ts';
import { errorText } from './index.ts';

/** The text for a refusal on a page about circles. */
export const circleErrorText = (failure: { readonly code: ErrorCode }): string =>
  (circleErrors as Partial<Record<ErrorCode, string>>)[failure.code] ?? errorText(failure);
