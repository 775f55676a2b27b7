import { PLAYERS_MAX } from '@same-deal/protocol';
import type { ErrorCode, RaceSettings } from '@same-deal/protocol';
import { describe, expect, test } from 'vitest';
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
const anna = person('anna');
const deal = {
  dealId: 'deal',
  commitment: 'c0ffee',
  difficulty: null,
  plays: { anna: 'p1', ben: 'p2' },
};

const must = (change: ReturnType<typeof rules.join>): Race => {
  if (!change.ok) throw new Error(change.reason);
  return change.value;
};
const refused = (code: ErrorCode) => ({ ok: false, reason: code });
const open = rules.openRace(settings, anna, T);
const withBen = must(rules.join(open, person('ben'), T));
const allReady = must(rules.setReady(withBen, 'ben', true, T));
const started = must(rules.startRace(allReady, 'anna', deal, T));
const full = Array.from({ length: PLAYERS_MAX - 1 }, (_, n) => person(`p${n}`)).reduce(
  (race, player) => must(rules.join(race, player, T)),
  open,
);

describe('the phases of a race follow from its times', () => {
  test('open, countdown, running, settled', () => {
    expect(rules.phaseOf(open, T)).toBe('open');
    const { startsAt, closesAt } = started.start!;
    expect(startsAt - T).toBe(5000);
    expect(closesAt - startsAt).toBe(15 * 60_000);
    expect(rules.phaseOf(started, startsAt - 1)).toBe('countdown');
    expect(rules.phaseOf(started, startsAt)).toBe('running');
    expect(rules.phaseOf(started, closesAt + 1e9), 'until somebody settles it').toBe('running');
    expect(rules.phaseOf({ ...started, settledAt: startsAt - 1 }, startsAt - 1)).toBe('settled');
  });

  test('expired after 30 minutes empty', () => {
    const empty = rules.notePresence(open, false, T + 1000);
    expect(rules.phaseOf(empty, T + 1000 + 30 * 60_000)).toBe('open');
    expect(rules.phaseOf(empty, T + 1000 + 30 * 60_000 + 1)).toBe('expired');
    expect(rules.notePresence(empty, false, T + 2000), 'the first who went counts').toBe(empty);
    const back = rules.notePresence(empty, true, T + 10 * 60_000);
    expect(rules.phaseOf(back, T + 60 * 60_000)).toBe('open');
  });

  test('expired after 2 hours open, whoever is there', () => {
    expect(rules.phaseOf(open, T + 2 * 60 * 60_000)).toBe('open');
    expect(rules.phaseOf(open, T + 2 * 60 * 60_000 + 1)).toBe('expired');
    expect(rules.phaseOf(started, T + 3 * 60 * 60_000)).toBe('running');
  });

  test('an expired race cannot be brought back', () => {
    const late = T + 3 * 60 * 60_000;
    for (const change of [
      rules.join(open, person('ben'), late),
      rules.join(open, anna, late),
      rules.leave(open, 'anna', late),
      rules.setReady(open, 'anna', true, late),
      rules.configure(open, 'anna', { ...settings, capMinutes: 5 }, late),
      rules.setLocked(open, 'anna', true, late),
      rules.startRace(allReady, 'anna', deal, late),
    ]) {
      expect(change).toEqual(refused('race-expired'));
    }
    expect(rules.notePresence(open, false, late)).toBe(open);
    expect(rules.passHost(open, () => false, late)).toBe(open);
  });
});

describe('joining', () => {
  test('takes a seat, once', () => {
    expect(withBen.players.map(({ id }) => id)).toEqual(['anna', 'ben']);
    expect(must(rules.join(withBen, person('ben'), T)), 'again is harmless').toBe(withBen);
  });
  test('again under another name changes nothing: the name lies with the person', () => {
    for (const race of [withBen, started])
      expect(must(rules.join(race, { id: 'ben', name: 'Benjamin' }, T + 6000))).toBe(race);
  });
  test('is refused when the race is full at ten, locked or started', () => {
    expect(full.players).toHaveLength(10);
    expect(rules.join(full, person('eleventh'), T)).toEqual(refused('race-full'));
    const locked = must(rules.setLocked(open, 'anna', true, T));
    expect(rules.join(locked, person('ben'), T)).toEqual(refused('race-locked'));
    expect(rules.join(locked, anna, T)).toEqual({ ok: true, value: locked });
    expect(rules.join(started, person('cleo'), T)).toEqual(refused('race-started'));
    expect(rules.join(started, person('ben'), T)).toEqual({ ok: true, value: started });
  });
  test('makes the first in an empty lobby its host', () => {
    const empty = must(rules.leave(open, 'anna', T));
    expect(must(rules.join(empty, person('ben'), T)).hostId).toBe('ben');
  });
});

