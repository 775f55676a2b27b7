/** The sample of solved deals is what it says: `pnpm winnability samples --write` makes it, this plays it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gameList, isWon, newGame, packOf, parseMove, playMove, unwrap } from '@same-deal/engine';
import { describe, expect, it } from 'vitest';
import { GRADING_VERSION, gradeDeal } from '../src/index.ts';
import { scaled } from '../../../tools/scale.ts';

interface SampleDeal {
  readonly code: string;
  readonly difficulty: number;
  readonly gradingVersion: number;
  readonly moves: string;
}

const sizes: Readonly<Record<string, number>> = {
  bisley: 100,
  'british-square': 50,
  'sly-fox': 50,
  alhambra: 20,
};

const sampleOf = (game: string): SampleDeal[] =>
  readFileSync(join(import.meta.dirname, `../sample/${game}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('there is a sample of each game that says how many deals it has', () => {
  const files = readdirSync(join(import.meta.dirname, '../sample'));
  expect(files.sort()).toEqual(
    Object.keys(sizes)
      .map((game) => `${game}.jsonl`)
      .sort(),
  );
});

describe.each(gameList.filter(({ id }) => id in sizes))('$id', ({ id, variants: [rules] }) => {
  it('has its number of different deals, each with a difficulty', () => {
    const deals = sampleOf(id);
    expect(new Set(deals.map(({ code }) => code)).size).toBe(sizes[id]);
    for (const { difficulty } of deals) expect([1, 2, 3, 4, 5]).toContain(difficulty);
  });

  it('its classes are those of the present grading', () => {
    const deals = sampleOf(id);
    expect(deals.every(({ gradingVersion }) => gradingVersion === GRADING_VERSION)).toBe(true);
    const step = Math.max(1, Math.floor(deals.length / scaled(5, 50)));
    for (const { code, difficulty } of deals.filter((_, n) => n % step === 0)) {
      const deal = unwrap(newGame(rules.id, unwrap(packOf(code, rules.packs))));
      expect({ code, difficulty: unwrap(gradeDeal(deal)).difficulty }).toEqual({
        code,
        difficulty,
      });
    }
  });

  it('every deal is won by its moves', () => {
    for (const { code, moves } of sampleOf(id)) {
      const pack = packOf(code, rules.packs);
      if (!pack.ok) throw new Error(`${code} is no deal: ${pack.reason}`);
      let position = unwrap(newGame(rules.id, pack.value));
      for (const text of moves.split(' ')) {
        const move = parseMove(rules.id, text);
        if (!move) throw new Error(`${code}: ${text} is no move`);
        const played = playMove(position, move);
        if (!played.ok) throw new Error(`${code}: ${text} is illegal: ${played.reason.code}`);
        position = played.value;
      }
      expect(isWon(position)).toBe(true);
    }
  });
});
