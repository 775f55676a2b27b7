// The pace of partners is fitted to logs: known parameters come out of logs that were made with them.
import { encodeEntry, legalMoves, mersenneDraw, shuffledPack, variantOf } from '@same-deal/engine';
import type { Strength } from '@same-deal/protocol';
import { expect, test } from 'vitest';
import { fitPace, observationsOf } from '../../../tools/fit-pace/fit.ts';
import type { Observation } from '../../../tools/fit-pace/fit.ts';
import { advance, lastOf, logOf, recordOf } from '../src/play/play-record.ts';
import type { PlayHeader, PlayRecord } from '../src/play/play-record.ts';
import { pauseBefore, paces, situationOf } from '../src/race/pace.ts';
import { playHeader } from './support/play-header.ts';

const MOST = 0xffff;
const header = (variant: string, seed: number): PlayHeader =>
  playHeader({
    id: `play-${seed}`,
    variant,
    pack: shuffledPack(variantOf(variant).packs, mersenneDraw([seed])),
    isPractice: false,
    undo: 'bounded',
  });

/** A play of moves chosen by lot, at the pace of a partner, with an undo now and then. */
function played(variant: string, strength: Strength, seed: number): PlayRecord {
  const draw = mersenneDraw([seed, 5]);
  const chance = () => draw(MOST) / MOST;
  let record = recordOf(header(variant, seed), []);
  let ms = 0;
  let before: Parameters<typeof situationOf>[2];
  for (let n = 0; n < 120; n++) {
    const moves = legalMoves(record.play.position);
    const home = moves.filter(({ to }) => variantOf(variant).piles[to]?.role === 'foundation');
    const move = home[0] ?? moves[Math.min(moves.length - 1, Math.floor(chance() * moves.length))];
    if (!move) break;
    ms += pauseBefore(situationOf(record.play.position, move, before), strength, [
      chance(),
      chance(),
    ]);
    record = unwrapped(advance(record, move, encodeEntry(move), ms));
    before = { entry: move, turnedUp: lastOf(record)?.turnedUp !== undefined };
    if (n % 40 === 39) {
      const undone = advance(record, 'undo', encodeEntry('undo'), (ms += 60_000));
      if (!undone.ok) continue;
      record = undone.value;
      before = { entry: 'undo', turnedUp: false };
    }
  }
  return record;
}
function unwrapped(next: ReturnType<typeof advance>): PlayRecord {
  if (!next.ok) throw new Error(next.reason.code);
  return next.value;
}

test.each([1, 2, 3] as const)(
  'the parameters of strength %i come out of its own logs',
  (strength) => {
    const observations = ['bisley/thirteen', 'alhambra/standard'].flatMap((variant) =>
      Array.from({ length: 70 }, (_, seed) => played(variant, strength, seed + 1)).flatMap(
        observationsOf,
      ),
    );
    const fitted = fitPace(observations)!;
    const known = paces[strength];
    for (const name of ['hand', 'choice', 'turnedUp', 'runHome', 'spread'] as const) {
      expect(fitted[name] / known[name], name).toBeGreaterThan(0.85);
      expect(fitted[name] / known[name], name).toBeLessThan(1.15);
    }
    // One first look a play.
    expect(fitted.firstLook / known.firstLook).toBeGreaterThan(0.8);
    expect(fitted.firstLook / known.firstLook).toBeLessThan(1.2);
  },
);

test('every move is looked at but those after an undo', () => {
  const record = played('bisley/thirteen', 2, 3);
  const log = logOf(record).map(({ entry }) => entry);
  const undo = encodeEntry('undo');
  const afterUndo = log.filter((_, n) => log[n - 1] === undo).length;
  const undos = log.filter((entry) => entry === undo).length;
  expect(observationsOf(record)).toHaveLength(log.length - undos - afterUndo);
});

test('somebody who is called away now and then moves the fit little', () => {
  const plays = Array.from({ length: 60 }, (_, seed) => played('alhambra/standard', 2, seed + 1));
  const observations = plays.flatMap(observationsOf);
  const interrupted = observations.map((one, n): Observation =>
    n % 100 === 0 ? { ...one, ms: one.ms + 600_000 } : one,
  );
  const [plain, other] = [fitPace(observations)!, fitPace(interrupted)!];
  expect(Math.abs(other.hand / plain.hand - 1)).toBeLessThan(0.1);
});

test('too few moves say nothing', () => {
  expect(fitPace([])).toBeUndefined();
  const few = observationsOf(played('bisley/thirteen', 2, 1)).slice(0, 20);
  expect(fitPace(few)).toBeUndefined();
});
