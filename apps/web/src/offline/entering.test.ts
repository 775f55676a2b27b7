/** What was played without a line is entered though the line is cut while it is. */
import type { Answer, OfflinePlay, Person } from '@same-deal/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Transport } from '../net/transport.ts';
import { keepWaiting } from '../play/kept-entries.ts';
import { FakeService, PLAY_ID } from '../play/testing/fake-service.ts';
import { stubStorage } from '../state/fake-storage.ts';
import { forgetPlaysOf } from './change-owner.ts';
import { enterAndSay } from './entering.ts';
import { hasKeptPlays, savePlay } from './offline-plays.ts';

const anna: Person = { id: 'anna', name: 'Anna', isGuest: true };
const away = { ok: false, error: { code: 'unavailable' } } as const;

const keep = (playId: string) =>
  savePlay({
    playId,
    owner: anna,
    variant: 'bisley/thirteen',
    deal: '24680',
    startedAt: Number(playId),
    hints: 0,
    entries: [[1, 1]],
  });

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('dispatchEvent', () => true);
  vi.useFakeTimers();
  for (const playId of ['1', '2']) keep(playId);
});
afterEach(() => {
  forgetPlaysOf(anna);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wereGuests = (...ids: string[]) => ({ ok: true, data: { ids } }) as const;

/**
 * @param said gets what is said
 * @param guestsNow which guests the person was
 */
const enter = (
  identity: { person: Person | null },
  enterOffline: (play: OfflinePlay) => Promise<Answer<never>>,
  said: string[] = [],
  guestsNow: () => Promise<Answer<object>> = async () => wereGuests(),
  transport: Transport = undefined as never,
) =>
  enterAndSay({
    identity,
    api: {
      enterOffline,
      call: async (method, path) => {
        expect([method, path]).toEqual(['GET', '/api/me/guests']);
        return (await guestsNow()) as never;
      },
    },
    transport: transport as never,
    stage: { isTable: false },
    notices: { say: (text) => void said.push(text) },
  });

/** A service that counts each play once, and whose line does as it is told. */
function service(...line: ('cut before' | 'cut after' | 'up')[]) {
  const plays = new Set<string>();
  const enterOffline = async ({ playId }: OfflinePlay): Promise<Answer<never>> => {
    const now = line.shift() ?? 'up';
    if (now !== 'cut before') plays.add(playId);
    return now === 'up' ? { ok: true, data: {} as never } : away;
  };
  return { plays, enterOffline };
}

test('P5: a line that is cut before a play is there, or before its answer is, is tried again by itself', async () => {
  const { plays, enterOffline } = service('cut before', 'up', 'cut after', 'cut before', 'up');
  const said: string[] = [];
  const done = enter({ person: anna }, enterOffline, said);
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect([...plays]).toEqual(['1', '2']);
  expect(said).toEqual(['2 games played offline joined your games.']);
  expect(hasKeptPlays()).toBe(false);
});

test('what is refused for now is sent again when the refusal allows it, and no sooner', async () => {
  const { plays, enterOffline } = service();
  const refusals = [{ code: 'too-many-requests', retryAfterMs: 40_000 } as const];
  const one = vi.fn(async (play: OfflinePlay) => {
    const error = refusals.shift();
    return error ? { ok: false as const, error } : enterOffline(play);
  });
  const done = enter({ person: anna }, one);
  await vi.advanceTimersByTimeAsync(40_400);
  expect(one).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  await done;
  expect([...plays]).toEqual(['1', '2']);
});

test('P4: moves that wait for a ranked table do not wait for games that the service does not take', async () => {
  stubStorage();
  const table = FakeService.dealing('alhambra/standard', '5');
  keepWaiting(PLAY_ID, 'Anna', [{ entry: { from: 17, to: 16 }, number: 1 }]);
  const identity: { person: Person | null } = { person: anna };
  const refusing = async () => away;
  const done = enter(identity, refusing, [], undefined, table.connect());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.log).toHaveLength(1);
  identity.person = null;
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
});

test('P8: games go one after the other, the oldest first, and stay where the page has become too old for them', async () => {
  const asked: string[] = [];
  const enterOffline = async ({ playId }: OfflinePlay): Promise<Answer<never>> => {
    asked.push(playId);
    return { ok: false, error: { code: 'outdated' } };
  };
  const said: string[] = [];
  const done = enter({ person: anna }, enterOffline, said);
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect([asked, said]).toEqual([['1'], []]);
  // A page of now takes them.
  const { plays, enterOffline: enterNow } = service();
  const again = enter({ person: anna }, enterNow);
  await vi.advanceTimersByTimeAsync(60_000);
  await again;
  expect([...plays]).toEqual(['1', '2']);
});

test('P8: asked for while it runs, it runs once more, not beside itself: a table may have been left that it passed over', async () => {
  const { plays, enterOffline } = service();
  const said: string[] = [];
  let running = 0;
  const one = async (play: OfflinePlay) => {
    expect(++running).toBe(1);
    if (play.playId === '2') {
      keep('3');
      void enter({ person: anna }, one, said);
    }
    await Promise.resolve();
    running--;
    return enterOffline(play);
  };
  const done = enter({ person: anna }, one, said);
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect([...plays]).toEqual(['1', '2', '3']);
  expect(said).toHaveLength(2);
});

test('however often it is tried, it listens for a network once', async () => {
  const listeners = new Set<unknown>();
  vi.stubGlobal('addEventListener', (_: string, listener: unknown) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_: string, listener: unknown) =>
    listeners.delete(listener),
  );
  let most = 0;
  const enterOffline = async () => {
    most = Math.max(most, listeners.size);
    return away;
  };
  const person: { person: Person | null } = { person: anna };
  const done = enter(person, enterOffline);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([most, listeners.size]).toEqual([0, 1]);
  person.person = null;
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect(listeners.size).toBe(0);
});

