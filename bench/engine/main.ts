/** `pnpm bench engine`: how fast the engine plays moves, lists legal ones and copies positions, on one core. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  gameList,
  legalMoves,
  mersenneDraw,
  newGame,
  playMove,
  shuffledPack,
  unwrap,
} from '@same-deal/engine';
import type { Move, Position, Solitaire } from '@same-deal/engine';
import { playInPlace, tableOf } from './yardstick.ts';

const GAMES_PER_VARIANT = 40;
const MOVES_PER_GAME = 400;
/** Few enough to stay in the processor's cache: what is measured is the engine, not the memory. */
const SAMPLED_POSITIONS = 256;
const ROUNDS = 5;
const MILLISECONDS_PER_ROUND = 250;

interface RecordedGame {
  readonly opening: Position;
  readonly moves: readonly Move[];
  /** A copy of the position before each move. */
  readonly positions: readonly Position[];
}

/** A game of random legal moves; the seed makes every run measure the same games. */
function randomGame(rules: Solitaire, seed: number): RecordedGame {
  const draw = mersenneDraw([seed]);
  const opening = unwrap(newGame(rules.id, shuffledPack(rules.packs, draw)));
  const moves: Move[] = [];
  const positions: Position[] = [];
  for (let position = opening; moves.length < MOVES_PER_GAME;) {
    const choices = legalMoves(position);
    const move = choices[draw(choices.length - 1)];
    if (!move) break;
    const played = playMove(position, move);
    if (!played.ok) throw new Error(`a legal move is refused: ${played.reason.code}`);
    // Copies, like moves read from a log. If the engine's own positions were kept, V8 would allocate
    // all later ones in old space, and the bench would measure full garbage collections.
    moves.push({ from: move.from, to: move.to });
    positions.push(deepCopyOf(position));
    position = played.value;
  }
  return { opening, moves, positions };
}

/**
 * Operations per second, best of several rounds. `run` returns how many operations it has done. Uses
 * the processor time of the whole process: other programs on the machine do not count, garbage
 * collection on another core does.
 */
function perSecond(run: () => number): number {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let times = 0;
    let elapsed = 0;
    const start = process.cpuUsage();
    while (elapsed < MILLISECONDS_PER_ROUND) {
      for (let n = 0; n < 20; n++) times += run();
      const { user, system } = process.cpuUsage(start);
      elapsed = (user + system) / 1000;
    }
    best = Math.max(best, (times / elapsed) * 1000);
  }
  return Math.round(best);
}

/** A copy that can be changed independently of its original: piles are immutable, so they are shared. */
const copyOf = ({ variant, piles, counters }: Position): Position => ({
  variant,
  piles: piles.slice(),
  counters,
});

/** A copy that shares no array with its original. The engine never needs one. */
const deepCopyOf = ({ variant, piles, counters }: Position): Position => ({
  variant,
  piles: piles.map((pile) => pile.slice()),
  counters: counters.slice(),
});

/** Uses the results, so that the compiler cannot optimise the work away. */
let kept = 0;

function replayAll(games: readonly RecordedGame[]): number {
  let played = 0;
  for (const { opening, moves } of games) {
    let position = opening;
    for (const move of moves) {
      const next = playMove(position, move);
      if (!next.ok) throw new Error(`a recorded move is refused: ${next.reason.code}`);
      position = next.value;
    }
    kept += position.piles.length;
    played += moves.length;
  }
  return played;
}

function listMoves(positions: readonly Position[]): number {
  for (const position of positions) kept += legalMoves(position).length;
  return positions.length;
}

function copyAll(positions: readonly Position[]): number {
  for (const position of positions) kept += copyOf(position).piles.length;
  return positions.length;
}

function copyAllDeeply(positions: readonly Position[]): number {
  for (const position of positions) kept += deepCopyOf(position).piles.length;
  return positions.length;
}

/** Takes `size` of the positions, evenly spread. */
function sample(positions: readonly Position[], size: number): readonly Position[] {
  const step = Math.max(1, Math.floor(positions.length / size));
  return positions.filter((_, n) => n % step === 0).slice(0, size);
}

function replayInPlace(games: readonly RecordedGame[]): number {
  let played = 0;
  for (const { opening, moves } of games) {
    const table = tableOf(opening);
    for (const move of moves) {
      if (!playInPlace(table, move)) throw new Error('the yardstick refuses a recorded move');
    }
    kept += table.length;
    played += moves.length;
  }
  return played;
}

const playMovePerSecond: Record<string, number> = {};
const legalMovesPerSecond: Record<string, number> = {};
const copyNanoseconds: Record<string, number> = {};
let yardstickPlayMovePerSecond = 0;

const millions = (n: number) => (n / 1e6).toFixed(2);
const row = (...cells: readonly string[]) =>
  console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(24) : cell.padStart(11))).join(' '));

row('a second, in millions:', 'playMove', 'legalMoves', 'of moves', 'copy (ns)', 'deep (ns)');
for (const { id, variants } of gameList) {
  for (const rules of variants) {
    const games = Array.from({ length: GAMES_PER_VARIANT }, (_, n) => randomGame(rules, n + 1));
    const recorded = games.flatMap(({ positions }) => positions);
    const positions = sample(recorded, SAMPLED_POSITIONS);
    const plays = perSecond(() => replayAll(games));
    const listings = perSecond(() => listMoves(positions));
    const copy = 1e9 / perSecond(() => copyAll(positions));
    const deep = 1e9 / perSecond(() => copyAllDeeply(positions));
    const width = positions.reduce((sum, p) => sum + legalMoves(p).length, 0) / positions.length;
    row(
      rules.id,
      millions(plays),
      millions(listings),
      width.toFixed(1),
      copy.toFixed(0),
      deep.toFixed(0),
    );
    // A game's figure is that of its slowest variant.
    playMovePerSecond[id] = Math.min(plays, playMovePerSecond[id] ?? Infinity);
    legalMovesPerSecond[id] = Math.min(listings, legalMovesPerSecond[id] ?? Infinity);
    copyNanoseconds[id] = Math.max(Math.round(copy), copyNanoseconds[id] ?? 0);
    if (rules.id === 'bisley/thirteen') {
      yardstickPlayMovePerSecond = perSecond(() => replayInPlace(games));
      row('  changed in place', millions(yardstickPlayMovePerSecond));
    }
  }
}

/** The bundled and minified files of the package, as the page loads them. */
const bundled = (folder: URL): Buffer[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js') && name !== 'main.js')
    .map((name) => readFileSync(new URL(name, folder)));
const gzipBytes = gzipSync(Buffer.concat(bundled(new URL('.', import.meta.url))), {
  level: 9,
}).length;
if (kept === 0) throw new Error('nothing was measured');
console.log(
  JSON.stringify({
    bench: 'engine',
    playMovePerSecond,
    legalMovesPerSecond,
    copyNanoseconds,
    yardstickPlayMovePerSecond,
    gzipBytes,
  }),
);
