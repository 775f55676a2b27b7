/** The milestones worth a message to a player: each is announced once in a race. */
import type { StandingRow } from './race-state.ts';

export type Milestone =
  | { readonly kind: 'passed-you'; readonly id: string; readonly name: string }
  | { readonly kind: 'you-lead' }
  /** Half of the cards are home. */
  | {
      readonly kind: 'half-way';
      readonly id: string;
      readonly name: string;
      readonly isYou: boolean;
    }
  /** The first one of the race who has brought a whole suit home. */
  | { readonly kind: 'first-suit'; readonly name: string; readonly isYou: boolean };

/** Who was behind the viewer at the last step, and what has been announced. */
export interface Course {
  readonly behind: readonly string[];
  readonly said: readonly string[];
}

export const courseBefore: Course = { behind: [], said: [] };

/** With fewer cards home the places change with every move. */
const CARDS_LEAST = 3;

/**
 * What has happened since the last step.
 * @param rows the standings, best first
 * @param total the cards to bring home
 */
export function milestones(
  before: Course,
  rows: readonly StandingRow[],
  total: number,
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
  const callOuts = callOutsOf(rows, total).filter((one) => !before.said.includes(keyOf(one)));
  // What was true before the first step is no news.
  if (before !== courseBefore) news.push(...callOuts);
  const said = [...news, ...callOuts].map(keyOf);
  return { course: { behind, said: [...before.said, ...said] }, news };
}

const LEAD = 'you-lead';

/** What each is said but once of. */
const keyOf = (one: Milestone): string =>
  one.kind === 'passed-you' ? one.id : one.kind === 'half-way' ? `half ${one.id}` : one.kind;

/** Who has come half-way, and who was first to bring a suit home; nothing is said of who is last. */
function callOutsOf(rows: readonly StandingRow[], total: number): Milestone[] {
  const of = ({ player: { id, name }, isYou }: StandingRow) => ({ id, name, isYou });
  const playing = rows.filter(({ ending }) => !ending);
  const suit = rows.find(({ suitsHome }) => suitsHome > 0);
  return [
    ...(suit && !suit.ending ? [{ kind: 'first-suit', ...of(suit) } as const] : []),
    ...playing
      .filter(({ cardsHome }) => 2 * cardsHome >= total)
      .map((row) => ({ kind: 'half-way', ...of(row) }) as const),
  ];
}
