import { FACE_DOWN, packOf, variantOf, viewOf } from '@same-deal/engine';
import { expect, test } from 'vitest';
import { remarkOn, sayingOf } from './narration.ts';
import type { PlayEvent } from './play-line.ts';

const rules = variantOf('alhambra/standard');
const pack = packOf('1', rules.packs);
const position = viewOf(rules.deal(pack.ok ? pack.value : []));
const pileOf = (role: string) => rules.piles.findIndex((pile) => pile.role === role);
const [stock, waste, foundation] = [pileOf('stock'), pileOf('waste'), pileOf('foundation')];

const say = (event: PlayEvent) => sayingOf(rules, position, 8, event);

test('P11: a move is said by its card and place, a deal without telling the card', () => {
  const toHome = { from: waste, to: foundation };
  expect(say({ kind: 'moved', move: toHome, card: 1, byMe: true }).text).toMatch(/^2 .* to the /i);
  const deal = { from: stock, to: waste };
  expect(say({ kind: 'moved', move: deal, card: FACE_DOWN, byMe: true }).text).toBe('Dealt.');
  const redeal = { from: waste, to: stock };
  expect(say({ kind: 'moved', move: redeal, card: 1, byMe: true }).text).toMatch(/turned over/);
});

test('P6: what another device did is said to be so', () => {
  const move = { from: stock, to: waste };
  expect(say({ kind: 'undone', move, card: FACE_DOWN, byMe: false }).text).toBe(
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

test('the end tells how far it came', () => {
  expect(say({ kind: 'ended', ending: 'cap' }).text).toMatch(/^Time is up .* 8 of \d+ cards home/);
});

test('a card that has come home is not for the taking, and everybody may read why', () => {
  const home = remarkOn(rules, position, 'nothing-there', foundation, 0);
  const empty = remarkOn(rules, position, 'nothing-there', waste, 0);
  expect(home.isForAll).toBe(true);
  expect(empty).toEqual({ text: 'There is no card to move.', isForAll: false });
});
