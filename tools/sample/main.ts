/**
 * `pnpm winnability samples --write [--games GAME,GAME]`: regenerates packages/solver/sample: solved practice deals, for tests,
 * practice and benchmarks. Their codes are public, so no live deal is ever taken from there.
 * With `--grade` the deals and their wins stay, and only their difficulty is computed again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  DEAL_CODES,
  formatDealCode,
  formatMove,
  gameList,
  mersenneDraw,
  newGame,
  packOf,
  unwrap,
} from '@same-deal/engine';
import type { Draw, Position, Solitaire } from '@same-deal/engine';
import { gradeDeal, solve } from '@same-deal/solver';

const SIZES: Readonly<Record<string, number>> = {
  bisley: 100,
  'british-square': 50,
  'sly-fox': 50,
  alhambra: 20,
};
/** A search stops after this many calls of `shouldStop`: the same deals on any machine, fast or slow. */
const MOST_CALLS = 3000;
const FOLDER = join(import.meta.dirname, '../../../packages/solver/sample');

const { values } = parseArgs({
  options: { games: { type: 'string' }, grade: { type: 'boolean', default: false } },
});
const requested = values.games?.split(',');
const isGrading = values.grade;

const fileOf = (game: string): string => join(FOLDER, `${game}.jsonl`);

function dealOf(rules: Solitaire, code: string): Position {
  const pack = packOf(code, rules.packs);
  if (!pack.ok) throw new Error(`${code} is no deal: ${pack.reason}`);
  return unwrap(newGame(rules.id, pack.value));
}

function lineOf(code: string, deal: Position, moves: string): string {
  const { difficulty, gradingVersion } = unwrap(gradeDeal(deal));
  return JSON.stringify({ code, difficulty, gradingVersion, moves });
}

/** New deals, each with its win. */
function solvedLines(rules: Solitaire, count: number, draw: Draw): string[] {
  const lines: string[] = [];
  while (lines.length < count) {
    const code = formatDealCode(draw(DEAL_CODES - 1));
    const deal = dealOf(rules, code);
    let calls = 0;
    const shouldStop = () => ++calls > MOST_CALLS;
    const { verdict, moves } = unwrap(solve(deal, { shouldStop }));
    if (verdict !== 'won') continue;
    lines.push(lineOf(code, deal, moves.map((move) => formatMove(rules.id, move)).join(' ')));
    console.log(`${rules.id} ${code}: ${moves.length} moves`);
  }
  return lines;
}

const gradedLines = (game: string, rules: Solitaire): string[] =>
  readFileSync(fileOf(game), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { code, moves } = JSON.parse(line);
      return lineOf(code, dealOf(rules, code), moves);
    });

for (const [number, { id, variants }] of gameList.entries()) {
  if (requested && !requested.includes(id)) continue;
  const [rules] = variants;
  const lines = isGrading
    ? gradedLines(id, rules)
    : solvedLines(rules, SIZES[id] ?? 0, mersenneDraw([number, 1]));
  writeFileSync(fileOf(id), `${lines.join('\n')}\n`);
}
