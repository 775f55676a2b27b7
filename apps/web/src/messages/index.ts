/** The page's words in the language it speaks. */
import type { ErrorCode } from '@same-deal/protocol';
import { page } from './page.en.ts';

export const t = page;

/** The text for a refusal. A code from a newer service has no words of its own here. */
export const errorText = ({ code }: { readonly code: ErrorCode }): string =>
  (t.errors as Partial<Record<ErrorCode, string>>)[code] ?? t.errors.internal;
