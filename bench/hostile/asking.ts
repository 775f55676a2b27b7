/** Requests of hostile clients, with counts of their outcomes. */
import { request } from 'node:http';
import type { Line } from '../server/line.ts';

/** The address of attackers with a single one. */
export const HOME = '198.51.100.1';

/** The outcomes of an attack so far. */
export interface Tally {
  tried: number;
  refused: number;
  faults: number;
}
export const tally = (): Tally => ({ tried: 0, refused: 0, faults: 0 });

interface Call {
  readonly method?: string;
  readonly body?: object | string;
  readonly cookie?: string;
  readonly address?: string;
  readonly host?: string;
}

/** Sends an HTTP request and counts its outcome; resolves to the status, 0 if there was no response. */
export function call(
  server: string,
  path: string,
  count: Tally,
  options: Call = {},
): Promise<number> {
  const { method = 'POST', body = {}, cookie, address = HOME, host } = options;
  const { hostname, port } = new URL(server);
  count.tried += 1;
  return new Promise((resolve) => {
    const done = (status: number) => {
      if (status >= 500) count.faults += 1;
      else if (status >= 400 || status === 0) count.refused += 1;
      resolve(status);
    };
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        agent: false,
        timeout: 30_000,
        headers: {
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
          'x-forwarded-for': address,
          ...(cookie && { cookie }),
          ...(host !== undefined && { host }),
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode ?? 0));
      },
    );
    sent.on('error', () => done(0));
    sent.on('timeout', () => sent.destroy());
    sent.end(method === 'GET' ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** Sends a request on a line and counts its outcome; undefined if it is refused. */
export async function ask(line: Line, event: string, data: object, count: Tally): Promise<unknown> {
  count.tried += 1;
  try {
    return await line.ask(event, data);
  } catch (error) {
    count.refused += 1;
    if (/internal|no answer/.test(String(error))) count.faults += 1;
    return undefined;
  }
}

export const isOver = (until: number) => performance.now() > until;
