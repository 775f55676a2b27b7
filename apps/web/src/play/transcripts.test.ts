/**
 * The first thirty moves of a won game of each kind, as they are said: kept in docs/transcripts, so
 * that words that change are read through by somebody before they are heard.
 */
import { isFaceUp, packOf, parseMove, playMove, topOf, variantOf, viewOf } from '@same-deal/engine';
import type { Position } from '@same-deal/engine';
import { expect, test } from 'vitest';
import wonGames from '../../../../e2e/won-games.json' with { type: 'json' };
import { answerTo } from './answers.ts';
import { sayingOf } from './narration.ts';
import { describePile } from './words.ts';

const MOVES = 30;

function transcript(variant: string, deal: string, moves: readonly string[]): string {
  const rules = variantOf(variant);
  const pack = packOf(deal, rules.packs);
  if (!pack.ok) throw new Error(deal);
  let position: Position = rules.deal(pack.value);
  const plain = { isSelected: false, isTarget: false };
  const lines = rules.piles.map((_, n) => describePile(rules, viewOf(position), n, plain));
  for (const [index, text] of moves.entries()) {
    const move = parseMove(variant, text);
    const next = move && playMove(position, move);
    if (!move || !next?.ok) throw new Error(text);
    const before = viewOf(position);
    const unknown = playMove(before, move);
    if (!unknown.ok) throw new Error(text);
    const after = viewOf(next.value);
    const from = before.piles[move.from] ?? [];
    const moved = { kind: 'moved', move, card: topOf(from), cardsBelow: from.length - 1 } as const;
    const said = [sayingOf(rules, unknown.value, 0, { ...moved, byMe: true }).text];
    const pile = after.piles.findIndex(
      (cards, n) => isFaceUp(topOf(cards)) && !isFaceUp(topOf(unknown.value.piles[n] ?? [])),
    );
    if (pile >= 0 && (unknown.value.piles[pile]?.length ?? 0) > 0) {
      const turnedUp = topOf(after.piles[pile] ?? []);
      said.push(sayingOf(rules, after, 0, { kind: 'turned-up', card: turnedUp, pile }).text);
    }
    lines.push(`${index + 1}. ${said.join(' ')}`);
    position = next.value;
  }
  const view = viewOf(position);
  const whole = answerTo('table', {
    rules,
    position: view,
    targets: [],
    pile: 0,
    lastMove: undefined,
    elapsedMs: 0,
    closesInMs: null,
    cardsHome: 0,
    standings: undefined,
  });
  return `${[...lines, '', whole].join('\n')}\n`;
}

test.each(wonGames.map(({ variant }) => variant))(
  'P11: thirty moves of %s read as they did when they were last read through',
  async (variant) => {
    const { deal, moves } = wonGames.find((game) => game.variant === variant)!;
    const said = transcript(variant, deal, moves.split(' ').slice(0, MOVES));
    const file = `../../../../docs/transcripts/${variant.split('/')[0] ?? ''}.txt`;
    await expect(said).toMatchFileSnapshot(file);
  },
);
