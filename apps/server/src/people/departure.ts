/** Deleting a person: pure, what becomes of a race they had to do with. */
import { isPerson } from '../race/race.ts';
import type { Person, Race } from '../race/race.ts';

/**
 * The race without the person. What has been played stays whole, with the stand-in in their place; in a lobby the seat is
 * free again, and the next person is host if the host went.
 */
export function withoutPerson(race: Race, id: string, standIn: Person): Race {
  const { start } = race;
  if (!start) {
    const players = race.players.filter((player) => player.id !== id);
    const hostId = race.hostId === id ? (players.find(isPerson)?.id ?? standIn.id) : race.hostId;
    return { ...race, players, hostId };
  }
  const idNow = (one: string) => (one === id ? standIn.id : one);
  return {
    ...race,
    hostId: idNow(race.hostId),
    players: race.players.map((player) =>
      player.id === id ? { ...player, id: standIn.id, name: standIn.name } : player,
    ),
    start: {
      ...start,
      plays: Object.fromEntries(
        Object.entries(start.plays).map(([owner, play]) => [idNow(owner), play]),
      ),
    },
  };
}
