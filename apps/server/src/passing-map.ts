/**
 * A map for what comes and goes all the time, such as what waits or is under way. V8 links the table that a map or set has
 * outgrown to the next one. Once a table has become old, everything that is ever put into the collection after it lives
 * until all memory is collected, and each short collection copies it: 20 ms in place of 1. So the entries move to a new map
 * now and then.
 */

/** Removed before a map is left, where it holds no more than that. */
const REMOVED_LEAST = 256;

export interface PassingMap<K, V> {
  readonly size: number;
  has(key: K): boolean;
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  /** The values at this moment, in the order of their coming. */
  values(): V[];
}

/** @returns an empty map, of which nothing that has left it is kept for long */
export function createPassingMap<K, V>(): PassingMap<K, V> {
  let map = new Map<K, V>();
  let removed = 0;

  return {
    get size() {
      return map.size;
    },
    has: (key) => map.has(key),
    get: (key) => map.get(key),
    set: (key, value) => void map.set(key, value),

    delete(key) {
      if (!map.delete(key)) return;
      removed += 1;
      if (removed < Math.max(REMOVED_LEAST, map.size)) return;
      map = new Map(map);
      removed = 0;
    },

    clear() {
      map = new Map();
      removed = 0;
    },

    values: () => [...map.values()],
  };
}
