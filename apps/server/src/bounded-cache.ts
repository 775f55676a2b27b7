/** Keeps what has been computed while it takes no more than so many bytes; what was used longest ago goes first. */
export function boundedCache<Value>(mostBytes: number, bytesOf: (value: Value) => number) {
  /** In the order of their last use. */
  const kept = new Map<string, Value>();
  let bytes = 0;

  function drop(key: string): void {
    const value = kept.get(key);
    if (value === undefined) return;
    kept.delete(key);
    bytes -= bytesOf(value);
  }

  return {
    get(key: string): Value | undefined {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },

    set(key: string, value: Value): void {
      drop(key);
      kept.set(key, value);
      bytes += bytesOf(value);
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) return;
        drop(oldest);
      }
    },

    delete: drop,

    /** What all of it takes. */
    bytes: (): number => bytes,
  };
}
