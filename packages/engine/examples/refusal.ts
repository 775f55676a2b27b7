import { formatDealCode, newGame, packOf, parseMove, playMove } from '@same-deal/engine';

// Texts from people are answered, never thrown at.
console.log(packOf('AAE-KZD-AC4', 2)); // one sign mistyped
// → { ok: false, reason: 'mistyped' }

const pack = packOf(formatDealCode(123456789), 2);
if (!pack.ok) throw new Error(pack.reason);
const position = newGame('british-square/piles', pack.value);

const move = parseMove(position.variant, 't0>fC');
if (move) console.log(playMove(position, move));
// → { ok: false, reason: { code: 'wrong-suit', from: 4, to: 0 } }
