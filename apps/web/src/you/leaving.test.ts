/** Leaving a browser, on a line that loses answers. */
import type { Answer, ErrorCode, Person } from '@same-deal/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEAVING } from '../later.ts';
import { keptPlays, savePlay } from '../offline/offline-plays.ts';
import { keepWaiting, keptEntries } from '../play/kept-entries.ts';
import { keepInAccount } from '../preferences/account.ts';
import { saveProgress } from '../puzzles/progress.ts';
import { setMuted } from '../race/muted.ts';
import { stubBarredStorage, stubStorage } from '../state/fake-storage.ts';
import { leaving } from './leaving-note.ts';
import { leave, settleLeaving } from './leaving.ts';

const anna: Person = { id: 'anna', name: 'Anna', isGuest: false };
const done: Answer<never> = { ok: true, data: {} as never };
const refused = (code: ErrorCode): Answer<never> => ({ ok: false, error: { code } });
const here: Answer<Person> = { ok: true, data: anna };

/** A page at which Anna sits, and whose service answers her leaving and who is here as it is told, the last one for ever. */
function page(answers: { leaving: Answer<never>[]; me: Answer<Person>[] }) {
  const told: string[] = [];
  const next = <One>(list: One[]): One => (list.length > 1 ? list.shift()! : list[0]!);
  const identity = {
    person: anna as Person | null,
    gone: () => void (identity.person = null),
  };
  const app = {
    api: {
      me: async () => next(answers.me),
      call: async <Data>(method: string, path: string) => {
        told.push(`${method} ${path}`);
        return next(answers.leaving) as Answer<Data>;
      },
    },
    identity,
    router: { go: (path: string) => void told.push(path) },
    notices: { say: (text: string) => void told.push(text) },
  };
  return { app, told };
}

const gone = ['/', 'Everything is deleted.'];
const asked = 'DELETE /api/me';

