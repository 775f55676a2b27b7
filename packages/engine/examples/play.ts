import {
  formatMove,
  isWon,
  legalMoves,
  newGame,
  packOf,
  playMove,
  unwrap,
} from '@same-deal/engine';

const pack = unwrap(packOf('17', 1)); // PySolFC's deal 17, for a game of one pack
let position = unwrap(newGame('bisley/thirteen', pack));
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
