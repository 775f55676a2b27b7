import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meetingsOf, rivalsOf, tallyOf } from '../src/people/head-to-head.ts';
import type { SettledRace } from '../src/people/head-to-head.ts';
import { placesOf } from '../src/race/standings.ts';

const people = ['anna', 'ben', 'cleo', 'dora'] as const;
// Small numbers, so that ties are common.
const small = fc.integer({ min: 0, max: 2 });
const result = fc.record({
  ending: fc.constantFrom('won', 'conceded', 'stuck', 'cap'),
  cardsHome: small,
  cardsHomeAtMs: small,
  moves: small,
  elapsedMs: small,
});
const race: fc.Arbitrary<SettledRace> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...people), { minLength: 2 }),
    fc.array(result, { minLength: people.length, maxLength: people.length }),
    fc.integer({ min: 0, max: 1e9 }),
  )
  .map(([ids, results, time]) => ({
    code: String(time),
    variant: 'bisley/thirteen',
    settledAt: new Date(time).toISOString(),
    order: 2 as const,
    results: ids.map((personId, n) => ({ personId, name: personId, ...results[n]! })),
  }));
const races = fc
  .uniqueArray(race, { selector: ({ code }) => code })
  .map((list) => list.sort((a, b) => (a.settledAt < b.settledAt ? 1 : -1)));
const person = fc.constantFrom(...people);
const ids = (...list: string[]) => new Set(list);

describe('head to head', () => {
  test('what one has won the other has lost, and every race of both counts once', () => {
    fc.assert(
      fc.property(races, person, person, (list, a, b) => {
        fc.pre(a !== b);
        const [ours, theirs] = [meetingsOf(list, ids(a), ids(b)), meetingsOf(list, ids(b), ids(a))];
        const [mine, other] = [tallyOf(ours), tallyOf(theirs)];
        expect(mine).toEqual({ wins: other.losses, losses: other.wins, ties: other.ties });
        const shared = list.filter(({ results }) =>
          [a, b].every((id) => results.some(({ personId }) => personId === id)),
        );
        expect(ours.map(({ code }) => code)).toEqual(shared.map(({ code }) => code));
        expect(mine.wins + mine.losses + mine.ties).toBe(shared.length);
      }),
    );
  });

  test('an outcome is what the places of the race say', () => {
    fc.assert(
      fc.property(races, person, person, (list, a, b) => {
        fc.pre(a !== b);
        for (const meeting of meetingsOf(list, ids(a), ids(b))) {
          const { results } = list.find(({ code }) => code === meeting.code)!;
          const places = placesOf(results);
          const place = (id: string) => places[results.findIndex((one) => one.personId === id)]!;
          expect(meeting).toMatchObject({
            yourPlace: place(a),
            theirPlace: place(b),
            players: results.length,
            outcome: place(a) === place(b) ? 'tied' : place(a) < place(b) ? 'won' : 'lost',
          });
        }
      }),
    );
  });

  test('the list holds everybody one has met and nobody else, the last met first, each with the sums of the pair', () => {
    fc.assert(
      fc.property(races, person, (list, me) => {
        const rivals = rivalsOf(list, ids(me));
        const met = people.filter(
          (id) => id !== me && meetingsOf(list, ids(me), ids(id)).length > 0,
        );
        expect(rivals.map(({ id }) => id).sort()).toEqual([...met].sort());
        for (const { id, wins, losses, ties, lastRacedAt } of rivals) {
          const meetings = meetingsOf(list, ids(me), ids(id));
          expect({ wins, losses, ties }).toEqual(tallyOf(meetings));
          expect(lastRacedAt).toBe(meetings[0]!.settledAt);
        }
        const times = rivals.map(({ lastRacedAt }) => lastRacedAt);
        expect(times).toEqual([...times].sort().reverse());
      }),
    );
  });

  test('somebody who has gone is on no list, and still holds the place', () => {
    const at = (personId: string, name: string | null, cardsHome: number) => ({
      personId,
      name,
      ending: 'cap',
      cardsHome,
      cardsHomeAtMs: 0,
      moves: 0,
      elapsedMs: 0,
    });
    const list = [
      {
        code: 'A',
        variant: 'bisley/thirteen',
        settledAt: new Date(0).toISOString(),
        order: 2 as const,
        results: [at('gone', null, 3), at('anna', 'Anna', 2), at('ben', 'Ben', 1)],
      },
    ];
    expect(rivalsOf(list, ids('anna'))).toEqual([
      {
        id: 'ben',
        name: 'Ben',
        wins: 1,
        losses: 0,
        ties: 0,
        lastRacedAt: list[0]!.settledAt,
        lastVariant: 'bisley/thirteen',
      },
    ]);
    expect(meetingsOf(list, ids('anna'), ids('ben'))[0]).toMatchObject({
      yourPlace: 2,
      theirPlace: 3,
      players: 3,
    });
  });

  test('a person of several ids counts with the best of their seats', () => {
    fc.assert(
      fc.property(race, ({ results, ...rest }) => {
        const [best] = placesOf(results)
          .flatMap((place, n) => (['anna', 'ben'].includes(results[n]!.personId) ? [place] : []))
          .sort((a, b) => a - b);
        const [meeting] = meetingsOf([{ ...rest, results }], ids('anna', 'ben'), ids('cleo'));
        if (meeting) expect(meeting.yourPlace).toBe(best);
      }),
    );
  });
});
