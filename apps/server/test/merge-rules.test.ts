import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isShared, mergeInRace, mergeTries } from '../src/people/merge-rules.ts';
import type { Try } from '../src/people/merge-rules.ts';
import { emptyLog } from '../src/play/packed-log.ts';
import type { PlayRecord } from '../src/play/play-record.ts';
import { openRace } from '../src/race/race.ts';
import type { Race } from '../src/race/race.ts';
import { raceSnapshotOf } from '../src/race/race-snapshot.ts';
import { settings } from './support/race-values.ts';

const T = 1_800_000_000_000;
const account = { id: 'ann', name: 'Ann' };

/** Races with any of guest, account and others seated, any of them host, in any phase. */
const anyRace: fc.Arbitrary<Race> = fc
  .record({
    seated: fc.subarray(['guest', 'ann', 'ben', 'cat']),
    host: fc.constantFrom('guest', 'ann', 'ben'),
    phase: fc.constantFrom('open', 'running', 'settled'),
  })
  .map(({ seated, host, phase }) => {
    const race = openRace(settings, { id: host, name: host }, T);
    const start = {
      dealId: 'deal',
      commitment: 'c0ffee',
      difficulty: null,
      startsAt: T,
      closesAt: T + 900_000,
      plays: Object.fromEntries(seated.map((id) => [id, `play of ${id}`])),
    };
    return {
      ...race,
      players: seated.map((id, n) => ({ id, name: id, ready: n % 2 === 0 })),
      start: phase === 'open' ? null : start,
      settledAt: phase === 'settled' ? T + 1 : null,
    };
  });

const merged = (race: Race): Race => {
  const after = mergeInRace(race, 'guest', account);
  if (!after.ok) throw new Error(after.reason);
  return after.value;
};
const has = (race: Race, id: string) => race.players.some((seat) => seat.id === id);

describe('what becomes of a race when a guest turns out to be somebody', () => {
  test('it is refused while both play in it, and only then', () => {
    fc.assert(
      fc.property(anyRace, (race) => {
        const isRunning = race.start !== null && race.settledAt === null;
        const refused = isRunning && has(race, 'guest') && has(race, 'ann');
        expect(mergeInRace(race, 'guest', account).ok).toBe(!refused);
      }),
    );
  });

  const mergeable = anyRace.filter((race) => mergeInRace(race, 'guest', account).ok);

  test('nobody loses a play, a seat in a started race, or their order', () => {
    fc.assert(
      fc.property(mergeable, (race) => {
        const after = merged(race);
        expect(Object.values(after.start?.plays ?? {}).sort()).toEqual(
          Object.values(race.start?.plays ?? {}).sort(),
        );
        if (race.start) expect(after.players).toHaveLength(race.players.length);
        for (const { id } of race.players.filter((seat) => seat.id !== 'guest')) {
          expect(has(after, id)).toBe(true);
        }
        // Whoever has a seat in a started race has a play, and nobody else.
        if (after.start) {
          expect(Object.keys(after.start.plays).sort()).toEqual(
            after.players.map(({ id }) => id).sort(),
          );
        }
        expect(new Set(after.players.map(({ id }) => id)).size).toBe(after.players.length);
      }),
    );
  });

  test('the guest is gone from it, but for a race that both played in: that counts for nothing', () => {
    fc.assert(
      fc.property(mergeable, (race) => {
        const after = merged(race);
        const isBoths = isShared(race, 'guest', 'ann');
        expect(JSON.stringify(after).includes('"guest"')).toBe(
          isBoths && JSON.stringify(race).includes('"guest"'),
        );
        expect(after.unrated).toBe(isBoths);
        expect(has(after, 'ann')).toBe(has(race, 'ann') || has(race, 'guest'));
      }),
    );
  });

  test('a race that neither was in stays the same value, and a second time changes nothing', () => {
    fc.assert(
      fc.property(mergeable, (race) => {
        if (!has(race, 'guest') && race.hostId !== 'guest') expect(merged(race)).toBe(race);
        expect(merged(merged(race))).toEqual(merged(race));
      }),
    );
  });
});

