/** Words for refusals that are there from the start: where the service is away, no others can be fetched. */
import type { ErrorCode } from '@same-deal/protocol';

export type CommonErrorCode = Extract<ErrorCode, 'unavailable' | 'internal'>;

export const commonErrors: Record<CommonErrorCode, string> = {
  unavailable: 'The service cannot be reached just now. Try again in a moment.',
  internal: 'Something went wrong on our side. Try again in a moment.',
};
