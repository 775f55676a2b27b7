// How a duplicate is scored, and when it is over: tables of the rule, and what holds whatever the results.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueTries, isOver, rotation, tryCloses } from '../src/duplicate/duplicate.ts';
import type { Duplicate, DuplicateTry, TryResult } from '../src/duplicate/duplicate.ts';
import { placesOnDeal, scoresOf, sharesOf } from '../src/duplicate/scoring.ts';
import type { Outcome } from '../src/duplicate/scoring.ts';

const result = (more: Partial<TryResult> = {}): TryResult => ({
  ending: 'conceded',
  cardsHome: 0,
  cardsHomeAtMs: 0,
  moves: 0,
  undos: 0,
  elapsedMs: 1000,
  ...more,
});
const won = (elapsedMs: number) => result({ ending: 'won', cardsHome: 52, elapsedMs });
const home = (cardsHome: number) => result({ ending: 'cap', cardsHome });
const NOT_PLAYED = null;
const MAY_PLAY = undefined;

describe('the share of the others beaten on a deal', () => {
  test.each<[string, Outcome[], (number | null)[]]>([
    ['nobody has played', [MAY_PLAY, MAY_PLAY], [null, null]],
    ['alone there is nobody to beat', [won(1), MAY_PLAY], [null, null]],
    ['the faster win beats the slower', [won(1), won(2)], [1, 0]],
    ['a win beats any number of cards home', [home(51), won(9)], [0, 1]],
    ['equal ones half', [won(5), won(5)], [0.5, 0.5]],
    ['three: all, half, none', [home(3), won(1), home(7)], [0, 1, 0.5]],
    ['two of three equal', [won(1), home(2), home(2)], [1, 0.25, 0.25]],
    ['who may still play is not in the field', [won(1), MAY_PLAY, won(2)], [1, null, 0]],
    ['who never played is below everybody', [home(0), NOT_PLAYED], [1, 0]],
    ['and equal to the others who did not', [won(1), NOT_PLAYED, NOT_PLAYED], [1, 0.25, 0.25]],
  ])('%s', (_title, outcomes, shares) => {
    expect(sharesOf(outcomes)).toEqual(shares);
  });

  test('places on a deal are shared by equal results, and none is given without one', () => {
    expect(placesOnDeal([won(5), home(2), won(5), MAY_PLAY, NOT_PLAYED])).toEqual([
      1,
      3,
      1,
      null,
      null,
    ]);
  });
});

describe('the standings', () => {
  test('the score is the mean of the shares so far, and who has none comes last', () => {
    const deals: Outcome[][] = [
      [won(1), won(2), MAY_PLAY],
      [home(1), home(2), MAY_PLAY],
      [won(3), MAY_PLAY, MAY_PLAY],
    ];
    expect(scoresOf(deals, 3)).toEqual([
      { score: 0.5, place: 1, done: 3 },
      { score: 0.5, place: 1, done: 2 },
      { score: null, place: 3, done: 0 },
    ]);
  });

  const outcome: fc.Arbitrary<Outcome> = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(NOT_PLAYED, MAY_PLAY) },
    {
      weight: 4,
      arbitrary: fc
        .record({
          ending: fc.constantFrom('won' as const, 'conceded' as const, 'cap' as const),
          cardsHome: fc.integer({ min: 0, max: 3 }),
          cardsHomeAtMs: fc.integer({ min: 0, max: 2 }),
          moves: fc.integer({ min: 0, max: 2 }),
          elapsedMs: fc.integer({ min: 1, max: 3 }),
        })
        .map(result),
    },
  );
  const table = fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 2, max: 8 }))
    .chain(([people, deals]) =>
      fc.record({
        deals: fc.array(fc.array(outcome, { minLength: people, maxLength: people }), {
          minLength: deals,
          maxLength: deals,
        }),
        order: fc.shuffledSubarray(
          Array.from({ length: people }, (_, n) => n),
          { minLength: people },
        ),
      }),
    );

  test('every share and score lies in 0 to 1, and those of a deal add up to half its field', () => {
    fc.assert(
      fc.property(table, ({ deals, order }) => {
        for (const outcomes of deals) {
          const shares = sharesOf(outcomes).filter((share) => share !== null);
          for (const share of shares) expect(share >= 0 && share <= 1).toBe(true);
          const field = outcomes.filter((one) => one !== undefined).length;
          const sum = shares.reduce((all, share) => all + share, 0);
          expect(sum).toBeCloseTo(field < 2 ? 0 : field / 2, 9);
        }
        for (const { score, place } of scoresOf(deals, order.length)) {
          expect(score === null || (score >= 0 && score <= 1)).toBe(true);
          expect(place >= 1 && place <= order.length).toBe(true);
        }
      }),
    );
  });

  test('neither the order of people nor that of deals changes anybody’s score or place', () => {
    fc.assert(
      fc.property(table, ({ deals, order }) => {
        const before = scoresOf(deals, order.length);
        const other = [...deals].reverse().map((outcomes) => order.map((n) => outcomes[n]));
        expect(scoresOf(other, order.length)).toEqual(order.map((n) => before[n]));
      }),
    );
  });

  test('who does better on a deal than before loses nothing by it', () => {
    fc.assert(
      fc.property(table, ({ deals, order }) => {
        const better = deals.map((outcomes, n) =>
          n === 0 ? outcomes.map((one, who) => (who === 0 && one ? won(0) : one)) : outcomes,
        );
        const [before, after] = [deals, better].map((all) => scoresOf(all, order.length)[0]!);
        expect((after!.score ?? 0) >= (before!.score ?? 0) - 1e-12).toBe(true);
      }),
    );
  });
});

