/**
 * `pnpm winnability by-sat --write [--seconds S] DEAL…`: looks for wins of Sly Fox deals, by their numbers, with a SAT solver (the
 * program `cadical`), from every end of the opening. Of a deal that is undecided in docs/winnability a win that replays
 * is kept there. S whole seconds for each opening; default 300.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dealAt } from './search.ts';
import { satisfy } from './sat/formula.ts';
import { openingsOf, questionOf } from './sat/sly-fox.ts';
import { keepWin, load, note, save, verdictOf } from './verdicts.ts';
import { formatDealCode, formatMove, isWon, playMove, unwrap } from '@same-deal/engine';
import type { Move } from '@same-deal/engine';

const VARIANT = 'sly-fox/standard';
/** As seen from `dist`. */
const FOLDER = join(import.meta.dirname, '../../../docs/winnability');

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '300' } },
  allowPositionals: true,
});
const seconds = Number(values.seconds);
const deals = positionals.map(Number);
const isCount = (n: number) => Number.isInteger(n) && n >= 1;
if (!isCount(seconds) || deals.length === 0 || !deals.every(isCount)) {
  console.error('usage: pnpm winnability by-sat --write [--seconds S] DEAL…, each by its number');
  process.exit(2);
}

/** The moves of a win; null if there is none; undefined if there was not enough time. */
function winOf(deal: number): Move[] | null | undefined {
  const start = dealAt(VARIANT, deal);
  let isCertain = true;
  for (const opening of openingsOf(start)) {
    const { formula, movesOf } = questionOf(opening.position);
    const model = satisfy(formula, seconds);
    if (model === undefined) isCertain = false;
    if (!model) continue;
    const moves = [...opening.moves, ...movesOf(model)];
    const end = moves.reduce((position, move) => unwrap(playMove(position, move)), start);
    if (!isWon(end)) throw new Error(`the win found for deal ${deal} does not win`);
    return moves;
  }
  return isCertain ? null : undefined;
}

for (const deal of deals) {
  const began = performance.now();
  const moves = winOf(deal);
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const found = moves ? `won in ${moves.length} moves` : moves === null ? 'no win' : 'undecided';
  console.log(`${formatDealCode(deal)} (${deal}): ${found}, ${took}`);
  if (!moves) continue;
  const verdicts = load(FOLDER, VARIANT, 0);
  if (verdictOf(verdicts, deal) !== 'undecided') continue;
  keepWin(FOLDER, VARIANT, deal, moves.map((move) => formatMove(VARIANT, move)).join(' '));
  note(verdicts, deal, 'won', { solver: 'cadical', seconds, memoryMiB: 0 });
  save(FOLDER, verdicts);
}
