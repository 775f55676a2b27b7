/** A puzzle's table, which answers as the service would. */
import { parseCard, variantOf } from '@same-deal/engine';
import type { Card, Position } from '@same-deal/engine';
import { expect, test, vi } from 'vitest';
import { QUEUE_LIMIT } from '../play/play-log.ts';
import { PlaySession } from '../play/play-session.svelte.ts';
import { puzzleLine, puzzleTable, takeAllBack } from './own-line.ts';

/** A six that goes from column to column for as long as anybody likes. */
function sixAndNeighbours() {
  const rules = variantOf('bisley/thirteen');
  const columns = rules.piles.flatMap(({ role }, n) => (role === 'tableau' ? [n] : []));
  const cards = new Map(
    ['5H', '7H', '6H'].map((text, n) => [columns[n]!, parseCard(text) as Card]),
  );
  const piles = rules.piles.map((_, n) => (cards.has(n) ? [cards.get(n)!] : []));
  const position: Position = { variant: rules.id, piles, counters: [] };
  const session = new PlaySession(puzzleLine(position), puzzleTable(position));
  const [five, seven, six] = columns as [number, number, number];
  const moves = [
    [six, five],
    [five, seven],
    [seven, five],
  ] as const;
  return { session, moves };
}

test.each([3, QUEUE_LIMIT + 20])('taking all of %i moves back ends, done or not', async (count) => {
  const { session, moves } = sixAndNeighbours();
  for (let n = 0; n < count; n++) {
    const [from, to] = moves[n === 0 ? 0 : 1 + ((n - 1) % 2)]!;
    expect(session.move(from, to)).toBe(true);
    if (n % 50 === 49) await vi.waitFor(() => expect(session.pendingCount).toBe(0));
  }
  await vi.waitFor(() => expect(session.pendingCount).toBe(0));
  expect(takeAllBack(session)).toBe(count <= QUEUE_LIMIT);
  expect(session.undos).toBe(Math.min(count, QUEUE_LIMIT));
  session.close();
});
