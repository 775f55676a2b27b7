// A circle as a value: who may come, go and change it; and its points, by table and by chance.
import { unwrap } from '@same-deal/engine';
import type { Result } from '@same-deal/engine';
import { CIRCLE_MEMBERS_MAX } from '@same-deal/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as rules from '../src/circle/circle.ts';
import type { Circle, Member } from '../src/circle/circle.ts';
import { calendarOf } from '../src/circle/ics.ts';
import { isNamedAfter } from '../src/circle/named-after.ts';
import { addDailies, duelOf, emptyTally, pointsOf, summed } from '../src/circle/points.ts';
import type { PlayedDaily } from '../src/circle/points.ts';
import type { CircleRace } from '../src/circle/ports.ts';
import { winnersOf } from '../src/circle/snapshot.ts';
import { DAY_MS } from '../src/daily/days.ts';

const member = (personId: string, joinedAt = 0): Member => rules.newMember(personId, joinedAt);
const circleOf = (...ids: string[]): Circle => ({
  id: 'c',
  name: 'Ours',
  code: 'ABC234',
  hostId: ids[0] ?? null,
  isClosed: false,
  members: ids.map((id, n) => member(id, n)),
  invited: [],
});
const nobody: ReadonlySet<string> = new Set();
const ids = (circle: Circle) => rules.membersOf(circle).map(({ personId }) => personId);
const reason = (result: Result<unknown, string>) => (result.ok ? undefined : result.reason);

describe('who has won a race of the circle', () => {
  const result = (personId: string, cardsHome: number) => ({
    ...{ personId, name: personId, cardsHome },
    ...{ ending: 'conceded', cardsHomeAtMs: 0, moves: 9, elapsedMs: 0 },
  });
  const race: CircleRace = {
    ...{ code: 'ABC234', variant: 'bisley/thirteen', settledAt: 0, order: 2, unrated: false },
    results: [result('anna', 5), result('ben', 3)],
  };
  const winners = (changed: Partial<CircleRace>, ...avoided: string[]) =>
    winnersOf({ ...race, ...changed }, { id: 'ben', avoided: new Set(avoided) });
  test('is who has brought most cards home, as the race itself says', () => {
    expect(winners({})).toEqual(['anna']);
    expect(winners({ unrated: true })).toEqual([]);
    expect(winners({ results: [result('anna', 5)] }), 'alone with sparring partners').toEqual([]);
  });
  test('P8: is not named to whom they have blocked', () => {
    expect(winners({}, 'anna')).toEqual(['Hidden name']);
  });
});