describe('leaving', () => {
  test('gives the seat up, and passes the host on', () => {
    expect(must(rules.leave(withBen, 'ben', T)).players).toEqual(open.players);
    const without = must(rules.leave(withBen, 'anna', T));
    expect(without).toMatchObject({ hostId: 'ben', players: [{ id: 'ben' }] });
  });
  test('needs a seat, and comes too late after the start', () => {
    expect(rules.leave(open, 'ben', T)).toEqual(refused('not-in-race'));
    expect(rules.leave(started, 'ben', T)).toEqual(refused('race-not-open'));
  });
});

describe('settings', () => {
  test('a changed setting clears "ready"', () => {
    const changed = must(rules.configure(allReady, 'anna', { ...settings, undo: 'none' }, T));
    expect(changed.settings.undo).toBe('none');
    expect(changed.players.some(({ ready }) => ready)).toBe(false);
  });
  test('the same settings again change nothing', () => {
    expect(must(rules.configure(allReady, 'anna', { ...settings }, T))).toBe(allReady);
    expect(must(rules.setLocked(allReady, 'anna', false, T))).toBe(allReady);
    expect(must(rules.setReady(allReady, 'ben', true, T))).toBe(allReady);
  });
  test("are the host's alone, before the start", () => {
    expect(rules.configure(withBen, 'ben', settings, T)).toEqual(refused('not-host'));
    expect(rules.setLocked(withBen, 'ben', true, T)).toEqual(refused('not-host'));
    expect(rules.remove(withBen, 'ben', 'anna', T)).toEqual(refused('not-host'));
    expect(rules.configure(started, 'anna', settings, T)).toEqual(refused('race-not-open'));
    expect(rules.remove(started, 'anna', 'ben', T)).toEqual(refused('race-not-open'));
    expect(rules.setReady(withBen, 'cleo', true, T)).toEqual(refused('not-in-race'));
  });
  test('the host removes others, not themselves', () => {
    expect(must(rules.remove(withBen, 'anna', 'ben', T)).players).toEqual(open.players);
    expect(rules.remove(withBen, 'anna', 'anna', T)).toEqual(refused('bad-request'));
    expect(rules.remove(withBen, 'anna', 'cleo', T)).toEqual(refused('not-in-race'));
  });
});

describe('starting', () => {
  test('needs the host, two players, and everyone else ready', () => {
    expect(rules.startRace(allReady, 'ben', deal, T)).toEqual(refused('not-host'));
    expect(rules.startRace(open, 'anna', deal, T)).toEqual(refused('too-few-players'));
    expect(rules.startRace(withBen, 'anna', deal, T)).toEqual(refused('players-not-ready'));
    expect(rules.startRace(started, 'anna', deal, T)).toEqual(refused('race-not-open'));
    const unseated = { ...allReady, hostId: 'cleo' };
    expect(rules.startRace(unseated, 'cleo', deal, T)).toEqual(refused('not-in-race'));
  });
  test('P1: fixes deal and commitment', () => {
    expect(started.start).toEqual({ ...deal, startsAt: T + 5000, closesAt: T + 905_000 });
  });
});

