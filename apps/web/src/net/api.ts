/**
 * The service's HTTP routes that several parts of the page ask for; others are named where they are asked for, by `get`
 * and `send`. Like the line, they answer with data or a named refusal, and never throw.
 */
import type {
  Answer,
  BoardName,
  Daily,
  DailyBoard,
  DailyList,
  DailyTimes,
  DuplicateSnapshot,
  ErrorCode,
  Failure,
  MeUpdate,
  OfflinePlay,
  OfflinePlayEntered,
  Person,
  PlaySnapshot,
  ServiceInfo,
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
    play: (playId: string) => call<PlaySnapshot>('GET', `/api/plays/${encodeURIComponent(playId)}`),
    enterOffline: (play: OfflinePlay) =>
      call<OfflinePlayEntered>('POST', '/api/plays/offline', play),
    dailies: () => call<DailyList>('GET', '/api/dailies'),
    daily: (day: string, game: string) => call<Daily>('GET', `/api/dailies/${day}/${game}`),
    dailyBoard: (day: string, game: string, board: BoardName, circle?: string) =>
      call<DailyBoard>(
        'GET',
        `/api/dailies/${day}/${game}/boards/${board}${circle ? `?circle=${circle}` : ''}`,
      ),
    dailyTimes: (day: string, game: string) =>
      call<DailyTimes>('GET', `/api/dailies/${day}/${game}/times`),
    duplicate: (code: string) =>
      call<DuplicateSnapshot>('GET', `/api/duplicates/${encodeURIComponent(code)}`),
    /** For parts of the page that load later; they give the path themselves. */
    call,
    get: <Data>(path: string) => call<Data>('GET', path),
    send: <Data>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      call<Data>(method, path, body),
  };
}