describe('who comes and goes', () => {
  test('P8: joining by the link: once, never after being removed, never whom the host has blocked', () => {
    const circle = circleOf('anna', 'ben');
    const joined = unwrap(rules.join(circle, 'cora', 9, false));
    expect(ids(joined)).toEqual(['anna', 'ben', 'cora']);
    expect(unwrap(rules.join(joined, 'cora', 10, false))).toBe(joined);
    expect(reason(rules.join(circle, 'dora', 9, true))).toBe('circle-full');
    const removed = unwrap(rules.remove(joined, 'anna', 'cora', 11));
    expect(ids(removed)).toEqual(['anna', 'ben']);
    expect(reason(rules.join(removed, 'cora', 12, false))).toBe('circle-removed');
    // The host's own invitation leads back.
    const asked = { ...removed, invited: ['cora'] };
    const back = unwrap(rules.accept(asked, 'cora', 13, false));
    expect(ids(back)).toEqual(['anna', 'ben', 'cora']);
    expect(back.invited).toEqual([]);
    expect(reason(rules.accept(removed, 'cora', 13, false))).toBe('not-found');
    expect(reason(rules.accept(asked, 'cora', 13, true))).toBe('circle-full');
    // A stranger learns nothing of the circle, whomever they have blocked: not even who its host is.
    expect(reason(rules.accept(circle, 'dora', 13, true))).toBe('not-found');
  });

  test('P8: it takes fifty; of two hundred ever who left first gives way, and nobody is kept out', () => {
    const full = circleOf(...Array.from({ length: CIRCLE_MEMBERS_MAX }, (_, n) => `p${n}`));
    expect(reason(rules.join(full, 'one more', 60, false))).toBe('circle-full');
    const left = unwrap(rules.leave(full, 'p7', 60));
    expect(rules.membersOf(unwrap(rules.join(left, 'one more', 61, false)))).toHaveLength(50);
    const gone = Array.from({ length: rules.EVER_MEMBERS_MAX - 1 }, (_, n) => ({
      ...member(`g${n}`),
      leftAt: n === 7 ? 1 : 2,
    }));
    const everybody = (circle: Circle) => circle.members.map(({ personId }) => personId);
    const crowded = { ...circleOf('anna'), members: [...circleOf('anna').members, ...gone] };
    const one = unwrap(rules.join(crowded, 'one more', 60, false));
    expect(everybody(one)).toEqual([
      ...everybody(crowded).filter((personId) => personId !== 'g7'),
      'one more',
    ]);
    const again = unwrap(rules.join(crowded, 'g7', 60, false));
    expect(ids(again)).toEqual(['anna', 'g7']);
    expect(again.members).toHaveLength(rules.EVER_MEMBERS_MAX);
    // Whom the host has removed takes up no place of these, until they are asked to come back.
    const removed = crowded.members.map((one) => (one.leftAt ? { ...one, removedAt: 1 } : one));
    const emptied = { ...crowded, members: removed };
    expect(ids(unwrap(rules.join(emptied, 'one more', 60, false)))).toEqual(['anna', 'one more']);
    const asked = {
      ...crowded,
      invited: ['dora'],
      members: [...crowded.members, { ...member('dora'), leftAt: 1, removedAt: 1 }],
    };
    const back = unwrap(rules.accept(asked, 'dora', 60, false));
    expect(ids(back)).toEqual(['anna', 'dora']);
    expect(back.members).toHaveLength(rules.EVER_MEMBERS_MAX);
  });

  test('P8: whoever hosts and leaves hands on to who joined first; the last one closes it', () => {
    const without = unwrap(rules.leave(circleOf('anna', 'ben', 'cora'), 'anna', 9));
    expect(rules.hostOf(without)).toBe('ben');
    const alone = unwrap(rules.leave(without, 'ben', 10));
    expect(rules.hostOf(alone)).toBe('cora');
    const over = unwrap(rules.leave(alone, 'cora', 11));
    expect(over.isClosed).toBe(true);
    expect(reason(rules.join(over, 'anna', 12, false))).toBe('not-found');
    expect(reason(rules.leave(without, 'anna', 12))).toBe('not-found');
    // Nobody is host any more: whoever joined first is.
    expect(rules.hostOf({ ...circleOf('anna', 'ben'), hostId: null })).toBe('anna');
  });

  test.each([
    ['remove', (circle: Circle, by: string) => rules.remove(circle, by, 'cora', 9)],
    ['hand on', (circle: Circle, by: string) => rules.handOn(circle, by, 'cora', nobody)],
    ['close', (circle: Circle, by: string) => rules.close(circle, by)],
    ['rename', (circle: Circle, by: string) => rules.rename(circle, by, 'Theirs')],
    ['renew', (circle: Circle, by: string) => rules.renew(circle, by, 'XYZ234')],
  ])('P8: only the host can %s, and strangers are not told that it exists', (_what, change) => {
    const circle = circleOf('anna', 'ben', 'cora');
    expect(change(circle, 'anna').ok).toBe(true);
    expect(reason(change(circle, 'ben'))).toBe('not-host');
    expect(reason(change(circle, 'nobody'))).toBe('not-found');
  });

  test.each([
    ['a member whom the host sees', 'ben', [], undefined],
    ['a member whom a block hides', 'ben', ['ben'], 'not-found'],
    ['nobody of it', 'dora', [], 'not-found'],
    ['nobody of it, hidden by a block', 'dora', ['dora'], 'not-found'],
  ] as const)('P8: a host who hands on to %s', (_who, personId, avoided, why) => {
    const circle = circleOf('anna', 'ben', 'cora');
    const unseen = new Set<string>(avoided);
    expect(reason(rules.handOn(circle, 'anna', personId, unseen))).toBe(why);
  });

  test('P8: a host removes any member, and nobody else', () => {
    const circle = circleOf('anna', 'ben', 'cora');
    expect(ids(unwrap(rules.remove(circle, 'anna', 'ben', 9)))).toEqual(['anna', 'cora']);
    expect(reason(rules.remove(circle, 'anna', 'dora', 9))).toBe('not-found');
    expect(reason(rules.remove(circle, 'anna', 'anna', 9))).toBe('forbidden');
  });

  test('P8: whatever happens to it, there is one host, who is in it, and nobody twice', () => {
    const names = ['a', 'b', 'c', 'd'];
    const step = fc.record({
      what: fc.constantFrom('join', 'leave', 'remove', 'hand on', 'accept'),
      who: fc.constantFrom(...names),
      whom: fc.constantFrom(...names),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let circle: Circle = { ...circleOf('a'), invited: ['b'] };
        for (const [n, { what, who, whom }] of steps.entries()) {
          const change = {
            join: () => rules.join(circle, who, n, false),
            leave: () => rules.leave(circle, who, n),
            remove: () => rules.remove(circle, who, whom, n),
            'hand on': () => rules.handOn(circle, who, whom, nobody),
            accept: () => rules.accept(circle, who, n, false),
          }[what]!();
          if (change.ok) circle = change.value;
          const everybody = circle.members.map(({ personId }) => personId);
          expect(new Set(everybody).size).toBe(everybody.length);
          if (circle.isClosed) return;
          expect(rules.isMember(circle, circle.hostId ?? '')).toBe(true);
        }
      }),
    );
  });

  test('P12: what was played before leaving still counts after joining again, and nothing of the time between', () => {
    const at = (day: number) => day * DAY_MS;
    let circle = unwrap(rules.join(circleOf('anna'), 'ben', at(10), false));
    circle = unwrap(rules.leave(circle, 'ben', at(13)));
    circle = unwrap(rules.join(circle, 'ben', at(16), false));
    circle = unwrap(rules.leave(circle, 'ben', at(16)));
    circle = unwrap(rules.join(circle, 'ben', at(17), false));
    const ben = () => circle.members.find(({ personId }) => personId === 'ben')!;
    const counted = () =>
      Array.from({ length: 12 }, (_, n) => 9 + n).filter((day) => rules.countsOn(ben(), day));
    expect(counted()).toEqual([10, 11, 12, 17, 18, 19, 20]);
    expect(ben().formerStays, 'without the stay of no day').toEqual([[10, 13]]);
    expect(rules.staysBefore(ben(), 10)).toEqual([]);
    expect(rules.staysBefore(ben(), 12)).toEqual([[10, 12]]);
    expect(rules.staysBefore(ben(), 19)).toEqual([
      [10, 13],
      [17, 19],
    ]);
    circle = unwrap(rules.leave(circle, 'ben', at(19)));
    expect(counted()).toEqual([10, 11, 12, 17, 18]);
  });

  test('of two rows of one person the earlier joining stays, and who is in it in either', () => {
    const account = { ...member('anna', 9), leftAt: 20, removedAt: 20 };
    expect(rules.mergedMember(account, member('anna', 5)), 'in as both').toMatchObject({
      joinedAt: 5,
      leftAt: null,
      removedAt: null,
    });
    for (const [one, other] of [
      [account, member('anna', 20)],
      [member('anna', 20), account],
    ] as const) {
      expect(rules.mergedMember(one, other), 'came back as another').toMatchObject({
        joinedAt: 9,
        leftAt: 20,
        removedAt: 20,
      });
    }
    const guest = { ...member('anna', 5), leftAt: 30 };
    expect(rules.mergedMember(account, guest)).toMatchObject({ leftAt: 30, removedAt: 20 });
    const [early, late] = [
      { ...member('anna', DAY_MS), leftAt: 5 * DAY_MS },
      member('anna', 10 * DAY_MS),
    ];
    for (const one of [rules.mergedMember(early, late), rules.mergedMember(late, early)]) {
      const counted = Array.from({ length: 13 }, (_, day) => rules.countsOn(one, day));
      expect(counted.flatMap((does, day) => (does ? [day] : []))).toEqual([1, 2, 3, 4, 10, 11, 12]);
    }
  });
});

