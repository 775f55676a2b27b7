import { FACE_DOWN, packOf, variantOf, viewOf } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { remarkOn, sayingOf } from './narration.ts';
import type { PlayEvent } from './play-state.ts';

const rules = variantOf('alhambra/standard');
const pack = packOf('1', rules.packs);
const position = viewOf(rules.deal(pack.ok ? pack.value : []));
const pileOf = (role: string) => rules.piles.findIndex((pile) => pile.role === role);
const [stock, waste, foundation] = [pileOf('stock'), pileOf('waste'), pileOf('foundation')];

const say = (event: PlayEvent) => sayingOf(rules, position, 8, event);

test('P11: a move is said by its card and place, a deal without telling the card', () => {
  const toHome = { from: waste, to: foundation };
  expect(say({ kind: 'moved', move: toHome, card: 1, cardsBelow: 1, byMe: true }).text).toBe(
    '2 of clubs to its foundation from the ace; uncovers 2 of diamonds.',
  );
  const deal = { from: stock, to: waste };
  expect(say({ kind: 'moved', move: deal, card: FACE_DOWN, cardsBelow: 0, byMe: true }).text).toBe(
    'Dealt.',
  );
  const redeal = { from: waste, to: stock };
  expect(say({ kind: 'moved', move: redeal, card: 1, cardsBelow: 0, byMe: true }).text).toMatch(
    /turned over/,
  );
});

test('P11: a move is said with what it uncovered, and how deep that lies', () => {
  const bisley = variantOf('bisley/thirteen');
  const deal = packOf('17', bisley.packs);
  const table = viewOf(bisley.deal(deal.ok ? deal.value : []));
  const move = { from: 8, to: 9 };
  const after = { ...table, piles: table.piles.map((pile, n) => (n === 8 ? [2, 15, 33] : pile)) };
  const moved = { kind: 'moved', move, card: 0, cardsBelow: 3, byMe: true } as const;
  expect(sayingOf(bisley, after, 8, moved).text).toBe(
    'Ace of clubs to column 2; uncovers 8 of hearts, third of column 1.',
  );
  const emptied = { ...after, piles: after.piles.map((pile, n) => (n === 8 ? [] : pile)) };
  expect(sayingOf(bisley, emptied, 8, moved).text).toBe(
    'Ace of clubs to column 2; column 1 is empty.',
  );
});

test('P11: a pile that the rules fill at once is said to be filled, not uncovered', () => {
  const slyFox = variantOf('sly-fox/standard');
  const reserve = slyFox.piles.findIndex(({ role }) => role === 'reserve');
  const deal = packOf('17', slyFox.packs);
  const table = viewOf(slyFox.deal(deal.ok ? deal.value : []));
  const after = { ...table, piles: table.piles.map((pile, n) => (n === reserve ? [33] : pile)) };
  const move = { from: reserve, to: 0 };
  const moved = { kind: 'moved', move, card: 1, cardsBelow: 0, byMe: true } as const;
  expect(sayingOf(slyFox, after, 8, moved).text).toBe(
    '2 of clubs to its foundation from the ace; 8 of hearts fills reserve 1.',
  );
});

test('P11, SLY-6: the first card of a batch says that the reserve is closed, the last that it is open', () => {
  const slyFox = variantOf('sly-fox/standard');
  const deal = packOf('17', slyFox.packs);
  const table = viewOf(slyFox.deal(deal.ok ? deal.value : []));
  const from = slyFox.piles.findIndex(({ role }) => role === 'stock');
  const move = { from, to: slyFox.piles.findIndex(({ role }) => role === 'reserve') };
  const saidAt = (placed: number, more: object = {}) =>
    sayingOf(slyFox, { ...table, counters: [placed] }, 8, {
      ...({ kind: 'moved', move, card: 1, cardsBelow: 0, byMe: true } as const),
      ...more,
    }).text;
  expect(saidAt(1)).toMatch(/Place 19 more before reserve cards can go home\.$/);
  expect(saidAt(2)).not.toMatch(/Place|placed/);
  expect(saidAt(0)).toMatch(/All placed: reserve cards can go home\.$/);
  // The last batch is as long as the stock.
  const leftOf = (cards: number) => ({
    ...table,
    counters: [1],
    piles: table.piles.map((pile, n) => (n === from ? pile.slice(0, cards) : pile)),
  });
  const moved = { kind: 'moved', move, card: 1, cardsBelow: 0, byMe: true } as const;
  expect(sayingOf(slyFox, leftOf(15), 8, moved).text).toMatch(/Place 15 more/);
  expect(sayingOf(slyFox, leftOf(0), 8, moved).text).toMatch(/All placed/);
  for (const start of [from, move.to]) {
    const home = { move: { from: start, to: 0 } };
    expect(saidAt(0, home) + saidAt(1, home), 'a move home').not.toMatch(/Place|placed/);
  }
  // The stock's last card ends the batch wherever it goes; of the reserve none does.
  const lastHome = (start: number) =>
    sayingOf(slyFox, leftOf(0), 8, { ...moved, move: { from: start, to: 0 } }).text;
  expect(lastHome(from)).toMatch(/All placed/);
  expect(lastHome(move.to)).not.toMatch(/placed/);
});

