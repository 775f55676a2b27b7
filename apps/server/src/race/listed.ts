/** The public list of races that their hosts have opened to everyone, to watch. */
import { LISTED_RACES_MAX } from '@same-deal/protocol';
import type { ListedRaces } from '@same-deal/protocol';
import type { ListedRace } from './ports.ts';
import { phaseOf } from './race.ts';

/**
 * What is worth a look: lobbies in which somebody is, and races that still run; of each host the newest.
 * @param stored newest first
 * @param now milliseconds since 1970 by the service's clock
 */
export function listRaces(stored: readonly ListedRace[], now: number): ListedRaces {
  const hosts = new Set<string>();
  const races = stored.flatMap(({ code, race, hostName }) => {
    const { start, hostId, players, emptySince, settings } = race;
    const phase = phaseOf(race, now);
    const isOver = start ? now >= start.closesAt : phase !== 'open' || emptySince !== null;
    if (phase === 'settled' || isOver || hosts.has(hostId)) return [];
    hosts.add(hostId);
    return {
      code,
      variant: settings.variant,
      host: hostName,
      players: players.length,
      runsForMs: phase === 'running' && start ? now - start.startsAt : null,
    };
  });
  return { races: races.slice(0, LISTED_RACES_MAX) };
}
