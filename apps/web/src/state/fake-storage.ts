/** A browser's storage, for tests; `vi.unstubAllGlobals` takes it away again. */
import { vi } from 'vitest';

/**
 * Puts a storage in the browser's place.
 * @returns what it holds
 */
export function stubStorage(stored = new Map<string, string>()): Map<string, string> {
  const functions: Record<string | symbol, unknown> = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  // The keys of a storage are its own properties.
  const storage = new Proxy(functions, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal('localStorage', storage);
  return stored;
}

/** Puts one in its place that is barred. */
export function stubBarredStorage(): void {
  const barred = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: barred, setItem: barred, removeItem: barred });
}
