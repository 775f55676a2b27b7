import type { ClientEventName, DailyKey } from '@same-deal/protocol';
import { done } from './handler.ts';
import type { Handlers, Services } from './handler.ts';

type DailyEvent = Extract<ClientEventName, `daily:${string}`>;

/** One text a daily, for its listeners. */
const nameOf = ({ day, game }: DailyKey): string => `${day}/${game}`;

/** Everything a page can ask of a daily on its line. */
export function dailyHandlers({
  dailies,
  clock,
  chance,
  createPractice,
}: Services): Pick<Handlers, DailyEvent> {
  return {
    'daily:start': (key, { personId, receivedAt }) => dailies.start(key, personId, receivedAt),

    'daily:practise': async (key, { personId }) => {
      const opened = await dailies.openedDeal(key);
      if (!opened.ok) return opened;
      const { variant, pack } = opened.data;
      const playId = chance.id();
      const startsAt = clock.now();
      await createPractice({
        id: playId,
        userId: personId,
        variant,
        pack,
        source: null,
        startsAt,
        log: [],
      });
      return { ok: true, data: { playId } };
    },

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
