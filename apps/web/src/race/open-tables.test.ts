import {
  encodeEntry,
  legalMoves,
  newGame,
  packOf,
  playMove,
  unwrap,
  viewOf,
} from '@same-deal/engine';
import type { Answer, PlaySnapshot } from '@same-deal/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FakeTransport } from '../net/fake-transport.ts';
import { OpenTablesSession } from './open-tables-session.svelte.ts';
import { entered, tablesOf } from './open-tables.ts';

const start = viewOf(unwrap(newGame('bisley/thirteen', unwrap(packOf('17', 1)))));
const moves: number[] = [];
let position = start;
for (let n = 0; n < 3; n++) {
  const move = legalMoves(position)[0]!;
  moves.push(encodeEntry(move));
  position = unwrap(playMove(position, move));
}
const table = (playId: string, entries: number) =>
  ({
    playId,
    start,
    undo: 'bounded',
    log: moves.slice(0, entries).map((entry, n) => ({ entry, elapsedMs: n })),
  }) as unknown as PlaySnapshot;
const entry = (playId: string, number: number) => ({
  ...{ playId, number, entry: moves[number - 1]!, elapsedMs: number },
  ending: null,
});

test('P2: all tables follow their entries, and those of other plays are nothing to them', () => {
  const tables = tablesOf([table('a', 0), table('b', 1)]);
  const next = entered(tables, [entry('a', 1), entry('x', 1), entry('b', 2), entry('a', 2)])!;
  expect(next).toEqual(tablesOf([table('a', 2), table('b', 2)]));
  // What came with the tables already changes nothing, and what has not changed is the same.
  expect(entered(next, [entry('a', 2)])!.map((one, n) => one === next[n])).toEqual([true, true]);
});

test('P5: where an entry is missing, or cannot be, the tables are asked for again', () => {
  const tables = tablesOf([table('a', 0)]);
  expect(entered(tables, [entry('a', 2)])).toBe(undefined);
  expect(entered(tables, [{ ...entry('a', 1), entry: 0x3f3f }])).toBe(undefined);
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A watcher whose questions are answered when the test says so. */
function watching() {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  const answers: ((answer: Answer<{ tables: PlaySnapshot[] }>) => void)[] = [];
  const transport = new FakeTransport().answer(
    'race:tables',
    () => new Promise((resolve) => answers.push(resolve)),
  );
  const session = new OpenTablesSession(transport, 'ABC234');
  onTestFinished(() => {
    session.close();
    vi.unstubAllGlobals();
  });
  const answer = async (...tables: PlaySnapshot[]) => {
    answers.shift()?.({ ok: true, data: { tables } });
    await settled();
  };
  return { session, transport, answer, open: () => answers.length };
}

test('P5: what is entered while the tables are asked for is on them, though the answer knows nothing of it', async () => {
  const { session, transport, answer, open } = watching();
  transport.emit('play:advanced', entry('a', 2));
  await settled();
  await answer(table('a', 1));
  expect(session.tables).toEqual(tablesOf([table('a', 2)]));
  // And where tables are shown meanwhile: a line that was lost may have kept something back.
  transport.setLine('down');
  transport.setLine('up');
  transport.emit('play:advanced', entry('a', 3));
  await settled();
  expect(session.tables).toEqual(tablesOf([table('a', 3)]));
  await answer(table('a', 2));
  expect(session.tables).toEqual(tablesOf([table('a', 3)]));
  expect(open()).toBe(0);
});

test('P5: where an answer and what came since do not meet, the tables are asked for again', async () => {
  const { session, transport, answer, open } = watching();
  transport.emit('play:advanced', entry('a', 3));
  await answer(table('a', 1));
  expect(open()).toBe(1);
  await answer(table('a', 3));
  expect(session.tables).toEqual(tablesOf([table('a', 3)]));
});

test('P5: of two questions under way the first answer knows what has come since either', async () => {
  const { session, transport, answer } = watching();
  transport.emit('play:advanced', entry('a', 1));
  await settled();
  transport.setLine('down');
  transport.setLine('up');
  await answer(table('a', 0));
  expect(session.tables).toEqual(tablesOf([table('a', 1)]));
  await answer(table('a', 1));
  expect(session.tables).toEqual(tablesOf([table('a', 1)]));
});
