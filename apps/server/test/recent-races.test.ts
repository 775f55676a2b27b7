/** What a node remembers of races for a moment: as it has last read or written them, and nothing older. */
import { expect, test, vi } from 'vitest';
import type { RaceStore, StoredRace } from '../src/race/ports.ts';
import { openRace } from '../src/race/race.ts';
import { rememberRaces } from '../src/race/recent-races.ts';
import { completeSettings } from '../src/race/settings.ts';

const ann = { id: 'ann', name: 'Ann' };
const race = openRace(completeSettings({ variant: 'bisley/thirteen' }), ann, 0);
const stored = (version: number): StoredRace => ({
  id: 'id',
  code: 'ABC234',
  at: 'ABC234',
  version,
  race,
  rematchCode: null,
  asked: [],
  names: new Map(),
  ratings: new Map(),
});

function setUp(present: { version: number }) {
  const find = vi.fn(async (code: string) => (code === 'ABC234' ? stored(present.version) : null));
  const lineOf = vi.fn(async () => [{ code: 'ABC234', race, results: [] }]);
  const replace = vi.fn(async () => stored(++present.version));
  const settle = vi.fn(async () => {
    present.version++;
    return 'settled-now' as const;
  });
  const store = { find, lineOf, replace, settle } as unknown as RaceStore;
  const onUnknown = vi.fn();
  return { races: rememberRaces(store, onUnknown), store, find, lineOf, onUnknown };
}

const versionOf = async (found: Promise<StoredRace | null>) => (await found)?.version;

test('what was read or written a moment ago is not read again, but to whoever must know', async () => {
  const { races, find } = setUp({ version: 1 });
  expect(await versionOf(races.recent('ABC234'))).toBe(1);
  expect(await versionOf(races.recent('ABC234'))).toBe(1);
  await races.replace(stored(1), race);
  expect(await versionOf(races.recent('ABC234'))).toBe(2);
  expect(find).toHaveBeenCalledTimes(1);
  expect(await versionOf(races.find('ABC234'))).toBe(2);
  expect(find).toHaveBeenCalledTimes(2);
});

test('what changes a race without saying what became of it has it read again, its line too', async () => {
  const { races, find, lineOf } = setUp({ version: 1 });
  await races.recent('ABC234');
  await races.recentLine('ABC234');
  await races.recentLine('ABC234');
  expect(lineOf).toHaveBeenCalledTimes(1);
  await races.settle(stored(1), async () => [], false);
  expect(await versionOf(races.recent('ABC234'))).toBe(2);
  await races.recentLine('ABC234');
  expect([find, lineOf].map((one) => one.mock.calls.length)).toEqual([2, 2]);
});

test('what others have changed is read again', async () => {
  const present = { version: 1 };
  const { races, lineOf } = setUp(present);
  await races.recent('ABC234');
  await races.recentLine('ABC234');
  present.version = 5;
  races.forget('ABC234');
  expect(await versionOf(races.recent('ABC234'))).toBe(5);
  await races.recentLine('ABC234');
  expect(lineOf).toHaveBeenCalledTimes(2);
});

test('what was read before a change, and comes after it, is not remembered', async () => {
  const { races, find } = setUp({ version: 1 });
  let arrive: (found: StoredRace) => void = () => {};
  find.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const reading = races.find('ABC234');
  await races.replace(stored(1), race);
  arrive(stored(1));
  expect(await versionOf(reading)).toBe(1);
  expect(await versionOf(races.recent('ABC234'))).toBe(2);
});

test('nor where the change has not said what became of the race', async () => {
  const { races, find } = setUp({ version: 1 });
  let arrive: (found: StoredRace) => void = () => {};
  find.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const reading = races.find('ABC234');
  await races.settle(stored(1), async () => [], false);
  arrive(stored(1));
  await reading;
  expect(await versionOf(races.recent('ABC234'))).toBe(2);
});

test('of two changes whose answers come out of turn the later one is remembered', async () => {
  const { races, store, find } = setUp({ version: 3 });
  let arrive: (changed: StoredRace) => void = () => {};
  vi.mocked(store.replace)
    .mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)))
    .mockImplementationOnce(async () => stored(3));
  const first = races.replace(stored(1), race);
  await races.replace(stored(2), race);
  arrive(stored(2));
  await first;
  expect(await versionOf(races.recent('ABC234'))).toBe(3);
  expect(find).not.toHaveBeenCalled();
});

test('a race that does not exist is looked for each time', async () => {
  const { races, find } = setUp({ version: 1 });
  expect(await races.recent('NONE22')).toBeNull();
  expect(await races.recent('NONE22')).toBeNull();
  expect(find).toHaveBeenCalledTimes(2);
});

test('P8: where the answer to a change is lost, that is said, and the race read again', async () => {
  const present = { version: 1 };
  const { races, store, onUnknown } = setUp(present);
  await races.recent('ABC234');
  vi.mocked(store.replace).mockImplementationOnce(async () => {
    present.version++;
    throw new Error('Connection terminated');
  });
  await expect(races.replace(stored(1), race)).rejects.toThrow('Connection terminated');
  expect(onUnknown.mock.calls).toEqual([['ABC234']]);
  expect(await versionOf(races.recent('ABC234'))).toBe(2);
});