describe('points', () => {
  const day = 20_000;
  const people = ['a', 'b', 'c', 'd'];
  const members = people.map((id) => member(id, day * DAY_MS));
  const of = (...dailies: PlayedDaily[]) => addDailies(emptyTally(people), members, dailies);
  const tries = (scores: Record<string, number>, on = day): PlayedDaily => ({
    day: on,
    tries: Object.entries(scores).map(([personId, key]) => ({ personId, key })),
  });

  test('a point for each member beaten, ties half, only those who have played', () => {
    expect(pointsOf(of(tries({ a: 1, b: 2, c: 2 })), () => true)).toEqual([
      { personId: 'a', place: 1, points: 2, played: 1 },
      { personId: 'b', place: 2, points: 0.5, played: 1 },
      { personId: 'c', place: 2, points: 0.5, played: 1 },
    ]);
  });

  test('who may not be seen by the reader gives and takes no point', () => {
    const tally = of(tries({ a: 1, b: 2, c: 3 }));
    expect(pointsOf(tally, (id) => id !== 'b')).toMatchObject([
      { personId: 'a', points: 1 },
      { personId: 'c', points: 0 },
    ]);
  });

  test('days before joining, and from that of leaving on, do not count', () => {
    const left = { ...member('b', (day + 1) * DAY_MS + 5), leftAt: (day + 3) * DAY_MS + 5 };
    const days = [0, 1, 2, 3, 4].map((n) => tries({ a: 2, b: 1 }, day + n));
    const tally = addDailies(emptyTally(people), [members[0]!, left], days);
    expect(pointsOf(tally, () => true)).toMatchObject([
      { personId: 'b', points: 2, played: 2 },
      { personId: 'a', points: 0, played: 5 },
    ]);
  });

  test('a made-up year equals a second, slow computation, read at once or in two parts', () => {
    const oneTry = fc.record({
      personId: fc.constantFrom(...people),
      key: fc.integer({ min: 1, max: 3 }),
    });
    const year = fc.array(
      fc.record({
        day: fc.integer({ min: day - 3, max: day + 362 }),
        tries: fc.uniqueArray(oneTry, { selector: ({ personId }) => personId }),
      }),
      { maxLength: 400, size: 'max' },
    );
    const someMembers = fc.tuple(
      ...people.map((id) =>
        fc.record({
          personId: fc.constant(id),
          joinedAt: fc.integer({ min: (day - 2) * DAY_MS, max: (day + 100) * DAY_MS }),
          leftAt: fc.option(fc.integer({ min: (day + 100) * DAY_MS, max: (day + 363) * DAY_MS })),
        }),
      ),
    );
    const hidden = fc.subarray(people);
    fc.assert(
      fc.property(year, someMembers, hidden, (dailies, seats, unseen) => {
        const some = seats.map((seat) => ({ ...member(seat.personId), ...seat }));
        const isVisible = (id: string) => !unseen.includes(id);
        const half = Math.floor(dailies.length / 2);
        const tally = summed(
          addDailies(emptyTally(people), some, dailies.slice(0, half)),
          addDailies(emptyTally(people), some, dailies.slice(half)),
        );
        const slow = new Map<string, number>();
        const played = new Map<string, number>();
        let duel = 0;
        for (const daily of dailies) {
          const isIn = (id: string) => {
            const { joinedAt, leftAt } = some.find((one) => one.personId === id)!;
            const start = daily.day * DAY_MS;
            return joinedAt < start + DAY_MS && (leftAt === null || leftAt >= start + DAY_MS);
          };
          const counting = daily.tries.filter(({ personId }) => isIn(personId));
          for (const one of counting) {
            if (!isVisible(one.personId)) continue;
            played.set(one.personId, (played.get(one.personId) ?? 0) + 1);
            for (const other of counting) {
              if (other === one || !isVisible(other.personId)) continue;
              const point = one.key < other.key ? 1 : one.key === other.key ? 0.5 : 0;
              slow.set(one.personId, (slow.get(one.personId) ?? 0) + point);
            }
          }
          const [a, b] = ['a', 'b'].map((id) => counting.find((one) => one.personId === id));
          if (a && b && a.key < b.key) duel += 1;
        }
        const rows = pointsOf(tally, isVisible);
        expect(rows.map(({ personId }) => personId).sort()).toEqual([...played.keys()].sort());
        for (const row of rows) {
          expect(row.points).toBe(slow.get(row.personId) ?? 0);
          expect(row.played).toBe(played.get(row.personId));
          const better = rows.filter(({ points }) => points > row.points).length;
          expect(row.place).toBe(better + 1);
        }
        expect(duelOf(tally, 'a', 'b').first).toBe(duel);
      }),
      { numRuns: 40 },
    );
  });
});