beforeEach(() => {
  stubStorage();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.useFakeTimers();
  keepWaiting('play', 'Anna', [{ entry: 'undo', number: 1 }]);
  const begun = { variant: 'bisley/thirteen', deal: '1', startedAt: 0, hints: 0, entries: [] };
  savePlay({ ...begun, playId: 'offline', owner: anna });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const isForgotten = () => keptPlays().length === 0 && !keptEntries('play') && !leaving();

test('P8: who leaves for good, or signs out, has left though the answer was lost', async () => {
  for (const answer of [done, refused('unavailable')]) {
    const { app, told } = page({ leaving: [answer], me: [refused('not-signed-in')] });
    expect(await leave(app, 'signed-out')).toBeUndefined();
    await vi.runAllTimersAsync();
    expect(told).toEqual(['POST /api/auth/sign-out', '/', 'You are signed out.']);
    expect(keptEntries('play'), 'P4').toBeDefined();
    expect(keptPlays(), 'P4').toHaveLength(1);
  }
  for (const answer of [done, refused('unavailable')]) {
    const { app, told } = page({ leaving: [answer], me: [refused('not-signed-in')] });
    expect(await leave(app, 'deleted')).toBeUndefined();
    await vi.runAllTimersAsync();
    expect(told).toEqual([asked, ...gone]);
    expect(isForgotten()).toBe(true);
  }
});

test('but not where they are here as before, or where it was refused', async () => {
  const lost = page({ leaving: [refused('unavailable')], me: [here] });
  expect(await leave(lost.app, 'deleted')).toEqual({ code: 'unavailable' });
  // The session had ended before it was asked.
  const ended = page({ leaving: [refused('not-signed-in')], me: [refused('not-signed-in')] });
  expect(await leave(ended.app, 'deleted')).toEqual({ code: 'not-signed-in' });
  await vi.runAllTimersAsync();
  for (const { told } of [lost, ended]) expect(told).toEqual([asked]);
  expect(leaving()).toBeUndefined();
  expect(keptPlays()).toHaveLength(1);
});

test.each([
  ['the same page', stubStorage],
  ['the same page, which keeps nothing,', stubBarredStorage],
])('P8: where nobody can say so, %s finds out as soon as it can', async (_, stub) => {
  stub();
  const away = refused('unavailable');
  const { app, told } = page({ leaving: [away], me: [away, away, refused('not-signed-in')] });
  expect(await leave(app, 'deleted')).toEqual({ code: 'unavailable' });
  expect(told).toEqual([asked]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toEqual([asked, ...gone]);
  expect(leaving()).toBeUndefined();
});

test('who leaves for good leaves nothing behind in the browser, but what is others’; who signs out leaves all of it', async () => {
  const stored = stubStorage();
  for (const who of ['anna', 'ben']) {
    setMuted('carl', true);
    saveProgress({ solved: {}, lastDay: 7, days: 2 });
    const chosen = { felt: 'blue' } as const;
    const store = { chosen, onchange: () => undefined, keep: () => undefined };
    const away = async () => refused('unavailable');
    const api = { get: away, send: away };
    keepInAccount(api, store as never, who, {});
    const before = [...stored.keys()].sort();
    expect(before).toHaveLength(3);
    const leaver = page({ leaving: [done], me: [here] });
    await leave(leaver.app, 'signed-out');
    expect([...stored.keys()].sort()).toEqual(before);
    leaver.app.identity.person = anna;
    await leave(leaver.app, 'deleted');
    const left = [...stored.keys()];
    expect(left).toEqual(who === 'ben' ? ['same-deal:preferences-unsent'] : []);
  }
});

test('P8: where it was asked already, it is not asked again before it is known what has become of it', async () => {
  const away = refused('unavailable');
  const { app, told } = page({ leaving: [away], me: [away, away, refused('not-signed-in')] });
  expect(await leave(app, 'deleted')).toEqual({ code: 'unavailable' });
  expect(await leave(app, 'deleted')).toEqual({ code: 'unavailable' });
  expect(await leave(app, 'deleted')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toEqual([asked, ...gone]);
  expect(isForgotten()).toBe(true);
});

test('P8: and so a page that was loaded meanwhile; whoever is here after all is not taken for gone ever after', async () => {
  const away = refused('unavailable');
  const first = page({ leaving: [away], me: [away] });
  await leave(first.app, 'deleted');
  vi.clearAllTimers();
  expect(localStorage.getItem(LEAVING), 'what a visit looks for').not.toBeNull();
  const second = page({ leaving: [], me: [away, refused('not-signed-in')] });
  expect(await settleLeaving(second.app)).toBe(false);
  expect(await settleLeaving(second.app)).toBe(true);
  await vi.runAllTimersAsync();
  // Wherever they are by now, they stay.
  expect(second.told).toEqual(gone.slice(1));
  expect(isForgotten()).toBe(true);

  await leave(first.app, 'deleted');
  vi.clearAllTimers();
  const third = page({ leaving: [], me: [here, refused('not-signed-in')] });
  expect(await settleLeaving(third.app)).toBe(true);
  expect(await settleLeaving(third.app)).toBe(true);
  await vi.runAllTimersAsync();
  expect(third.told).toEqual([]);
});

test('P4: where somebody else sits here by then, nothing of who has left stays, and nobody is told', async () => {
  const away = refused('unavailable');
  const first = page({ leaving: [away], me: [away] });
  await leave(first.app, 'deleted');
  vi.clearAllTimers();
  const ben = page({ leaving: [], me: [{ ok: true, data: { ...anna, id: 'ben', name: 'Ben' } }] });
  expect(await settleLeaving(ben.app)).toBe(true);
  await vi.runAllTimersAsync();
  expect(ben.told).toEqual([]);
  expect(ben.app.identity.person).not.toBeNull();
  expect(keptPlays()).toEqual([]);
  expect(leaving()).toBeUndefined();
  // Known by a name alone: it may be Ben's as well.
  expect(keptEntries('play')).toBeDefined();
});