describe('when a duplicate is over', () => {
  const HOUR = 3_600_000;
  const played = (personId: string, deal: number, more: Partial<DuplicateTry> = {}) => ({
    playId: `${personId} ${deal}`,
    personId,
    deal,
    closesAt: HOUR,
    result: result(),
    ...more,
  });
  const seat = (personId: string, isGone = false) => ({ personId, name: personId, isGone });
  const duplicate = (more: Partial<Duplicate>): Duplicate => ({
    id: 'x',
    code: 'ABC234',
    openedBy: 'anna',
    undo: 'bounded',
    closesAt: 10 * HOUR,
    settledAt: null,
    deals: [1, 2].map((number) => ({
      id: `${number}`,
      number,
      variant: 'bisley/thirteen',
      commitment: new Uint8Array(32),
      proved: false,
      difficulty: null,
    })),
    seats: [seat('anna'), seat('ben')],
    tries: [],
    ...more,
  });
  const all = (personId: string) => [played(personId, 1), played(personId, 2)];

  test.each<[string, Partial<Duplicate>, number, boolean]>([
    ['nobody has played', {}, HOUR, false],
    ['one has played all', { tries: all('anna') }, HOUR, false],
    ['both have', { tries: [...all('anna'), ...all('ben')] }, HOUR, true],
    [
      'whoever opened it is still alone',
      { seats: [seat('anna')], tries: all('anna') },
      HOUR,
      false,
    ],
    [
      'the last try still runs',
      { tries: [...all('anna'), played('ben', 1), played('ben', 2, { result: null })] },
      HOUR,
      false,
    ],
    [
      'nobody waits for who has gone',
      { seats: [seat('anna'), seat('nobody', true)], tries: [...all('anna'), played('nobody', 1)] },
      HOUR,
      true,
    ],
    ['the window ends', {}, 10 * HOUR, false],
    ['what came in time is committed', {}, 10 * HOUR + 2000, true],
    [
      'a try that nobody has ended yet',
      { tries: [played('ben', 1, { result: null })] },
      11 * HOUR,
      false,
    ],
  ])('%s', (_title, more, now, over) => {
    expect(isOver(duplicate(more), now)).toBe(over);
  });

  test('a try lasts as long as its game’s usual cap, and never past the window', () => {
    expect(tryCloses('bisley/thirteen', 0, 10 * HOUR)).toBe(15 * 60_000);
    expect(tryCloses('bisley/thirteen', 0, 60_000)).toBe(60_000);
    const tries = [
      played('anna', 1, { result: null, closesAt: 5000 }),
      played('ben', 1, { closesAt: 5000 }),
    ];
    expect(dueTries({ tries }, 6999)).toEqual([]);
    expect(dueTries({ tries }, 7000)).toEqual(['anna 1']);
  });

  test('games take turns', () => {
    expect(rotation(['a', 'b'], 5)).toEqual(['a', 'b', 'a', 'b', 'a']);
  });
});
