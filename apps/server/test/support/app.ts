import { buildApp } from '../../src/app.ts';
import type { App, AppOptions } from '../../src/app.ts';
import { defaultFrameLimits, defaultLimits } from '../../src/admission/limits.ts';
import type { FrameLimits, Limits } from '../../src/admission/limits.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { playableChance } from './playable-chance.ts';
import { pushWorker, solverWorker } from './processes.ts';

const unlimited = { times: 1_000_000, perMs: 1000 };
const unlimitedAll = <Kinds extends object>(kinds: Kinds) =>
  Object.fromEntries(Object.keys(kinds).map((name) => [name, unlimited])) as unknown as Kinds;
/** For tests that are not about limits. */
export const noLimits: Limits = unlimitedAll(defaultLimits);
/** For tests in which a person asks for more over their lines than a page does. */
export const noSocketLimits: FrameLimits = unlimitedAll(defaultFrameLimits);

export interface TestApp {
  readonly app: App;
  readonly database: TestDatabase;
  /** Everything logged so far, one JSON object a line. */
  readonly log: () => string;
  close(): Promise<void>;
}

/** Builds the whole service on a database of its own, without limits; it does not listen. */
export async function buildTestApp(
  options: Partial<Omit<AppOptions, 'database'>> & { database?: TestDatabase } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  let logged = '';
  const app = await buildApp({
    secret: 'a secret for tests only, 32 long',
    chance: playableChance,
    limits: noLimits,
    lineLimits: { strangers: unlimited, ofSession: unlimited, handshakes: unlimited },
    // The usual cost is slow by design; it has a test of its own.
    passwordCost: { logN: 10, r: 8, p: 1 },
    searches: { workerFile: solverWorker(), threads: 1 },
    logStream: { write: (line) => (logged += line) },
    ...options,
    push: { workerFile: pushWorker(), ...options.push },
    config: { publicUrl: undefined, logLevel: 'debug', trustProxy: 'loopback', ...options.config },
    database,
  });
  return {
    app,
    database,
    log: () => logged,
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

/** An HTTP client that keeps its cookies, as one browser does. */
export interface Device {
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(url: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The `cookie` header it would send. */
  cookie(): string;
}

/**
 * @param address the client's address, for limits by address
 * @param jar the cookies it has, by name
 */
export function device(
  app: App,
  address = '127.0.0.1',
  jar: Map<string, string> = new Map(),
): Device {
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        host: 'localhost:3000',
        ...(jar.size > 0 ? { cookie: cookie() } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, encodeURIComponent(value));
    }
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? (answer.json() as unknown) : undefined,
      text: answer.body,
    };
  };
  return {
    get: (url, headers) => send('GET', url, undefined, headers),
    post: (url, body, headers) => send('POST', url, body, headers),
    patch: (url, body, headers) => send('PATCH', url, body, headers),
    delete: (url, body, headers) => send('DELETE', url, body, headers),
    cookie,
  };
}
