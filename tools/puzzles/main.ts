/**
 * `pnpm winnability puzzles --write [--games A,B] [--seconds S]`: looks for puzzles of the page and adds those that are
 * found to apps/web/src/puzzles/packs. Positions come from deals that are proved winnable, by plays that follow a win to
 * some point and the careful or the hasty player from there; all that can follow from them is searched to its end. Goes
 * on from the deal where it stopped. Last line: JSON.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gameList, unwrap } from '@same-deal/engine';
import type { GameId } from '@same-deal/engine';
import {
  grades as allGrades,
  openPuzzles,
  packPuzzles,
  puzzleKinds,
} from '../../apps/web/src/puzzles/packed.ts';
import type { GradedPuzzle, PuzzleKind } from '../../apps/web/src/puzzles/packed.ts';
import { likenessOf } from './alike.ts';
import { searchDeal } from './search.ts';
import type { Counts } from './search.ts';

/** As seen from `dist`. */
const FOLDER = join(import.meta.dirname, '../../../apps/web/src/puzzles/packs');
/** What the page knows before it fetches a file. */
const COUNTS = join(FOLDER, 'counts.json');
const SEARCHED = join(FOLDER, 'searched.json');
const SECONDS_BETWEEN_SAVING = 10;
/** Of one game and kind. */
const WANTED = 1_200;

const { values } = parseArgs({
  options: { games: { type: 'string' }, seconds: { type: 'string', default: '600' } },
});
const requested = values.games?.split(',');
const seconds = Number(values.seconds);

const readJson = <T>(file: string): Record<string, T> =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
/** With lists of numbers in one line, as the formatter has them. */
const writeJson = (file: string, data: unknown) => {
  const text = JSON.stringify(data, null, 2);
  const lists = text.replace(/\[[\d,\s]+\]/g, (list) =>
    JSON.stringify(JSON.parse(list)).replaceAll(',', ', '),
  );
  writeFileSync(file, `${lists}\n`);
};
const searched = readJson<Counts>(SEARCHED);

const fileOf = (game: string, kind: PuzzleKind): string => join(FOLDER, `${game}-${kind}.puz`);

function load(game: GameId, kind: PuzzleKind): GradedPuzzle[] {
  if (!existsSync(fileOf(game, kind))) return [];
  const file = unwrap(openPuzzles(game, kind, readFileSync(fileOf(game, kind))));
  return file.grades.map((grade, n) => ({ ...file.puzzle(n + 1)!, grade }));
}

const noCounts: Counts = {
  deals: 0,
  won: 0,
  plays: 0,
  open: 0,
  whole: 0,
  winnable: 0,
  positions: 0,
};

for (const { id: game } of gameList) {
  if (requested && !requested.includes(game)) continue;
  const counts = { ...noCounts, ...searched[game] };
  const found = { keep: load(game, 'keep'), win: load(game, 'win') };
  const seen = new Set(
    puzzleKinds.flatMap((kind) => found[kind].map((one) => kind + likenessOf(one.position))),
  );

  const save = () => {
    const gradesOf = (kind: PuzzleKind) =>
      allGrades.map((grade) => found[kind].filter((one) => one.grade === grade).length);
    for (const kind of puzzleKinds) writeFileSync(fileOf(game, kind), packPuzzles(found[kind]));
    // Another game may be searched at the same time.
    writeJson(COUNTS, {
      ...readJson(COUNTS),
      [game]: { keep: gradesOf('keep'), win: gradesOf('win') },
    });
    writeJson(SEARCHED, { ...readJson(SEARCHED), [game]: counts });
  };

  const began = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
  let saved = 0;
  const wants = (kind: PuzzleKind) => found[kind].length < WANTED;
  while (spent() < seconds && puzzleKinds.some(wants)) {
    counts.deals++;
    for (const puzzle of searchDeal(game, counts.deals, counts, wants)) {
      const name = puzzle.kind + likenessOf(puzzle.position);
      if (seen.has(name) || !wants(puzzle.kind)) continue;
      seen.add(name);
      found[puzzle.kind].push(puzzle);
    }
    if (spent() - saved < SECONDS_BETWEEN_SAVING) continue;
    saved = spent();
    save();
    console.log(
      game,
      Math.round(spent()),
      JSON.stringify({ ...counts, ...readJson<object>(COUNTS)[game] }),
    );
  }
  save();
}
console.log(JSON.stringify({ puzzles: readJson(COUNTS) }));
