import type { ClientEventName, DailyKey } from '@same-deal/protocol';
import { done } from './handler.ts';
import type { Handlers, Services } from './handler.ts';

type DailyEvent = Extract<ClientEventName, `daily:${string}`>;

/** One text a daily, for its listeners. */
const nameOf = ({ day, game }: DailyKey): string => `${day}/${game}`;

/** Everything a page can ask of a daily on its line. */
export function dailyHandlers({ dailies }: Services): Pick<Handlers, DailyEvent> {
  return {
    'daily:start': (key, { personId }, receivedAt) => dailies.start(key, personId, receivedAt),

    'daily:watch': async (key, caller) => {
      caller.listenToDaily(nameOf(key));
      return done;
    },

    'daily:unwatch': async (key, caller) => {
      caller.stopListeningToDaily(nameOf(key));
      return done;
    },
  };
}
