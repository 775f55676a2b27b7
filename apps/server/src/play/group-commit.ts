/**
 * Group commit: what arrives while one statement is being committed is written by the next one.
 * Under load many entries share a commit; without load an entry waits for nobody.
 */
export interface GroupCommit<Item> {
  /** Resolves once the item is committed (true) or was refused by the database's conditions (false). */
  commit(item: Item): Promise<boolean>;
}

const BATCH_LIMIT = 512;

/**
 * @param write commits a batch in one statement and tells for each item whether it was written;
 *   if it fails, nothing is known of any of them and every `commit` of the batch rejects
 */
export function groupCommit<Item>(
  write: (items: readonly Item[]) => Promise<readonly boolean[]>,
): GroupCommit<Item> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (written: boolean) => void;
    readonly reject: (reason: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_LIMIT);
      waiting = waiting.slice(BATCH_LIMIT);
      try {
        const written = await write(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, n) => resolve(written[n] ?? false));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return {
    commit: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // Entries that arrived in the same turn of the event loop go together.
        if (!isWriting) {
          isWriting = true;
          setImmediate(() => void drain());
        }
      }),
  };
}
