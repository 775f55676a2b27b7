import type { Clock } from '../clock.ts';
import type { StoredRace } from './ports.ts';
import * as rules from './race.ts';

/**
 * Gives a lobby whose host has gone another one, after a while.
 * @param isPresentAt who is at a race
 * @param pass makes somebody who is there the host, if that is still wanted
 */
export function hostWatch(
  clock: Clock,
  isPresentAt: (code: string) => (id: string) => boolean,
  pass: (code: string) => void,
) {
  const checks = new Map<string, () => void>();
  return {
    /** To be called whenever somebody came or went. */
    check({ code, race }: StoredRace): void {
      if (!rules.lacksHost(race, isPresentAt(code), clock.now())) {
        checks.get(code)?.();
        checks.delete(code);
        return;
      }
      // Whoever else comes and goes does not put it off.
      if (checks.has(code)) return;
      const cancel = clock.at(clock.now() + rules.HOST_GRACE_MS, () => {
        checks.delete(code);
        pass(code);
      });
      checks.set(code, cancel);
    },
    stop(): void {
      for (const cancel of checks.values()) cancel();
    },
  };
}
