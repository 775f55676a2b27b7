import { newGame, packOf, parseMove, parsePosition, playMove, unwrap } from '@same-deal/engine';

// Text from people returns a Result; it never throws.
console.log(packOf('AAE-KZD-AC4', 2)); // one sign mistyped
// → { ok: false, reason: 'mistyped' }

// So is everything else that is wrong: one pack for a game of two, a move, a position.
const pack = unwrap(packOf('17', 1));
console.log(newGame('alhambra/standard', pack));
// → { ok: false, reason: { code: 'wrong-pack', at: 'alhambra/standard' } }

const position = unwrap(newGame('bisley/thirteen', pack));
const move = parseMove(position.variant, 't0>fkC');
if (move) console.log(playMove(position, move));
// → { ok: false, reason: { code: 'wrong-suit', from: 8, to: 4 } }

console.log(playMove(position, { from: 99, to: 4 }));
// → { ok: false, reason: { code: 'no-such-pile', from: 99, to: 4 } }

console.log(parsePosition('bisley/thirteen', 'AC|AS'));
// → { ok: false, reason: { code: 'wrong-number-of-piles' } }
