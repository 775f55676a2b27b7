/** Solves files of positions, one a line, in the notation of recorded games. */
import { formatMove, isFaceUp, parsePosition, unwrap } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { gradeDeal, isOpening, solve } from '@same-deal/solver';
import type { Solution } from '@same-deal/solver';
import { z } from 'zod';
import { counters, textOf, variantsOfRecord } from '../conform/records.ts';

const line = z.object({ game: z.string(), s: z.string(), v: counters });

/**
 * The position that a line `{"game", "s", "v"?}` describes.
 * @throws Error which says what is wrong with the line
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
    // A file may begin with a byte order mark, which counts as a blank here.
    return JSON.parse(text.trim());
  } catch {
    throw new Error('is no JSON');
  }
}

/** The solution of a position, given so long at most, and how long it took. */
export function solvedIn(seconds: number, position: Position): { solution: Solution; ms: number } {
  const began = performance.now();
  const until = began + seconds * 1000;
  const solution = unwrap(solve(position, { shouldStop: () => performance.now() > until }));
  return { solution, ms: performance.now() - began };
}

/** What is printed for a position: moves in the notation of the records, and how hard a won deal is. */
const answerLine = (position: Position, solution: Solution, ms: number): string =>
  JSON.stringify({
    verdict: solution.verdict,
    moves: solution.moves.map((move) => formatMove(position.variant, move)),
    ...difficultyOf(position, solution),
    positions: solution.positions,
    ms: Math.round(ms * 1000) / 1000,
  });

/** Of a whole deal that was won, 1 to 5. */
const difficultyOf = (position: Position, { verdict }: Solution): { difficulty?: number } =>
  verdict === 'won' && isOpening(position)
    ? { difficulty: unwrap(gradeDeal(position)).difficulty }
    : {};

/**
 * One answer for every line, in their order, so that the nth belongs to the nth: `{"error"}` for one that cannot be
 * read, which an error message names as well. Empty lines count, but ask for nothing.
 */
export async function solveLines(
  lines: AsyncIterable<string> | Iterable<string>,
  seconds: number,
  tell: { answer: (line: string) => void; complain: (what: string) => void },
): Promise<void> {
  let number = 0;
  for await (const text of lines) {
    number++;
    if (text.trim() === '') continue;
    try {
      const position = positionOfLine(text);
      const { solution, ms } = solvedIn(seconds, position);
      tell.answer(answerLine(position, solution, ms));
    } catch (error) {
      const what = `line ${number}: ${error instanceof Error ? error.message : error}`;
      tell.answer(JSON.stringify({ error: what }));
      tell.complain(what);
    }
  }
}
