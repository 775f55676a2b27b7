// When a nudge is sent, put off or dropped: kinds, quiet hours by one's own clock, and how many in a day.
import type { NudgeKind } from '@same-deal/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOfText } from '../src/daily/days.ts';
import { decide } from '../src/nudge/due.ts';
import type { DueNudge, Nudged } from '../src/nudge/due.ts';
import { firstNotQuiet, isQuiet, lastNotQuiet, localTime } from '../src/nudge/local-time.ts';
import { outcomeOf } from '../src/nudge/nudge.ts';
import type { Delivery } from '../src/nudge/nudge.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);
const hours = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
const text = (time: number | null) =>
  time === null ? null : new Date(time).toISOString().slice(0, 16);

describe('quiet hours, by one’s own clock', () => {
  const night = hours(22, 7);
  test.each([
    // Zone, from when on, and when it is not quiet any more.
    ['UTC', '2026-11-24T21:59Z', '2026-11-24T21:59'],
    ['UTC', '2026-11-24T22:00Z', '2026-11-25T07:00'],
    ['Europe/Berlin', '2026-11-24T21:00Z', '2026-11-25T06:00'],
    ['America/New_York', '2026-11-24T03:00Z', '2026-11-24T12:00'],
    ['Asia/Kathmandu', '2026-11-24T17:00Z', '2026-11-25T01:15'],
    ['Australia/Lord_Howe', '2026-11-24T12:00Z', '2026-11-24T20:00'],
    // The night in which clocks are put forward is an hour shorter, the other one an hour longer.
    ['Europe/Berlin', '2026-03-28T21:00Z', '2026-03-29T05:00'],
    ['Europe/Berlin', '2026-10-24T20:00Z', '2026-10-25T06:00'],
    ['America/New_York', '2026-03-08T03:00Z', '2026-03-08T11:00'],
    ['America/New_York', '2026-11-01T02:00Z', '2026-11-01T12:00'],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-10-03T12:00Z', '2026-10-03T20:00'],
    // A zone that this platform does not know, as a newer one may have stored it.
    ['Mars/Base', '2026-11-24T22:00Z', '2026-11-25T07:00'],
  ])('22 to 7 in %s, from %s on: not before %s', (zone, from, until) => {
    expect(text(firstNotQuiet(at(from), night, zone))).toBe(until);
  });

  test('all day but a quarter of an hour end on a day of 25 hours, too', () => {
    const from = at('2026-10-24T10:30Z');
    const almostAll = { from: 12 * 60 + 30, to: 12 * 60 + 15 };
    expect(text(firstNotQuiet(from, almostAll, 'Europe/Berlin'))).toBe('2026-10-25T11:15');
  });

  test('hours that a change of clocks skips, or has twice, end at the first moment that is past them', () => {
    // 02:00 to 03:00 does not exist on that day, so 02:30 is never shown: it ends as clocks jump to 03:00.
    expect(
      text(firstNotQuiet(at('2026-03-29T00:45Z'), { from: 90, to: 150 }, 'Europe/Berlin')),
    ).toBe('2026-03-29T01:00');
    // From 02:15 to 02:45 comes twice, and is quiet twice.
    const twice = { from: 135, to: 165 };
    expect(isQuiet(at('2026-10-25T00:30Z'), twice, 'Europe/Berlin')).toBe(true);
    expect(isQuiet(at('2026-10-25T00:50Z'), twice, 'Europe/Berlin')).toBe(false);
    expect(isQuiet(at('2026-10-25T01:30Z'), twice, 'Europe/Berlin')).toBe(true);
  });

  test('in any zone, at any time of two years, the first moment found is not quiet and all before it are', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2025-01-01T00:00Z'), max: at('2027-01-01T00:00Z') }),
        fc.integer({ min: 0, max: 95 }),
        fc.integer({ min: 0, max: 95 }),
        (zone, time, from, to) => {
          const quiet = { from: from * 15, to: to * 15 };
          const found = firstNotQuiet(time, quiet, zone);
          if (found === null) throw new Error('quiet all day');
          expect(isQuiet(found, quiet, zone)).toBe(false);
          for (let before = time; before < found; before += 5 * 60_000) {
            expect(isQuiet(before, quiet, zone)).toBe(true);
          }
          const last = lastNotQuiet(time, time - 24 * HOUR, quiet, zone);
          if (last !== null) expect(isQuiet(last, quiet, zone)).toBe(false);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a clock shows midnight as 0 minutes of the new day', () => {
    expect(localTime(at('2026-11-24T23:00Z'), 'Europe/Berlin')).toEqual({
      day: '2026-11-25',
      minute: 0,
    });
  });
});

