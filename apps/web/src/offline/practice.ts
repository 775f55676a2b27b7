/** Opens practice, online from the service and offline from this browser. */
import type { Answer, ClientEventName, Person, RequestOf } from '@same-deal/protocol';
import type { Line, Transport } from '../net/transport.ts';
import { isKeptHere } from './offline-plays.ts';

/**
 * The line to this browser's own plays: always up, and without news.
 * @param owner the person here, if known
 */
export const localTransport = (owner: () => Pick<Person, 'id' | 'name'> | null): Transport => ({
  request: async (name, request) => {
    // Whose page is not kept in this browser yet has no part of it to fetch.
    const service = await import('./local-service.ts').catch(() => undefined);
    return service?.answer(name, request, owner()) ?? { ok: false, error: { code: 'unavailable' } };
  },
  on: () => () => {},
  onLine: (listener) => {
    listener('up');
    return () => {};
  },
});

type Creation = Extract<ClientEventName, 'play:create' | 'play:branch'>;

interface Lines {
  readonly transport: Transport;
  readonly local: Transport;
  readonly connection: { readonly line: Line };
}

/** A new table of one's own: the service's, or this browser's where the service is not to be reached. */
export async function newTable<Name extends Creation>(
  { transport, local, connection }: Lines,
  name: Name,
  request: RequestOf<Name>,
): Promise<Answer<{ playId: string }>> {
  const ask = (line: Transport) =>
    line.request(name, request) as Promise<Answer<{ playId: string }>>;
  const isKept = 'playId' in request && isKeptHere(request.playId);
  // A lost line would be waited for.
  if (isKept || connection.line === 'down' || !navigator.onLine) return ask(local);
  const answer = await ask(transport);
  return answer.ok || answer.error.code !== 'unavailable' ? answer : ask(local);
}
