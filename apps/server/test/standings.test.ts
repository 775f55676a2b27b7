import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareResults, placesOf } from '../src/race/standings.ts';
import type { RaceResult } from '../src/race/standings.ts';

// Small numbers, so that ties are common.
const small = fc.integer({ min: 0, max: 3 });
const result: fc.Arbitrary<RaceResult> = fc.record({
  ending: fc.constantFrom('won', 'conceded', 'stuck', 'cap', null),
  cardsHome: small,
  cardsHomeAtMs: small,
  moves: small,
  elapsedMs: small,
});
const of = (changes: Partial<RaceResult>): RaceResult => ({
  ending: 'cap',
  cardsHome: 10,
  cardsHomeAtMs: 5000,
  moves: 50,
  elapsedMs: 9000,
  ...changes,
});

describe('standings', () => {
  test('won before not won, however many cards are home', () => {
    expect(placesOf([of({ cardsHome: 47 }), of({ ending: 'won', elapsedMs: 1e9 })])).toEqual([
      2, 1,
    ]);
  });
  test('won by elapsed time and by nothing else', () => {
    const results = [
      of({ ending: 'won', elapsedMs: 2, moves: 1 }),
      of({ ending: 'won', elapsedMs: 1, moves: 99 }),
      of({ ending: 'won', elapsedMs: 2, moves: 99 }),
    ];
    expect(placesOf(results)).toEqual([2, 1, 2]);
  });
  test('not won by cards home, then by when that count was reached, then by fewer moves', () => {
    const results = [
      of({ cardsHome: 11 }),
      of({ cardsHome: 12, cardsHomeAtMs: 9000 }),
      of({ cardsHome: 12, cardsHomeAtMs: 8000, moves: 60 }),
      of({ cardsHome: 12, cardsHomeAtMs: 8000, moves: 59 }),
    ];
    expect(placesOf(results)).toEqual([4, 3, 2, 1]);
  });
  test('how a play that was not won ended, and when, does not matter', () => {
    expect(compareResults(of({ ending: 'cap', elapsedMs: 1 }), of({ ending: 'stuck' }))).toBe(0);
  });
  test('who played on comes before who gave up with as many cards home, whoever had them first', () => {
    const gaveUp = of({ ending: 'conceded', cardsHomeAtMs: 1000 });
    const playedOn = of({ ending: 'cap', cardsHomeAtMs: 9000 });
    expect(placesOf([gaveUp, playedOn])).toEqual([2, 1]);
    expect(placesOf([of({ ending: 'conceded', cardsHome: 11 }), playedOn])).toEqual([1, 2]);
    // A race that was begun under the first order keeps it.
    expect(placesOf([gaveUp, playedOn], 1)).toEqual([1, 2]);
  });
  test('equal results share the place: 1, 1, 3', () => {
    expect(placesOf([of({}), of({ cardsHome: 3 }), of({})])).toEqual([1, 3, 1]);
    expect(placesOf([of({}), of({ cardsHome: 99 }), of({})])).toEqual([2, 1, 2]);
    expect(placesOf([])).toEqual([]);
  });

  test('the order is total', () => {
    fc.assert(
      fc.property(result, result, result, (a, b, c) => {
        expect(compareResults(a, a)).toBe(0);
        expect(Math.sign(compareResults(a, b))).toBe(-Math.sign(compareResults(b, a)) + 0);
        if (compareResults(a, b) <= 0 && compareResults(b, c) <= 0) {
          expect(compareResults(a, c)).toBeLessThanOrEqual(0);
        }
        if (compareResults(a, b) === 0) {
          expect(Math.sign(compareResults(a, c))).toBe(Math.sign(compareResults(b, c)));
        }
      }),
    );
  });
  test('places do not depend on the order of the players', () => {
    const shuffled = fc.array(result, { maxLength: 10 }).chain((results) =>
      fc.tuple(
        fc.constant(results),
        fc.shuffledSubarray(
          results.map((_, n) => n),
          { minLength: results.length },
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([results, order]) => {
        const places = placesOf(results);
        expect(placesOf(order.map((n) => results[n]!))).toEqual(order.map((n) => places[n]));
      }),
    );
  });
  test('a place is one more than the number of those before', () => {
    fc.assert(
      fc.property(fc.array(result, { minLength: 1, maxLength: 10 }), (results) => {
        const places = placesOf(results).sort((a, b) => a - b);
        expect(places[0]).toBe(1);
        places.forEach((place, n) => expect(place === n + 1 || place === places[n - 1]).toBe(true));
      }),
    );
  });
});
