import { isWon, newGame, packOf, parseMove, playMove, unwrap, variantOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { expect, test } from 'vitest';
import wonGames from '../../../../e2e/won-games.json' with { type: 'json' };
import { finishingMoves, mayCollect } from './finish.ts';

test.each(wonGames.map((game) => [game.variant, game] as const))(
  '%s: from some move on all the rest is played home, and wins',
  (variant, { deal, moves }) => {
    const rules = variantOf(variant);
    let position: Position = unwrap(newGame(variant, unwrap(packOf(deal, rules.packs))));
    expect(finishingMoves(rules, position)).toBeUndefined();
    let found = 0;
    for (const text of moves.split(' ')) {
      const rest = finishingMoves(rules, position);
      if (rest) {
        found++;
        const end = rest.reduce((table, move) => unwrap(playMove(table, move)), position);
        expect(isWon(end)).toBe(true);
        expect(rest.every(({ to }) => rules.piles[to]?.role === 'foundation')).toBe(true);
      }
      position = unwrap(playMove(position, parseMove(variant, text)!));
    }
    expect(found).toBeGreaterThan(0);
    expect(finishingMoves(rules, position)).toEqual([]);
  },
);

/** The tables of a won game, from the deal to the last one. */
function tablesOf({ variant, deal, moves }: (typeof wonGames)[number]): Position[] {
  const { packs } = variantOf(variant);
  const tables = [unwrap(newGame(variant, unwrap(packOf(deal, packs))))];
  for (const text of moves.split(' ')) {
    const move = parseMove(variant, text);
    const last = tables.at(-1);
    if (move && last) tables.push(unwrap(playMove(last, move)));
  }
  return tables;
}

test.each(wonGames.map((game) => [game.variant, game] as const))(
  '%s: cards go home by themselves only where nothing is lost by it',
  (variant, game) => {
    const rules = variantOf(variant);
    const may = tablesOf(game).map((table) => mayCollect(rules, table));
    if (rules.homeIsSafe) {
      expect(new Set(may)).toEqual(new Set([true]));
    } else {
      // Not at the deal, and at the latest when the last card is home; once certain, always certain.
      expect([may[0], may.at(-1)]).toEqual([false, true]);
      const from = may.indexOf(true);
      expect(from).toBeLessThan(may.length - 1);
    }
  },
);
