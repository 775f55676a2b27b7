/** One person's settled races in figures: pure. */
import { gameList, gameOf } from '@same-deal/engine';
import type { RaceStats } from '@same-deal/protocol';
import { placesOf } from '../race/standings.ts';
import type { Ids, SettledRace } from './head-to-head.ts';

/** Over all games first, then game by game. A race in which one has two seats counts once, by its better place. */
export function raceStatsOf(races: readonly SettledRace[], me: Ids): RaceStats[] {
  const own = races.flatMap((race) => {
    const places = placesOf(race.results, race.order);
    const [best] = race.results
      .map((result, n) => ({ ...result, place: places[n] ?? Infinity }))
      .filter(({ personId }) => me.has(personId))
      .sort((a, b) => a.place - b.place);
    return best ? [{ ...best, game: gameOf(race.variant) }] : [];
  });
  return [null, ...gameList.map(({ id }) => id)].map((game) => {
    const played = game === null ? own : own.filter((one) => one.game === game);
    const times = played.flatMap((one) => (one.ending === 'won' ? one.elapsedMs : []));
    return {
      game,
      played: played.length,
      first: played.filter((one) => one.place === 1 && hasBrought(one)).length,
      finished: times.length,
      bestMs: times.length > 0 ? Math.min(...times) : null,
    };
  });
}

/** Nobody wins a race in which nobody has brought a card home. */
const hasBrought = ({ cardsHome, ending }: { cardsHome: number; ending: string | null }): boolean =>
  cardsHome > 0 || ending === 'won';
