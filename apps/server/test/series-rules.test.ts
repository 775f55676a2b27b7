// Lines of rematches and series: the score follows from the settled races, and a series goes on until it is decided.
import type { RaceSettings } from '@same-deal/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import * as rules from '../src/race/race.ts';
import type { Race } from '../src/race/race.ts';
import {
  isSeriesOver,
  lineOf,
  nextRace,
  pointsOf,
  racesUpTo,
  winnersOf,
} from '../src/race/series.ts';
import type { LineRace } from '../src/race/series.ts';
import { completeSettings } from '../src/race/settings.ts';

const T = 1_800_000_000_000;
const anna = { id: 'anna', name: 'Anna' };
const nobody = new Set<string>();
const plain = completeSettings({ variant: 'bisley/thirteen' });
const rotation: RaceSettings = {
  ...plain,
  series: { bestOf: 3, variants: ['bisley/thirteen', 'alhambra/standard'] },
};

/** A settled race with so many cards home for each. */
function settled(
  code: string,
  cards: Readonly<Record<string, number>>,
  more: Partial<Race> = {},
): LineRace {
  const ids = Object.keys(cards);
  const race = { ...rules.openRace(plain, anna, T), settledAt: T + 1, ...more };
  return {
    code,
    race: { ...race, players: ids.map((id) => ({ id, name: id, ready: true })) },
    results: ids.map((personId) => ({
      personId,
      name: personId,
      playId: `${code} of ${personId}`,
      ending: cards[personId] === 48 ? 'won' : 'conceded',
      cardsHome: cards[personId]!,
      cardsHomeAtMs: 1000,
      moves: 10,
      elapsedMs: 2000,
    })),
  };
}
const open = (code: string, race: Race): LineRace => ({ code, race, results: [] });
const points = (...races: LineRace[]) => Object.fromEntries(pointsOf(races));

describe('the running score', () => {
  test.each([
    ['a win is a point', { anna: 48, ben: 3 }, {}, { anna: 1, ben: 0 }],
    ['most cards home win too', { anna: 2, ben: 3 }, {}, { anna: 0, ben: 1 }],
    [
      'equals have half a point each',
      { anna: 3, ben: 3, cleo: 1 },
      {},
      { anna: 0.5, ben: 0.5, cleo: 0 },
    ],
    ['nobody wins without a card home', { anna: 0, ben: 0 }, {}, { anna: 0, ben: 0 }],
    ['nobody wins against nobody', { anna: 9 }, {}, { anna: 0 }],
    [
      'a race that counts for nothing gives none',
      { anna: 9, ben: 1 },
      { unrated: true },
      { anna: 0, ben: 0 },
    ],
    ['nor does one that still runs', { anna: 9, ben: 1 }, { settledAt: null }, { anna: 0, ben: 0 }],
  ] as const)('%s', (_, cards, more, expected) => {
    expect(points(settled('A', cards, more))).toEqual(expected);
  });

  test('is that of the races up to the one looked at, most first', () => {
    const line = [
      settled('A', { anna: 1, ben: 2 }),
      settled('B', { anna: 1, ben: 2 }),
      settled('C', { anna: 2, ben: 1, cleo: 0 }),
      open('D', rules.openRace(plain, anna, T)),
    ];
    const scoreAt = (code: string) => lineOf(line, code, new Map([['ben', 'Benjamin']]), T)?.score;
    expect(scoreAt('A'), 'one race is no line').toBeUndefined();
    expect(scoreAt('B')).toEqual([
      { id: 'ben', name: 'Benjamin', points: 2 },
      { id: 'anna', name: 'anna', points: 0 },
    ]);
    expect(scoreAt('D')?.map(({ id, points }) => [id, points])).toEqual([
      ['ben', 2],
      ['anna', 1],
      ['cleo', 0],
    ]);
    expect(lineOf(line, 'D', new Map(), T)?.series).toBeNull();
  });
});

