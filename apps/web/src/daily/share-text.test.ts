import type { DailyTry } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { shownPlacing } from './shown-placing.ts';
import { shareLines } from './share-text.ts';

const tried: DailyTry = {
  playId: '00000000-0000-4000-8000-00000000000a',
  startedAt: '2026-11-21T08:00:00.000Z',
  ending: 'won',
  elapsedMs: 252_340,
  moves: 54,
  undos: 0,
  cardsHome: 48,
  fastestPlace: 3,
  fewestPlace: 9,
  percentile: 88.2,
  isListed: true,
};
const daily = { day: '2026-11-21', game: 'bisley', variant: 'bisley/thirteen', tries: 40 };

test('a win is told with its time, moves, place, and that nothing was taken back', () => {
  expect(shareLines({ ...daily, mine: tried })).toEqual([
    'Same Deal: daily Bisley, 21 Nov 2026',
    '🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩 🏁',
    '4:12.3 · 54 moves · no undos · Place 3',
  ]);
});

test('an unfinished try is told by the cards it brought home; ten tenths are a win alone', () => {
  const mine = {
    ...tried,
    ending: 'conceded',
    cardsHome: 47,
    undos: 2,
    fastestPlace: null,
  } as const;
  expect(shareLines({ ...daily, mine })).toEqual([
    'Same Deal: daily Bisley, 21 Nov 2026',
    '🟩🟩🟩🟩🟩🟩🟩🟩🟩⬜',
    '47/48 home · 54 moves',
  ]);
});

test('who gave up without a card home boasts of nothing', () => {
  const mine = { ...tried, ending: 'conceded', cardsHome: 0, fastestPlace: 1 } as const;
  expect(shownPlacing({ mine, tries: 40 })).toEqual({ place: null, percentile: null });
  expect(shareLines({ ...daily, mine })?.at(-1)).toBe('0/48 home · 54 moves');
});

test('who gave up and is the only one so far is not called the first; who won is', () => {
  const mine = { ...tried, ending: 'conceded', cardsHome: 1, fastestPlace: 1 } as const;
  expect(shownPlacing({ mine, tries: 1 }).place).toBeNull();
  expect(shownPlacing({ mine, tries: 2 }).place).toBe(1);
  expect(shownPlacing({ mine: { ...tried, fastestPlace: 1 }, tries: 1 }).place).toBe(1);
});

test('nobody is faster than a share of fewer than five tries', () => {
  expect(shownPlacing({ mine: tried, tries: 4 })).toEqual({ place: 3, percentile: null });
  expect(shownPlacing({ mine: tried, tries: 5 })).toEqual({ place: 3, percentile: 88.2 });
  expect(shownPlacing({ mine: null, tries: 5 })).toEqual({ place: null, percentile: null });
});

test('there is nothing to tell before the end', () => {
  expect(shareLines({ ...daily, mine: null })).toBeNull();
  expect(shareLines({ ...daily, mine: { ...tried, ending: null } })).toBeNull();
});
