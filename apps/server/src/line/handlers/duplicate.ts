import type { ClientEventName } from '@same-deal/protocol';
import type { Handlers, Services } from './handler.ts';

type DuplicateEvent = Extract<ClientEventName, `duplicate:${string}`>;

/** Everything a page can ask of a duplicate on its line. */
export const duplicateHandlers = ({ duplicates }: Services): Pick<Handlers, DuplicateEvent> => ({
  'duplicate:create': (settings, { personId, address }, receivedAt) =>
    duplicates.create(settings, { id: personId, address }, receivedAt),

  'duplicate:join': ({ code }, { personId }, receivedAt) =>
    duplicates.join(code, personId, receivedAt),

  'duplicate:start': (key, { personId }, receivedAt) => duplicates.start(key, personId, receivedAt),
});
