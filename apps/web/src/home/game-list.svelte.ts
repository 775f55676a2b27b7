import type { PlaySummary } from '@same-deal/protocol';
import type { FetchPlays } from '../net/plays-api.ts';
import { Paged } from '../state/paged.svelte.ts';

/** One's games of one kind, newest first. */
export class GameList extends Paged<PlaySummary> {
  readonly state: 'in-progress' | 'finished';

  constructor(fetch: FetchPlays, state: 'in-progress' | 'finished') {
    super(async (before) => {
      const answer = await fetch({ state, ...(before && { before }) });
      return answer.ok
        ? { ok: true, data: { items: answer.data.plays, next: answer.data.next } }
        : answer;
    });
    this.state = state;
  }

  get plays(): readonly PlaySummary[] {
    return this.items;
  }
}
