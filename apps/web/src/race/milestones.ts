/** What is worth a word to somebody who plays: each is said once in a race. */
import type { StandingRow } from './race-state.ts';

export type Milestone =
  | { readonly kind: 'passed-you'; readonly id: string; readonly name: string }
  | { readonly kind: 'you-lead' };

/** Who was behind one's seat when it was last looked at, and what has been said. */
export interface Course {
  readonly behind: readonly string[];
  readonly said: readonly string[];
}

export const courseBefore: Course = { behind: [], said: [] };

/** With fewer cards home the places change with every move. */
const CARDS_LEAST = 3;

/**
 * What has happened since the last look.
 * @param rows the standings, best first
 */
export function milestones(
  before: Course,
  rows: readonly StandingRow[],
): { readonly course: Course; readonly news: readonly Milestone[] } {
  const own = rows.findIndex(({ isYou }) => isYou);
  const you = rows[own];
  if (!you || you.ending) return { course: before, news: [] };
  const ahead = rows.slice(0, own);
  const behind = rows.slice(own + 1).map(({ player }) => player.id);
  const news: Milestone[] = ahead
    .filter(
      ({ player, ending, cardsHome }) =>
        !ending && cardsHome >= CARDS_LEAST && before.behind.includes(player.id),
    )
    .map(({ player }) => ({ kind: 'passed-you', id: player.id, name: player.name }) as const)
    .filter(({ id }) => !before.said.includes(id));
  const leads = own === 0 && behind.length > 0 && you.cardsHome >= CARDS_LEAST;
  const isNewLead = leads && before.behind.length < behind.length && before.behind.length > 0;
  if (isNewLead && !before.said.includes(LEAD)) news.push({ kind: 'you-lead' });
  const said = news.map((one) => (one.kind === 'you-lead' ? LEAD : one.id));
  return { course: { behind, said: [...before.said, ...said] }, news };
}

const LEAD = 'you-lead';
