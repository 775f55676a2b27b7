/** How many of something are open, by key. */
export function openCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add(key: string, more: 1 | -1): void {
      const count = (counts.get(key) ?? 0) + more;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
