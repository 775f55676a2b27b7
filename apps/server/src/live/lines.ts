/** The lines to pages: bounded, admitted, and closed when their session ends or their node is fenced. */
import type { FastifyInstance } from 'fastify';
import { frameCounter } from '../admission/frames.ts';
import { lineBounds } from '../admission/lines.ts';
import type { Handlers } from '../line/handlers/handler.ts';
import { takeEntries } from '../line/entry-frames.ts';
import { register } from '../line/register.ts';
import { createProgressLines } from '../line/progress-lines.ts';
import { callerOf, listensTo, publisherOver } from '../line/rooms.ts';
import { addSocketIo } from '../line/socket-io.ts';
import { codeOfFault } from '../storage/database.ts';
import type { LiveOptions, OnFault } from './options.ts';

/** Sessions end by themselves too, and news of a revoked one may get lost between nodes. */
const CHECK_SESSIONS_EVERY_MS = 30_000;
/** New lines are checked together, as after a restart everybody comes at once. */
const CHECK_NEW_AFTER_MS = 100;

export type Lines = ReturnType<typeof openLines>;

/** Lines can connect from here on; no request is answered before `answerLines`. */
export function openLines(app: FastifyInstance, options: LiveOptions) {
  const { auth, database, node, publicUrl, valkeyUrl, addressOf, sessionKeyOf } = options;
  const bounds = lineBounds(options.lineLimits);
  const io = addSocketIo(app, {
    valkey:
      valkeyUrl === undefined
        ? undefined
        : { url: valkeyUrl, prefix: `same-deal:${database.name}` },
    publicUrl,
    lines: bounds,
    addressOf,
    sessionKeyOf,
    deviceOf: auth.deviceOf,
  });
  const progress = createProgressLines();
  return { io, bounds, progress, publish: publisherOver(io, progress, node.isClustered) };
}

export interface Answering {
  readonly handlers: Handlers;
  readonly isDraining: () => boolean;
  /** A line is gone. */
  readonly onGone: (connection: string) => void;
  readonly onFault: OnFault;
}

/** Answers requests of pages; people who flood are shut out. */
export function answerLines(
  app: FastifyInstance,
  options: LiveOptions,
  lines: Lines,
  { handlers, isDraining, onGone, onFault }: Answering,
): void {
  const { database, metrics, clock, limits, lineLimits } = options;
  const { io, bounds, progress, publish } = lines;
  const closeEnded = closingEnded(app, options, lines, onFault);
  const countersOf = frameCounter(limits);
  const justCome = new Set<string>();
  function checkNew(sessionId: string): void {
    if (justCome.size === 0) {
      setTimeout(() => {
        const sessions = [...justCome];
        justCome.clear();
        if (!isDraining()) void closeEnded(sessions);
      }, CHECK_NEW_AFTER_MS).unref();
    }
    justCome.add(sessionId);
  }
  io.on('connection', (socket) => {
    const { admit, replayed } = countersOf(socket.data.personId);
    const takeEntry = register(socket, {
      handlers,
      caller: callerOf(socket, progress, replayed),
      now: () => clock.now(),
      isDraining,
      admit,
      onRefused: (code) => metrics.refused(code, 'line'),
      onFault: async (error, event, about) => {
        const code = await codeOfFault(error, database.isUp);
        // Only the message: what a request held, and what a query was given, stay out of the log.
        const what = { event, ...about, message: messageOf(error) };
        app.log[code === 'not-found' ? 'warn' : 'error'](what, 'a request failed');
        return { code };
      },
      listensToEnough: () => listensTo(socket, lineLimits.listening),
      onFlood: ({ data: { personId } }, waitMs) => {
        if (bounds.shutOutMs(personId) === 0) {
          app.log.warn({ personId }, 'a flood: their lines are closed');
        }
        bounds.shutOut(personId, waitMs);
        publish.closePersonHere(personId);
      },
    });
    takeEntries(socket, takeEntry);
    socket.on('disconnect', () => {
      progress.gone(socket);
      onGone(socket.id);
    });
    // It may have been revoked between the handshake and now, when nobody could find the line yet.
    checkNew(socket.data.sessionId);
  });
}

/** Closes the lines of sessions that are no more; also of those that expired, or the news of whose end got lost. */
function closingEnded(
  app: FastifyInstance,
  { sessions }: LiveOptions,
  { publish }: Lines,
  onFault: OnFault,
) {
  async function closeEnded(sessionIds: readonly string[]): Promise<void> {
    try {
      if (sessionIds.length > 0) publish.closeSessions(await sessions.goneOf(sessionIds));
    } catch (error) {
      onFault(error);
    }
  }
  const timer = setInterval(
    () => void closeEnded(publish.sessionsHere()),
    CHECK_SESSIONS_EVERY_MS,
  ).unref();
  app.addHook('preClose', async () => clearInterval(timer));
  return closeEnded;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