test('nobody, or a refusal that time does not mend, ends it', async () => {
  const { plays, enterOffline } = service();
  await vi.advanceTimersByTimeAsync(0);
  const ended = enter({ person: null }, enterOffline);
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
  const refusing = vi.fn(async (): Promise<Answer<never>> => ({
    ok: false,
    error: { code: 'not-signed-in' },
  }));
  const refused = enter({ person: anna }, refusing);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(refusing).toHaveBeenCalledTimes(1);
  expect(plays.size).toBe(0);
  expect(hasKeptPlays()).toBe(true);
});

test('P12: what a guest has played is entered by the account they have become, also where that was told another device', async () => {
  const { plays, enterOffline } = service();
  const account: Person = { id: 'account', name: 'Anna', isGuest: false };
  const stranger = enter({ person: account }, enterOffline, [], async () => wereGuests('ben'));
  await vi.runAllTimersAsync();
  await stranger;
  expect(plays.size).toBe(0);
  const answers = [away, wereGuests('ben', anna.id)];
  const entering = enter({ person: account }, enterOffline, [], async () => answers.shift()!);
  await vi.runAllTimersAsync();
  await entering;
  expect(plays.size).toBe(2);
  expect(hasKeptPlays()).toBe(false);
});

test('P12: nobody is given the games of guests that another one was, who sits down meanwhile', async () => {
  const { plays, enterOffline } = service();
  const identity: { person: Person | null } = { person: { id: 'a', name: 'A', isGuest: false } };
  const entering = enter(identity, enterOffline, [], async () => {
    // In another tab, whose session is the same.
    if (identity.person?.id !== 'a') return wereGuests();
    identity.person = { id: 'b', name: 'B', isGuest: false };
    return wereGuests(anna.id);
  });
  await vi.runAllTimersAsync();
  await entering;
  expect(plays.size).toBe(0);
  expect(hasKeptPlays()).toBe(true);
});
