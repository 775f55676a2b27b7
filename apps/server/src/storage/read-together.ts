/** Batches concurrent reads: arrivals and reconnecting people come in crowds. */
import DataLoader from 'dataloader';

/** How many keys one statement reads: its rows are processed in one turn of the event loop. */
const MOST = 50;

/**
 * Reads that are asked for in one turn of the event loop become one statement. Nothing is kept: each is read after it was
 * asked for.
 * @param read what is found of these keys, none of them twice; what does not exist is left out
 * @param most so many are read by one statement
 * @returns reads one; undefined if it does not exist
 */
export function readTogether<Found>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  most = MOST,
): (key: string) => Promise<Found | undefined> {
  const loader = new DataLoader<string, Found | undefined>(
    async (keys) => {
      const found = await read([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    },
    { cache: false, maxBatchSize: most, batchScheduleFn: (begin) => setImmediate(begin) },
  );
  return (key) => loader.load(key);
}
