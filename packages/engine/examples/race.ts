import {
  enter,
  newGame,
  openPlay,
  packOf,
  startPlay,
  turnedUpBy,
  unwrap,
  viewOf,
} from '@same-deal/engine';

const pack = unwrap(packOf('AAE-KZD-AC3', 2));
const variant = 'alhambra/standard';

// The server keeps the whole table, a player holds a view of it; the same functions run on both.
let served = unwrap(startPlay(variant, pack, 'bounded'));
let shown = openPlay(viewOf(unwrap(newGame(variant, pack))), 'bounded');

const deal = { from: 17, to: 16 }; // stock to waste
const before = served.position;
served = unwrap(enter(served, deal));
const turnedUp = turnedUpBy(before, deal, served.position);

// The one card that the move turned up is all that the player has to be sent.
shown = unwrap(enter(shown, deal, turnedUp));
console.log(JSON.stringify(shown.position) === JSON.stringify(viewOf(served.position)));
// → true

console.log(enter(served, 'undo'));
// → { ok: false, reason: { code: 'undo-crosses-turned-card' } }
