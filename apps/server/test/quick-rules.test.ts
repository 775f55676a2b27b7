import { PLAYERS_MAX } from '@same-deal/protocol';
import type { RaceSettings } from '@same-deal/protocol';
import { describe, expect, test } from 'vitest';
import * as quick from '../src/race/quick.ts';
import * as rules from '../src/race/race.ts';
import type { Race } from '../src/race/race.ts';

const T = 1_800_000_000_000;
const settings: RaceSettings = {
  variant: 'bisley/thirteen',
  undo: 'bounded',
  capMinutes: 15,
  proved: true,
};
const person = (id: string) => ({ id, name: `${id} the player` });
const there =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id);
const anna = quick.openQuick(settings, person('anna'), T);
const nobody = new Set<string>();
const seated = (race: Race, id: string): Race =>
  quick.seatIn([{ code: 'R', race }], person(id), nobody, T)!.race;
const withBen = seated(anna, 'ben');
const withCleo = seated(withBen, 'cleo');
const deal = { dealId: 'deal', commitment: 'c0ffee', difficulty: null, plays: {} };

describe('a tap on quick match', () => {
  const ids = ({ players }: Race) => players.map(({ id }) => id);

  test('seats in the oldest match that takes the person, and opens one where none does', () => {
    expect(quick.seatIn([], person('ben'), nobody, T)).toBeUndefined();
    expect(ids(withBen)).toEqual(['anna', 'ben']);
    const matches = [
      { code: 'ONE', race: withBen },
      { code: 'TWO', race: quick.openQuick(settings, person('dan'), T) },
    ];
    expect(quick.seatIn(matches, person('eve'), nobody, T)?.code).toBe('ONE');
  });

  test('again, finds the seat one has', () => {
    expect(quick.seatIn([{ code: 'R', race: withBen }], person('ben'), nobody, T)).toEqual({
      code: 'R',
      race: withBen,
    });
  });

  test('never seats beside somebody one has blocked, or is blocked by', () => {
    const avoided = new Set(['anna']);
    expect(quick.seatIn([{ code: 'R', race: withBen }], person('x'), avoided, T)).toBeUndefined();
    const other = quick.openQuick(settings, person('dan'), T);
    const matches = [
      { code: 'ONE', race: withBen },
      { code: 'TWO', race: other },
    ];
    expect(quick.seatIn(matches, person('x'), avoided, T)?.code).toBe('TWO');
  });

  test('never seats in a full, a started or an expired match', () => {
    let full = anna;
    for (let n = 1; n < PLAYERS_MAX; n++) full = seated(full, `p${n}`);
    const started = { ...withBen, start: { ...deal, startsAt: T + 5000, closesAt: T + 9e5 } };
    for (const race of [full, started]) {
      expect(quick.seatIn([{ code: 'R', race }], person('x'), nobody, T)).toBeUndefined();
    }
    const later = T + 3 * 60 * 60_000;
    expect(quick.seatIn([{ code: 'R', race: anna }], person('x'), nobody, later)).toBeUndefined();
  });

  test('is the only way in, and nobody hosts', () => {
    expect(rules.join(anna, person('x'), T)).toEqual({ ok: false, reason: 'race-locked' });
    expect(rules.join(anna, person('anna'), T)).toEqual({ ok: true, value: anna });
    for (const change of [
      rules.configure(anna, 'anna', { ...settings, undo: 'none' }, T),
      rules.setLocked(anna, 'anna', true, T),
      rules.remove(withBen, 'anna', 'ben', T),
      rules.startRace(withBen, 'anna', deal, T),
    ]) {
      expect(change).toEqual({ ok: false, reason: 'not-host' });
    }
    expect(rules.lacksHost(withBen, () => false, T)).toBe(false);
  });
});

describe('the time to the countdown', () => {
  const gathered = quick.gather(withBen, there('anna', 'ben'), T);
  const startsAt = (race: Race) => race.quick?.startsAt;

  test('is 10 seconds from when the second player is there, not from their tap', () => {
    expect(quick.gather(withBen, there('anna'), T)).toBe(withBen);
    expect(startsAt(gathered)).toBe(T + 10_000);
    expect(quick.gather(gathered, there('anna', 'ben'), T + 3000), 'nothing new').toBe(gathered);
  });

  test('is brought back to 5 seconds by a newcomer, once', () => {
    const early = quick.gather(seated(gathered, 'cleo'), there('anna', 'ben', 'cleo'), T + 2000);
    expect(startsAt(early), 'early enough').toBe(T + 10_000);
    const three = there('anna', 'ben', 'cleo');
    const late = quick.gather(seated(gathered, 'cleo'), three, T + 8000);
    expect(startsAt(late)).toBe(T + 13_000);
    const gone = quick.gather(late, there('anna', 'ben'), T + 9000);
    expect(startsAt(quick.gather(gone, three, T + 12_000)), 'gone and back').toBe(T + 13_000);
  });

  test('stops when only one is left, and begins anew', () => {
    const alone = quick.gather(gathered, there('ben'), T + 4000);
    expect(startsAt(alone)).toBe(null);
    expect(quick.isDue(alone, there('ben'), T + 1e6)).toBe(false);
    expect(startsAt(quick.gather(alone, there('anna', 'ben'), T + 5000))).toBe(T + 15_000);
  });

  test('watchers do not count', () => {
    expect(quick.gather(withBen, there('anna', 'wanda', 'xaver'), T)).toBe(withBen);
  });
});

