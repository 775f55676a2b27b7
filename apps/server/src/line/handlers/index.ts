import { dailyHandlers } from './daily.ts';
import { duplicateHandlers } from './duplicate.ts';
import { done } from './handler.ts';
import type { Handlers, Services } from './handler.ts';
import { laneHandlers } from './lanes.ts';
import { playHandlers } from './play.ts';
import { raceHandlers } from './race.ts';

/** The map of all events to their handlers. */
export const handlersOver = (services: Services): Handlers => ({
  ...raceHandlers(services),
  ...playHandlers(services),
  ...dailyHandlers(services),
  ...duplicateHandlers(services),
  ...laneHandlers(services),
  'line:check': async () => done,
});