test('RFC 5545: an arranged race as a calendar has it, in UTC, with short lines and no break in a name', () => {
  const text = calendarOf({
    uid: 'x@same-deal',
    title: `Ours; theirs, ${'ü'.repeat(40)}`,
    url: 'https://example.org/circle/x',
    // In an hour that exists twice in Berlin.
    at: Date.UTC(2026, 9, 25, 1, 30),
    minutes: 15,
    now: Date.UTC(2026, 9, 24),
  });
  expect(text).toContain('DTSTART:20261025T013000Z\r\nDTEND:20261025T014500Z\r\n');
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:Ours\\; theirs\\, ${'ü'.repeat(40)}\r\n`);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

describe('a circle that is called after somebody', () => {
  test.each([
    ['Anna', 'Anna’s circle', true],
    ['anna', 'Kreis von Anna', true],
    ['Anna', 'Ben & Anna', true],
    ['Anna', 'Ben+Anna', true],
    ['Anna Lena', 'Club of Anna Lena', true],
    ['Ваня', 'Круг: ваня!', true],
    ['🦊🦊', '🦊🦊 & Ben', true],
    ['Annabel', 'Bartholomew Long & Annab', true],
    ['Anna Lena', 'Bartholomew Longs & Anna', true],
    ['Annabel', 'Bart & Annab', false],
    ['Anna', 'Hannah & Joanna', false],
    ['Anna Lena', 'Anna & Lena', false],
    ['Annabel', 'Ben & Anna', false],
    ['A', 'Plan A', false],
    ['Ben', 'Ours', false],
  ])('%s, by %s: %s', (person, circle, is) => {
    expect(isNamedAfter(circle, person, true)).toBe(is);
  });

  test.each([
    ['Anna', 'Anna’s circle', true],
    ['Anna', "Anna's circle", true],
    ['Anna', 'Anna’s Kreis', true],
    ['Maximiliane Mustermann', 'Maximiliane Mustermann’s', true],
    ['Anna', 'Kreis von Anna', true],
    ['Anna', 'Anna', true],
    ['Anna', 'Ben & Anna', true],
    ['Annabel', 'Bartholomew Long & Annab', true],
    ['Maximiliane Mustermanx', 'Maximiliane Mustermanx &', true],
    ['Friday', 'Friday club', false],
    ['Club', 'Friday Club', false],
  ])('a member, and not its host: %s, %s: %s', (person, circle, is) => {
    expect(isNamedAfter(circle, person, false)).toBe(is);
  });
});