describe('a block keeps whom it keeps out, whoever they have been', () => {
  const ben = { by: new Set(['ben']), all: new Set(['ben']) };
  const blocked = { by: new Set<string>(), all: new Set(['ben']) };
  const lobby = (host: string, ...others: string[]): Race => ({
    ...openRace(settings, { id: host, name: host }, T),
    players: [host, ...others].map((id) => ({ id, name: id, ready: true })),
  });
  const quick = (...ids: [string, ...string[]]): Race => ({
    ...lobby(...ids),
    quick: { startsAt: null, most: 0 },
  });

  test.each([
    ['the host has blocked them', lobby('ben', 'guest', 'cat'), ben, 'ben', ['ben', 'cat']],
    ['they have blocked the host', lobby('ben', 'guest'), blocked, 'ben', ['ben', 'ann']],
    ['another player has', lobby('cat', 'guest', 'ben'), ben, 'cat', ['cat', 'ann', 'ben']],
    ['they host', lobby('guest', 'ben'), ben, 'ann', ['ann', 'ben']],
    ['both sat there', lobby('ben', 'guest', 'ann'), ben, 'ben', ['ben', 'ann']],
    [
      'in a quick match, by another player',
      quick('guest', 'ben', 'cat'),
      ben,
      'ben',
      ['ben', 'cat'],
    ],
    ['in a quick match, by them', quick('cat', 'guest', 'ben'), blocked, 'cat', ['cat', 'ben']],
    ['in one without them', quick('cat', 'guest'), ben, 'cat', ['cat', 'ann']],
  ] as const)('%s', (_title, race, blocks, hostId, players) => {
    const after = mergeInRace(race, 'guest', account, blocks);
    expect(after.ok && [after.value.hostId, after.value.players.map(({ id }) => id)]).toEqual([
      hostId,
      players,
    ]);
  });

  test('a race that has begun goes on', () => {
    const race: Race = {
      ...lobby('ben', 'guest'),
      start: {
        ...{ dealId: 'deal', commitment: 'c0ffee', difficulty: null, startsAt: T, closesAt: T + 1 },
        plays: { ben: 'b', guest: 'g' },
      },
    };
    const after = mergeInRace(race, 'guest', account, ben);
    expect(after.ok && after.value.start!.plays).toEqual({ ben: 'b', ann: 'g' });
  });
});

describe('two ranked tries at one daily, or one deal of a duplicate', () => {
  const tries = (owner: string): fc.Arbitrary<Try[]> =>
    fc
      .uniqueArray(
        fc.record({
          at: fc.constantFrom('bisley 1', 'bisley 2', 'alhambra 1', 'sly-fox 1'),
          startedAt: fc.integer({ min: 0, max: 3 }),
          isRunning: fc.boolean(),
        }),
        { selector: ({ at }) => at },
      )
      .map((list) => list.map((one) => ({ ...one, playId: `${owner} ${one.at}` })));

  test('exactly one stays ranked for each daily, the one started first; both running is refused by name', () => {
    fc.assert(
      fc.property(tries('guest'), tries('ann'), (guests, accounts) => {
        const after = mergeTries(guests, accounts);
        const both = guests.flatMap((one) => {
          const other = accounts.find(({ at }) => at === one.at);
          return other ? [[one, other] as const] : [];
        });
        const running = both.filter(([one, other]) => one.isRunning && other.isRunning);
        expect(after.ok).toBe(running.length === 0);
        if (!after.ok) {
          expect(running.map(([{ at }]) => at)).toContain(after.reason);
          return;
        }
        expect(after.value).toHaveLength(both.length);
        for (const [one, other] of both) {
          const lost = [one, other].filter(({ playId }) => after.value.includes(playId));
          expect(lost).toHaveLength(1);
          const kept = lost[0] === one ? other : one;
          expect(kept.startedAt).toBeLessThanOrEqual(lost[0]!.startedAt);
          if (one.startedAt === other.startedAt) expect(kept, 'the account’s').toBe(other);
        }
      }),
    );
  });
});

test('progress stays with the seat while its play is still said to be the guest’s', () => {
  const race = {
    ...openRace(settings, account, T),
    players: [{ ...account, ready: true }],
    start: {
      dealId: 'deal',
      commitment: 'c0ffee',
      difficulty: null,
      startsAt: T,
      closesAt: T + 900_000,
      plays: { ann: 'play' },
    },
  };
  const stored = {
    id: 'race',
    code: 'ABC234',
    at: 'ABC234',
    version: 2,
    race,
    rematchCode: null,
    asked: [],
    names: new Map(),
    ratings: new Map(),
  };
  // As the node has it that has not read it again yet.
  const record = {
    header: { id: 'play', userId: 'guest', startsAt: T },
    play: { entries: 1, moves: 1, undos: 0, cardsHome: 0 },
    log: emptyLog,
    cardsHomeAtMs: 1,
    ending: null,
  } as unknown as PlayRecord;
  const { players } = raceSnapshotOf(stored, [record], new Set(), [], T + 10);
  expect(players[0]).toMatchObject({ id: 'ann', progress: { moves: 1 } });
});
