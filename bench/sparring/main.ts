/**
 * `pnpm bench:sparring [--deals N] [--games A,B]`: cards home and wins of the three sparring partners
 * on the same deals, with 95 % intervals, and what their thinking costs. Last line: JSON.
 */
import { parseArgs } from 'node:util';
import {
  cardsHome,
  gameList,
  isWon,
  mersenneDraw,
  newGame,
  playMove,
  shuffledPack,
  unwrap,
  viewOf,
} from '@same-deal/engine';
import type { Entry, GameId, Position } from '@same-deal/engine';
import { sparringMove } from '@same-deal/solver';
import type { Strength } from '@same-deal/solver';

const { values } = parseArgs({
  options: {
    deals: { type: 'string', default: '200' },
    games: { type: 'string' },
    strengths: { type: 'string', default: '1,2,3' },
  },
});
const deals = Number(values.deals);
const asked = values.games?.split(',');
const strengths = values.strengths.split(',').map(Number) as Strength[];
const chosen = gameList.filter(({ id }) => !asked || asked.includes(id));
if (!(deals >= 1) || chosen.length === 0) {
  console.error('usage: pnpm bench:sparring [--deals N] [--games A,B] [--strengths 1,2,3]');
  process.exit(2);
}

/** More than any game takes. */
const MOST_MOVES = 1000;

interface Game {
  readonly home: number;
  readonly isWon: boolean;
  readonly moves: number;
}

/** One game of a partner, who is given the view alone. */
function play(start: Position, strength: Strength, seed: number): Game {
  let position = start;
  const history: Entry[] = [];
  while (history.length < MOST_MOVES) {
    const entry = sparringMove(viewOf(position), history, strength, seed);
    if (entry === null || entry === 'undo' || entry === 'concede') break;
    position = unwrap(playMove(position, entry));
    history.push(entry);
  }
  return { home: cardsHome(position), isWon: isWon(position), moves: history.length };
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Half of the 95 % interval of a mean. */
function margin(numbers: readonly number[]): number {
  const middle = mean(numbers);
  const variance = mean(numbers.map((number) => (number - middle) ** 2));
  return 1.96 * Math.sqrt(variance / Math.max(1, numbers.length - 1));
}

const rounded = (number: number): number => Number(number.toFixed(3));

const results: Partial<Record<GameId, object[]>> = {};
for (const { id, variants } of chosen) {
  const [rules] = variants;
  const rows = strengths.map((strength) => {
    const began = process.cpuUsage();
    const games = Array.from({ length: deals }, (_, n) => {
      const pack = shuffledPack(rules.packs, mersenneDraw([n, 77]));
      return play(unwrap(newGame(rules.id, pack)), strength, n);
    });
    const { user, system } = process.cpuUsage(began);
    const homes = games.map(({ home }) => home);
    const wins = games.map((game) => (game.isWon ? 100 : 0));
    const moves = games.reduce((sum, game) => sum + game.moves, 0);
    return {
      strength,
      home: rounded(mean(homes)),
      homeMargin: rounded(margin(homes)),
      wonPercent: rounded(mean(wins)),
      wonMargin: rounded(margin(wins)),
      movesPerGame: rounded(moves / deals),
      msPerMove: rounded((user + system) / 1000 / moves),
    };
  });
  for (const row of rows) {
    console.log(
      `${id} ${row.strength}: ${row.home} ± ${row.homeMargin} cards home, ${row.wonPercent} ± ` +
        `${row.wonMargin} % won, ${row.movesPerGame} moves a game at ${row.msPerMove} ms`,
    );
  }
  results[id] = rows;
}
console.log(JSON.stringify({ bench: 'sparring', deals, ...results }));
