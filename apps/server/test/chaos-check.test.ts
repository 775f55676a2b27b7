// The checker of `pnpm bench chaos` finds what it is there to find, and its faults are those that they are called.
import {
  encodeEntry,
  enter,
  legalMoves,
  newGame,
  openPlay,
  packOf,
  unwrap,
} from '@same-deal/engine';
import { afterEach, expect, test, vi } from 'vitest';
import { faultsOf, percentile } from '../../../bench/chaos/check.ts';
import type { History, Numbered, StoredPlay } from '../../../bench/chaos/check.ts';
import { planOf } from '../../../bench/chaos/faults.ts';
import { disturb, oneWay } from '../../../bench/chaos/wire.ts';
import type { Disturbance } from '../../../bench/chaos/wire.ts';

const start = unwrap(newGame('sly-fox/standard', unwrap(packOf('11982', 2))));
const log: Numbered[] = [];
for (let play = openPlay(start, 'bounded'); log.length < 6;) {
  // Each another one.
  const move = legalMoves(play.position).find(
    (one) => !log.some(({ code }) => code === encodeEntry(one)),
  )!;
  play = unwrap(enter(play, move));
  log.push({ number: log.length + 1, code: encodeEntry(move), elapsedMs: 1000 * log.length });
}
const history = (changes: Partial<History> = {}): History => ({
  playId: 'p',
  acknowledged: log,
  unanswered: null,
  ...changes,
});
const stored = (changed: readonly Numbered[] = log): StoredPlay => ({
  start,
  undo: 'bounded',
  log: changed,
});
const [first, second, third] = log as [Numbered, Numbered, Numbered];
const without = (n: number) => log.filter((_, place) => place !== n);

test('P4, P5: nothing is wrong where all is stored as acknowledged, with or without what was under way', () => {
  expect(faultsOf(history(), stored())).toEqual([]);
  const last = log.at(-1)!;
  const open = history({ acknowledged: without(5), unanswered: last });
  expect(faultsOf(open, stored())).toEqual([]);
  expect(faultsOf(open, stored(without(5)))).toEqual([]);
});

test.each([
  ['P4: one that was lost', history(), without(5), /entry 6: acknowledged, and lost/],
  ['P4: a gap', history(), without(2), /entry 3: the log has 4 there/],
  [
    'P4: another move',
    history(),
    log.map((one) => (one === second ? { ...second, code: third.code } : one)),
    /entry 2: acknowledged as another one/,
  ],
  [
    'P7: another time',
    history(),
    log.map((one) => (one === first ? { ...first, elapsedMs: 5 } : one)),
    /entry 1: acknowledged at another time/,
  ],
  [
    'P5: one that nobody sent',
    history({ acknowledged: without(5) }),
    log,
    /entry 6: stored, and never sent/,
  ],
  [
    'P5: another than the one that was under way',
    history({ acknowledged: without(5), unanswered: { number: 6, code: first.code } }),
    log,
    /entry 6: stored, and never sent/,
  ],
  [
    'P5: a number acknowledged twice',
    history({ acknowledged: [...log, first] }),
    log,
    /a number was acknowledged twice/,
  ],
  [
    'P9: a log that does not replay',
    history(),
    log.map((one) => (one === third ? { ...third, code: 0 } : one)),
    /entry 3: does not replay/,
  ],
] as const)('finds %s', (_, told, kept, fault) => {
  expect(faultsOf(told, stored(kept)).join('\n')).toMatch(fault);
});

test('a plan holds each fault about as often as every other, and is the same for the same chances', () => {
  const half = () => 0.5;
  const plan = planOf(5, half, ['kill', 'stop']);
  expect(plan).toHaveLength(5);
  expect(plan.filter((name) => name === 'kill').length).toBeGreaterThanOrEqual(2);
  expect(planOf(5, half, ['kill', 'stop'])).toEqual(plan);
  expect([percentile([3, 1, 2], 50), percentile([1], 95), percentile([], 50)]).toEqual([2, 1, 0]);
});

afterEach(() => {
  disturb();
  vi.useRealTimers();
});

test.each<[Disturbance, readonly string[]]>([
  ['delayed', ['41', '42a', '43b', '42c']],
  ['doubled', ['41', '42a', '42a', '43b', '42c', '42c']],
  ['dropped', ['41', '43b']],
])('frames that are %s arrive in their order, and the handshake does as ever', (how, expected) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const chances = [0.1, 0.9, 0.05];
  let n = 0;
  disturb(how, () => chances[n++ % chances.length]!);
  const arrived: string[] = [];
  const send = oneWay();
  for (const frame of ['41', '42a', '43b', '42c']) send(frame, () => arrived.push(frame));
  expect(arrived[0], 'at once').toBe('41');
  if (how === 'delayed') expect(arrived).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(arrived).toEqual(expected);
});
