/** Fetches puzzles: one file for each game and kind. */
import type { GameId } from '@same-deal/engine';
import counts from './packs/counts.json';
import { openPuzzles } from './packed.ts';
import type { PuzzleKind, Puzzles } from './packed.ts';

const files = import.meta.glob<string>('./packs/*.puz', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** How many puzzles of each grade there are, easiest first. */
export const countsOf = (game: string, kind: PuzzleKind): readonly number[] =>
  (counts as Readonly<Record<string, Readonly<Record<PuzzleKind, readonly number[]>>>>)[game]?.[
    kind
  ] ?? [];

export const countOf = (game: string, kind: PuzzleKind): number =>
  countsOf(game, kind).reduce((sum, count) => sum + count, 0);

const fetched = new Map<string, Promise<Puzzles>>();

/** All puzzles of a game and kind. Rejects where they cannot be fetched or read; another call tries again. */
export function loadPuzzles(game: GameId, kind: PuzzleKind): Promise<Puzzles> {
  const name = `./packs/${game}-${kind}.puz`;
  const known = fetched.get(name);
  if (known) return known;
  const loading = fetchPuzzles(game, kind, files[name] ?? name);
  fetched.set(name, loading);
  loading.catch(() => fetched.delete(name));
  return loading;
}

async function fetchPuzzles(game: GameId, kind: PuzzleKind, url: string): Promise<Puzzles> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`puzzles: ${answer.status}`);
  const opened = openPuzzles(game, kind, new Uint8Array(await answer.arrayBuffer()));
  if (!opened.ok) throw new Error(`puzzles: ${opened.reason}`);
  return opened.value;
}
