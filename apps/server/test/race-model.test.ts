// The life of a race in any order, everything sent twice: whatever people, lines and clocks do, what a race promises
// stays true after every step.
import { COUNTDOWN_MS, PLAYERS_MAX } from '@same-deal/protocol';
import type { ErrorCode, RacePhase, RaceSeries, RaceSettings } from '@same-deal/protocol';
import type { Result } from '@same-deal/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaled } from '../../../tools/scale.ts';
import { COMMIT_GRACE_MS } from '../src/deal/is-live.ts';
import * as quick from '../src/race/quick.ts';
import * as rules from '../src/race/race.ts';
import type { Race } from '../src/race/race.ts';
import { isSeriesOver, nextRace, racesUpTo } from '../src/race/series.ts';
import type { LineRace } from '../src/race/series.ts';
import { compareResults, placesOf } from '../src/race/standings.ts';
import type { RaceResult } from '../src/race/standings.ts';

const T = 1_800_000_000_000;
/** Anna and Dan have blocked each other. */
const PEOPLE = ['anna', 'ben', 'cleo', 'dan'];
const avoidedBy = (id: string) => new Set(id === 'anna' ? ['dan'] : id === 'dan' ? ['anna'] : []);
const settings: RaceSettings = {
  variant: 'bisley/thirteen',
  undo: 'bounded',
  capMinutes: 5,
  proved: true,
  closing: 'quarter',
};
const series: RaceSeries = { bestOf: 3, variants: ['bisley/thirteen', 'alhambra/standard'] };

/** Everything there is to know: the race as stored, who is connected, and what the plays have come to. */
interface World {
  now: number;
  race: Race;
  readonly there: Set<string>;
  readonly results: Map<string, RaceResult>;
  /** Who has given up a seat, or lost it by the host or by being away at the start. */
  readonly gone: Set<string>;
  deals: number;
  /** The races before this one in its line, by code, and what follows each. */
  line: LineRace[];
  code: string;
  readonly next: Map<string, string>;
}

const OPS = [
  'join',
  'leave',
  'ready',
  'unready',
  'all ready',
  'start',
  'drop',
  'return',
  'remove',
  'lock',
  'configure',
  'host',
  'finish',
  'concede',
  'tick',
  'settle',
  'cap',
  'rematch',
] as const;
const op = fc.record({
  what: fc.constantFrom(...OPS),
  who: fc.constantFrom(...PEOPLE),
  other: fc.constantFrom(...PEOPLE),
  ms: fc.integer({ min: 0, max: 20_000 }),
  n: fc.integer({ min: 0, max: 48 }),
  /** Sent again, as pages do that got no answer. */
  twice: fc.boolean(),
});
type Op = typeof op extends fc.Arbitrary<infer One> ? One : never;

const ORDER: Readonly<Record<RacePhase, number>> = {
  open: 0,
  countdown: 1,
  running: 2,
  settled: 3,
  expired: 3,
};

const fixed = (world: World, race: Race) => ({
  dealId: `deal ${world.deals++}`,
  commitment: 'c0ffee',
  difficulty: null,
  plays: Object.fromEntries(race.players.map(({ id }) => [id, `play of ${id}`])),
});

/**
 * What the shell does with one request; refused ones change nothing.
 * @param code the race that it names, as the page knew it
 */
