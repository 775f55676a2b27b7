import {
  enter,
  formatPosition,
  legalMoves,
  packOf,
  startPlay,
  variantOf,
  unwrap,
} from '@same-deal/engine';
import type { Play } from '@same-deal/engine';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fullPositions } from './full-position.ts';
import { searchInWorker } from '../advice/search.ts';

const variant = 'alhambra/standard';
const pack = packOf('5', variantOf(variant).packs);
if (!pack.ok) throw new Error(pack.reason);

/** Plays so many moves, and takes some back on the way. */
function played(entries: number): Play {
  let play = unwrap(startPlay(variant, pack.ok ? pack.value : [], 'free'));
  for (let n = 0; n < entries; n++) {
    const [move] = legalMoves(play.position);
    const next = enter(play, n % 5 === 4 || !move ? 'undo' : move);
    if (next.ok) play = next.value;
  }
  return play;
}

describe('the tables of a practice game, with nothing hidden', () => {
  test('lead from the deal to the present one, without what was taken back', () => {
    const play = played(23);
    const positions = fullPositions(variant, pack.value, play);
    expect(positions).toHaveLength(play.moves - play.undos + 1);
    expect(formatPosition(positions.at(-1) ?? play.position)).toBe(formatPosition(play.position));
  });

  test('begin and end with the deal where nothing was played', () => {
    expect(fullPositions(variant, pack.value, played(0))).toHaveLength(1);
  });

  test('cannot be had of another deal', () => {
    const other = packOf('ms5498619032', 1);
    const bisley = other.ok ? unwrap(startPlay('bisley/thirteen', other.value, 'free')) : played(0);
    const moved = enter(bisley, legalMoves(bisley.position)[0] ?? 'undo');
    if (!moved.ok) throw new Error(moved.reason.code);
    expect(() => fullPositions(variant, pack.value, moved.value)).toThrow('refused');
  });
});

describe('a search', () => {
  const workers: FakeWorker[] = [];
  class FakeWorker {
    onmessage: (event: { data: unknown }) => void = () => undefined;
    onerror: (event: { message: string }) => void = () => undefined;
    readonly asked: unknown[] = [];
    readonly terminate = vi.fn();
    constructor() {
      workers.push(this);
    }
    postMessage = (question: unknown) => void this.asked.push(question);
  }
  const { position } = played(0);
  function search() {
    vi.stubGlobal('Worker', FakeWorker);
    const given = new AbortController();
    const found = searchInWorker(position, given.signal);
    const worker = workers.at(-1);
    if (!worker) throw new Error('no worker');
    return { given, found, worker };
  }
  afterEach(() => void vi.unstubAllGlobals());

  test('runs in a worker of its own, for ten seconds at most, and ends with it', async () => {
    const { found, worker } = search();
    expect(worker.asked).toEqual([{ position, forMs: 10_000 }]);
    const solution = { verdict: 'lost', moves: [] };
    worker.onmessage({ data: solution });
    expect(await found).toEqual(solution);
    expect(worker.terminate).toHaveBeenCalled();
  });

  test('that breaks is told from one that found nothing', async () => {
    const { found, worker } = search();
    worker.onerror({ message: 'out of memory' });
    await expect(found).rejects.toThrow('out of memory');
    expect(worker.terminate).toHaveBeenCalled();
  });

  test('that nobody waits for any more is ended', async () => {
    const { given, found, worker } = search();
    given.abort(new Error('moved on'));
    await expect(found).rejects.toThrow('moved on');
    expect(worker.terminate).toHaveBeenCalled();
    await expect(searchInWorker(position, given.signal)).rejects.toThrow('moved on');
  });
});
