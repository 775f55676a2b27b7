/** Solves files of positions, one per line, in the notation of recorded games. */
import { formatMove, isFaceUp, parsePosition, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { gradeDeal, isOpening, solve } from '@same-deal/solver';
import type { Solution } from '@same-deal/solver';
import { z } from 'zod';
import { counters, textOf, variantsOfRecord } from '../conform/records.ts';

const line = z.object({ game: z.string(), s: z.string(), v: counters });

/**
 * The position that a line `{"game", "s", "v"?}` describes.
 * @throws Error that says what is wrong with the line
 */
function positionOfLine(text: string): Position {
  const read = line.safeParse(json(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join('.') || 'the line';
    throw new Error(`${where}: ${issue?.message}`);
  }
  const { game, s, v } = read.data;
  const [variant] = variantsOfRecord(game);
  if (variant === undefined) throw new Error(`there is no game named ${game}`);
  const parsed = parsePosition(variant, textOf(s, v));
  if (!parsed.ok) {
    const { code, at } = parsed.reason;
    throw new Error(`no position of ${game}: ${code}${at === undefined ? '' : ` at ${at}`}`);
  }
  if (!parsed.value.piles.flat().every(isFaceUp)) throw new Error('a card is not known (??)');
  return parsed.value;
}

function json(text: string): unknown {
  try {
    // A file may begin with a byte order mark, which `trim` removes.
    return JSON.parse(text.trim());
  } catch {
    throw new Error('is no JSON');
  }
}

/** Solves a position within a time limit; returns how long it took too. */
export function solvedIn(seconds: number, position: Position): { solution: Solution; ms: number } {
  const began = performance.now();
  const until = began + seconds * 1000;
  const solution = unwrap(solve(position, { shouldStop: () => performance.now() > until }));
  return { solution, ms: performance.now() - began };
}

/** The output for a position: moves in the notation of the records, and the difficulty of a won deal. */
const answerLine = (position: Position, solution: Solution, ms: number): string =>
  JSON.stringify({
    verdict: solution.verdict,
    moves: solution.moves.map((move) => formatMove(position.variant, move)),
    ...difficultyOf(position, solution),
    positions: solution.positions,
    ms: Math.round(ms * 1000) / 1000,
  });

/** The difficulty, 1 to 5, if the position is a whole deal that was won. */
const difficultyOf = (position: Position, { verdict }: Solution): { difficulty?: number } =>
  verdict === 'won' && isOpening(position)
    ? { difficulty: unwrap(gradeDeal(position)).difficulty }
    : {};

/**
 * Writes one answer for every line, in the same order: `{"error"}` for one that cannot be read, which is also reported by
 * `complain`. Empty lines are counted, but get no answer.
 */
export async function solveLines(
  lines: AsyncIterable<string> | Iterable<string>,
  seconds: number,
  output: { answer: (line: string) => void; complain: (what: string) => void },
): Promise<void> {
  let number = 0;
  for await (const text of lines) {
    number++;
    if (text.trim() === '') continue;
    try {
      const position = positionOfLine(text);
      const { solution, ms } = solvedIn(seconds, position);
      output.answer(answerLine(position, solution, ms));
    } catch (error) {
      const what = `line ${number}: ${error instanceof Error ? error.message : error}`;
      output.answer(JSON.stringify({ error: what }));
      output.complain(what);
    }
  }
}
