/** Fits the pace of sparring partners to the times that people took for their moves. Pure. */
import { decodeEntry } from '@same-deal/engine';
import type { PlayRecord } from '../../apps/server/src/play/play-record.ts';
import { advance, logOf, recordOf } from '../../apps/server/src/play/play-record.ts';
import { LONGEST, situationOf, usualPause } from '../../apps/server/src/race/pace.ts';
import type { Pace, Situation } from '../../apps/server/src/race/pace.ts';

/** One move by a person, and how long it took them. */
export interface Observation {
  readonly situation: Situation;
  /** Milliseconds since the move before, or since the start. */
  readonly ms: number;
}

interface Fit extends Pace {
  /** How many moves were used, including runs home, and how many runs home. */
  readonly moves: number;
  readonly runs: number;
}

/** Shorter times are impossible by hand: those moves were sent together after a reconnection. */
const SHORTEST_MS = 50;
/** With fewer moves nothing is fitted. */
const FEWEST = 50;

/** The moves of a play. A move right after an undo is left out, as the player had chosen it before. */
export function observationsOf(record: PlayRecord): Observation[] {
  let at = recordOf(record.header, []);
  let before:
    | { readonly entry: ReturnType<typeof decodeEntry>; readonly turnedUp: boolean }
    | undefined;
  let sinceMs = 0;
  const found: Observation[] = [];
  for (const { entry: code, elapsedMs, turnedUp } of logOf(record)) {
    const entry = decodeEntry(code);
    if (typeof entry === 'object' && (before === undefined || typeof before.entry === 'object')) {
      found.push({
        situation: situationOf(at.play.position, entry, before),
        ms: elapsedMs - sinceMs,
      });
    }
    const next = advance(at, entry, code, elapsedMs);
    if (!next.ok) break;
    at = next.value;
    before = { entry, turnedUp: turnedUp !== undefined };
    sinceMs = elapsedMs;
  }
  return found;
}

type Parameter = 'hand' | 'choice' | 'turnedUp' | 'firstLook';
const PARAMETERS: readonly Parameter[] = ['hand', 'choice', 'turnedUp', 'firstLook'];
type Usual = Record<Parameter, number>;

/**
 * Least squares on the logarithms of times, by Gauss–Newton: `log t = log usual(situation) + scatter`. A run home is a
 * situation of its own. Times longer than the model allows, as of a player who was interrupted, count as its longest.
 * @returns undefined if there are too few moves
 */
export function fitPace(observations: readonly Observation[]): Fit | undefined {
  const timed = observations.filter(({ ms }) => ms >= SHORTEST_MS);
  const runs = timed.filter(({ situation }) => situation.isRunHome);
  const moves = timed.filter(({ situation }) => !situation.isRunHome);
  if (moves.length < FEWEST || runs.length < FEWEST) return undefined;
  const runHome = centre(runs.map(({ ms }) => Math.log(ms)));
  const usual = fitUsual(moves);
  const pace = { ...usual, runHome: Math.exp(runHome) };
  const scatters = timed.map(({ situation, ms }) =>
    clipped(Math.log(ms / usualPause(pace, situation))),
  );
  const variance = scatters.reduce((sum, scatter) => sum + scatter ** 2, 0) / timed.length;
  return { ...pace, spread: Math.sqrt(variance), moves: timed.length, runs: runs.length };
}

const clipped = (scatter: number): number =>
  Math.max(-2 * Math.log(LONGEST), Math.min(Math.log(LONGEST), scatter));

/** The mean of logarithms, with deviations clipped to what the model allows. */
function centre(logs: readonly number[]): number {
  let middle = [...logs].sort((a, b) => a - b)[Math.floor(logs.length / 2)] ?? 0;
  for (let n = 0; n < 20; n++) {
    middle += logs.reduce((sum, log) => sum + clipped(log - middle), 0) / logs.length;
  }
  return middle;
}

const ROUNDS = 40;
/** The least value of a parameter, so that the logarithm of their sum exists. */
const LEAST_MS = 1;

/** Fits the parameters to all moves except runs home. */
function fitUsual(moves: readonly Observation[]): Usual {
  let usual: Usual = { hand: 1000, choice: 500, turnedUp: 500, firstLook: 5000 };
  for (let round = 0; round < ROUNDS; round++) {
    // The normal equations of the linearised problem, slightly damped.
    const matrix = PARAMETERS.map(() => PARAMETERS.map(() => 0));
    const right = PARAMETERS.map(() => 0);
    for (const { situation, ms } of moves) {
      const expected = usualPause({ ...usual, runHome: 0 }, situation);
      const miss = clipped(Math.log(ms / expected));
      const slopes = PARAMETERS.map((name) => shareOf(name, situation) / expected);
      slopes.forEach((slope, i) => {
        right[i] = (right[i] ?? 0) + slope * miss;
        slopes.forEach((other, j) => {
          const row = matrix[i];
          if (row) row[j] = (row[j] ?? 0) + slope * other;
        });
      });
    }
    const step = solve(
      matrix.map((row, i) => row.map((cell, j) => (i === j ? cell * 1.001 + 1e-12 : cell))),
      right,
    );
    const next = { ...usual };
    PARAMETERS.forEach((name, i) => {
      // At most halved or doubled per round.
      const wished = usual[name] + (step[i] ?? 0);
      next[name] = Math.max(
        LEAST_MS,
        Math.min(usual[name] * 2 + 10, Math.max(usual[name] / 2, wished)),
      );
    });
    usual = next;
  }
  return usual;
}

/** The coefficient of a parameter in the usual time of a situation. */
const shareOf = (name: Parameter, situation: Situation): number =>
  ({
    hand: 1,
    choice: Math.log2(Math.max(1, situation.choices)),
    turnedUp: situation.turnedUp ? 1 : 0,
    firstLook: situation.isFirst ? 1 : 0,
  })[name];

/** Gaussian elimination with partial pivoting; an empty column gives 0. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, n) => [...row, right[n] ?? 0]);
  for (let column = 0; column < size; column++) {
    const at = (n: number) => Math.abs(rows[n]?.[column] ?? 0);
    const pivot = Array.from({ length: size - column }, (_, n) => n + column).reduce((best, n) =>
      at(n) > at(best) ? n : best,
    );
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    const head = rows[column] ?? [];
    const lead = head[column] ?? 0;
    if (Math.abs(lead) < 1e-15) continue;
    rows.forEach((row, n) => {
      if (n === column) return;
      const factor = (row[column] ?? 0) / lead;
      head.forEach((cell, k) => (row[k] = (row[k] ?? 0) - factor * cell));
    });
  }
  return rows.map((row, n) => {
    const lead = row[n] ?? 0;
    return Math.abs(lead) < 1e-15 ? 0 : (row[size] ?? 0) / lead;
  });
}
