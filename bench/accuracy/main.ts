/**
 * `pnpm bench accuracy [--plays N] [--entries E]`: the cost of measuring how well a Bisley play was played, in processor
 * time on one core. The plays are by a sparring partner that undoes a move now and then, and several when stuck, until
 * there are E entries. Then the error of what is not exact: of N plays of winnable deals, the accuracy by searches with
 * a tenth of the memory that exact ones take, less the exact accuracy. Exits with 1 if the 95th percentile of the cost is
 * a second or more, or if the entry after which a play was lost is not the one that `firstLost` finds. Last line: JSON.
 */
import { parseArgs } from 'node:util';
import {
  formatDealCode,
  isWon,
  legalMoves,
  mersenneDraw,
  newGame,
  packOf,
  playMove,
  unwrap,
  viewOf,
} from '@same-deal/engine';
import type { Draw, Entry, Position } from '@same-deal/engine';
import { accuracyOf, firstLost, sparringMove } from '@same-deal/solver';
import type { Accuracy, Strength } from '@same-deal/solver';

const VARIANT = 'bisley/thirteen';
const WANTED_MS = 1000;
/** So little memory holds nine positions. */
const LEAST_BYTES = 192;
/** One entry in so many is an undo; at most so many moves are undone when stuck. */
const MOVES_PER_UNDO = 12;
const MOST_BACK = 15;
/** The first deal's number; no other figure is measured with these deals. */
const FIRST_DEAL = 5_000_001;

const { values } = parseArgs({
  options: {
    plays: { type: 'string', default: '200' },
    entries: { type: 'string', default: '100' },
  },
});
const [plays, entries] = [values.plays, values.entries].map(Number);
if (!(plays && plays >= 1 && entries && entries >= 1)) {
  console.error('usage: pnpm bench accuracy [--plays N] [--entries E]');
  process.exit(2);
}

/** Records a play of `most` entries, or of fewer if it ends before. */
function record(start: Position, strength: Strength, most: number, draw: Draw): Entry[] {
  const line = [start];
  const log: Entry[] = [];
  const undo = (): void => {
    line.pop();
    log.push('undo');
  };
  for (let position = line.at(-1); position && log.length < most; position = line.at(-1)) {
    if (isWon(position)) break;
    if (line.length > 1 && draw(MOVES_PER_UNDO - 1) === 0) undo();
    else if (legalMoves(position).length === 0) {
      const back = Math.min(1 + draw(MOST_BACK - 1), line.length - 1, most - log.length);
      if (back === 0) break;
      for (let n = 0; n < back; n++) undo();
    } else {
      const move = sparringMove(viewOf(position), [], strength, draw(2 ** 30));
      if (move === null || move === 'undo' || move === 'concede') {
        // The partner would stop here; a person would undo.
        if (line.length === 1) break;
        undo();
      } else {
        line.push(unwrap(playMove(position, move)));
        log.push(move);
      }
    }
  }
  return log;
}

/** The processor time of the whole process, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

const dealNumber = (n: number): Position =>
  unwrap(newGame(VARIANT, unwrap(packOf(formatDealCode(FIRST_DEAL + n), 1))));
const logOf = (deal: Position, n: number): Entry[] =>
  record(deal, ((n % 3) + 1) as Strength, entries, mersenneDraw([n, 16]));

const measured: number[] = [];
let lengths = 0;
let isSame = true;
for (let n = 0; n < plays; n++) {
  const deal = dealNumber(n);
  const log = logOf(deal, n);
  lengths += log.length;
  const began = processorMs();
  const accuracy = unwrap(accuracyOf(deal, log));
  measured.push(processorMs() - began);
  const lost = unwrap(firstLost(deal, log));
  if (lost.deal !== accuracy.deal || lost.entry !== accuracy.entry) {
    isSame = false;
    console.error(
      `deal ${FIRST_DEAL + n}: lost at ${accuracy.entry}, by firstLost at ${lost.entry}`,
    );
  }
}
/** Accuracy where no search may use more memory than this. */
const within = (deal: Position, log: readonly Entry[], memoryBytes: number): Accuracy =>
  unwrap(accuracyOf(deal, log, () => ({ memoryBytes }), true));

/** The accuracy of a play with a tenth of the memory that all its searches need to decide. */
function cutAccuracy(deal: Position, log: readonly Entry[], exact: Accuracy): Accuracy {
  let memoryBytes = LEAST_BYTES;
  for (;;) {
    const { decisions, undecided, proved } = within(deal, log, memoryBytes);
    if (undecided === 0 && proved === exact.proved && decisions === exact.decisions) break;
    memoryBytes *= 2;
  }
  return within(deal, log, memoryBytes / 10);
}

const shareOf = ({ kept, decisions }: Accuracy): number => (100 * kept) / Math.max(1, decisions);
const errors: number[] = [];
const counts = { decisions: 0, leftOut: 0, nothingLeft: 0 };
for (let n = 0; errors.length + counts.nothingLeft < plays; n++) {
  const deal = dealNumber(n);
  const log = logOf(deal, n);
  const exact = unwrap(accuracyOf(deal, log));
  if (exact.decisions === 0) continue;
  const cut = cutAccuracy(deal, log, exact);
  counts.decisions += exact.decisions;
  counts.leftOut += exact.decisions - cut.decisions;
  if (cut.decisions === 0) counts.nothingLeft++;
  else errors.push(shareOf(cut) - shareOf(exact));
}
const mean = (numbers: readonly number[]): number =>
  Number((numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toFixed(2));
const sizes = errors.map(Math.abs);
const error = {
  plays: errors.length,
  ...counts,
  meanPoints: mean(errors),
  meanSizePoints: mean(sizes),
  mostPoints: Number(Math.max(...sizes).toFixed(1)),
  tooHigh: errors.filter((one) => one > 0).length,
  tooLow: errors.filter((one) => one < 0).length,
};

measured.sort((a, b) => a - b);
const quantile = (share: number): number =>
  Number((measured[Math.ceil(share * measured.length) - 1] ?? 0).toFixed(1));
const figures = {
  plays,
  entriesMean: Number((lengths / plays).toFixed(1)),
  p50Ms: quantile(0.5),
  p95Ms: quantile(0.95),
  mostMs: quantile(1),
  isSame,
  error,
};
console.log(
  `${plays} plays of ${figures.entriesMean} entries on the average: median ${figures.p50Ms} ms, ` +
    `95th percentile ${figures.p95Ms} ms, most ${figures.mostMs} ms of processor time`,
);
console.log(
  `with a tenth of the memory: ${error.meanPoints} points off on the average of ${error.plays} plays, ` +
    `${error.meanSizePoints} in size, ${error.mostPoints} at most; too high in ${error.tooHigh}, too low in ${error.tooLow}; ` +
    `${error.leftOut} of ${error.decisions} decisions left out, all of them in ${error.nothingLeft} plays`,
);
console.log(JSON.stringify({ bench: 'accuracy', ...figures }));
process.exitCode = isSame && figures.p95Ms < WANTED_MS ? 0 : 1;
