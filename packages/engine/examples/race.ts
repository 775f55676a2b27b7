import { enter, newGame, openPlay, packOf, startPlay, turnedUpBy, viewOf } from '@same-deal/engine';

const pack = packOf('AAE-KZD-AC3', 2);
if (!pack.ok) throw new Error(pack.reason);
const variant = 'alhambra/standard';

// The server keeps the whole table, a player holds a view of it; the same functions run on both.
let served = startPlay(variant, pack.value, 'bounded');
let shown = openPlay(viewOf(newGame(variant, pack.value)), 'bounded');

const deal = { from: 17, to: 16 }; // stock to waste
const entered = enter(served, deal);
if (!entered.ok) throw new Error(entered.reason.code);
const turnedUp = turnedUpBy(served.position, deal, entered.value.position);
served = entered.value;

// The one card that the move turned up is all that the player has to be told.
const followed = enter(shown, deal, turnedUp);
if (followed.ok) shown = followed.value;
console.log(JSON.stringify(shown.position) === JSON.stringify(viewOf(served.position)));
// → true

console.log(enter(served, 'undo'));
// → { ok: false, reason: { code: 'undo-crosses-turned-card' } }
