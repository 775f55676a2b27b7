import { formatMove, isWon, legalMoves, newGame, packOf, playMove } from '@same-deal/engine';

const pack = packOf('17', 1); // PySolFC's deal 17, for a game of one pack
if (!pack.ok) throw new Error(pack.reason);

let position = newGame('bisley/thirteen', pack.value);
const moves = legalMoves(position);
console.log(moves.map((move) => formatMove(position.variant, move)).join(' '));
// → t10>faD t2>fkC t2>t1 t1>t2 t12>t3 t8>t5 t5>t8 t10>t9 t9>t10 t3>t12

const [first] = moves;
if (first) {
  const played = playMove(position, first);
  if (played.ok) position = played.value; // the former position is unchanged
}
console.log(isWon(position));
// → false
