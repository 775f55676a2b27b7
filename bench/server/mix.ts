/** Who is there and at what pace they act: the same crowd for every row, whatever machine draws it. */

export type Mix = 'people' | 'fours';

/** People who come together: a race of so many, or somebody alone at the daily or in practice. */
export interface Group {
  readonly kind: 'race' | 'daily' | 'practice';
  readonly people: number;
  /** Somebody who only looks. */
  readonly watchers: number;
  /** How many of them have a second device at the same table. */
  readonly devices: number;
}

/** Pseudo-random numbers from 0 to 1 (mulberry32), the same in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The sizes of races and how many in a hundred have each; 3.7 people on average. */
const SIZES: readonly (readonly [size: number, share: number])[] = [
  [2, 38],
  [3, 20],
  [4, 18],
  [5, 8],
  [6, 6],
  [8, 5],
  [10, 5],
];
/** Of a hundred groups; as people come in threes and fours to races, seven in ten people race. */
const ALONE = { daily: 30, practice: 30 };
const WATCHED = 0.2;
const SECOND_DEVICE = 0.05;

function sizeOf(random: number): number {
  let left = random * 100;
  for (const [size, share] of SIZES) if ((left -= share) < 0) return size;
  return 2;
}

/**
 * The groups of a crowd, without end.
 * @param mix `fours`: races of four alone, for rows that are compared with each other
 */
export function* groupsOf(mix: Mix, random: () => number): Generator<Group, never> {
  for (;;) {
    if (mix === 'fours') yield { kind: 'race', people: 4, watchers: 0, devices: 0 };
    const kind = random() * 100;
    const devices = (people: number) =>
      Array.from({ length: people }, random).filter((drawn) => drawn < SECOND_DEVICE).length;
    if (kind < ALONE.daily) {
      yield { kind: 'daily', people: 1, watchers: 0, devices: devices(1) };
    } else if (kind < ALONE.daily + ALONE.practice) {
      yield { kind: 'practice', people: 1, watchers: 0, devices: devices(1) };
    } else {
      const people = sizeOf(random());
      const watchers = random() < WATCHED ? 1 : 0;
      yield { kind: 'race', people, watchers, devices: devices(people) };
    }
  }
}

/** Normally distributed around 0, by one (Box and Muller). */
const normalFrom = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Pauses between entries scatter log-normally, as people's do; 2 s on average, bursts of collecting included. */
const PAUSE = { medianMs: 1_900, sigma: 0.6 };
const BURST = { share: 0.03, entries: 5, pauseMs: 250 };
const STEADY_MS = 2_000;

/** The pauses of one person, one after the other, in milliseconds. */
export function* pausesOf(mix: Mix, random: () => number): Generator<number, never> {
  for (;;) {
    if (mix === 'fours') yield STEADY_MS;
    else if (random() < BURST.share) {
      for (let n = 0; n < BURST.entries; n++) yield BURST.pauseMs;
    } else {
      yield PAUSE.medianMs * Math.exp(PAUSE.sigma * normalFrom(random));
    }
  }
}

/** After how many entries somebody gives up, log-normally; the walk hardly ever wins. */
const LENGTH = { median: 110, sigma: 0.45, least: 40, most: 250 };
/** How long somebody looks at how it ended before they go on. */
export const LOOK_MS = 8_000;

/**
 * The lengths of the games that people play one after the other, in entries. They are in the middle of the first one:
 * a crowd of people who are at it has games that end all the time, from the start on.
 */
export function* lengthsOf(random: () => number): Generator<number, never> {
  for (let share = random(); ; share = 1) {
    const { median, sigma, least, most } = LENGTH;
    const entries = Math.min(most, Math.max(least, median * Math.exp(sigma * normalFrom(random))));
    yield Math.ceil(entries * share);
  }
}

/** How often somebody's page is loaded anew, and how often it is gone for a while. */
export const RELOAD_EVERY_MS = 300_000;
export const AWAY_EVERY_MS = 600_000;
export const AWAY_MS = 10_000;
