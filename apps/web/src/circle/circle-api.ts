/** What the pages of circles ask of the service. */
import type {
  Answer,
  CircleDoor,
  CircleDuel,
  CircleList,
  CircleSnapshot,
  CircleTable,
  CircleWeek,
  CircleWishes,
} from '@same-deal/protocol';
import type { Api } from '../net/api.ts';

export type CircleApi = ReturnType<typeof circleApi>;

export function circleApi({ get, send }: Pick<Api, 'get' | 'send'>) {
  const base = '/api/circles';
  const of = (id: string, rest = '') => `${base}/${encodeURIComponent(id)}${rest}`;
  const dateOf = (id: string, dateId: string, rest = '') => of(id, `/dates/${dateId}${rest}`);
  type Found = Promise<Answer<{ id: string }>>;
  return {
    list: () => get<CircleList>(base),
    create: (circle: { name: string; people?: string[]; daily?: boolean }): Found =>
      send('POST', base, circle),
    door: (code: string) => get<CircleDoor>(`${base}/codes/${encodeURIComponent(code)}`),
    join: (code: string): Found => send('POST', `${base}/join`, { code }),
    accept: (id: string): Found => send('POST', of(id, '/invitation'), {}),
    decline: (id: string) => send<object>('DELETE', of(id, '/invitation')),
    find: (id: string) => get<CircleSnapshot>(of(id)),
    rename: (id: string, name: string) => send<object>('PATCH', of(id), { name }),
    close: (id: string) => send<object>('DELETE', of(id)),
    renew: (id: string) => send<object>('POST', of(id, '/code'), {}),
    handOn: (id: string, personId: string) => send<object>('POST', of(id, '/host'), { personId }),
    remove: (id: string, personId: string) =>
      send<object>('DELETE', of(id, `/members/${encodeURIComponent(personId)}`)),
    leave: (id: string) => send<object>('DELETE', of(id, '/me')),
    wish: (id: string, wishes: CircleWishes) => send<object>('PATCH', of(id, '/me'), wishes),
    all: (id: string) => get<CircleTable>(of(id, '/weeks')),
    week: (id: string, day: string) => get<CircleWeek>(of(id, `/weeks/${day}`)),
    duel: (id: string, first: string, second: string) =>
      get<CircleDuel>(of(id, `/people/${encodeURIComponent(first)}/${encodeURIComponent(second)}`)),
    race: (id: string, variant: string) =>
      send<{ code: string }>('POST', of(id, '/race'), { variant }),
    arrange: (id: string, date: { at: string; variant: string }) =>
      send<object>('POST', of(id, '/dates'), date),
    cancel: (id: string, dateId: string) => send<object>('DELETE', dateOf(id, dateId)),
    answer: (id: string, dateId: string, comes: boolean) =>
      send<object>('PUT', dateOf(id, dateId, '/me'), { comes }),
    openDate: (id: string, dateId: string) =>
      send<{ code: string }>('POST', dateOf(id, dateId, '/race'), {}),
    calendarOf: (id: string, dateId: string): string => dateOf(id, dateId, '/date.ics'),
  };
}
