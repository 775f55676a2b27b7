/** What the pages about people ask of the service. */
import type { HeadToHead, Rival } from '@same-deal/protocol';
import type { Api } from '../net/api.ts';

export function peopleApi({ get, send }: Pick<Api, 'get' | 'send'>) {
  const of = (personId: string) => `/api/people/${encodeURIComponent(personId)}`;
  return {
    people: () => get<{ people: Rival[] }>('/api/people'),
    headToHead: (personId: string) => get<HeadToHead>(of(personId)),
    reportName: (personId: string) => send<object>('POST', `${of(personId)}/report`, {}),
    setBlocked: (personId: string, isBlocked: boolean) =>
      send<{ isBlocked: boolean }>(isBlocked ? 'PUT' : 'DELETE', `${of(personId)}/block`),
  };
}
