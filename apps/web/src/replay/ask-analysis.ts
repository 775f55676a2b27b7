import type { Answer, PlayAnalysis } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';

/** What the service has found about a play, as far as it has come. */
export const askAnalysis = (
  { get }: Pick<Api, 'get'>,
  playId: string,
): Promise<Answer<PlayAnalysis>> =>
  get<PlayAnalysis>(`/api/plays/${encodeURIComponent(playId)}/analysis`);
