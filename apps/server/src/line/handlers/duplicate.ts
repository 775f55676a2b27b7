import type { ClientEventName } from '@same-deal/protocol';
import type { Handlers, Services } from './handler.ts';

type DuplicateEvent = Extract<ClientEventName, `duplicate:${string}`>;

/** Everything a page can ask of a duplicate on its line. */
export const duplicateHandlers = ({ duplicates }: Services): Pick<Handlers, DuplicateEvent> => ({
  'duplicate:create': (settings, { personId }, receivedAt) =>
    duplicates.create(settings, personId, receivedAt),

  'duplicate:join': ({ code }, { personId }, receivedAt) =>
    duplicates.join(code, personId, receivedAt),

  'duplicate:start': (key, { personId }, receivedAt) => duplicates.start(key, personId, receivedAt),
});