describe('the host', () => {
  const present =
    (...ids: string[]) =>
    (id: string) =>
      ids.includes(id);
  test('is replaced by the first player who is there, when away', () => {
    const three = must(rules.join(withBen, person('cleo'), T));
    expect(rules.passHost(three, present('cleo', 'ben'), T).hostId).toBe('ben');
    expect(rules.passHost(three, present('cleo'), T).hostId).toBe('cleo');
    expect(rules.passHost(three, present('watcher'), T), 'not by a watcher').toBe(three);
    expect(rules.passHost(three, present('anna', 'ben'), T)).toBe(three);
    expect(rules.passHost(started, present('ben'), T), 'not after the start').toBe(started);
  });
  test('without a seat cannot start, so another takes over', () => {
    const rematch = rules.rematchOf({ ...started, settledAt: T }, person('ben'), T);
    expect(rematch).toMatchObject({ hostId: 'anna', settings, start: null, settledAt: null });
    expect(rules.lacksHost(rematch, present('anna', 'ben'), T)).toBe(true);
    const seated = must(rules.join(rematch, anna, T));
    expect(rules.lacksHost(seated, present('anna', 'ben'), T)).toBe(false);
  });
});

test('a race is over when every play is, or when the cap and its grace have passed', () => {
  const { closesAt } = started.start!;
  expect(rules.isOver(open, 0, T)).toBe(false);
  expect(rules.isOver(started, 0, T)).toBe(true);
  expect(rules.isOver(started, 1, closesAt + 1999)).toBe(false);
  expect(rules.isOver(started, 1, closesAt + 2000)).toBe(true);
});

describe('the closing clock', () => {
  const quarter = { ...started, settings: { ...settings, closing: 'quarter' as const } };
  const { startsAt, closesAt } = started.start!;
  const closeAt = (wonInMs: number, race: Race = quarter) =>
    rules.closeAfterWin(race, wonInMs, startsAt + wonInMs).start!.closesAt - startsAt - wonInMs;

  test.each([
    ['a quarter of a long game', 400_000, 100_000],
    ['half a minute after a short one', 60_000, 30_000],
    ['what is left, where that is less', 890_000, 10_000],
  ])('gives the others %s', (_what, wonInMs, leftMs) => expect(closeAt(wonInMs)).toBe(leftMs));

  test('runs once, if the host wished for one, and not in what is over', () => {
    const closed = rules.closeAfterWin(quarter, 400_000, startsAt + 400_000);
    expect(closed.start).toMatchObject({ startsAt, closing: true });
    expect(rules.closeAfterWin(closed, 401_000, startsAt + 401_000)).toBe(closed);
    for (const race of [started, open, { ...quarter, settledAt: closesAt }]) {
      expect(rules.closeAfterWin(race, 400_000, startsAt + 400_000)).toBe(race);
    }
    expect(rules.isOver(closed, 1, closed.start!.closesAt + 2000)).toBe(true);
  });

  test('stays as it is where an earlier page sends settings without it', () => {
    const asked = { ...settings, undo: 'none' as const };
    const lobby = { ...open, settings: quarter.settings };
    expect(must(rules.configure(lobby, 'anna', asked, T)).settings.closing).toBe('quarter');
  });
});

test('what is stored reads back as the same value', () => {
  for (const race of [open, full, allReady, started, { ...started, settledAt: T + 9e5 }]) {
    expect(rules.raceValue.parse(JSON.parse(JSON.stringify(race)))).toEqual(race);
  }
});

describe('what a race is when it is opened', () => {
  test('its host sits in it, not ready; nothing else is there yet', () => {
    const race = rules.openRace(settings, anna, T);
    expect(race.players).toEqual([{ ...anna, ready: false }]);
    expect(race).toMatchObject({ unrated: false, ghostOf: null, ghosts: [], seriesNumber: 1 });
  });
  test('against recordings: with their settings and plays; one person is enough, and nothing can be changed', () => {
    const of = { race: 'ABC234' } as const;
    const race = rules.openGhostRace(settings, anna, T, of, ['p8', 'p9']);
    expect(race).toEqual({ ...open, ghostOf: of, ghosts: ['p8', 'p9'] });
    expect(rules.startRejection(race, 'anna', T)).toBe(undefined);
    const other = { ...settings, capMinutes: 30 } as const;
    expect(rules.configure(race, 'anna', other, T)).toEqual(refused('bad-request'));
  });
});

