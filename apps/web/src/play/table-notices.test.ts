import { expect, test } from 'vitest';
import { noticesOf } from './table-notices.ts';
import type { TableSituation } from './table-notices.ts';

const usual: TableSituation = {
  line: 'up',
  isOverdue: false,
  pendingCount: 0,
  play: { ending: undefined },
  isYours: true,
  inControl: true,
  playerName: 'Anna',
};
const texts = (situation: Partial<TableSituation>) =>
  noticesOf({ ...usual, ...situation }).map(({ text }) => text);

test('where all is well there is nothing to say', () => {
  expect(texts({})).toEqual([]);
  // On its way, and not for long yet.
  expect(texts({ pendingCount: 3 })).toEqual([]);
  expect(texts({ line: 'connecting' })).toEqual([]);
});

test('P10: moves that are not stored are counted as such after a second, on a line that seems to be there', () => {
  expect(texts({ isOverdue: true, pendingCount: 3 })).toEqual([
    '3 moves are not stored yet. Keep playing.',
  ]);
  expect(texts({ isOverdue: true, pendingCount: 1 })).toEqual([
    '1 move is not stored yet. Keep playing.',
  ]);
});

test('P10: a lost line is said instead, and what waits for it', () => {
  const lost = texts({ line: 'down', isOverdue: true, pendingCount: 2 });
  expect(lost).toHaveLength(1);
  expect(lost[0]).toContain('2 moves');
  expect(texts({ line: 'down' })).toHaveLength(1);
});

test('P10: a line that is not opened, as nobody answers who is here, is as good as lost', () => {
  const [said] = noticesOf({ ...usual, line: 'connecting' }, true);
  expect(said?.text).toContain('offline');
  // A table that is kept here needs no line.
  expect(noticesOf(usual, true)).toEqual([]);
});

test('who has given up without a line is told that, and not that moves wait or to play on', () => {
  const play = { ending: 'conceded' } as const;
  const text = 'You gave up. This is sent as soon as you’re online.';
  expect(texts({ line: 'down', pendingCount: 1, play })).toEqual([text]);
  expect(texts({ isOverdue: true, pendingCount: 1, play })).toEqual([text]);
  // To be said, whatever was said of the line before.
  expect(noticesOf({ ...usual, line: 'down', play })[0]?.about).not.toBe('line');
});

test('P6: where another device plays, it says how to take over', () => {
  expect(noticesOf({ ...usual, inControl: false })).toMatchObject([{ isStatus: true }]);
});

test('somebody else’s table has their name on it, and nobody is told about control', () => {
  const [notice, ...more] = noticesOf({ ...usual, isYours: false, inControl: false });
  expect(notice).toMatchObject({ isStatus: false });
  expect(notice?.text).toContain('Anna');
  expect(more).toEqual([]);
});

test('the line comes before who plays', () => {
  const [line, control] = texts({ line: 'down', inControl: false });
  expect(line).toContain('line');
  expect(control).toContain('device');
});
