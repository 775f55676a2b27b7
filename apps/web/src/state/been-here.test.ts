import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beenHere } from './been-here.ts';
import { stubBarredStorage, stubStorage } from './fake-storage.ts';

const anna = { id: '1', name: 'Anna', isGuest: true };
const KEY = 'same-deal:been-here';

describe('who this browser has been', () => {
  let stored: Map<string, string>;
  let listeners: Record<string, (event: { key: string; persisted?: boolean }) => void> = {};
  beforeEach(() => {
    stored = stubStorage();
    vi.stubGlobal('document', { cookie: 'language=de' });
    listeners = {};
    vi.stubGlobal('addEventListener', (kind: string, listener: (typeof listeners)[string]) => {
      listeners[kind] = listener;
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('P12: is nobody at first, then whoever was here last', () => {
    expect(beenHere.last()).toBeUndefined();
    beenHere.remember(anna);
    expect(beenHere.last()).toEqual(anna);
    beenHere.remember({ ...anna, name: 'Anne' });
    expect(beenHere.last()).toMatchObject({ name: 'Anne' });
  });

  test('is nobody again when they have left for good, also where the service could not take its mark back', () => {
    const setCookie = vi.fn();
    vi.stubGlobal('document', {
      get cookie() {
        return '';
      },
      set cookie(text: string) {
        setCookie(text);
      },
    });
    beenHere.remember(anna);
    beenHere.forget();
    expect(beenHere.last()).toBeUndefined();
    expect(setCookie).toHaveBeenCalledWith('been-here=; Max-Age=0; Path=/');
  });

  test.each(['', 'yes', 'null', '{"name":"Anna"}', '[]'])(
    'is somebody unknown where what is kept cannot be read: %s',
    (text) => {
      stored.set(KEY, text);
      expect(beenHere.last()).toBeNull();
    },
  );

  test('P12: is somebody unknown where there was no room for who it was, or it was deleted, as long as their session is there', () => {
    vi.stubGlobal('document', { cookie: 'language=de; been-here=1' });
    vi.spyOn(stored, 'set').mockImplementation(() => {
      throw new Error('QuotaExceededError');
    });
    beenHere.remember(anna);
    expect(beenHere.last()).toBeNull();
  });

  test('holds nothing but who it was', () => {
    beenHere.remember({ ...anna, secret: 'token' } as typeof anna);
    expect(beenHere.last()).toEqual(anna);
  });

  test('is looked at again by a page that the back button brings as it was', () => {
    const listener = vi.fn();
    beenHere.onChangedElsewhere(listener);
    listeners['pageshow']?.({ key: '', persisted: false });
    expect(listener).not.toHaveBeenCalled();
    listeners['pageshow']?.({ key: '', persisted: true });
    expect(listener).toHaveBeenCalledOnce();
  });

  test('is heard of from other tabs, and nothing else is', () => {
    const listener = vi.fn();
    beenHere.onChangedElsewhere(listener);
    listeners['storage']?.({ key: 'same-deal:kept:1' });
    expect(listener).not.toHaveBeenCalled();
    listeners['storage']?.({ key: KEY });
    expect(listener).toHaveBeenCalledOnce();
  });
});

test('where storage is barred somebody may have been here, and nothing breaks', () => {
  stubBarredStorage();
  beenHere.remember(anna);
  beenHere.forget();
  expect(beenHere.last()).toBeNull();
  vi.unstubAllGlobals();
});
