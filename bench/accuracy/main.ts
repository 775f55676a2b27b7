/**
 * `pnpm bench accuracy [--plays N] [--entries E]`: the cost of measuring how well a Bisley play was played, in processor
 * time on one core. The plays are by a sparring partner that undoes a move now and then, and several when stuck, until
 * there are E entries. Exits with 1 if the 95th percentile is a second or more, or if the entry after which a play was
 * lost is not the one that `firstLost` finds. Last line: JSON.
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
import type { Strength } from '@same-deal/solver';

const VARIANT = 'bisley/thirteen';
const WANTED_MS = 1000;
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

const measured: number[] = [];
let lengths = 0;
let isSame = true;
for (let n = 0; n < plays; n++) {
  const deal = unwrap(newGame(VARIANT, unwrap(packOf(formatDealCode(FIRST_DEAL + n), 1))));
  const log = record(deal, ((n % 3) + 1) as Strength, entries, mersenneDraw([n, 16]));
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
};
console.log(
  `${plays} plays of ${figures.entriesMean} entries on the average: median ${figures.p50Ms} ms, ` +
    `95th percentile ${figures.p95Ms} ms, most ${figures.mostMs} ms of processor time`,
);
console.log(JSON.stringify({ bench: 'accuracy', ...figures }));
process.exitCode = isSame && figures.p95Ms < WANTED_MS ? 0 : 1;
