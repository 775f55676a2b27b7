import type { Answer, PlayList, PlayListQuery } from '@same-deal/protocol';
import type { Api } from './api.ts';

export type FetchPlays = (query: PlayListQuery) => Promise<Answer<PlayList>>;

/** Asks the service for one's games, so many at a time. */
export const playsAt =
  ({ get }: Pick<Api, 'get'>): FetchPlays =>
  ({ state, before }) => {
    const query = new URLSearchParams({ ...(state && { state }), ...(before && { before }) });
    return get<PlayList>(`/api/plays?${query.toString()}`);
  };
