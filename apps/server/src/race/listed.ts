/** The public list of races that their hosts have opened to everyone, to watch. */
import type { ListedRaces } from '@same-deal/protocol';
import type { ListedRace } from './ports.ts';
import { phaseOf } from './race.ts';

/**
 * What everybody may read of them.
 * @param now milliseconds since 1970 by the service's clock
 */
export const listRaces = (stored: readonly ListedRace[], now: number): ListedRaces => ({
  races: stored.map(({ code, race, hostName }) => {
    const { start, players, settings } = race;
    return {
      code,
      variant: settings.variant,
      host: hostName,
      players: players.length,
      runsForMs: start && phaseOf(race, now) === 'running' ? now - start.startsAt : null,
    };
  }),
});
