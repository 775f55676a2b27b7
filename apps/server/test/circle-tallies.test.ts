// What a circle's tables are computed from: what is kept of closed days, and what is read again.
import { expect, test } from 'vitest';
import { newMember } from '../src/circle/circle.ts';
import type { StoredCircle } from '../src/circle/ports.ts';
import { createTallies } from '../src/circle/tallies.ts';
import { DAY_MS, dayOf, weekOf } from '../src/daily/days.ts';
import { testClock } from './support/test-clock.ts';

const NOON = Date.UTC(2040, 1, 29, 12);
const reader = { id: 'anna', avoided: new Set<string>() };

function circleOf(id: string): StoredCircle {
  const members = ['anna', 'ben'].map((one) => newMember(one, NOON - 4000 * DAY_MS));
  const circle = { id, name: 'Ours', code: 'ABC234', hostId: 'anna', isClosed: false };
  return {
    circle: { ...circle, members, invited: [] },
    names: new Map(),
    isNameHidden: false,
  };
}

test('P8: whoever leafs through all weeks there have been has nothing read again of what is kept of others', async () => {
  const clock = testClock(NOON);
  let reads = 0;
  const tallies = createTallies({
    clock,
    onFault: (error) => expect.fail(String(error)),
    store: {
      triesOf: async () => {
        reads += 1;
        return [];
      },
      triesBefore: async () => [],
    },
  });
  const thisWeek = weekOf(dayOf(NOON));
  /** How often storage is read for a week of a circle. */
  const readsOf = async (circle: StoredCircle, week: number): Promise<number> => {
    const before = reads;
    await tallies.ofWeek(circle, reader, week, clock.now());
    return reads - before;
  };
  const [ours, theirs] = [circleOf('ours'), circleOf('theirs')];
  expect(await readsOf(ours, thisWeek - 1)).toBe(1);
  expect(await readsOf(ours, thisWeek - 1), 'kept').toBe(0);
  for (let week = thisWeek - 10; week > thisWeek - 20; week--) {
    expect(await readsOf(theirs, week)).toBe(1);
    expect(await readsOf(theirs, week), 'not kept').toBe(1);
  }
  expect(await readsOf(ours, thisWeek - 1)).toBe(0);
});
