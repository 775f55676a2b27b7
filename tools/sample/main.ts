/**
 * `pnpm sample [GAME,GAME]`: makes packages/solver/sample anew: practice deals that were solved, for
 * tests, practice and benchmarks. Their codes are public, so no live deal is ever taken from there.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { difficultyOf, solve } from '@same-deal/solver';

const SIZES: Readonly<Record<string, number>> = {
  bisley: 100,
  'british-square': 50,
  'sly-fox': 50,
  alhambra: 20,
};
/** How often a search may ask whether to go on: the same deals on any machine, fast or slow. */
const MOST_ASKED = 3000;
const FOLDER = join(import.meta.dirname, '../../../packages/solver/sample');

const asked = process.argv[2]?.split(',');
for (const [number, { id, variants }] of gameList.entries()) {
  if (asked && !asked.includes(id)) continue;
  const [rules] = variants;
  const draw = mersenneDraw([number, 1]);
  const lines: string[] = [];
  while (lines.length < (SIZES[id] ?? 0)) {
    const code = formatDealCode(draw(DEAL_CODES - 1));
    const pack = packOf(code, rules.packs);
    if (!pack.ok) throw new Error(`${code} is no deal: ${pack.reason}`);
    let questions = 0;
    const { verdict, moves, positions } = solve(unwrap(newGame(rules.id, pack.value)), {
      shouldStop: () => ++questions > MOST_ASKED,
    });
    if (verdict !== 'won') continue;
    const text = moves.map((move) => formatMove(rules.id, move)).join(' ');
    const difficulty = difficultyOf(rules.id, positions);
    lines.push(JSON.stringify({ code, difficulty, moves: text }));
    console.log(`${rules.id} ${code}: ${moves.length} moves`);
  }
  writeFileSync(join(FOLDER, `${id}.jsonl`), `${lines.join('\n')}\n`);
}
