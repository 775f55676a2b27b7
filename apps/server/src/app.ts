import path from 'node:path';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { createAuth } from './auth/auth.ts';
import { createLinks } from './auth/links.ts';
import type { LinksOptions, SendLink } from './auth/links.ts';
import type { PasswordCost } from './auth/passwords.ts';
import { startClock } from './clock.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { cryptographicChance } from './deal/chance.ts';
import type { Chance } from './deal/chance.ts';
import { addLive } from './live.ts';
import { addCompression } from './plugins/compression.ts';
import { addErrors, answerClientError, answerFrameworkError } from './plugins/errors.ts';
import { addLimits, defaultLimits } from './plugins/limits.ts';
import type { Limits } from './plugins/limits.ts';
import { openMail } from './plugins/mail.ts';
import { addPage } from './plugins/page.ts';
import type { OpenDatabase } from './plugins/prisma.ts';
import { addSecurity } from './plugins/security.ts';
import { defaultSocketLimits } from './plugins/socket-io.ts';
import type { SocketLimits } from './plugins/socket-io.ts';
import { createPreviews } from './preview/previews.ts';
import { projectRoot } from './project-root.ts';
import { accountsRepository } from './repositories/accounts.ts';
import { departuresRepository } from './repositories/departures.ts';
import { handOversRepository } from './repositories/hand-overs.ts';
import { moderationRepository } from './repositories/moderation.ts';
import { peopleRepository } from './repositories/people.ts';
import { sessionsRepository } from './repositories/sessions.ts';
import { ticketsRepository } from './repositories/tickets.ts';
import { accountRoutes } from './routes/accounts.ts';
import { analysisRoutes } from './routes/analysis.ts';
import { authRoutes } from './routes/auth.ts';
import { boardRoutes } from './routes/boards.ts';
import { dailyRoutes } from './routes/dailies.ts';
import { createEntrance } from './routes/entrance.ts';
import { handOverRoutes } from './routes/hand-overs.ts';
import { healthRoutes } from './routes/health.ts';
import { meRoutes } from './routes/me.ts';
import { myDataRoutes } from './routes/my-data.ts';
import { peopleRoutes } from './routes/people.ts';
import { moderationRoutes } from './routes/moderation.ts';
import { playRoutes } from './routes/plays.ts';
import { raceRoutes } from './routes/races.ts';
import { serviceRoutes } from './routes/service.ts';
import type { SearchesOptions } from './solver/searches.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { signInRoutes } from './routes/sign-in.ts';

const BODY_LIMIT_BYTES = 16 * 1024;

