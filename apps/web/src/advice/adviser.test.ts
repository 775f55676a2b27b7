import {
  legalMoves,
  newGame,
  openPlay,
  enter,
  packOf,
  playMove,
  viewOf,
  unwrap,
} from '@same-deal/engine';
import type { Play, Position } from '@same-deal/engine';
import { describe, expect, test } from 'vitest';
import { Adviser } from './adviser.svelte.ts';
import { fullPositions } from '../play/full-position.ts';
import type { Search } from './search.ts';

function packNamed(deal: string, packs: 1 | 2) {
  const pack = packOf(deal, packs);
  if (!pack.ok) throw new Error('no such deal');
  return pack.value;
}

/** A line of first legal moves from deal 17. */
function line(length: number): Position[] {
  const positions = [unwrap(newGame('bisley/thirteen', packNamed('17', 1)))];
  for (let n = 0; n < length; n++) {
    const at = positions.at(-1)!;
    const next = playMove(at, legalMoves(at)[0]!);
    if (next.ok) positions.push(next.value);
  }
  return positions;
}

/** A search that says a table of the line is lost from its n-th on, and counts how often it is asked. */
function searchThatLosesAt(positions: readonly Position[], n: number) {
  const lost = new Set(positions.slice(n).map((position) => JSON.stringify(position)));
  const asked: Position[] = [];
  const search: Search = async (position) => {
    asked.push(position);
    return lost.has(JSON.stringify(position))
      ? { verdict: 'lost', moves: [], positions: 1 }
      : { verdict: 'won', moves: [], positions: 1 };
  };
  return { search, asked };
}

describe('the adviser', () => {
  test('tells the next move of a win, and knows the rest of it without searching again', async () => {
    const [deal, next] = line(2) as [Position, Position];
    const moves = [legalMoves(deal)[0]!, legalMoves(next)[0]!];
    let searches = 0;
    const adviser = new Adviser(async () => {
      searches++;
      return { verdict: 'won', moves, positions: 5 };
    });
    await adviser.ask([deal]);
    expect(adviser.status).toEqual({
      state: 'ready',
      advice: { verdict: 'won', move: moves[0], left: 2 },
    });
    await adviser.ask([deal, next]);
    expect(adviser.status).toMatchObject({ advice: { move: moves[1], left: 1 } });
    expect(searches).toBe(1);
  });

  test.each(['lost', 'undecided'] as const)('says when it is %s', async (verdict) => {
    const adviser = new Adviser(async () => ({ verdict, moves: [], positions: 5 }));
    const [deal, next] = line(1) as [Position, Position];
    await adviser.ask([deal, next]);
    expect(adviser.status).toEqual({ state: 'ready', advice: { verdict } });
  });

  test('advises on the table that it was asked about, and on no other', async () => {
    const positions = line(2) as [Position, Position, Position];
    const [deal, next, other] = positions;
    const adviser = new Adviser(async () => ({ verdict: 'lost', moves: [], positions: 5 }));
    await adviser.ask([deal, next]);
    expect(adviser.statusOn(() => structuredClone(next))).toBe(adviser.status);
    expect(adviser.statusOn(() => other)).toEqual({ state: 'idle' });
    expect(adviser.statusOn(() => undefined)).toEqual({ state: 'idle' });
  });

  test('finds the last table that could be won, in a few looks', async () => {
    const positions = line(12);
    for (let lostAt = 1; lostAt < positions.length; lostAt++) {
      const { search, asked } = searchThatLosesAt(positions, lostAt);
      const adviser = new Adviser(search);
      await adviser.askWayBack(positions);
      expect(adviser.status).toEqual({ state: 'way-back', moves: positions.length - lostAt });
      expect(asked.length).toBeLessThanOrEqual(7);
    }
    const adviser = new Adviser(searchThatLosesAt(positions, 0).search);
    await adviser.askWayBack(positions);
    expect(adviser.status).toEqual({ state: 'ready', advice: { verdict: 'never' } });
  });

  test('says of a deal that cannot be won that it never could, and looks for no way back', async () => {
    const positions = line(3);
    const adviser = new Adviser(searchThatLosesAt(positions, 0).search);
    await adviser.ask([positions[0]!]);
    expect(adviser.status).toEqual({ state: 'ready', advice: { verdict: 'never' } });
    await adviser.ask([positions[0]!, positions[1]!]);
    expect(adviser.status).toEqual({ state: 'ready', advice: { verdict: 'lost' } });
  });

  test('knows no way back where the deal itself was too much for the search', async () => {
    const positions = line(3);
    const { search } = searchThatLosesAt(positions, 1);
    const adviser = new Adviser(async (position, signal) =>
      position === positions[0]
        ? { verdict: 'undecided', moves: [], positions: 1 }
        : search(position, signal),
    );
    await adviser.askWayBack(positions);
    expect(adviser.status).toEqual({ state: 'way-back', moves: null });
  });

  test('what nobody waits for any more is ended and not shown', async () => {
    const signals: AbortSignal[] = [];
    const adviser = new Adviser((_, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    });
    const asking = adviser.ask([line(0)[0]!]);
    expect(adviser.status.state).toBe('thinking');
    adviser.forget();
    await asking;
    expect(signals[0]?.aborted).toBe(true);
    expect(adviser.status.state).toBe('idle');
  });

  test('P8: a search that cannot be run is reported as such', async () => {
    const adviser = new Adviser(() => Promise.reject(new Error('no workers here')));
    await adviser.ask([line(0)[0]!]);
    expect(adviser.status.state).toBe('failed');
  });
});

test('the page knows what lies under the stock of a practice deal, also with moves taken back', () => {
  const pack = packNamed('5', 2);
  const start = unwrap(newGame('alhambra/standard', pack));
  let full = openPlay(start, 'free');
  let shown: Play = openPlay(viewOf(start), 'free');
  for (let n = 0; n < 40; n++) {
    const moves = legalMoves(full.position);
    const entry = n % 7 === 6 ? 'undo' : moves[(n * 5) % moves.length]!;
    const after = enter(full, entry);
    if (!after.ok) throw new Error(after.reason.code);
    const pile = entry === 'undo' ? undefined : after.value.position.piles[entry.to];
    const view = enter(shown, entry, pile?.at(-1));
    if (!view.ok) throw new Error(view.reason.code);
    [full, shown] = [after.value, view.value];
  }
  expect(fullPositions('alhambra/standard', pack, shown).at(-1)).toEqual(full.position);
});