describe('a series', () => {
  const won = (n: number, by: string, more: Partial<Race> = {}) =>
    settled(`R${n}`, { anna: by === 'anna' ? 9 : 1, ben: by === 'ben' ? 9 : 1 }, more);
  const races = (text: string) =>
    [...text].map((by, n) => won(n, by === 'a' ? 'anna' : by === 'b' ? 'ben' : ''));

  test.each([
    [3, '', false],
    [3, 'a', false],
    [3, 'aa', true],
    [3, 'ab', false],
    [3, 'aba', true],
    // Half a point each: the other could still come level.
    [3, 'a=', false],
    [3, 'a==', true],
    [5, 'aa', false],
    [5, 'aaa', true],
    [5, 'abab', false],
    [5, 'aab', false],
    [5, 'aaba', true],
    [7, 'aaa', false],
    [7, 'aaaa', true],
    [7, 'abababa', true],
  ])('best of %i after "%s": over %s', (bestOf, text, over) => {
    expect(isSeriesOver(bestOf, races(text))).toBe(over);
  });

  test('its games take turns, with the usual time limit of each', () => {
    const first = rules.openRace(rotation, anna, T);
    const line = [settled('A', { anna: 9, ben: 1 }, { settings: rotation })];
    const next = nextRace({ ...line[0]!.race }, 'A', line, anna, nobody, T);
    expect(first.seriesNumber).toBe(1);
    expect(next).toMatchObject({
      seriesNumber: 2,
      settings: { variant: 'alhambra/standard', capMinutes: 30 },
    });
    const own = { ...line[0]!.race, settings: { ...rotation, capMinutes: 7 } };
    expect(
      nextRace(own, 'A', line, anna, nobody, T).settings.capMinutes,
      'what a host chose stays',
    ).toBe(7);
  });

  test('stays with the circle from which its first race was opened', () => {
    const of = { settings: rotation, circleId: 'c' };
    const line = [settled('A', { anna: 9, ben: 1 }, of)];
    expect(nextRace(line[0]!.race, 'A', line, anna, nobody, T).circleId).toBe('c');
    // One of before, or from an older node, has forgotten it.
    const later = settled('B', { anna: 3, ben: 48 }, { settings: rotation, seriesNumber: 2 });
    expect(nextRace(later.race, 'B', [...line, later], anna, nobody, T).circleId).toBe('c');
  });

  test('keeps the seats in their order, ready by nobody but partners; not of who has gone, or is blocked, nor them as host', () => {
    const players = [
      { id: 'ben', name: 'Ben', ready: true },
      { id: 'partner-1', name: 'Easygoing partner', ready: true },
      { id: 'x', name: 'Deleted player', ready: true },
      { id: 'dan', name: 'Dan', ready: true },
      { id: 'anna', name: 'Anna', ready: true },
    ];
    const line = [settled('A', { anna: 9, ben: 1 }, { settings: rotation })];
    const next = nextRace({ ...line[0]!.race, players }, 'A', line, anna, new Set(['dan']), T);
    expect(next.players.map(({ id, ready }) => [id, ready])).toEqual([
      ['ben', false],
      ['partner-1', true],
      ['anna', false],
    ]);
    expect(next.hostId).toBe('anna');
    const former = { ...line[0]!.race, players, hostId: 'x' };
    const ben = { id: 'ben', name: 'Ben' };
    expect(nextRace(former, 'A', line, ben, nobody, T).hostId, 'who opens it').toBe('ben');
  });

  test('once it is over, the rematch begins another one, in which everyone takes the seat anew', () => {
    const of = (n: number) => ({ settings: rotation, seriesNumber: n });
    const line = [won(1, 'anna', of(1)), won(2, 'anna', of(2))];
    const next = nextRace(line[1]!.race, 'R2', line, { id: 'ben', name: 'Ben' }, nobody, T);
    expect(next).toMatchObject({ seriesNumber: 1, settings: rotation });
    expect(next.players.map(({ id }) => id)).toEqual(['ben']);
    const all = [...line, open('R3', next)];
    expect(racesUpTo(all, 'R3'), 'it counts its own races alone').toEqual([]);
    expect(lineOf(all, 'R2', new Map(), T)?.series).toEqual({
      number: 2,
      over: true,
      first: 'R1',
      present: 'R3',
      races: [1, 2].map((n) => ({
        code: `R${n}`,
        variant: 'bisley/thirteen',
        winners: ['anna'],
        playId: `R${n} of anna`,
      })),
    });
  });

  test('its link leads to the last race that is not a lobby nobody started', () => {
    const line = [
      won(1, 'anna', { settings: rotation }),
      open('R2', { ...rules.openRace(rotation, anna, T), seriesNumber: 2 }),
    ];
    const presentAt = (now: number) => lineOf(line, 'R1', new Map(), now)?.series?.present;
    expect(presentAt(T)).toBe('R2');
    expect(presentAt(T + 3 * 60 * 60_000)).toBe('R1');
  });

  test('what it is about is chosen in its first race, and stays', () => {
    const lobby = rules.openRace(plain, anna, T);
    const chosen = rules.configure(lobby, 'anna', { ...plain, series: rotation.series }, T);
    expect(chosen.ok && chosen.value.settings.series).toEqual(rotation.series);
    const { series: _, ...old } = rotation;
    const kept = rules.configure(chosen.ok ? chosen.value : lobby, 'anna', old, T);
    expect(kept.ok && kept.value, 'an earlier page leaves it out, and it stays').toBe(
      chosen.ok && chosen.value,
    );
    const second: Race = {
      ...rules.openRace({ ...rotation, variant: 'alhambra/standard' }, anna, T),
      seriesNumber: 2,
    };
    const changed = rules.configure(second, 'anna', { ...plain, capMinutes: 60, series: null }, T);
    expect(changed.ok && changed.value.settings).toEqual({
      ...second.settings,
      capMinutes: 60,
    });
    const off = rules.configure(
      chosen.ok ? chosen.value : lobby,
      'anna',
      { ...plain, series: null },
      T,
    );
    expect(off.ok && off.value.settings.series).toBeNull();
  });
});

test('a series ends after its last race at the latest, never while somebody can come level, and stays over', () => {
  const result = fc.record({ a: fc.nat(3), b: fc.nat(3), c: fc.nat(3) });
  fc.assert(
    fc.property(
      fc.constantFrom(3, 5, 7),
      fc.array(result, { minLength: 1, maxLength: 7 }),
      (bestOf, cards) => {
        const races = cards.slice(0, bestOf).map(({ a, b, c }, n) => settled(`R${n}`, { a, b, c }));
        let wasOver = false;
        for (let n = 0; n <= races.length; n++) {
          const played = races.slice(0, n);
          const over = isSeriesOver(bestOf, played);
          expect(wasOver && !over).toBe(false);
          wasOver = over;
          if (n === bestOf) expect(over).toBe(true);
          const all = [...pointsOf(played).values()].sort((a, b) => b - a);
          if (over && n < bestOf) expect(all[0]!).toBeGreaterThan(all[1]! + bestOf - n);
          // No more than a point is given for a race among two who share it, and a win to one alone.
          for (const race of played) {
            const winners = winnersOf(race);
            if (winners.length === 1) expect(pointsOf([race]).get(winners[0]!.personId)).toBe(1);
          }
        }
      },
    ),
    { numRuns: scaled(200, 5_000) },
  );
});
