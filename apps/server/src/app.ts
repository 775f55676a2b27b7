import path from 'node:path';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  defaultAtOnce,
  defaultFrameLimits,
  defaultLimits,
  defaultLineLimits,
} from './admission/limits.ts';
import type { AtOnce, FrameLimits, Limits, LineLimits } from './admission/limits.ts';
import type { Store } from './admission/counters.ts';
import { remoteAddress, trustOf } from './admission/remote-address.ts';
import { createAuth } from './auth/auth.ts';
import { createLinks } from './auth/links.ts';
import type { LinksOptions, SendLink } from './auth/links.ts';
import { createHashing } from './auth/hashing.ts';
import { passwordCheck } from './http/password-check.ts';
import type { PasswordCost } from './auth/passwords.ts';
import { sessionKeyOf } from './auth/session-cookie.ts';
import { startClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { joinCluster } from './cluster/node.ts';
import type { Config } from './config.ts';
import { cryptographicChance } from './deal/chance.ts';
import type { Chance } from './deal/chance.ts';
import { addLive } from './live/live.ts';
import {
  addErrors,
  isThere,
  refusal,
  answerClientError,
  answerFrameworkError,
} from './http/errors.ts';
import { openMail } from './auth/mail.ts';
import { addPage, inlineScriptsOf } from './http/page.ts';
import { isOutage } from './storage/database.ts';
import type { OpenDatabase } from './storage/database.ts';
import { addSecurity } from './http/security.ts';
import { addCompression } from './http/compression.ts';
import { createPreviews } from './preview/previews.ts';
import { addLimits } from './http/limits.ts';
import { logOutput } from './log-output.ts';
import { createMetrics } from './metrics.ts';
import { createPush } from './nudge/push.ts';
import { pushKeyFrom, pushKeyOf } from './nudge/push-key.ts';
import { projectRoot } from './project-root.ts';
import { fewOfTheSame } from './same-lines.ts';
import { accountsRepository } from './storage/auth/accounts.ts';
import { departuresRepository } from './storage/people/departures.ts';
import { handOversRepository } from './storage/auth/hand-overs.ts';
import { moderationRepository } from './storage/people/moderation.ts';
import { nodesRepository } from './storage/nodes.ts';
import { peopleRepository } from './storage/people/people.ts';
import { ownGamesRepository } from './storage/play/own-games.ts';
import { ratingsRepository } from './storage/race/ratings.ts';
import { createGuestIn } from './storage/auth/guests.ts';
import { sessionsRepository } from './storage/auth/sessions.ts';
import { ticketsRepository } from './storage/auth/tickets.ts';
import { accountRoutes } from './http/accounts.ts';
import { analysisRoutes } from './http/analysis.ts';
import { authRoutes } from './http/auth.ts';
import { boardRoutes } from './http/boards.ts';
import { circleRoutes } from './http/circles.ts';
import { dailyRoutes } from './http/dailies.ts';
import { duplicateRoutes } from './http/duplicates.ts';
import { createEntrance } from './http/entrance.ts';
import { handOverRoutes } from './http/hand-overs.ts';
import { healthRoutes } from './http/health.ts';
import { metricsRoutes } from './http/metrics.ts';
import { meRoutes } from './http/me.ts';
import { myDataRoutes } from './http/my-data.ts';
import { peopleRoutes } from './http/people.ts';
import { moderationRoutes } from './http/moderation.ts';
import { nudgeRoutes } from './http/nudges.ts';
import { playRoutes } from './http/plays.ts';
import { ghostRoutes } from './http/ghosts.ts';
import { raceRoutes } from './http/races.ts';
import { serviceRoutes } from './http/service.ts';
import type { SearchesOptions } from './solver/searches.ts';
import { sessionRoutes } from './http/sessions.ts';
import { signInRoutes } from './http/sign-in.ts';
import { writtenBy } from './http/written-by.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
/** The longest that a counter waits for Valkey; a connection silent for this long is replaced. */
const COUNT_WITHIN_MS = 500;
const SILENT_FOR_MS = 4_000;
/** The longest that headers, a body or an idle connection may take. */
const HEADERS_WITHIN_MS = 10_000;
const REQUEST_WITHIN_MS = 20_000;
const IDLE_FOR_MS = 65_000;
const CHECK_CONNECTIONS_EVERY_MS = 2_000;
const REQUESTS_A_CONNECTION = 1_000;

/** Whom push services write to where no address of the web leads here; browsers subscribe on this machine alone then. */
const NO_CONTACT = 'mailto:nobody@same-deal.invalid';

export interface AppOptions {
  readonly config: Pick<Config, 'publicUrl' | 'smtp' | 'logLevel' | 'trustProxy'> &
    Partial<Pick<Config, 'valkeyUrl' | 'nodeName' | 'metricsToken' | 'pushKey'>>;
  /** Already migrated. The caller opened it and closes it, after the app. */
  readonly database: OpenDatabase;
  /** Signs the session cookies. */
  readonly secret: string;
  /** What new passwords are hashed with. */
  readonly passwordCost?: PasswordCost;
  readonly limits?: Partial<Limits>;
  readonly atOnce?: Partial<AtOnce>;
  readonly socketLimits?: Partial<FrameLimits>;
  readonly lineLimits?: Partial<LineLimits>;
  /** The service's time; measured against the database's clock if not given. */
  readonly clock?: Clock;
  /** Where packs, salts, ids and race codes come from. */
  readonly chance?: Chance;
  /** How searches run; `workerFile` where the service is not run from its bundle. */
  readonly searches?: SearchesOptions;
  /** Whether to keep the pool of certified deals full, in the background. */
  readonly certifies?: boolean;
  /** How nudges are sent: `allowsLoopback` for tests, `workerFile` where the service is not run from its bundle. */
  readonly push?: { readonly allowsLoopback?: boolean; readonly workerFile?: string };
  /** Whether this node will close in a moment: it serves as before, and tells load balancers to send nobody new. */
  readonly isLeaving?: () => boolean;
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
      stream: options.logStream ?? logOutput(),
      hooks: { logMethod: fewOfTheSame() },
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
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: IDLE_FOR_MS,
    maxRequestsPerSocket: REQUESTS_A_CONNECTION,
    http: {
      headersTimeout: HEADERS_WITHIN_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
    },
    trustProxy: trustOf(config.trustProxy),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(writtenBy);

  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });

  // What every request passes.
  const metrics = createMetrics();
  addErrors(app, database.isUp, (code) => metrics.refused(code, 'http'));
  logAnswers(app);
  const pageFolder = options.pageFolder ?? path.join(projectRoot(), 'apps', 'web', 'dist');
  addSecurity(app, config.publicUrl, inlineScriptsOf(pageFolder));
  await addCompression(app);
  const counters = addLimits(app, {
    limits: { ...defaultLimits, ...options.limits },
    atOnce: { ...defaultAtOnce, ...options.atOnce },
    store: limitsStore(app, options),
    sessionKeyOf: (headers) => sessionKeyOf(headers, secret),
  });

  // Identity.
  const people = peopleRepository(database);
  const ratings = ratingsRepository(database.prisma);
  const accounts = accountsRepository(database.prisma);
  const tickets = ticketsRepository(database.prisma);
  const handOvers = handOversRepository(database.prisma);
  const sessions = sessionsRepository(database);
  const auth = createAuth({
    prisma: database.prisma,
    secret,
    publicUrl: config.publicUrl,
    createGuest: createGuestIn(database),
    findSession: sessions.living,
    touch: sessions.touch,
    onSessionEnded: (id) => live.closeSessions([id]),
    log: (level, message) => app.log[level](message),
  });

  // Routes, one file per resource.
  await app.register(healthRoutes, {
    isUp: database.isUp,
    isDraining: () => (options.isLeaving?.() ?? false) || live.isDraining(),
  });
  await app.register(metricsRoutes, { metrics, token: config.metricsToken });
  await app.register(authRoutes, { auth });
  await app.register(meRoutes, {
    auth,
    people,
    countGuest: counters.countGuest,
    countRename: counters.countRename,
    onRenamed: (person) => live.renamed(person),
  });
  await app.register(sessionRoutes, {
    auth,
    sessions,
    onEnded: (ids) => live.closeSessions(ids),
  });
  const { workerFile, ...pushing } = options.push ?? {};
  const push = createPush(
    {
      key: config.pushKey === undefined ? pushKeyOf(secret) : pushKeyFrom(config.pushKey),
      contact: config.publicUrl?.startsWith('https:') ? config.publicUrl : NO_CONTACT,
      ...pushing,
    },
    workerFile,
  );
  app.addHook('onClose', async () => push.close());
  const entrance = createEntrance(auth, () => live.merging);
  await app.register(handOverRoutes, {
    auth,
    people,
    handOvers,
    entrance,
    countHandOver: counters.countHandOver,
    triesOfHandOvers: counters.triesOfHandOvers,
    onUsed: (personId, path) => live.handOverUsed(personId, path),
  });

  const hashing = createHashing(options.passwordCost, (retryAfterMs) =>
    refusal('too-many-requests', { retryAfterMs }),
  );
  const waysIn = {
    ...counters,
    auth,
    accounts,
    tickets,
    sessions,
    onSessionsEnded: (ids: readonly string[]) => live.closeSessions(ids),
    publicUrl: config.publicUrl,
    hashing,
    checkPassword: passwordCheck(counters.guesses, hashing),
    sendLink: linksOver(app, config, { accounts, tickets, count: counters.countLink }),
  };
  await app.register(accountRoutes, waysIn);
  await app.register(signInRoutes, {
    ...waysIn,
    people,
    entrance,
  });

  // Races, plays, dailies and their sockets.
  const clock = options.clock ?? (await databaseClock(app, database));
  const node = await joinCluster({
    store: nodesRepository(database, secret),
    name: config.nodeName ?? 'the only one',
    isClustered: config.valkeyUrl !== undefined,
    dropSilentConnections: database.dropSilentConnections,
    onFenced: () => {
      live.fenced();
      app.log.warn({ node: config.nodeName }, 'ended by another node, and begins anew');
    },
    onFault: (error) => app.log.error({ err: error }, 'the node’s beat'),
    isOutage,
  });
  const live = addLive(app, {
    auth,
    people,
    sessions,
    database,
    metrics,
    node,
    clock,
    chance: options.chance ?? cryptographicChance,
    publicUrl: config.publicUrl,
    valkeyUrl: config.valkeyUrl,
    limits: { ...defaultFrameLimits, ...options.socketLimits },
    lineLimits: { ...defaultLineLimits, ...options.lineLimits },
    addressOf: remoteAddress(config.trustProxy),
    sessionKeyOf: (headers) => sessionKeyOf(headers, secret),
    searches: options.searches ?? {},
    mayTakeProved: counters.mayTakeProved,
    push,
    certifies: options.certifies ?? false,
  });
  await app.register(serviceRoutes, {
    publicUrl: config.publicUrl,
    sendsEmail: waysIn.sendLink !== undefined,
  });
  await app.register(myDataRoutes, {
    auth,
    ratings,
    accounts,
    people,
    sessions,
    nudges: live.nudges,
    departures: departuresRepository(database.prisma),
    live,
    countExport: counters.countExport,
  });
  await app.register(playRoutes, {
    auth,
    live,
    clock,
    countOffline: counters.countOffline,
  });
  await app.register(raceRoutes, { auth, live, clock });
  await app.register(ghostRoutes, { auth, live });
  await app.register(dailyRoutes, { auth, live, clock });
  await app.register(duplicateRoutes, { auth, live });
  await app.register(peopleRoutes, { auth, people, live, clock });
  await app.register(circleRoutes, {
    auth,
    live,
    clock,
    publicUrl: config.publicUrl,
    countCircle: counters.countCircle,
    tries: counters.triesOfCircles,
  });
  await app.register(analysisRoutes, { auth, live });
  const ownGames = ownGamesRepository(database.prisma, clock.now);
  await app.register(boardRoutes, { auth, live, clock, people, ratings, ownGames });
  await app.register(nudgeRoutes, { auth, clock, nudges: live.nudges, people, push });
  await app.register(moderationRoutes, {
    auth,
    moderation: moderationRepository(database.prisma),
    onNameChanged: (person) => live.renamed(person),
  });

  // The page comes last: it takes every address nothing else wanted.
  await addPage(app, {
    folder: pageFolder,
    publicUrl: config.publicUrl,
    previewOf: createPreviews({
      clock,
      findRace: live.races.find,
      findPlays: live.findSettled,
      refusalToOpen: live.refusalToOpen,
      findDaily: live.dailies.find,
      findDuplicate: live.duplicates.find,
      findCircle: (code, by) =>
        counters.triesOfCircles(by, () => live.circles.door(code, null), isThere),
    }),
  });
  // With all its routes, such as "GET /api/me", for tests that go through them.
  return Object.assign(app, { routes });
}

/** Where the nodes count together; nothing where there is one. */
function limitsStore(
  app: FastifyInstance,
  { config, database }: Pick<AppOptions, 'config' | 'database'>,
): Store | undefined {
  if (config.valkeyUrl === undefined) return undefined;
  const client = new Redis(config.valkeyUrl, {
    maxRetriesPerRequest: null,
    // While it does not answer, each node counts alone.
    enableOfflineQueue: false,
    commandTimeout: COUNT_WITHIN_MS,
    socketTimeout: SILENT_FOR_MS,
  });
  client.on('error', (error: Error) => app.log.warn({ err: error }, 'the line to Valkey'));
  app.addHook('onClose', async () => client.disconnect());
  return { client, prefix: `same-deal:${database.name}` };
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
