import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errors } from '@same-deal/protocol';
import type { Answer, ErrorCode, Failure } from '@same-deal/protocol';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { codeOfFault } from '../storage/database.ts';

interface Refusal extends Error {
  readonly failure: Failure;
}

/**
 * Makes the error a route throws to refuse a request.
 * @param extra what the page needs to know beside the code, e.g. `detail` or `retryAfterMs`
 */
export function refusal(code: ErrorCode, extra: Omit<Failure, 'code'> = {}): Error {
  const failure: Failure = { code, ...extra };
  return Object.assign(new Error(errors[code].means), { failure });
}

/** The data of an answer; refuses with what it was refused with. */
export function dataOf<Data>(answer: Answer<Data>): Data {
  if (!answer.ok) throw refusal(answer.error.code, answer.error);
  return answer.data;
}

/** Whether there was what was asked for, even where it is refused. */
export const isThere = (answer: Answer<unknown>): boolean =>
  answer.ok || answer.error.code !== 'not-found';

/** The value, if it is there; otherwise refuses with `not-signed-in`. */
export function signedIn<Found>(found: Found | null): Found {
  if (found === null) throw refusal('not-signed-in');
  return found;
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'failure' in error;
}

/**
 * Answers whatever goes wrong as `{error: {code, detail?}}` with the code's status (P8).
 * @param isUp whether the database answers: distinguishes an outage from a fault of ours
 * @param onRefused counts what is answered
 */
export function addErrors(
  app: FastifyInstance,
  isUp: () => Promise<boolean>,
  onRefused: (code: ErrorCode) => void,
): void {
  const answer = (reply: FastifyReply, failure: Failure): FastifyReply => {
    onRefused(failure.code);
    return sendFailure(reply, failure);
  };
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const failure = failureOf(error);
    if (failure) return answer(reply, failure);
    const code = await codeOfFault(error, isUp);
    request.log[code === 'not-found' ? 'warn' : 'error']({ err: error }, 'unexpected');
    return answer(reply, { code });
  });
}

/** Answers with a failure. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfterMs !== undefined) {
    reply.header('retry-after', Math.ceil(failure.retryAfterMs / 1000));
  }
  return reply
    .code(errors[failure.code].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: failure });
}

function failureOf(error: FastifyError): Failure | undefined {
  if (isRefusal(error)) return error.failure;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [first] = error.validation;
    const where = `${error.validationContext ?? 'body'}${first?.instancePath ?? ''}`;
    return { code: 'bad-request', detail: `${where}: ${first?.message ?? 'malformed'}` };
  }
  const status = error.statusCode ?? 500;
  if (status === 404) return { code: 'not-found' };
  if (status === 413) return { code: 'too-large' };
  if (status === 429) return { code: 'too-many-requests' };
  if (status >= 400 && status < 500) return { code: 'bad-request', detail: error.message };
  return undefined;
}

/** For requests Fastify gives up on before any route, such as a path that cannot be decoded. */
export function answerFrameworkError(
  _error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  void sendFailure(reply, { code: 'bad-request', detail: 'the request line is malformed' });
}

/** For connections that do not speak HTTP properly: there is no request to answer, only a socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'bad-request';
  const { status } = errors[code];
  const body = JSON.stringify({ error: { code } satisfies Failure });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
