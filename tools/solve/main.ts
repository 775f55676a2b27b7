/**
 * `pnpm solve GAME[/VARIANT] DEAL`: whether a deal can be won, and how.
 * `pnpm solve --file FILE`: the same for many positions, as lines of JSON in and out.
 * Both take `--seconds S` for each deal or position. Exits with 1 if something could not be read.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findVariant, formatMove, gameList, newGame, packOf, unwrap } from '@same-deal/engine';
import { gradeDeal } from '@same-deal/solver';
import { fromCaller } from '../from-caller.ts';
import { solvedIn, solveLines } from './lines.ts';

const SECONDS = 10;
const USAGE = `usage: pnpm solve GAME[/VARIANT] DEAL [--seconds S]
       pnpm solve --file FILE.jsonl [--seconds S]
GAME: ${gameList.map(({ id }) => id).join(', ')}
DEAL: a deal code such as AAE-KZD-AC3, or a PySolFC number
FILE: lines {"game", "s", "v"?} in the notation of recorded games; "-" reads standard input
S: seconds at most for each; default ${SECONDS}`;

/** Reports an error on standard error, and continues. */
function complain(what: string): void {
  console.error(what);
  process.exitCode = 1;
}

function solveDeal(game: string, text: string, seconds: number): void {
  const rules = findVariant(game) ?? gameList.find(({ id }) => id === game)?.variants[0];
  if (!rules) return complain(`there is no game named ${game}\n${USAGE}`);
  const pack = packOf(text, rules.packs);
  if (!pack.ok) return complain(`${text} is no deal: ${pack.reason}`);
  const opening = unwrap(newGame(rules.id, pack.value));
  const { solution, ms } = solvedIn(seconds, opening);
  const { verdict, moves, positions } = solution;
  console.log(`${rules.id} ${text}: ${verdict}`);
  if (verdict === 'won') {
    console.log(`${moves.length} moves: ${moves.map((m) => formatMove(rules.id, m)).join(' ')}`);
  }
  if (verdict === 'won') console.log(`difficulty ${unwrap(gradeDeal(opening)).difficulty} of 5`);
  console.log(`${positions} positions in ${(ms / 1000).toFixed(3)} s`);
}

async function solveFile(file: string, seconds: number): Promise<void> {
  const path = fromCaller(file);
  const input = file === '-' ? process.stdin : createReadStream(path);
  const lines = createInterface({ input, crlfDelay: Infinity });
  await solveLines(lines, seconds, { answer: console.log, complain });
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { file: { type: 'string' }, seconds: { type: 'string' }, help: { type: 'boolean' } },
  });
  const seconds = Number(values.seconds ?? SECONDS);
  const [game, deal, ...more] = positionals;
  const isUsable =
    seconds > 0 &&
    more.length === 0 &&
    (values.file === undefined ? game !== undefined && deal !== undefined : game === undefined);
  if (values.help) console.log(USAGE);
  else if (!isUsable) {
    console.error(USAGE);
    process.exitCode = 2;
  } else if (values.file !== undefined) await solveFile(values.file, seconds);
  else solveDeal(game ?? '', deal ?? '', seconds);
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
}
