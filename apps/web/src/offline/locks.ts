/** Locks: a table that is open in some tab is not submitted to the account meanwhile. */

const nameOf = (playId: string): string => `same-deal:table:${playId}`;
const releases = new Map<string, () => void>();

/**
 * Works under a lock that this browser's tabs share. Over plain http there are none, and where cookies are blocked each is
 * refused; then only this tab is guarded.
 * @param work told whether the lock was free; undefined where there is none
 */
async function underLock<Result>(
  name: string,
  options: LockOptions,
  work: (isFree: boolean | undefined) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false;
  try {
    if (navigator.locks as LockManager | undefined) {
      return await navigator.locks.request(name, options, (lock) => {
        hasBegun = true;
        return work(lock !== null);
      });
    }
  } catch (error) {
    if (hasBegun) throw error;
  }
  return work(undefined);
}

/** Says that the table is open here, until it is released or the tab is closed. */
export function holdTable(playId: string): Promise<void> {
  if (releases.has(playId)) return Promise.resolve();
  return new Promise((isHeld) => {
    const open = new Promise<void>((release) => releases.set(playId, release));
    void underLock(nameOf(playId), { mode: 'shared' }, () => {
      isHeld();
      return open;
    });
  });
}

export function releaseTable(playId: string): void {
  releases.get(playId)?.();
  releases.delete(playId);
}

/**
 * Does something with a play while no tab has its table open.
 * @returns what came of it; undefined if some tab has, or does the same just now
 */
export async function withClosedTable<Result>(
  playId: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return underLock(nameOf(playId), { ifAvailable: true }, async (isFree) =>
    (isFree ?? !releases.has(playId)) ? work() : undefined,
  );
}

/** Does something that no two tabs of this browser may do at once. */
export const oneTabAtATime = <Result>(what: string, work: () => Promise<Result>): Promise<Result> =>
  underLock(`same-deal:${what}`, {}, work);
