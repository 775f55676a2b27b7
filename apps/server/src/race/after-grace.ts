import type { Clock } from '../clock.ts';
import type { StoredRace } from './ports.ts';

/** A person who reconnects within this time counts as present throughout. */
const GRACE_MS = 15_000;

/**
 * Does something to a lobby that has lacked somebody for a while.
 * @param isWanted whether it is to be done, as things are now
 * @param act does it, if that is still wanted then
 */
export function afterGrace(
  clock: Clock,
  isWanted: (stored: StoredRace) => boolean,
  act: (code: string) => void,
) {
  const checks = new Map<string, () => void>();
  return {
    /** To be called whenever somebody came or went. */
    check(stored: StoredRace): void {
      const { code } = stored;
      if (!isWanted(stored)) {
        checks.get(code)?.();
        checks.delete(code);
        return;
      }
      // Other people coming and going does not restart the wait.
      if (checks.has(code)) return;
      const cancel = clock.after(GRACE_MS, () => {
        checks.delete(code);
        act(code);
      });
      checks.set(code, cancel);
    },
    stop(): void {
      for (const cancel of checks.values()) cancel();
    },
  };
}
