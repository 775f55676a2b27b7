import { legalMoves, newGame, playMove, unwrap } from '@same-deal/engine';
import type { Pack } from '@same-deal/engine';
import { cryptographicChance } from '../../src/deal/chance.ts';
import type { Chance } from '../../src/deal/chance.ts';

const MOVES = 20;

/** Whether the first legal move can be played `MOVES` times in a row. */
function isPlayable(variant: string, pack: Pack): boolean {
  let position = unwrap(newGame(variant, pack));
  for (let n = 0; n < MOVES; n++) {
    const [move] = legalMoves(position);
    const played = move && playMove(position, move);
    if (!played?.ok) return false;
    position = played.value;
  }
  return true;
}

/** Cryptographic chance, without the few deals in which a test's player would soon be stuck. */
export const playableChance: Chance = {
  ...cryptographicChance,
  pack(variant, packs) {
    for (;;) {
      const pack = cryptographicChance.pack(variant, packs);
      if (isPlayable(variant, pack)) return pack;
    }
  },
};
