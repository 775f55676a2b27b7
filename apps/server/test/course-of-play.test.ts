/** How a play went, kept without its cards: what its record says, at any time. */
import {
  encodeEntry,
  legalMoves,
  mersenneDraw,
  newGame,
  shuffledPack,
  unwrap,
} from '@same-deal/engine';
import { describe, expect, test } from 'vitest';
import { courseAt, courseOf, nextInCourse, stepsOf } from '../src/play/course-of-play.ts';
import { figuresAt, figuresOf, recordOf } from '../src/play/play-record.ts';
import type { PlayHeader, StoredEntry } from '../src/play/play-record.ts';
import { raceHeader } from './support/play-header.ts';

const T = 1_800_000_000_000;
const header = (changes: Partial<PlayHeader> = {}) => raceHeader(T, changes);
const [first] = legalMoves(recordOf(header(), []).play.position);
const moved = { code: encodeEntry(first!), elapsedMs: 1_000 };
const undone = { code: encodeEntry('undo'), elapsedMs: 2_500 };
const conceded = { code: encodeEntry('concede'), elapsedMs: 4_000 };
const course = (entries: readonly StoredEntry[], changes: Partial<PlayHeader> = {}) =>
  courseOf(recordOf(header(changes), entries))!;

describe('the course of a play', () => {
  const entries = [moved, undone, conceded];
  const whole = course(entries);

  test('P9: is at each time what had been entered by then; giving up is no undo', () => {
    for (const ms of [0, 999, 1_000, 2_499, 2_500, 3_999, 4_000, Infinity]) {
      const by = entries.filter(({ elapsedMs }) => elapsedMs <= ms);
      expect(courseAt(whole, ms), `at ${ms}`).toEqual(figuresOf(recordOf(header(), by)));
    }
    expect(courseAt(whole, Infinity)).toMatchObject({ undos: 1, moves: 1, ending: 'conceded' });
  });

  test('says when something happens next', () => {
    const times = [-1, 0, 999, 1_000, 2_500, 3_999, 4_000].map((ms) => nextInCourse(whole, ms));
    expect(times).toEqual([0, 1_000, 1_000, 2_500, 4_000, 4_000, undefined]);
    const capped = course([moved], { endedByCap: true });
    expect([0, 1_000, 899_999, 900_000].map((ms) => nextInCourse(capped, ms))).toEqual([
      ...[1_000, 900_000, 900_000, undefined],
    ]);
  });

  test('ends by its cap when that is reached, and not before', () => {
    const capped = course([moved], { endedByCap: true });
    expect(capped.capMs).toBe(900_000);
    expect(courseAt(capped, 899_999)).toMatchObject({ ending: null, elapsedMs: 1_000 });
    expect(courseAt(capped, 900_000)).toMatchObject({ ending: 'cap', elapsedMs: 900_000 });
    expect(whole.capMs).toBe(null);
  });

  test('is final once the play is over, unless what is stored of it is damaged', () => {
    expect(whole).toMatchObject({ isFinal: true, isDamaged: false });
    expect(course([moved])).toMatchObject({ isFinal: false, isDamaged: false });
    expect(course([moved, moved])).toMatchObject({ isFinal: false, isDamaged: true });
    expect(courseOf(recordOf(header({ pack: [1, 2, 3] }), []))).toBe(null);
  });

  test('knows of a deal without any move that it ends as it begins', () => {
    let pack = shuffledPack(1, mersenneDraw([0]));
    for (let seed = 1; legalMoves(unwrap(newGame('bisley/thirteen', pack))).length > 0; seed++) {
      pack = shuffledPack(1, mersenneDraw([seed]));
    }
    const dead = recordOf(header({ pack }), []);
    expect(courseAt(courseOf(dead)!, 0)).toEqual(figuresAt(dead, T));
    expect(courseOf(dead)).toMatchObject({ endingAtDeal: 'stuck', endingAtLast: 'stuck' });
    const given = recordOf(header({ pack }), [conceded]);
    expect(courseAt(courseOf(given)!, 0).ending).toBe('stuck');
    expect(courseAt(courseOf(given)!, 4_000).ending).toBe('conceded');
  });

  test('takes nine bytes an entry, and one step for each change of the cards home', () => {
    expect(whole.bytes).toBe(9 * (entries.length + 1));
    const home = legalMoves(recordOf(header(), []).play.position).find(({ to }) => to < 8);
    const steps = [...stepsOf(course(home ? [{ ...moved, code: encodeEntry(home) }, undone] : []))];
    expect(steps).toEqual(
      home
        ? [
            [0, 0],
            [1_000, 1],
            [2_500, 0],
          ]
        : [[0, 0]],
    );
  });
});
