import { describe, expect, test } from 'vitest';
import { groupCommit } from '../src/play/group-commit.ts';

/** A store whose commits are let through by hand. */
function gatedStore() {
  const batches: number[][] = [];
  const gates: { open: (written: boolean[]) => void; fail: (error: Error) => void }[] = [];
  let arrived = () => {};
  const { commit } = groupCommit<number>((items) => {
    batches.push([...items]);
    arrived();
    return new Promise((open, fail) => gates.push({ open, fail }));
  });
  /** Resolves when so many batches have reached the store. */
  const reached = async (count: number) => {
    while (batches.length < count) await new Promise<void>((resolve) => (arrived = resolve));
  };
  return { commit, batches, gates, reached };
}

describe('group commit', () => {
  test('what arrives during a commit goes into the next one, in order', async () => {
    const { commit, batches, gates, reached } = gatedStore();
    const first = commit(1);
    await reached(1);
    const later = [2, 3, 4].map(commit);
    gates[0]!.open([true]);
    expect(await first).toBe(true);
    await reached(2);
    gates[1]!.open([true, false, true]);
    expect(await Promise.all(later)).toEqual([true, false, true]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  test('P4: nothing is acknowledged before its commit', async () => {
    const { commit, gates, reached } = gatedStore();
    let isAnswered = false;
    const answer = commit(1).then(() => (isAnswered = true));
    await reached(1);
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    gates[0]!.open([true]);
    await answer;
    expect(isAnswered).toBe(true);
  });

  test('a batch has a limit', async () => {
    const { commit, batches, gates, reached } = gatedStore();
    const answers = Array.from({ length: 600 }, (_, n) => commit(n));
    await reached(1);
    gates[0]!.open(batches[0]!.map(() => true));
    await reached(2);
    gates[1]!.open(batches[1]!.map(() => true));
    expect((await Promise.all(answers)).every(Boolean)).toBe(true);
    expect(batches.map((batch) => batch.length)).toEqual([512, 88]);
    expect(batches.flat()).toEqual(Array.from({ length: 600 }, (_, n) => n));
  });

  test('a failure rejects its batch and no other', async () => {
    const { commit, gates, reached } = gatedStore();
    const first = commit(1);
    const rejected = expect(first).rejects.toThrow('gone');
    await reached(1);
    const second = commit(2);
    gates[0]!.fail(new Error('gone'));
    await rejected;
    await reached(2);
    gates[1]!.open([true]);
    expect(await second).toBe(true);
    const third = commit(3);
    await reached(3);
    gates[2]!.open([true]);
    expect(await third).toBe(true);
  });

  test('an answer that the store forgot is a refusal, not a promise', async () => {
    const { commit, gates, reached } = gatedStore();
    const answer = commit(1);
    await reached(1);
    gates[0]!.open([]);
    expect(await answer).toBe(false);
  });
});