function step(world: World, { what, who, other, ms, n }: Op, code: string): void {
  const { now, race, there, results, gone } = world;
  const isPresent = (id: string) => there.has(id);
  const person = { id: who, name: who };
  const take = (change: Result<Race, ErrorCode>) => {
    if (change.ok) world.race = change.value;
    return change.ok;
  };
  const seated = rules.isSeated(race, who);
  switch (what) {
    case 'join':
      there.add(who);
      if (race.quick) {
        const found = quick.seatIn([{ code: 'R', race }], person, avoidedBy(who), now);
        if (found) world.race = found.race;
      } else take(rules.join(race, person, now));
      break;
    case 'leave':
      if (race.start) end(world, who, 'conceded', n);
      else if (take(rules.leave(race, who, now))) gone.add(who);
      break;
    case 'ready':
    case 'unready':
      take(rules.setReady(race, who, what === 'ready', now));
      break;
    case 'all ready':
      for (const { id } of race.players) {
        const ready = rules.setReady(world.race, id, true, now);
        if (ready.ok) world.race = ready.value;
      }
      break;
    case 'start':
      take(rules.startRace(race, who, fixed(world, race), now));
      break;
    case 'drop':
      there.delete(who);
      break;
    case 'return':
      there.add(who);
      break;
    case 'remove':
      if (take(rules.remove(race, who, other, now))) gone.add(other);
      break;
    case 'lock':
      take(rules.setLocked(race, who, n % 2 === 0, now));
      break;
    case 'configure':
      take(rules.configure(race, who, { ...settings, capMinutes: 5 + n }, now));
      break;
    case 'host':
      world.race = rules.passHost(race, isPresent, now);
      break;
    case 'finish':
    case 'concede':
      if (seated) end(world, who, what === 'finish' ? 'won' : 'conceded', n);
      for (const { ending, elapsedMs } of results.values()) {
        if (ending === 'won') world.race = rules.closeAfterWin(world.race, elapsedMs, now);
      }
      break;
    case 'tick':
      world.now += ms;
      break;
    case 'cap':
      // Nobody does anything any more until it comes.
      if (race.start) world.now = Math.max(now, race.start.closesAt + COMMIT_GRACE_MS);
      settle(world, n);
      break;
    case 'settle':
      settle(world, n);
      break;
    case 'rematch':
      rematch(world, person, code);
      break;
  }
  // What presence brings about by itself.
  world.race = rules.notePresence(world.race, there.size > 0, world.now);
  world.race = quick.gather(world.race, isPresent, world.now);
  const former = world.line.at(-1)?.race.players ?? [];
  if (rules.isComplete(world.race, rules.askedOf(former), isPresent, world.now)) {
    const begun = rules.begin(world.race, fixed(world, world.race), world.now);
    if (begun.ok) world.race = begun.value;
  }
  if (quick.isDue(world.race, isPresent, world.now)) {
    const ready = quick.withoutAbsent(world.race, isPresent);
    const started = quick.startQuick(ready, fixed(world, ready), world.now);
    if (started.ok) {
      for (const { id } of world.race.players) if (!rules.isSeated(ready, id)) gone.add(id);
      world.race = started.value;
    }
  }
}

function settle(world: World, n: number): void {
  const { race, results, now } = world;
  const running = race.players.filter(({ id }) => !results.has(id)).length;
  if (!rules.isOver(race, running, now) || race.settledAt !== null) return;
  for (const { id } of race.players) end(world, id, 'cap', n);
  world.race = { ...world.race, settledAt: now };
}

/** Get or create: whoever asks second finds the first one's. Everybody there goes along. */
function rematch(world: World, asker: { id: string; name: string }, code: string): void {
  const { race, now, results } = world;
  if (world.next.has(code) || code !== world.code || !race.start) return;
  // In a series it is refused while the race runs; the plain one is followed here when it has settled, too.
  if (race.settledAt === null || !rules.isSeated(race, asker.id)) return;
  const settled = { code, race, results: resultsOf(world) };
  const line = [...world.line, settled];
  const next = `R${line.length + 1}`;
  world.next.set(code, next);
  Object.assign(world, { line, code: next });
  world.race = nextRace(race, code, line, asker, new Set(), now);
  results.clear();
  world.gone.clear();
}

const resultsOf = ({ results }: World): LineRace['results'] =>
  [...results].map(([id, figures]) => ({ ...figures, personId: id, name: id, playId: id }));

/** A step from one race of a line to the next. */
function checkNext(before: World, after: World): void {
  const [was, is] = [before.race, after.race];
  expect(rules.phaseOf(is, after.now)).toBe('open');
  const {
    settings: { series: of },
    seriesNumber,
  } = is;
  if (!of) return expect(seriesNumber).toBe(1);
  expect(seriesNumber).toBeLessThanOrEqual(of.bestOf);
  expect(is.settings.variant).toBe(of.variants[(seriesNumber - 1) % of.variants.length]);
  const wasOver = isSeriesOver(of.bestOf, racesUpTo(after.line, before.code));
  expect(seriesNumber).toBe(wasOver ? 1 : was.seriesNumber + 1);
  // Nobody is lost, and everybody sits where they sat.
  if (!wasOver) expect(is.players.map(({ id }) => id)).toEqual(was.players.map(({ id }) => id));
}

/** A play ends once; nothing ends before it has begun but by giving up. */
function end(world: World, id: string, ending: string, n: number): void {
  const { start } = world.race;
  if (!start || world.results.has(id) || !start.plays[id]) return;
  const elapsedMs = Math.max(0, world.now - start.startsAt);
  if (ending === 'won' && elapsedMs === 0) return;
  const cardsHome = ending === 'won' ? 48 : n % 48;
  world.results.set(id, { ending, cardsHome, cardsHomeAtMs: elapsedMs, moves: n, elapsedMs });
}