describe('the start of a quick match', () => {
  const due = quick.gather(withCleo, there('anna', 'ben'), T);

  test('P1: begins the countdown when it is due, with those who are there', () => {
    expect(quick.startQuick(due, deal, T + 9_999)).toEqual({ ok: false, reason: 'race-not-open' });
    const ready = quick.withoutAbsent(due, there('anna', 'ben'));
    expect(quick.withoutAbsent(due, there('ben', 'cleo')).hostId, 'of its rematch').toBe('ben');
    const started = quick.startQuick(ready, deal, T + 10_000);
    expect(started).toMatchObject({
      ok: true,
      value: {
        players: [{ id: 'anna' }, { id: 'ben' }],
        start: { startsAt: T + 15_000, closesAt: T + 15_000 + 15 * 60_000 },
      },
    });
    expect(started.ok && quick.startQuick(started.value, deal, T + 10_001)).toEqual({
      ok: false,
      reason: 'race-not-open',
    });
  });

  test('waits for who has tapped just before, once and for five seconds', () => {
    const two = quick.gather(withBen, there('anna', 'ben'), T);
    const late = quick.seatIn([{ code: 'R', race: two }], person('cleo'), nobody, T + 9_900)!.race;
    const before = there('anna', 'ben');
    expect(quick.isDue(late, before, T + 10_000)).toBe(false);
    expect(quick.isDue(late, before, T + 14_899)).toBe(false);
    expect(quick.isDue(late, before, T + 14_900), 'never came').toBe(true);
    expect(quick.isDue(late, there('anna', 'ben', 'cleo'), T + 10_000), 'is there').toBe(true);
    expect(quick.isDue(two, there('anna', 'ben'), T + 10_000), 'nobody else').toBe(true);
    expect(quick.isDue(late, there('anna', 'cleo'), T + 14_900), 'Ben has gone').toBe(true);
  });

  test('waits for nobody who tapped long ago, and nobody taps into one that is starting', () => {
    expect(quick.isDue(due, there('anna', 'ben'), T + 10_000)).toBe(true);
    const matches = [{ code: 'R', race: due }];
    expect(quick.seatIn(matches, person('dan'), nobody, T + 9_999)?.code).toBe('R');
    expect(quick.seatIn(matches, person('dan'), nobody, T + 10_000)).toBeUndefined();
  });

  test('does not happen with one player', () => {
    const ready = quick.withoutAbsent(due, there('anna'));
    expect(quick.startQuick(ready, deal, T + 10_000)).toEqual({
      ok: false,
      reason: 'too-few-players',
    });
  });

  test('what is stored reads back as the same value', () => {
    for (const race of [anna, withBen, due]) {
      expect(rules.raceValue.parse(JSON.parse(JSON.stringify(race)))).toEqual(race);
    }
  });
});

describe('everybody who taps at the same time', () => {
  const tap = (
    id: string,
    avoid: readonly string[] = [],
    variant = 'bisley/thirteen',
  ): quick.Tap => ({
    person: person(id),
    variant,
    avoided: new Set(avoid),
  });
  const seatAll = (
    taps: readonly quick.Tap[],
    matches: readonly quick.OpenMatch[] = [],
    running: ReadonlyMap<string, string> = new Map(),
    gone: ReadonlySet<string> = new Set(),
  ) => {
    let codes = 0;
    return quick.seatAll(matches, taps, running, gone, T, () => `NEW${++codes}`);
  };
  const one = (race: Race): quick.OpenMatch => ({ code: 'ONE', race });

  test('fills the open match first, then new ones, ten in each', () => {
    const many = Array.from({ length: 25 }, (_, n) => tap(`p${n}`));
    const { codes, changed, opened, open } = seatAll(many, [one(withBen)]);
    expect(changed.map(({ code, race }) => [code, race.players.length])).toEqual([['ONE', 10]]);
    expect(opened.map(({ code, race }) => [code, race.players.length])).toEqual([
      ['NEW1', 10],
      ['NEW2', 7],
    ]);
    expect([codes[7], codes[8], codes[24]]).toEqual(['ONE', 'NEW1', 'NEW2']);
    expect(open).toEqual(['ONE']);
  });

  test('sits once, whatever they tapped on two devices, and where they tapped last', () => {
    const again = seatAll([tap('ann'), tap('bob'), tap('ann')]);
    expect(again.codes).toEqual(['NEW1', 'NEW1', 'NEW1']);
    expect(again.opened).toHaveLength(1);
    const other = seatAll([tap('ben', [], 'alhambra/standard')], [one(withBen)]);
    expect(other.changed.map(({ race }) => race.players.map(({ id }) => id))).toEqual([['anna']]);
    expect(other.opened).toMatchObject([{ race: { settings: { variant: 'alhambra/standard' } } }]);
    const back = seatAll([tap('ann'), tap('ann', [], 'alhambra/standard')]);
    expect(back.opened.map(({ race }) => race.players.length)).toEqual([0, 1]);
  });

  test('is told of the match that they play in; it does not change', () => {
    const { codes, changed, opened } = seatAll([tap('ben')], [], new Map([['ben', 'RUNS']]));
    expect([codes, changed, opened]).toEqual([['RUNS'], [], []]);
  });

  test('P8: gets no seat once they are deleted', () => {
    const { codes, opened } = seatAll([tap('ann'), tap('bob')], [], new Map(), new Set(['ann']));
    expect(codes).toEqual([undefined, 'NEW1']);
    expect(opened.map(({ race }) => race.players.map(({ id }) => id))).toEqual([['bob']]);
  });

  test('never meets somebody they have blocked, or are blocked by', () => {
    const { codes } = seatAll([tap('ann', ['bob']), tap('bob', ['ann']), tap('cleo')]);
    expect(codes).toEqual(['NEW1', 'NEW2', 'NEW1']);
  });
});
