/** Locks: a table that is open in some tab is not submitted to the account meanwhile. */

const nameOf = (playId: string): string => `same-deal:table:${playId}`;
const releases = new Map<string, () => void>();

/** Browsers have no locks over plain http, and refuse each where cookies are blocked; then only this tab is guarded. */
const locks = (): LockManager | undefined =>
  navigator.cookieEnabled ? (navigator.locks as LockManager | undefined) : undefined;

/** Says that the table is open here, until it is released or the tab is closed. */
export function holdTable(playId: string): Promise<void> {
  if (releases.has(playId)) return Promise.resolve();
  return new Promise((isHeld) => {
    const open = new Promise<void>((release) => releases.set(playId, release));
    const manager = locks();
    if (!manager) return isHeld();
    const hold = () => {
      isHeld();
      return open;
    };
    // Where it is refused for whatever reason, only this tab is guarded.
    manager.request(nameOf(playId), { mode: 'shared' }, hold).catch(isHeld);
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
  const manager = locks();
  if (!manager) return releases.has(playId) ? undefined : work();
  return manager.request(nameOf(playId), { ifAvailable: true }, async (lock) =>
    lock ? work() : undefined,
  );
}

/** Does something that no two tabs of this browser may do at once. */
export const oneTabAtATime = <Result>(what: string, work: () => Promise<Result>): Promise<Result> =>
  locks()?.request(`same-deal:${what}`, work) ?? work();