test('P6: what another device did is said to be so', () => {
  const move = { from: stock, to: waste };
  expect(say({ kind: 'undone', move, card: FACE_DOWN, cardsBelow: 0, byMe: false }).text).toBe(
    'Other device: Taken back: the deal.',
  );
});

test('P3: a refusal is there to be read, and says so if the move was on the table already', () => {
  const refusal = { code: 'unavailable' } as const;
  const plain = say({ kind: 'refused', refusal, takenBack: false });
  const takenBack = say({ kind: 'refused', refusal, takenBack: true });
  expect(plain.isForAll).toBe(true);
  expect(takenBack.text).toBe(`Taken back. ${plain.text}`);
});

test('P11: the end tells how far it came, in sentences', () => {
  expect(say({ kind: 'ended', ending: 'cap' }).text).toMatch(
    /^Time is up\. .* 8 of \d+ cards home\.$/,
  );
  expect(say({ kind: 'ended', ending: 'won' }).text).toBe('Won! All cards home!');
});

test('a card that has come home is not for the taking, and everybody may read why', () => {
  const home = remarkOn(rules, position, 'nothing-there', foundation, 0);
  const empty = remarkOn(rules, position, 'nothing-there', waste, 0);
  expect(home.isForAll).toBe(true);
  expect(empty).toEqual({ text: 'There is no card to move.', isForAll: false });
});

test('P11: a card in the hand is said with how many places take it', () => {
  const held = (places: number) => remarkOn(rules, position, 'selected', foundation, places).text;
  expect(held(0)).toMatch(/selected\. No place takes it now\.$/);
  expect(held(1)).toMatch(/selected, 1 place to go\.$/);
  expect(held(3)).toMatch(/selected, 3 places to go\.$/);
  const instead = remarkOn(rules, position, 'selected-instead', foundation, 3);
  expect(instead).toEqual({ text: held(3), isForAll: false });
});

test('what a player has to decide or could not do is there to be read by everybody', () => {
  for (const remark of ['choose-home', 'choose-place', 'no-home'] as const) {
    expect(remarkOn(rules, position, remark, foundation, 2).isForAll).toBe(true);
  }
  expect(remarkOn(rules, position, 'deselected', foundation, 2).isForAll).toBe(false);
  expect(say({ kind: 'overtaken' }).isForAll).toBe(true);
});

test('P11 SLY-6: a card that the rules keep from home is told their reason, and one that no foundation takes yet, that', () => {
  const slyFox = variantOf('sly-fox/standard');
  const deal = packOf('17', slyFox.packs);
  const opening = viewOf(slyFox.deal(deal.ok ? deal.value : []));
  const reserve = slyFox.piles.findIndex(({ role }) => role === 'reserve');
  const whyAt = (counters: readonly number[]) =>
    remarkOn(slyFox, { ...opening, counters: [...counters] }, 'no-home', reserve, 0).text;
  expect(whyAt([7])).toBe('Place the rest of the batch first.');
  expect(whyAt([0])).toMatch(/^No foundation takes the .* yet\.$/);
});

test('a card that turned up is said by name, once it is known', () => {
  const text = say({ kind: 'turned-up', card: 12, pile: waste }).text;
  expect(text).toBe('King of clubs turned up.');
});

test.each(['won', 'conceded', 'stuck', 'cap'] as const)('an end by %s has its words', (ending) => {
  const { text, isForAll } = say({ kind: 'ended', ending });
  expect(text.length).toBeGreaterThan(10);
  // The panel shows it to everybody.
  expect(isForAll).toBe(false);
});
