/** The routes of nudges. Fetched with what asks for them: no first page does. */
import type {
  NudgeKind,
  NudgeSettings,
  NudgeWishes,
  PushSubscriptionOf,
  WaitingNudges,
} from '@same-deal/protocol';
import type { Api } from '../net/api.ts';

export type NudgeApi = ReturnType<typeof nudgeApi>;

export const nudgeApi = ({ call }: Pick<Api, 'call'>) => ({
  settings: () => call<NudgeSettings>('GET', '/api/nudges'),
  change: (wishes: NudgeWishes) => call<NudgeSettings>('PATCH', '/api/nudges', wishes),
  follow: (personId: string, isOn: boolean) =>
    call<NudgeSettings>(
      isOn ? 'PUT' : 'DELETE',
      `/api/nudges/rivals/${encodeURIComponent(personId)}`,
    ),
  subscribe: (subscription: PushSubscriptionOf) =>
    call<NudgeSettings>('POST', '/api/nudges/devices', subscription),
  unsubscribe: (id: string) => call<NudgeSettings>('DELETE', `/api/nudges/devices/${id}`),
  waiting: () => call<WaitingNudges>('GET', '/api/nudges/waiting'),
  seen: (kind: NudgeKind, subject: string) =>
    call<object>('POST', '/api/nudges/seen', { kind, subject }),
});
