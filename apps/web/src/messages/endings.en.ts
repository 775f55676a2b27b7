/** How a play ended, in words: fetched when one does. */
import type { PlayEnding } from '@same-deal/protocol';

export const endings: Record<
  PlayEnding,
  { title: string; text: (home: number, all: number) => string }
> = {
  won: { title: 'Won!', text: () => 'All cards home!' },
  stuck: {
    title: 'No more moves',
    text: (home, all) => `No card can move. You brought ${home} of ${all} home.`,
  },
  conceded: {
    title: 'You gave up',
    text: (home, all) => `You brought ${home} of ${all} cards home.`,
  },
  cap: { title: 'Time is up', text: (home, all) => `You brought ${home} of ${all} cards home.` },
};
