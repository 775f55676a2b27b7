import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forAccount, fromAccount, keepInAccount } from '../preferences/account.ts';
import { createApi } from '../net/api.ts';
import { stubStorage } from './fake-storage.ts';
import { preferenceDefaults, PreferenceStore } from './preferences.svelte.ts';

const kept = new Map<string, string>();
let dataset: Record<string, string> = {};

beforeEach(() => {
  kept.clear();
  dataset = {};
  vi.useFakeTimers();
  stubStorage(kept);
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('P11: letters are keys until somebody turns them off, and stay off in this browser', () => {
  expect(new PreferenceStore().all.letters).toBe(true);
  new PreferenceStore().change({ letters: false });
  expect(new PreferenceStore().all.letters).toBe(false);
  new PreferenceStore().change({ letters: true });
  expect(new PreferenceStore().all.letters).toBe(true);
});

test('P11: who turned them off before there was anything else to prefer still has them off', () => {
  kept.set('same-deal:letter-keys', 'off');
  expect(new PreferenceStore().all.letters).toBe(false);
});

test('P11: what is preferred is in force at once, and after a reload', () => {
  const store = new PreferenceStore();
  expect(dataset).toMatchObject({ theme: 'system', felt: 'green', animation: 'normal' });
  store.change({ theme: 'dark', mirrored: true });
  expect(dataset).toMatchObject({ theme: 'dark', mirrored: true });
  expect(new PreferenceStore().all).toEqual({
    ...preferenceDefaults,
    theme: 'dark',
    mirrored: true,
  });
});

test('P11: the cards of a game look alike wherever they lie: two colours are of that game alone', () => {
  const store = new PreferenceStore();
  const plain = { colours: 'four', isClassic: false, isMirrored: false };
  expect(store.looksOf('bisley')).toEqual(plain);
  store.change({ colours: { bisley: 'two' } });
  expect([store.looksOf('bisley'), store.looksOf('alhambra')]).toEqual([
    { ...plain, colours: 'two' },
    plain,
  ]);
  store.change({ faces: 'classic', mirrored: true });
  expect(store.looksOf('alhambra')).toEqual({ ...plain, isClassic: true, isMirrored: true });
});

test.each([undefined, 'no JSON {', 'null'])(
  'storage that is barred or spoilt (%s) is none',
  (text) => {
    if (text === undefined) vi.stubGlobal('localStorage', undefined);
    else kept.set('same-deal:preferences', text);
    const store = new PreferenceStore();
    expect(store.all).toEqual(preferenceDefaults);
    store.change({ felt: 'blue' });
    expect(store.all.felt).toBe('blue');
  },
);

describe('P6: in the account', () => {
  const accountWith = (initial: object) => {
    const account = { data: initial, isAway: false, puts: 0 };
    const api = createApi(async (_path, { method, body }) => {
      if (account.isAway) throw new TypeError('no network');
      if (method === 'PUT') {
        account.puts++;
        account.data = JSON.parse(String(body)) as object;
      }
      return Response.json(account.data);
    });
    return { account, api };
  };
  const settle = () => vi.advanceTimersByTimeAsync(1_000);

  test('what a hand or a screen decides stays on its device, all else is the same on two', async () => {
    const { account, api } = accountWith({});
    const store = new PreferenceStore();
    keepInAccount(api, store, 'anna');
    await settle();
    store.change({ felt: 'blue', faces: 'classic', mirrored: true, sounds: true });
    store.change({ moveBy: 'tap', animation: 'fast', hideClock: true });
    await settle();
    expect(account.data).toEqual({ felt: 'blue', hideClock: true });
    // Several changes in a row are sent together.
    expect(account.puts).toBe(1);

    kept.clear();
    const other = new PreferenceStore();
    other.keep({ animation: 'off', felt: 'grey' });
    keepInAccount(api, other, 'anna');
    await settle();
    expect(other.chosen).toEqual({ animation: 'off', felt: 'blue', hideClock: true });
  });

  test('what was changed without a line is sent by the next visit, and not overwritten', async () => {
    const { account, api } = accountWith({ felt: 'grey' });
    const store = new PreferenceStore();
    const stop = keepInAccount(api, store, 'anna');
    await settle();
    account.isAway = true;
    store.change({ felt: 'blue' });
    await settle();
    stop();
    account.isAway = false;
    const again = new PreferenceStore();
    keepInAccount(api, again, 'anna');
    await settle();
    expect([account.data, again.all.felt]).toEqual([{ felt: 'blue' }, 'blue']);
  });

  test('two devices that are open change different things: none takes back what the other changed', async () => {
    const { account, api } = accountWith({});
    const phone = new PreferenceStore();
    phone.keep({});
    keepInAccount(api, phone, 'anna');
    const desk = new PreferenceStore();
    desk.keep({});
    keepInAccount(api, desk, 'anna');
    await settle();
    phone.change({ felt: 'blue', hideClock: true });
    await settle();
    desk.change({ theme: 'dark' });
    await settle();
    expect(account.data).toEqual({ felt: 'blue', hideClock: true, theme: 'dark' });
    expect(desk.all).toMatchObject({ felt: 'blue', hideClock: true, theme: 'dark' });
    phone.change({ hideClock: false });
    await settle();
    expect(account.data).toEqual({ felt: 'blue', hideClock: false, theme: 'dark' });
  });

  test('what another tab has changed is not sent anew, nor what was sent as the page was left', async () => {
    const { account, api } = accountWith({ felt: 'grey' });
    const store = new PreferenceStore();
    const stop = keepInAccount(api, store, 'anna');
    await settle();
    // As a tab hears of another one, which has sent it.
    store.keep({ ...store.chosen, felt: 'blue', colours: { bisley: 'two' } });
    account.data = { felt: 'slate', colours: {} };
    store.change({ hideClock: true });
    await settle();
    expect(account.data).toEqual({ felt: 'slate', colours: {}, hideClock: true });
    store.change({ theme: 'dark' });
    vi.advanceTimersByTime(600);
    stop();
    await settle();
    account.data = { ...account.data, theme: 'light' };
    kept.delete('same-deal:preferences');
    const again = new PreferenceStore();
    keepInAccount(api, again, 'anna');
    await settle();
    expect(again.all.theme).toBe('light');
  });

  test('what one person could not send is not sent with what the next one at this device has', async () => {
    const [anna, ben] = [accountWith({ felt: 'green' }), accountWith({ felt: 'grey' })];
    const store = new PreferenceStore();
    const stop = keepInAccount(anna.api, store, 'anna');
    await settle();
    anna.account.isAway = true;
    store.change({ felt: 'blue' });
    await settle();
    stop();
    anna.account.isAway = false;
    const stopBens = keepInAccount(ben.api, store, 'ben');
    await settle();
    stopBens();
    keepInAccount(anna.api, store, 'anna');
    await settle();
    expect([anna.account.data, ben.account.data]).toEqual([{ felt: 'green' }, { felt: 'grey' }]);
  });

  test('where nothing can be stored, what could not be sent is sent with the next change', async () => {
    vi.stubGlobal('localStorage', undefined);
    const { account, api } = accountWith({ back: 'mark' });
    const store = new PreferenceStore();
    keepInAccount(api, store, 'anna');
    await settle();
    account.isAway = true;
    store.change({ felt: 'blue' });
    await settle();
    account.isAway = false;
    store.change({ theme: 'dark' });
    await settle();
    expect(account.data).toEqual({ back: 'mark', felt: 'blue', theme: 'dark' });
  });

  test('what a page before this one has noted as unsent is sent whole', async () => {
    const { account, api } = accountWith({ felt: 'grey', theme: 'dark' });
    kept.set('same-deal:preferences', '{"felt":"blue"}');
    kept.set('same-deal:preferences-unsent', 'anna');
    keepInAccount(api, new PreferenceStore(), 'anna');
    await settle();
    expect(account.data).toEqual({ felt: 'blue', theme: 'dark' });
    expect(kept.has('same-deal:preferences-unsent')).toBe(false);
  });

  test('what was changed before the account was asked is sent, and not overwritten', async () => {
    const { account, api } = accountWith({ felt: 'grey' });
    const store = new PreferenceStore();
    const since = store.chosen;
    store.change({ felt: 'blue' });
    keepInAccount(api, store, 'anna', since);
    await settle();
    expect([account.data, store.all.felt]).toEqual([{ felt: 'blue' }, 'blue']);
  });

  test('somebody else at this device gets their own', async () => {
    const { api } = accountWith({ theme: 'dark' });
    const store = new PreferenceStore();
    kept.set('same-deal:preferences-unsent', 'anna');
    keepInAccount(api, store, 'ben');
    await settle();
    expect(store.all.theme).toBe('dark');
  });

  test('every preference is either the account’s or the device’s', () => {
    const all = { ...preferenceDefaults };
    const account = forAccount(all);
    const device = fromAccount(all, {});
    expect({ ...account, ...device }).toEqual(all);
    expect(Object.keys(account).filter((name) => name in device)).toEqual([]);
  });
});
