import { afterEach, expect, test, vi } from 'vitest';
import { stubBarredStorage, stubStorage } from './fake-storage.ts';
import { isFirstTime, wasTold } from './first-time.ts';

afterEach(() => void vi.unstubAllGlobals());

test('P12: each message is shown once in a browser, whatever else has been shown', () => {
  stubStorage();
  expect([isFirstTime('accounts'), isFirstTime('accounts')]).toEqual([true, false]);
  expect([wasTold('accounts'), wasTold('hints'), wasTold('hints')]).toEqual([true, false, false]);
  expect([isFirstTime('hints', 'bisley'), isFirstTime('hints', 'bisley')]).toEqual([true, false]);
  expect([wasTold('hints', 'alhambra'), isFirstTime('hints', 'alhambra')]).toEqual([false, true]);
});

test('where nothing can be remembered nothing is shown', () => {
  stubBarredStorage();
  expect(isFirstTime('accounts')).toBe(false);
  expect(wasTold('accounts')).toBe(true);
});

test('who was given hints before each game had its own is given none again', () => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'same-deal:told-of-hints' ? '1' : null),
  });
  expect(wasTold('hints', 'sly-fox')).toBe(true);
});

test('where storage is full it is shown, as often as it is asked for', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  });
  expect([isFirstTime('hints'), isFirstTime('hints')]).toEqual([true, true]);
});
