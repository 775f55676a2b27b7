// P8: at a limit of processes the system refuses threads; a search is then put off, and the service goes on.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { newGame, packOf, unwrap } from '@same-deal/engine';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createThreads } from '../src/solver/search-threads.ts';
import { createSearches } from '../src/solver/searches.ts';
import { solverWorker } from './support/processes.ts';

const position = unwrap(newGame('bisley/thirteen', unwrap(packOf('1', 1))));
const work = { kind: 'solve', position } as const;
/** Nobody decides it in the length of a test. */
const endless = unwrap(newGame('british-square/columns', unwrap(packOf('1', 2))));
const budget = { ms: 60_000, memoryBytes: 64 * 2 ** 20 };

test('P8: a search for which the system has no thread is put off, and the next one has its own', async () => {
  let refuses = true;
  const onRefused = vi.fn();
  const searches = createSearches({
    workerFile: solverWorker(),
    threads: 2,
    onRefused,
    startThread: (script, options) => {
      // As Node does where the system answers EAGAIN.
      if (refuses) throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
      return new Worker(script, options);
    },
  });
  onTestFinished(() => searches.close());
  expect(await searches.search(work, budget, 'anna')).toEqual({ ok: false, why: 'busy' });
  expect(onRefused).toHaveBeenCalledTimes(1);
  // The background rests after a fault, and tells it.
  await expect(searches.searchInBackground(work, budget)).rejects.toThrow('EAGAIN');
  refuses = false;
  // A background search gives its thread to whoever waits.
  const behind = searches.searchInBackground({ kind: 'solve', position: endless }, budget);
  refuses = true;
  const asked = searches.search(work, budget, 'anna');
  expect(await behind).toEqual({ ok: false, why: 'gave-way' });
  expect(await asked).toMatchObject({ ok: true, value: { verdict: 'won' } });
  refuses = false;
  // While one runs, others wait for its thread.
  const running = searches.search(work, budget, 'anna');
  refuses = true;
  const waiting = ['ben', 'carla'].map((person) => searches.search(work, budget, person));
  for (const search of [running, ...waiting]) {
    expect(await search).toMatchObject({ ok: true, value: { verdict: 'won' } });
  }
  expect(searches.load()).toEqual({ running: 0, waiting: 0 });
});

/** Threads whose script is this, with a say in how long they rest. */
function threadsOf(body: string, idleMs: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'threads-'));
  const script = path.join(folder, 'thread.mjs');
  writeFileSync(script, `import { parentPort, threadId } from 'node:worker_threads';\n${body}`);
  const threads = createThreads<string, number>({ script, idleMs, heapMegabytes: 64 });
  onTestFinished(async () => {
    await threads.close();
    rmSync(folder, { recursive: true });
  });
  return threads;
}
const never = new AbortController().signal;

test('a thread is used again, is ended when it has rested, and a new one takes the next task', async () => {
  const threads = threadsOf(
    `parentPort.on('message', () => parentPort.postMessage(threadId));`,
    50,
  );
  const first = await threads.run('', never);
  expect(await threads.run('', never)).toBe(first);
  await expect.poll(() => threads.size()).toBe(0);
  expect(await threads.run('', never)).not.toBe(first);
});

test('a thread that ends by itself rejects its task; one that ends while it rests harms nobody', async () => {
  const threads = threadsOf(
    `const tasks = {
      exit: () => process.exit(1),
      later: () => { setTimeout(() => { throw new Error('later'); }, 20); },
    };
    parentPort.on('message', (task) => { tasks[task]?.(); parentPort.postMessage(threadId); });`,
    60_000,
  );
  await expect(threads.run('exit', never)).rejects.toThrow('ended');
  const resting = await threads.run('later', never);
  await expect.poll(() => threads.size()).toBe(0);
  expect(await threads.run('', never)).not.toBe(resting);
});

test('an answer that comes as its task is ended leaves no dying thread to the next one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'threads-'));
  const script = path.join(folder, 'thread.mjs');
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (flag) => {
      parentPort.postMessage(0);
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    });`,
  );
  const threads = createThreads<Int32Array, number>({ script, idleMs: 60_000, heapMegabytes: 64 });
  onTestFinished(async () => {
    await threads.close();
    rmSync(folder, { recursive: true });
  });
  const flag = () => new Int32Array(new SharedArrayBuffer(4));
  await threads.run(flag(), never);
  const over = new AbortController();
  const answered = flag();
  const ended = threads.run(answered, over.signal);
  // The answer is there, and not yet read.
  Atomics.wait(answered, 0, 0);
  over.abort();
  await expect(ended).rejects.toThrow('aborted');
  expect(await threads.run(flag(), never)).toBe(0);
});
