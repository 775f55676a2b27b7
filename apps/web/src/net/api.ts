/**
 * The service's HTTP routes, but for those of accounts (`account-api.ts`). Like the line, they answer with data or a
 * named refusal, and never throw.
 */
import type {
  AccountPreferences,
  Answer,
  BoardName,
  BoardPeriod,
  Daily,
  DailyArchive,
  DailyBoard,
  DailyList,
  DailyTimes,
  DuplicateList,
  DuplicateSnapshot,
  ErrorCode,
  Failure,
  MeUpdate,
  OfflinePlay,
  OfflinePlayEntered,
  OpenedDeal,
  PeriodBoard,
  HeadToHead,
  MySettings,
  Person,
  PlayList,
  PlayListQuery,
  Rival,
  PlayAnalysis,
  PlaySnapshot,
  ServiceInfo,
  Stats,
} from '@same-deal/protocol';

export type Api = ReturnType<typeof createApi>;
/** What must be there before a refusal is handed on: the words for it, say. */
export type BeforeRefusal = (code: ErrorCode) => Promise<unknown> | undefined;
type Fetch = (path: string, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 15_000;

const refused = (error: Failure): Answer<never> => ({ ok: false, error });

/** Reads an answer's body: `{error: Failure}` unless the status is a good one. */
async function readAnswer<Data>(response: Response): Promise<Answer<Data>> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    // Something between here and the service has answered: a proxy's error page, say.
    return refused({ code: response.ok || response.status >= 502 ? 'unavailable' : 'internal' });
  }
  if (response.ok) return { ok: true, data: body as Data };
  const error = (body as { error?: { code?: unknown } } | null)?.error;
  if (typeof error?.code !== 'string') return refused({ code: codeOfStatus(response.status) });
  return refused(error as Failure);
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'not-signed-in';
  if (status === 404) return 'not-found';
  if (status === 429) return 'too-many-requests';
  return status >= 500 ? 'unavailable' : 'bad-request';
}

/**
 * @param fetcher stands in for `fetch` in tests
 * @param prepare waited for before a refusal is handed on
 */
export function createApi(
  fetcher: Fetch = (path, init) => fetch(path, init),
  prepare?: BeforeRefusal,
) {
  async function ask<Data>(method: string, path: string, body?: object): Promise<Answer<Data>> {
    try {
      const response = await fetcher(path, {
        method,
        credentials: 'same-origin',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      return await readAnswer<Data>(response);
    } catch {
      return refused({ code: 'unavailable' });
    }
  }

  async function call<Data>(method: string, path: string, body?: object): Promise<Answer<Data>> {
    const answer = await ask<Data>(method, path, body);
    if (!answer.ok) await prepare?.(answer.error.code);
    return answer;
  }

  return {
    service: () => call<ServiceInfo>('GET', '/api/service'),
    me: () => call<Person>('GET', '/api/me'),
    becomeSomebody: () => call<Person>('POST', '/api/me', {}),
    rename: (update: MeUpdate) => call<Person>('PATCH', '/api/me', update),
    settings: () => call<MySettings>('GET', '/api/me/settings'),
    setSettings: (body: MySettings) => call<MySettings>('PATCH', '/api/me/settings', body),
    preferences: () => call<AccountPreferences>('GET', '/api/me/preferences'),
    setPreferences: (body: AccountPreferences) =>
      call<AccountPreferences>('PUT', '/api/me/preferences', body),
    people: () => call<{ people: Rival[] }>('GET', '/api/people'),
    headToHead: (personId: string) =>
      call<HeadToHead>('GET', `/api/people/${encodeURIComponent(personId)}`),
    reportName: (personId: string) =>
      call<object>('POST', `/api/people/${encodeURIComponent(personId)}/report`, {}),
    setBlocked: (personId: string, isBlocked: boolean) =>
      call<{ isBlocked: boolean }>(
        isBlocked ? 'PUT' : 'DELETE',
        `/api/people/${encodeURIComponent(personId)}/block`,
      ),
    plays: ({ state, before }: PlayListQuery = {}) => {
      const query = new URLSearchParams({ ...(state && { state }), ...(before && { before }) });
      return call<PlayList>('GET', `/api/plays?${query.toString()}`);
    },
    play: (playId: string) => call<PlaySnapshot>('GET', `/api/plays/${encodeURIComponent(playId)}`),
    enterOffline: (play: OfflinePlay) =>
      call<OfflinePlayEntered>('POST', '/api/plays/offline', play),
    dailies: () => call<DailyList>('GET', '/api/dailies'),
    archive: (before?: string) =>
      call<DailyArchive>('GET', `/api/dailies/archive${before ? `?before=${before}` : ''}`),
    daily: (day: string, game: string) => call<Daily>('GET', `/api/dailies/${day}/${game}`),
    dailyBoard: (day: string, game: string, board: BoardName, circle?: string) =>
      call<DailyBoard>(
        'GET',
        `/api/dailies/${day}/${game}/boards/${board}${circle ? `?circle=${circle}` : ''}`,
      ),
    dailyTimes: (day: string, game: string) =>
      call<DailyTimes>('GET', `/api/dailies/${day}/${game}/times`),
    dailyDeal: (day: string, game: string) =>
      call<OpenedDeal>('GET', `/api/dailies/${day}/${game}/deal`),
    duplicates: () => call<DuplicateList>('GET', '/api/duplicates'),
    duplicate: (code: string) =>
      call<DuplicateSnapshot>('GET', `/api/duplicates/${encodeURIComponent(code)}`),
    duplicateDeal: (code: string, deal: number) =>
      call<OpenedDeal>('GET', `/api/duplicates/${encodeURIComponent(code)}/deals/${deal}`),
    periodBoard: (game: string, period: BoardPeriod, week?: string) =>
      call<PeriodBoard>('GET', `/api/boards/${game}/${period}${week ? `?week=${week}` : ''}`),
    stats: () => call<Stats>('GET', '/api/stats'),
    analysis: (playId: string) =>
      call<PlayAnalysis>('GET', `/api/plays/${encodeURIComponent(playId)}/analysis`),
    /** For parts of the page that load later; they give the path themselves. */
    call,
    get: <Data>(path: string) => call<Data>('GET', path),
    send: <Data>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      call<Data>(method, path, body),
    openedDeal: (raceCode: string) =>
      call<OpenedDeal>('GET', `/api/races/${encodeURIComponent(raceCode)}/deal`),
  };
}
