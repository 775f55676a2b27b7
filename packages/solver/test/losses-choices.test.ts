/** Alhambra's losses by choices, as the second program verifies them, against brute force and against wins. */
import {
  cardsHome,
  faceOf,
  formatPosition,
  mersenneDraw,
  playMove,
  unwrap,
} from '@same-deal/engine';
import type { Draw, Move, Position } from '@same-deal/engine';
import { solve } from '@same-deal/solver';
import { expect, it } from 'vitest';
import { firstSeed, scaled } from '../../../tools/scale.ts';
import {
  areChoicesLost,
  choicesGame,
  HOME,
  START,
  UPWARDS,
} from '../../../bench/winnability/losses/alhambra.ts';
import type { Choice } from '../../../bench/winnability/losses/alhambra.ts';
import { refusalOf } from '../../../bench/winnability/losses/certificates.ts';
import { dealAt } from '../../../bench/winnability/search.ts';
import { countProofs } from './endgames.ts';

const ALHAMBRA = 'alhambra/standard';
const WASTE = 16;
const isReserve = (pile: number) => pile >= 8 && pile < WASTE;

it('no position of Alhambra that brute force wins is lost by choices, and most others are', () => {
  const draw = mersenneDraw([83 + firstSeed]);
  const counts = countProofs(ALHAMBRA, draw, scaled(200, 5000), (position) =>
    areChoicesLost(formatPosition(position)),
  );
  expect(counts.won).toBeGreaterThan(20);
  expect(counts.proved).toBeGreaterThan(counts.lost / 2);
});

/** The positions of a win found soon, the last one won; undefined if there is none. */
function lineOf(deal: number, moves: Move[]): Position[] | undefined {
  let asked = 0;
  const start = dealAt(ALHAMBRA, deal);
  const solution = unwrap(solve(start, { shouldStop: () => ++asked > 2000 }));
  if (solution.verdict !== 'won') return undefined;
  moves.push(...solution.moves);
  const line = [start];
  for (const move of moves) line.push(unwrap(playMove(line.at(-1)!, move)));
  return line;
}

/** What a win chooses from its position number `from` on. */
function choicesOf(line: readonly Position[], moves: readonly Move[], from: number): Choice[] {
  const { piles } = line[from]!;
  const reserve = piles.slice(8, WASTE).flat();
  const cards = [...piles[WASTE]!, ...piles[17]!.toReversed(), ...reserve];
  const numberOf = new Map(cards.map((card, n) => [card, n]));
  const goesUp = new Set(line.at(-1)!.piles.slice(0, 4).flat());
  const choices: Choice[] = cards
    .filter(
      (card) =>
        goesUp.has(card) && cards.some((other) => other !== card && faceOf(other) === faceOf(card)),
    )
    .map((card) => ({ card: numberOf.get(card)!, way: UPWARDS }));
  for (let n = from; n < moves.length; n++) {
    const move = moves[n]!;
    if (!isReserve(move.from)) continue;
    const card = numberOf.get(line[n]!.piles[move.from]!.at(-1)!)!;
    const host = line[n]!.piles[WASTE]!.at(-1);
    const onto = host === undefined ? START : numberOf.get(host)!;
    choices.push({ card, way: move.to === WASTE ? onto : HOME });
  }
  return choices;
}

/** How many parts of a win's choices bring the kinder game home, and the first that does not. */
function countParts(deals: number, draw: Draw, partsOfEach: number) {
  const counts = { wins: 0, parts: 0, built: 0, missing: '' };
  for (let deal = 1; deal <= deals; deal++) {
    const moves: Move[] = [];
    const line = lineOf(deal, moves);
    if (!line) continue;
    counts.wins++;
    for (const from of [0, 0, 0, 1, 2, 3].map((n) => (n === 0 ? 0 : draw(moves.length - 1)))) {
      const position = line[from]!;
      const text = formatPosition(position);
      const game = choicesGame(text);
      const all = choicesOf(line, moves, from);
      counts.built += all.filter(({ way }) => way >= 0).length;
      // Each answers a question of its own, and is among that question's answers.
      const isAnswer = ({ card, way }: Choice) =>
        game.questions.filter((answers) =>
          answers.some((answer) => answer.card === card && answer.way === way),
        ).length === 1;
      if (!all.every(isAnswer) || all.length !== game.questions.length) {
        throw new Error(`not the answers: ${text} ${cardsHome(position)}`);
      }
      for (let n = 0; n < partsOfEach; n++) {
        const percent = n === 0 ? 100 : draw(100);
        const made = all.filter(() => draw(99) < percent);
        counts.parts++;
        if (!game.comesHome(made)) counts.missing ||= `${text} ${JSON.stringify(made)}`;
      }
    }
  }
  return counts;
}

it('whatever part of the choices of a win is made, from wherever in it, the kinder game comes home', () => {
  const counts = countParts(scaled(8, 40), mersenneDraw([89 + firstSeed]), scaled(10, 100));
  expect(counts.missing).toBe('');
  expect(counts.wins).toBeGreaterThan(3);
  expect(counts.built).toBeGreaterThan(10);
});

it('choices prove deals lost; a deal that is won and another variant are refused', () => {
  for (const deal of [38, 49]) {
    const start = formatPosition(dealAt(ALHAMBRA, deal));
    const certificate = { variant: ALHAMBRA, deal, isHard: true, proof: 'choices', start } as const;
    expect(refusalOf(certificate, start)).toBeUndefined();
    const won = formatPosition(dealAt(ALHAMBRA, 1));
    expect(refusalOf(certificate, won)).toBe('this is another deal');
    const forged = { ...certificate, start: won };
    expect(refusalOf(forged, won)).toBe('the choices come home');
    expect(refusalOf({ ...forged, variant: 'bisley/thirteen' }, won)).toBe(
      'only Alhambra has choices',
    );
  }
});