describe('being ready', () => {
  test('is each player’s own, and the same again changes nothing', () => {
    const three = must(rules.join(withBen, person('cleo'), T));
    const ready = must(rules.setReady(three, 'ben', true, T));
    expect(ready.players.map((seat) => [seat.id, seat.ready])).toEqual([
      ['anna', false],
      ['ben', true],
      ['cleo', false],
    ]);
    expect(must(rules.setReady(ready, 'ben', true, T))).toBe(ready);
    expect(must(rules.setReady(ready, 'ben', false, T)).players[1]?.ready).toBe(false);
    expect(rules.startRejection(ready, 'anna', T)).toBe('players-not-ready');
    const all = must(rules.setReady(ready, 'cleo', true, T));
    expect(rules.startRejection(all, 'anna', T), 'the host by starting').toBe(undefined);
    expect(rules.startRejection(all, 'anna', T + 3 * 60 * 60_000)).toBe('race-expired');
  });
  test('ends with new settings, for people alone', () => {
    const partnered = must(rules.addPartner(allReady, 'anna', 2, T));
    const changed = must(rules.configure(partnered, 'anna', { ...settings, capMinutes: 5 }, T));
    expect(changed.players.map(({ ready }) => ready)).toEqual([false, false, true]);
  });
});

describe('a sparring partner', () => {
  test('is seated by the host, always ready, each strength once', () => {
    const one = must(rules.addPartner(open, 'anna', 1, T));
    expect(one.players[1]).toMatchObject({ ready: true });
    expect(must(rules.addPartner(one, 'anna', 1, T))).toBe(one);
    expect(must(rules.addPartner(one, 'anna', 3, T)).players).toHaveLength(3);
  });
  test.each<[string, Race, string, number, ErrorCode]>([
    ['by somebody who watches', withBen, 'cleo', T, 'not-in-race'],
    ['by a player who is not the host', withBen, 'ben', T, 'not-host'],
    ['when the race has started', started, 'anna', T, 'race-not-open'],
    ['where no seat is left', full, 'anna', T, 'race-full'],
  ])('is refused %s', (_, race, by, now, code) => {
    expect(rules.addPartner(race, by, 1, now)).toEqual(refused(code));
  });
  test('of a quick match is for somebody who is alone there, host or not', () => {
    const quick = { ...withBen, quick: { variant: settings.variant } } as unknown as Race;
    expect(rules.addPartner(quick, 'anna', 1, T)).toEqual(refused('not-host'));
    const alone = must(rules.leave(quick, 'anna', T));
    expect(must(rules.addPartner({ ...alone, hostId: 'anna' }, 'ben', 1, T)).players).toHaveLength(
      2,
    );
  });
  test('never becomes host', () => {
    const partnered = must(rules.addPartner(withBen, 'anna', 1, T));
    expect(must(rules.leave(partnered, 'anna', T)).hostId).toBe('ben');
    const others = must(rules.leave(partnered, 'ben', T));
    expect(others.hostId, 'who goes is not the host').toBe('anna');
  });
});

test.each<[string, Partial<Race>, boolean]>([
  ['as its settings say', {}, true],
  ['not without', { settings: { ...settings, rated: false } }, false],
  ['not with open tables', { settings: { ...settings, rated: true, openTables: true } }, false],
  ['not against recordings', { ghostOf: { race: 'ABC234' } }, false],
  ['not where somebody had two seats', { unrated: true }, false],
])('a race is rated: %s', (_, change, expected) => {
  const rated = { ...open, settings: { ...settings, rated: true } };
  expect(rules.isRated({ ...rated, ...change })).toBe(expected);
});

test('what a series is about is settled in its first race', () => {
  const first = { ...settings, series: { races: 3, variants: [settings.variant] } } as never;
  const second = { ...open, seriesNumber: 2, settings: { ...settings, series: null } } as Race;
  const asked = (race: Race) => must(rules.configure(race, 'anna', first, T)).settings.series;
  expect(asked(open)).toEqual((first as RaceSettings).series);
  expect(asked(second)).toEqual(second.settings.series);
});

test('who is there again is noted once', () => {
  expect(rules.notePresence(open, true, T)).toBe(open);
});
