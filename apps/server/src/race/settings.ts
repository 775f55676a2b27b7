/** What a race is played by where nobody has said otherwise. */
import { gameList, gameOf } from '@same-deal/engine';
import { raceSettings } from '@same-deal/protocol';
import type { RaceSettings, RequestOf } from '@same-deal/protocol';

/** Settings with the game's own defaults for what is left out. */
export function completeSettings(asked: RequestOf<'race:create'>): RaceSettings {
  const game = gameList.find(({ id }) => id === gameOf(asked.variant));
  return raceSettings.parse({
    ...asked,
    closing: asked.closing ?? 'quarter',
    undo: asked.undo ?? 'bounded',
    capMinutes: asked.capMinutes ?? game?.capMinutes ?? 30,
  });
}
