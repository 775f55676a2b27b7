// What a race does to ratings: the method, and what holds whatever comes in.
import fc from 'fast-check';
import { rate, rating } from 'openskill';
import { describe, expect, test } from 'vitest';
import { PROVISIONAL_RACES } from '@same-deal/protocol';
import {
  FIRST_RATING,
  METHOD,
  isProvisional,
  ranksOf,
  rateRace,
  shownDeviation,
  shownRating,
} from '../src/rating/rating.ts';
import type { Entrant, RatedResult } from '../src/rating/rating.ts';
import { ratingStatsOf } from '../src/rating/rating-stats.ts';

const won = (seconds: number): RatedResult => ({
  ending: 'won',
  cardsHome: 52,
  elapsedMs: seconds * 1000,
});
const home = (cardsHome: number, ending = 'cap'): RatedResult => ({
  ending,
  cardsHome,
  elapsedMs: 900_000,
});

describe('the method', () => {
  test('gives the values that its authors publish for four newcomers at places 4, 1, 3, 2', () => {
    const four = [1, 2, 3, 4].map(() => [rating()]);
    const rounded = rate(four, { rank: [4, 1, 3, 2] }).map(([one]) => [
      Number(one?.mu.toFixed(3)),
      Number(one?.sigma.toFixed(3)),
    ]);
    expect(rounded).toEqual([
      [20.963, 8.084],
      [27.795, 8.263],
      [24.689, 8.084],
      [26.553, 8.179],
    ]);
  });

  test('gives the values that its authors publish for scores of which two are equal', () => {
    const four = [1, 2, 3, 4].map(() => [rating()]);
    const rounded = rate(four, { score: [37, 19, 37, 42] }).map(([one]) =>
      Number(one?.mu.toFixed(3)),
    );
    expect(rounded).toEqual([24.689, 22.826, 24.689, 27.795]);
  });

  test('everybody begins at 1500', () => {
    expect(shownRating(FIRST_RATING)).toBe(1500);
    expect(FIRST_RATING).toEqual(rating());
  });
});

describe('ranks', () => {
  const table: readonly [string, RatedResult[], number[]][] = [
    ['by time among wins', [won(120), won(100), won(110)], [3, 1, 2]],
    ['wins before all else', [home(51), won(800)], [2, 1]],
    ['times within 2 % are equal', [won(100), won(102), won(103)], [1, 1, 3]],
    ['equality is to the fastest of a group', [won(100), won(101.5), won(103)], [1, 1, 3]],
    [
      'the next group begins with the first who is outside',
      [won(100), won(103), won(104)],
      [1, 2, 2],
    ],
    [
      'unfinished by cards home, however they ended',
      [home(7), home(9), home(7, 'conceded')],
      [2, 1, 2],
    ],
    ['one card is a difference', [home(30), home(31)], [2, 1]],
  ];
  test.each(table)('%s', (_, results, ranks) => {
    expect(ranksOf(results)).toEqual(ranks);
  });
});

const result = fc.oneof(
  fc.integer({ min: 60, max: 600 }).map(won),
  fc.integer({ min: 0, max: 51 }).map((cards) => home(cards)),
);
const strength = fc.record({
  mu: fc.double({ min: 5, max: 45, noNaN: true }),
  sigma: fc.double({ min: 0.8, max: 25 / 3, noNaN: true }),
});
const field = (ratings: typeof strength | fc.Arbitrary<Entrant['rating']>) =>
  fc
    .array(fc.tuple(result, ratings), { minLength: 2, maxLength: 10 })
    .map((list) => list.map(([one, r], n): Entrant => ({ ...one, id: `p${n}`, rating: r })));
const isContest = (entrants: readonly Entrant[]) =>
  entrants.some(({ ending, cardsHome }) => ending === 'won' || cardsHome > 0);

describe('a race', () => {
  test('does the same whatever order people sit in, to the last bit', () => {
    fc.assert(
      fc.property(field(strength), fc.infiniteStream(fc.nat()), (entrants, dice) => {
        const shuffled = entrants
          .map((entrant) => ({ entrant, at: dice.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ entrant }) => entrant);
        const [a, b] = [rateRace(entrants), rateRace(shuffled)];
        for (const { id } of entrants) expect(b.get(id)).toEqual(a.get(id));
      }),
    );
  });

  test('takes nothing from whoever comes first among equals, and gives nothing to who comes last', () => {
    fc.assert(
      fc.property(field(fc.constant(FIRST_RATING)), (entrants) => {
        fc.pre(isContest(entrants));
        const after = rateRace(entrants);
        const ranks = ranksOf(entrants);
        const worst = Math.max(...ranks);
        entrants.forEach(({ id, rating: { mu } }, n) => {
          const now = after.get(id)?.mu ?? NaN;
          if (ranks[n] === 1) expect(now).toBeGreaterThanOrEqual(mu - 1e-9);
          if (ranks[n] === worst) expect(now).toBeLessThanOrEqual(mu + 1e-9);
        });
      }),
    );
  });

  test('never makes a rating less sure', () => {
    fc.assert(
      fc.property(field(strength), (entrants) => {
        fc.pre(isContest(entrants));
        const after = rateRace(entrants);
        for (const { id, rating: before } of entrants) {
          expect(after.get(id)?.sigma).toBeLessThanOrEqual(before.sigma);
        }
      }),
    );
  });

  test('treats equal results of equal people equally', () => {
    const two = rateRace([
      { ...won(100), id: 'a', rating: FIRST_RATING },
      { ...won(101), id: 'b', rating: FIRST_RATING },
    ]);
    expect(two.get('a')?.mu).toBeCloseTo(two.get('b')?.mu ?? NaN, 9);
    const without = rateRace(
      [
        { ...won(100), id: 'a', rating: FIRST_RATING },
        { ...won(101), id: 'b', rating: FIRST_RATING },
      ],
      { ...METHOD, equalShare: 0 },
    );
    expect(without.get('a')?.mu).toBeGreaterThan(without.get('b')?.mu ?? NaN);
  });

  test('changes nothing where one alone took part, or nobody brought a card home', () => {
    const at = (id: string, one: RatedResult): Entrant => ({ ...one, id, rating: FIRST_RATING });
    expect(rateRace([at('a', won(100))]).size).toBe(0);
    expect(rateRace([at('a', home(0)), at('b', home(0, 'conceded'))]).size).toBe(0);
    expect(rateRace([]).size).toBe(0);
  });
});

describe('what is shown', () => {
  test('a rating is provisional until five races', () => {
    expect([1, 4, 5, 6].map(isProvisional)).toEqual([true, true, false, false]);
    expect(PROVISIONAL_RACES).toBe(5);
  });

  test('weeks without a race make it less sure, but no less than at the beginning, and change nothing else', () => {
    const week = 7 * 24 * 3_600_000;
    const of = (sigma: number, weeks: number) => shownDeviation({ sigma }, weeks * week);
    expect(of(2, 0)).toBe(Math.round(2 * 1.96 * 20));
    expect(of(2, 0.9)).toBe(of(2, 0));
    expect(of(2, 10)).toBeGreaterThan(of(2, 1));
    expect(of(2, 1000)).toBe(of(FIRST_RATING.sigma, 0));
    const change = { game: 'bisley', code: 'ABCDEF', races: 9, mu: 26, sigma: 2, at: new Date(0) };
    const [now, later] = [0, 30 * week].map((time) => ratingStatsOf([change], time)[0]);
    expect(later).toMatchObject({ rating: now?.rating, curve: now?.curve });
    expect(later?.deviation).toBeGreaterThan(now?.deviation ?? Infinity);
  });
});
