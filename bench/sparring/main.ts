/**
 * `pnpm bench sparring [--deals N] [--games A,B] [--strengths 1,2,3] [--from N]`: cards home and wins of the three
 * sparring partners on the same deals, with 95 % intervals, the processor time per move, and how often the stronger one
 * finishes ahead in a race at their own pace, by a simulated clock. Last line: JSON.
 */
import { parseArgs } from 'node:util';
import {
  cardsHome,
  gameList,
  isWon,
  mersenneDraw,
  newGame,
  playMove,
  turnedUpBy,
  shuffledPack,
  unwrap,
  viewOf,
} from '@same-deal/engine';
import type { Entry, Game, GameId, Position } from '@same-deal/engine';
import { sparringMove } from '@same-deal/solver';
import type { Strength } from '@same-deal/solver';
import { pauseBefore, situationOf } from '../../apps/server/src/race/pace.ts';
import { compareResults } from '../../apps/server/src/race/standings.ts';
import type { RaceResult } from '../../apps/server/src/race/standings.ts';
import { wilson } from '../wilson.ts';

const { values } = parseArgs({
  options: {
    deals: { type: 'string', default: '200' },
    games: { type: 'string' },
    strengths: { type: 'string', default: '1,2,3' },
    from: { type: 'string', default: '0' },
  },
});
const deals = Number(values.deals);
/** The first deal's number: long runs can be split. */
const from = Number(values.from);
const requested = values.games?.split(',');
const strengths = values.strengths.split(',').map(Number) as Strength[];
const chosen = gameList.filter(({ id }) => !requested || requested.includes(id));
if (!(deals >= 1) || chosen.length === 0) {
  console.error(
    'usage: pnpm bench sparring [--deals N] [--games A,B] [--strengths 1,2,3] [--from N]',
  );
  process.exit(2);
}

/** More moves than any game takes. */
const MOST_MOVES = 1000;

/** A partner's result as in a race's standings, and the figures of the whole play, without the cap. */
interface Played extends RaceResult {
  readonly isWon: boolean;
  readonly home: number;
  readonly allMoves: number;
}

const MOST_CHANCE = 0xffff;

/**
 * Plays one game as a partner, which gets the view only, at its own pace.
 * @param capMs the race's cap; the play continues after it, for its own figures
 */
function play(start: Position, strength: Strength, seed: number, capMs: number): Played {
  let position = start;
  const history: Entry[] = [];
  let before: { readonly entry: Entry; readonly turnedUp: boolean } | undefined;
  let ms = 0;
  let race = { cardsHome: 0, cardsHomeAtMs: 0, moves: 0 };
  while (history.length < MOST_MOVES) {
    const entry = sparringMove(viewOf(position), history, strength, seed);
    if (entry === null || entry === 'undo' || entry === 'concede') break;
    const draw = mersenneDraw([seed, strength, history.length]);
    const chances = [draw(MOST_CHANCE) / MOST_CHANCE, draw(MOST_CHANCE) / MOST_CHANCE] as const;
    ms += pauseBefore(situationOf(position, entry, before), strength, chances);
    const next = unwrap(playMove(position, entry));
    before = { entry, turnedUp: turnedUpBy(position, entry, next) !== undefined };
    position = next;
    history.push(entry);
    if (ms < capMs) {
      const home = cardsHome(position);
      race = {
        moves: history.length,
        cardsHome: home,
        cardsHomeAtMs: home > race.cardsHome ? ms : race.cardsHomeAtMs,
      };
    }
  }
  const isInTime = ms < capMs;
  return {
    ...race,
    ending: !isInTime ? 'cap' : isWon(position) ? 'won' : 'stuck',
    elapsedMs: Math.min(ms, capMs),
    isWon: isWon(position),
    home: cardsHome(position),
    allMoves: history.length,
  };
}

/** How often the stronger one finishes ahead; ties count half. */
function ahead(weaker: readonly Played[], stronger: readonly Played[]) {
  const points = stronger.map((one, n) => {
    const order = compareResults(one, weaker[n] ?? one);
    return order < 0 ? 1 : order === 0 ? 0.5 : 0;
  });
  return shareOf(points);
}

/** A partner's figures over all deals, and its plays. */
function fieldOf(game: Game, strength: Strength) {
  const [rules] = game.variants;
  const began = process.cpuUsage();
  const plays = Array.from({ length: deals }, (_, n) => {
    const pack = shuffledPack(rules.packs, mersenneDraw([from + n, 77]));
    return play(unwrap(newGame(rules.id, pack)), strength, from + n, game.capMinutes * 60_000);
  });
  const { user, system } = process.cpuUsage(began);
  const homes = plays.map(({ home }) => home);
  const wins = plays.map((one) => (one.isWon ? 1 : 0));
  const moves = plays.reduce((sum, { allMoves }) => sum + allMoves, 0);
  const row = {
    strength,
    home: rounded(mean(homes)),
    homeMargin: rounded(margin(homes)),
    won: shareOf(wins),
    movesPerGame: rounded(moves / deals),
    msPerMove: rounded((user + system) / 1000 / moves),
    wonInTimePercent: rounded(mean(plays.map(({ ending }) => (ending === 'won' ? 100 : 0)))),
    minutes: rounded(mean(plays.map(({ elapsedMs }) => elapsedMs / 60_000))),
  };
  return { row, plays };
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The share that counts make up, in per cent, with its 95 % interval by Wilson. */
function shareOf(counts: readonly number[]) {
  const part = counts.reduce((sum, count) => sum + count, 0);
  const [least, most] = wilson(part, counts.length).map((share) => rounded(100 * share));
  return { percent: rounded((100 * part) / counts.length), least, most };
}

const written = ({ percent, least, most }: ReturnType<typeof shareOf>): string =>
  `${percent} % (${least} to ${most})`;

/** Half the width of the 95 % interval of a mean. */
function margin(numbers: readonly number[]): number {
  const middle = mean(numbers);
  const variance = mean(numbers.map((number) => (number - middle) ** 2));
  return 1.96 * Math.sqrt(variance / Math.max(1, numbers.length - 1));
}

const rounded = (number: number): number => Number(number.toFixed(3));

const results: Partial<Record<GameId, object>> = {};
for (const game of chosen) {
  const fields = strengths.map((strength) => {
    const field = fieldOf(game, strength);
    const { row } = field;
    console.log(
      `${game.id} ${strength}: ${row.home} ± ${row.homeMargin} cards home, ${written(row.won)} ` +
        `won, ${row.movesPerGame} moves a game at ${row.msPerMove} ms; in a race ` +
        `${row.minutes} minutes, ${row.wonInTimePercent} % won in time`,
    );
    return field;
  });
  const races = fields.slice(1).flatMap(({ row, plays }, n) => {
    const weaker = fields[n];
    if (!weaker) return [];
    const race = {
      stronger: row.strength,
      weaker: weaker.row.strength,
      ahead: ahead(weaker.plays, plays),
    };
    console.log(
      `${game.id}: ${race.stronger} comes in before ${race.weaker} in ${written(race.ahead)} of races`,
    );
    return [race];
  });
  results[game.id] = { partners: fields.map(({ row }) => row), races };
}
console.log(JSON.stringify({ bench: 'sparring', deals, from, ...results }));
