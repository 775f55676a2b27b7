import { isWon, newGame, packOf, parseMove, playMove, unwrap, variantOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { expect, test } from 'vitest';
import wonGames from '../../../../e2e/won-games.json' with { type: 'json' };
import { finishingMoves } from './finish.ts';

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