function check(before: World, after: World): void {
  if (after.code !== before.code) return checkNext(before, after);
  const [was, is] = [before.race, after.race];
  const [phaseWas, phaseIs] = [
    rules.phaseOf(was, before.now),
    rules.phaseOf(is, after.now),
  ] as const;
  expect(ORDER[phaseIs], `${phaseWas} → ${phaseIs}`).toBeGreaterThanOrEqual(ORDER[phaseWas]);
  expect(is.players.length).toBeLessThanOrEqual(PLAYERS_MAX);
  const ids = is.players.map(({ id }) => id);
  expect(new Set(ids).size, 'one seat each').toBe(ids.length);
  if (was.start) {
    // Never two T0: what has been fixed stays, and so does everybody in it.
    const { closesAt, closing, ...fixed } = is.start!;
    const { closesAt: closedAt, closing: wasClosing, ...fixedBefore } = was.start;
    expect(fixed).toEqual(fixedBefore);
    // The time is shortened once, never below half a minute from then on.
    if (closesAt !== closedAt) {
      expect([wasClosing, closing]).toEqual([undefined, true]);
      expect(closesAt).toBeLessThan(closedAt);
      expect(closesAt).toBeGreaterThanOrEqual(before.now + 30_000);
    }
    expect(is.players).toEqual(was.players);
  }
  if (is.start) {
    expect(Object.keys(is.start.plays).sort()).toEqual([...ids].sort());
    expect(ids.length).toBeGreaterThanOrEqual(is.ghostOf ? 1 : 2);
    if (!was.start) {
      expect(is.start.startsAt).toBe(after.now + COUNTDOWN_MS);
      // Starting is the host's "ready"; everybody else has said so. A quick match asks nobody.
      const unready = is.players.filter(({ id, ready }) => !ready && id !== is.hostId);
      if (!is.quick) expect(unready).toEqual([]);
    }
  }
  // Nobody loses a seat but by leaving, by the host, or by being away when a quick match starts.
  for (const { id } of was.players) {
    if (!ids.includes(id)) expect(after.gone, id).toContain(id);
  }
  expect(ids.includes('dan') && ids.includes('anna') && is.quick !== null).toBe(false);
  const results = [...after.results.values()];
  const places = placesOf(results, is.order);
  for (const [a, one] of results.entries()) {
    for (const [b, other] of results.entries()) {
      const sign = Math.sign(compareResults(one, other, is.order));
      expect(Math.sign(places[a]! - places[b]!)).toBe(sign);
    }
  }
  if (is.settledAt !== null) expect(after.results.size).toBe(ids.length);
  expect(rules.raceValue.parse(JSON.parse(JSON.stringify(is)))).toEqual(is);
}

const copy = (world: World): World => ({
  ...world,
  there: new Set(world.there),
  results: new Map(world.results),
  gone: new Set(world.gone),
  next: new Map(world.next),
});

test.each(['hosted', 'quick', 'series', 'ghost'])(
  'P10: a %s race has one T0, loses nobody, and its phases only go forward, in any order of events',
  (kind) => {
    const reached = new Set<RacePhase>();
    const numbers = new Set<number>();
    fc.assert(
      fc.property(fc.array(op, { minLength: 20, maxLength: 90 }), (ops) => {
        const host = { id: 'anna', name: 'anna' };
        const open = {
          hosted: () => rules.openRace(settings, host, T),
          quick: () => quick.openQuick(settings, host, T),
          series: () => rules.openRace({ ...settings, series }, host, T),
          ghost: () => rules.openGhostRace(settings, host, T, { race: 'ABC234' }, ['a', 'b']),
        };
        const race = open[kind as keyof typeof open]();
        const world: World = {
          now: T,
          race,
          there: new Set(['anna']),
          results: new Map(),
          gone: new Set(),
          deals: 0,
          line: [],
          code: 'R1',
          next: new Map(),
        };
        for (const one of ops) {
          const { code } = world;
          for (let n = 0; n < (one.twice ? 2 : 1); n++) {
            const before = copy(world);
            step(world, one, code);
            check(before, world);
            reached.add(rules.phaseOf(world.race, world.now));
            numbers.add(world.race.seriesNumber);
          }
        }
        // One T0 each, in the order of the line.
        const starts = world.line.map(({ race: { start } }) => start!.startsAt);
        expect([...starts].sort((a, b) => a - b)).toEqual(starts);
        expect(new Set(world.next.values()).size).toBe(world.next.size);
      }),
      { numRuns: scaled(200, 20_000) },
    );
    // The orders that were tried lead somewhere.
    expect([...reached]).toEqual(expect.arrayContaining(['open', 'countdown', 'running']));
    if (kind === 'series') expect(numbers).toContain(2);
  },
  scaled(60_000, 600_000),
);
