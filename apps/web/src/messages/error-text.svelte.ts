/** The text for a refusal. All but the most common words are fetched with the first one. */
import type { ErrorCode } from '@same-deal/protocol';
import { commonErrors } from './common-errors.en.ts';

type ErrorWords = Readonly<Partial<Record<ErrorCode, string>>>;

let words = $state.raw<ErrorWords>(commonErrors);

/** Fetches the words for all refusals; where that fails, the next refusal tries again. */
export async function loadErrorWords(): Promise<void> {
  const { errors } = await import('./errors.en.ts');
  words = { ...commonErrors, ...errors };
}

/** A refusal is not kept back longer, even where its words do not come. */
const WORDS_WITHIN_MS = 3_000;

/**
 * Fetches what `errorText` needs for a code.
 * @returns undefined if that is there already, or else when it is, though not for ever
 */
export function prepareErrorText(code: ErrorCode): Promise<unknown> | undefined {
  if (words !== commonErrors || code in commonErrors) return undefined;
  const late = new Promise((resolve) => setTimeout(resolve, WORDS_WITHIN_MS));
  return Promise.race([loadErrorWords().catch(() => undefined), late]);
}

/** The text for a refusal. A code from a newer service has no words of its own here. */
export function errorText({ code }: { readonly code: ErrorCode }): string {
  return words[code] ?? commonErrors.internal;
}