export interface AppOptions {
  readonly config: Pick<Config, 'publicUrl' | 'smtp' | 'logLevel' | 'trustProxy'>;
  /** Already migrated. The caller opened it and closes it, after the app. */
  readonly database: OpenDatabase;
  /** Signs the session cookies. */
  readonly secret: string;
  /** What new passwords are hashed with. */
  readonly passwordCost?: PasswordCost;
  readonly limits?: Partial<Limits>;
  readonly socketLimits?: Partial<SocketLimits>;
  /** Whether other nodes may work on the same database; news then goes through it to them. */
  readonly hasOtherNodes?: boolean;
  /** The service's time; measured against the database's clock if not given. */
  readonly clock?: Clock;
  /** Where packs, salts, ids and race codes come from. */
  readonly chance?: Chance;
  /** How searches run; `workerFile` where the service is not run from its bundle. */
  readonly searches?: SearchesOptions;
  /** Whether to keep the pool of certified deals full, in the background. */
  readonly certifies?: boolean;
  /** The built page. */
  readonly pageFolder?: string;
  /** Where log lines go; standard output if not given. */
  readonly logStream?: { write(line: string): void };
}

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Builds the service without listening. */
export async function buildApp(options: AppOptions) {
  const { config, database, secret } = options;
  const app = Fastify({
    logger: {
      level: config.logLevel,
      ...(options.logStream ? { stream: options.logStream } : {}),
      redact: [
        'req.headers.cookie',
        'req.headers.authorization',
        'headers.cookie',
        'headers.authorization',
        'res.headers["set-cookie"]',
      ],
      serializers: {
        // No query string, no body, no headers: they may hold what only the sender should know.
        req: ({ method, url }) => ({ method, path: url.split('?', 1)[0] }),
        // Of a database's error neither its details nor its cause: they may quote the row.
        err: ({ name, message, stack }) => ({ type: name, message, stack: stack ?? '' }),
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustProxy,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  // What every request passes.
  addErrors(app, database.isUp);
  logAnswers(app);
  await addSecurity(app, config.publicUrl);
  await addCompression(app);
  const counters = await addLimits(app, {
    ...defaultLimits,
    ...options.limits,
  });

  // Who is who.
  const people = peopleRepository(database.prisma);
  const accounts = accountsRepository(database.prisma);
  const tickets = ticketsRepository(database.prisma);
  const handOvers = handOversRepository(database.prisma);
  const sessions = sessionsRepository(database.prisma);
  const auth = createAuth({
    prisma: database.prisma,
    secret,
    publicUrl: config.publicUrl,
    isNameTaken: people.isNameTaken,
    touch: sessions.touch,
    onSessionEnded: (id) => live.closeSessions([id]),
    log: (level, message) => app.log[level](message),
  });

  // Routes, one file per resource.
  await app.register(healthRoutes, { isUp: database.isUp });
  await app.register(authRoutes, { auth });
  await app.register(meRoutes, {
    auth,
    people,
    countGuest: counters.countGuest,
    onRenamed: (person) => live.renamed(person),
  });
  await app.register(sessionRoutes, {
    auth,
    sessions,
    onEnded: (ids) => live.closeSessions(ids),
  });
  await app.register(peopleRoutes, { auth, people });
  const entrance = createEntrance(auth, () => live.merging);
  await app.register(handOverRoutes, {
    auth,
    people,
    handOvers,
    entrance,
    countHandOverTry: counters.countHandOverTry,
  });

  const waysIn = {
    ...counters,
    auth,
    accounts,
    tickets,
    publicUrl: config.publicUrl,
    passwordCost: options.passwordCost,
    sendLink: linksOver(app, config, { accounts, tickets, count: counters.links.count }),
  };
  await app.register(accountRoutes, waysIn);
  await app.register(signInRoutes, {
    ...waysIn,
    people,
    entrance,
  });

  // Races, plays, dailies and their sockets.
  const clock = options.clock ?? (await databaseClock(app, database));
  const live = addLive(app, {
    auth,
    people,
    sessions,
    database,
    clock,
    chance: options.chance ?? cryptographicChance,
    publicUrl: config.publicUrl,
    limits: { ...defaultSocketLimits, ...options.socketLimits },
    hasOtherNodes: options.hasOtherNodes ?? false,
    searches: options.searches ?? {},
    certifies: options.certifies ?? false,
  });
  await app.register(serviceRoutes, {
    publicUrl: config.publicUrl,
    sendsEmail: waysIn.sendLink !== undefined,
  });
  await app.register(myDataRoutes, {
    auth,
    accounts,
    people,
    sessions,
    departures: departuresRepository(database.prisma),
    live,
    countExport: counters.countExport,
  });
  await app.register(playRoutes, { auth, live, clock });
  await app.register(raceRoutes, { live, clock });
  await app.register(dailyRoutes, { auth, live, clock });
  await app.register(analysisRoutes, { auth, live });
  await app.register(boardRoutes, { auth, live, clock });
  await app.register(moderationRoutes, {
    auth,
    moderation: moderationRepository(database.prisma),
  });

  // The page comes last: it takes every address nothing else wanted.
  await addPage(app, {
    folder: options.pageFolder ?? path.join(projectRoot(), 'apps', 'web', 'dist'),
    publicUrl: config.publicUrl,
    previewOf: createPreviews({
      clock,
      findRace: live.races.find,
      findPlays: live.findSettled,
      refusalToOpen: live.refusalToOpen,
      findDaily: live.dailies.find,
    }),
  });
  return app;
}

/** Links by e-mail, where there is a mail server. */
function linksOver(
  app: FastifyInstance,
  { smtp, publicUrl }: AppOptions['config'],
  parts: Pick<LinksOptions, 'accounts' | 'tickets' | 'count'>,
): SendLink | undefined {
  if (!smtp || publicUrl === undefined) return undefined;
  const mail = openMail(smtp.url, smtp.from);
  app.addHook('onClose', async () => mail.close());
  // What a mail server says may quote the address it was given.
  const onFault = () => app.log.error('a link for signing in could not be sent');
  return createLinks({ ...parts, mail, publicUrl, onFault });
}

/** The database's clock (P7), for as long as the app runs. */
async function databaseClock(app: FastifyInstance, { pool }: OpenDatabase): Promise<Clock> {
  const clock = await startClock(async () => {
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    return rows[0]?.ms ?? NaN;
  });
  app.addHook('onClose', async () => clock.stop());
  return clock;
}

/** One line for each answer, at level debug. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      { req: request, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    );
  });
}
