import type { Answer, PlayList, PlaySummary } from '@same-deal/protocol';
import { describe, expect, test, vi } from 'vitest';
import { GameList } from './game-list.svelte.ts';

const page = (next: string | null, ...ids: string[]): Answer<PlayList> => ({
  ok: true,
  data: { plays: ids.map((playId) => ({ playId }) as PlaySummary), next },
});
const unavailable: Answer<never> = { ok: false, error: { code: 'unavailable' } };

function listOf(...answers: Answer<PlayList>[]) {
  const fetch = vi.fn(async () => answers.shift() ?? unavailable);
  const list = new GameList(fetch, 'finished');
  return { fetch, list, ids: () => list.plays.map(({ playId }) => playId) };
}

describe('one’s games', () => {
  test('come page by page, newest first', async () => {
    const { fetch, list, ids } = listOf(page('c', 'a', 'b'), page(null, 'c'));
    expect(list.isLoaded).toBe(false);
    await list.load();
    expect([ids(), list.hasMore, list.isLoaded]).toEqual([['a', 'b'], true, true]);
    await list.more();
    expect([ids(), list.hasMore]).toEqual([['a', 'b', 'c'], false]);
    expect(fetch.mock.calls).toEqual([
      [{ state: 'finished' }],
      [{ state: 'finished', before: 'c' }],
    ]);
  });

  test('begin anew where somebody else is here', async () => {
    const { list, ids } = listOf(page('c', 'a', 'b'), page(null, 'x'));
    await list.load();
    await list.load();
    expect([ids(), list.hasMore]).toEqual([['x'], false]);
  });

  test('P8: stay as they are when more cannot be fetched, and say why until they can', async () => {
    const { list, ids } = listOf(page('c', 'a'), unavailable, page(null, 'c'));
    await list.load();
    await list.more();
    expect([ids(), list.failure, list.hasMore]).toEqual([['a'], { code: 'unavailable' }, true]);
    await list.more();
    expect([ids(), list.failure]).toEqual([['a', 'c'], undefined]);
  });

  test('are asked for once at a time, and listed once', async () => {
    const { fetch, list, ids } = listOf(page('c', 'a'), page('e', 'c'), page(null, 'e'));
    await Promise.all([list.more(), list.more()]);
    expect(ids()).toEqual(['a']);
    await Promise.all([list.more(), list.more()]);
    expect([ids(), fetch.mock.calls.length]).toEqual([['a', 'c'], 2]);
    await list.more();
    expect(ids()).toEqual(['a', 'c', 'e']);
  });

  test('are gone when somebody else is here, before theirs have come', async () => {
    const { list, ids } = listOf(page('c', 'a'), page(null, 'x'));
    await list.load();
    list.forget();
    expect([ids(), list.hasMore, list.isLoaded]).toEqual([[], false, false]);
    await list.load();
    expect(ids()).toEqual(['x']);
  });

  test('that could not be fetched at all are not taken for none', async () => {
    const { list } = listOf(unavailable);
    await list.load();
    expect([list.isLoaded, list.failure]).toEqual([false, { code: 'unavailable' }]);
  });

  test('of somebody who was here before, or after a list begun anew, change nothing when they come late', async () => {
    const held: ((answer: Answer<PlayList>) => void)[] = [];
    const list = new GameList(() => new Promise((resolve) => held.push(resolve)), 'finished');
    const ids = () => list.plays.map(({ playId }) => playId);
    const ofAnna = list.load();
    const ofBen = list.load();
    held[1]?.(page('c', 'b'));
    await ofBen;
    held[0]?.(page(null, 'a'));
    await ofAnna;
    expect([ids(), list.hasMore, list.isBusy]).toEqual([['b'], true, false]);
    const more = list.more();
    const anew = list.load();
    held[3]?.(page(null, 'd'));
    await anew;
    held[2]?.(page(null, 'c'));
    await more;
    expect(ids()).toEqual(['d']);
  });

  test('are busy while they are on their way', async () => {
    const { list } = listOf(page(null));
    const loading = list.load();
    expect(list.isBusy).toBe(true);
    await loading;
    expect([list.isBusy, list.isLoaded]).toEqual([false, true]);
  });
});