const noon = at('2026-11-24T12:00Z');
const everything = new Set<NudgeKind>([
  'rival-played',
  'race-begins',
  'invitation',
  'streak-ends',
  'duplicate-closes',
  'circle-date',
]);
const someone: Nudged = { kinds: everything, quiet: null, zone: 'UTC', sent: [] };
const one: DueNudge = {
  kind: 'rival-played',
  aboutId: 'ben',
  expiresAt: noon + 24 * HOUR,
  isSeen: false,
  matters: true,
};
const sent = (kind: NudgeKind, aboutId: string | null, hoursAgo: number) => ({
  kind,
  aboutId,
  at: noon - hoursAgo * HOUR,
});

describe('what becomes of a nudge that is due', () => {
  test.each<[string, Partial<DueNudge>, Partial<Nudged>, string]>([
    ['nothing is in its way', {}, {}, 'send'],
    ['the kind is not wanted any more', {}, { kinds: new Set() }, 'drop'],
    ['it has been seen', { isSeen: true }, {}, 'drop'],
    ['it is of no use any more', { expiresAt: noon }, {}, 'drop'],
    ['what it was about is over', { matters: false }, {}, 'drop'],
    ['the second of the day', {}, { sent: [sent('invitation', 'carla', 3)] }, 'send'],
    [
      'the third of the day',
      {},
      { sent: [sent('invitation', 'carla', 3), sent('streak-ends', null, 11)] },
      'page',
    ],
    [
      'two yesterday do not count',
      {},
      { sent: [sent('invitation', 'carla', 13), sent('streak-ends', null, 14)] },
      'send',
    ],
    [
      'a day is one by one’s own clock',
      {},
      {
        zone: 'America/Los_Angeles',
        sent: [sent('invitation', 'carla', 3), sent('streak-ends', null, 5)],
      },
      'send',
    ],
    [
      'a third that is a race one sits in',
      { kind: 'race-begins', aboutId: null },
      { sent: [sent('invitation', 'carla', 3), sent('streak-ends', null, 4)] },
      'send',
    ],
    [
      'races one sits in take nothing from the others',
      {},
      { sent: [sent('race-begins', null, 3), sent('circle-date', null, 4)] },
      'send',
    ],
    ['a second about the same person', {}, { sent: [sent('rival-played', 'ben', 3)] }, 'page'],
    ['yesterday evening about them', {}, { sent: [sent('rival-played', 'ben', 13)] }, 'page'],
    ['two evenings ago about them', {}, { sent: [sent('rival-played', 'ben', 37)] }, 'send'],
    ['another kind about the same person', {}, { sent: [sent('invitation', 'ben', 3)] }, 'send'],
  ])('%s', (_, nudge, to, outcome) => {
    expect(decide({ ...one, ...nudge }, { ...someone, ...to }, noon).kind).toBe(outcome);
  });

  test('in quiet hours it waits for their end, if it is of use then, and else is dropped', () => {
    const to = { ...someone, quiet: hours(11, 14) };
    expect(decide(one, to, noon)).toEqual({ kind: 'wait', until: noon + 2 * HOUR });
    expect(decide({ ...one, expiresAt: noon + HOUR }, to, noon)).toEqual({ kind: 'drop' });
    expect(decide({ ...one, expiresAt: noon + 2 * HOUR }, to, noon)).toEqual({ kind: 'drop' });
    // Also a race: one may be asleep.
    const race: DueNudge = { ...one, kind: 'race-begins', expiresAt: noon + 60_000 };
    expect(decide(race, to, noon)).toEqual({ kind: 'drop' });
  });
});

describe('a streak that ends', () => {
  const today = dayOfText('2026-11-24');
  const streak = (days: number[], to: Partial<Nudged> = {}, now = noon) =>
    decide(
      {
        kind: 'streak-ends',
        aboutId: null,
        expiresAt: (today + 3) * 24 * HOUR,
        isSeen: false,
        matters: { days, after: today - 1 },
      },
      { ...someone, ...to },
      now,
    );
  // A Tuesday, with Monday and the days before played, and this week's missed day used up where there is a gap.
  const row = [today - 1, today - 2, today - 3];
  const used = { quiet: null };

  test('is nudged about two hours before its last day does, on the day that may not be missed', () => {
    // Tuesday may still be missed: it is asked again at noon of Wednesday, which then may not.
    expect(streak(row)).toEqual({ kind: 'wait', until: noon + 24 * HOUR });
    const wednesday = noon + 24 * HOUR;
    expect(streak(row, used, wednesday)).toEqual({ kind: 'wait', until: wednesday + 10 * HOUR });
    expect(streak(row, used, wednesday + 10 * HOUR)).toEqual({ kind: 'send' });
  });

  test('is nudged about before quiet hours, if those are in the way', () => {
    const wednesday = noon + 24 * HOUR;
    const berlin = { quiet: hours(22, 7), zone: 'Europe/Berlin' };
    const decision = streak(row, berlin, wednesday);
    // Until 20:45 by UTC, 21:45 in Berlin.
    expect(decision).toEqual({ kind: 'wait', until: at('2026-11-25T20:45Z') });
    expect(streak(row, { quiet: hours(8, 6), zone: 'UTC' }, wednesday)).toEqual({ kind: 'drop' });
  });

  test('is not, where somebody has played since, or never had one', () => {
    expect(streak([...row, today])).toEqual({ kind: 'drop' });
    expect(streak([today - 1])).toEqual({ kind: 'drop' });
    expect(streak([])).toEqual({ kind: 'drop' });
    // And not once it has ended.
    expect(streak(row, used, noon + 48 * HOUR)).toEqual({ kind: 'drop' });
  });
});

describe('what the answers of push services come to', () => {
  const claimed = { tries: 0, expiresAt: noon + HOUR };
  const later = (afterMs: number | null): Delivery => ({ kind: 'later', afterMs });
  const [taken, gone, refused, unknown] = (['taken', 'gone', 'refused', 'unknown'] as const).map(
    (kind) => ({ kind }),
  ) as [Delivery, Delivery, Delivery, Delivery];
  test.each<[string, Delivery[], object]>([
    ['taken by one of two', [later(5_000), taken], { kind: 'sent' }],
    ['unknown of one: perhaps it was', [later(5_000), unknown], { kind: 'unknown' }],
    ['put off by all', [later(5_000), gone], { kind: 'later', at: noon + 5_000 }],
    ['put off without a time', [later(null)], { kind: 'later', at: noon + 30_000 }],
    ['put off until it is of no use', [later(2 * HOUR)], { kind: 'page' }],
    ['refused or gone', [refused, gone], { kind: 'page' }],
  ])('%s', (_, deliveries, outcome) => {
    expect(outcomeOf(deliveries, claimed, noon)).toEqual(outcome);
  });

  test('each time it is put off without a time, it waits twice as long', () => {
    expect(outcomeOf([later(null)], { ...claimed, tries: 3 }, noon)).toEqual({
      kind: 'later',
      at: noon + 240_000,
    });
  });
});
