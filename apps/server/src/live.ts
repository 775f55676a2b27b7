/** Races, plays, dailies and the lines they are played over, wired together. */
import type { DailyKey, Person } from '@same-deal/protocol';
import type { FastifyInstance } from 'fastify';
import { frameCounter } from './admission/frames.ts';
import type { FrameLimits, LineLimits } from './admission/limits.ts';
import { lineBounds } from './admission/lines.ts';
import type { Auth } from './auth/auth.ts';
import type { Clock } from './clock.ts';
import { coalesced } from './coalesced.ts';
import type { ClusterNode } from './cluster/node.ts';
import type { Chance } from './deal/chance.ts';
import { createBoards } from './daily/boards.ts';
import { createDailies } from './daily/dailies.ts';
import { createDailyNews } from './daily/daily-news.ts';
import { dayOf } from './daily/days.ts';
import { createViews } from './daily/views.ts';
import { createDuplicates } from './duplicate/duplicates.ts';
import { createCertifier } from './deal/certifier.ts';
import { dealDrawer } from './deal/draw-deal.ts';
import { quickLook } from './deal/quick-look.ts';
import { createRegrading } from './deal/regrading.ts';
import { handlersOver } from './line/handlers/index.ts';
import { register } from './line/register.ts';
import { callerOf, listensTo, publisherOver } from './line/rooms.ts';
import { addSocketIo } from './line/socket-io.ts';
import type { NodeEvents, PageServer, Renamed, SocketOptions } from './line/socket-io.ts';
import { createExport } from './people/export.ts';
import { createInvite } from './people/invitations.ts';
import { createMerging } from './people/merging.ts';
import { createBranch } from './play/branch.ts';
import { startFolding } from './play/folding.ts';
import { createJournal } from './play/journal.ts';
import { createPlays } from './play/plays.ts';
import { createTables } from './play/tables.ts';
import { faultOf, isOutage } from './storage/database.ts';
import type { OpenDatabase } from './storage/database.ts';
import { startRetention } from './retention.ts';
import { createPresence } from './race/presence.ts';
import type { Presence } from './race/presence.ts';
import { createGhostSources } from './race/ghost-sources.ts';
import { createSparring } from './race/sparring.ts';
import { createRaces } from './race/races.ts';
import { analysesRepository } from './storage/analyses.ts';
import { boardsRepository } from './storage/boards.ts';
import { dailiesRepository } from './storage/dailies.ts';
import { dealPoolRepository } from './storage/deal-pool.ts';
import { duplicatesRepository } from './storage/duplicates.ts';
import { ghostsRepository } from './storage/ghosts.ts';
import { logsRepository } from './storage/logs.ts';
import { mergesRepository } from './storage/merges.ts';
import type { Metrics } from './metrics.ts';
import type { People } from './storage/people.ts';
import { playsRepository } from './storage/plays.ts';
import { quickMatchesRepository } from './storage/quick-matches.ts';
import { racesRepository } from './storage/races.ts';
import { retentionRepository } from './storage/retention.ts';
import type { Sessions } from './storage/sessions.ts';
import { createAnalyses } from './solver/analyses.ts';
import { createSearches } from './solver/searches.ts';
import type { SearchesOptions } from './solver/searches.ts';
import { createThinking } from './solver/thinking.ts';

export interface LiveOptions {
  readonly auth: Auth;
  readonly people: People;
  readonly sessions: Sessions;
  readonly database: OpenDatabase;
  readonly metrics: Metrics;
  /** This process among the nodes; its fence closes what is wired here. */
  readonly node: ClusterNode;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly publicUrl: string | undefined;
  readonly valkeyUrl: string | undefined;
  readonly limits: FrameLimits;
  readonly lineLimits: LineLimits;
  readonly addressOf: SocketOptions['addressOf'];
  readonly sessionKeyOf: SocketOptions['sessionKeyOf'];
  readonly searches: SearchesOptions;
  /** Whether to look for deals that can be won, in the background. */
  readonly certifies: boolean;
}

/** Sessions end by themselves too, and news of a revoked one may get lost between nodes. */
const LOOK_FOR_ENDED_SESSIONS_EVERY_MS = 30_000;
const RENAMED_EVERY_MS = 1_000;
/** What nobody plays any more is given back so that any node may take it. */
const RELEASE_EVERY_MS = 60_000;

export type Live = ReturnType<typeof addLive>;
type OnFault = (error: unknown) => void;

export function addLive(app: FastifyInstance, options: LiveOptions) {
  const { auth, people, sessions, database, node, clock, chance, publicUrl, valkeyUrl } = options;
  const { metrics } = options;
  const onFault: OnFault = (error) => app.log.error({ err: error }, 'in the background');
  const playStore = playsRepository(database);
  const raceStore = racesRepository(database.prisma);
  const dailyStore = dailiesRepository(database.prisma);
  const duplicateStore = duplicatesRepository(database.prisma);
  const deals = addDeals(app, options, onFault);

  // Before the lines are closed: what is being committed is acknowledged, and nothing is begun any more. A page sends
  // again what it got no answer to, to the node that takes over.
  let isDraining = false;
  app.addHook('preClose', async () => {
    isDraining = true;
    await journal.drained();
    races.stop();
    plays.stop();
    await Promise.all([dailies.stop(), deals.stop()]);
    boards.stop();
    duplicates.stop();
    await node.leave();
  });

  const valkey =
    valkeyUrl === undefined ? undefined : { url: valkeyUrl, prefix: `same-deal:${database.name}` };
  const lines = lineBounds(options.lineLimits);
  const io = addSocketIo(app, {
    valkey,
    publicUrl,
    lines,
    addressOf: options.addressOf,
    sessionKeyOf: options.sessionKeyOf,
    deviceOf: auth.deviceOf,
  });
  const line = publisherOver(io, node.isClustered);
  const { publisher, closeSessions } = line;

  const journal = createJournal({
    write: async (entries) => {
      const outcomes = await playStore.append(node.id(), entries);
      if (outcomes.includes('fenced')) node.fenced();
      return outcomes;
    },
    faultOf,
    onBatch: metrics.batch,
    onOutcome: metrics.entry,
    onFault,
  });
  const plays = createPlays({
    store: playStore,
    append: journal.append,
    clock,
    claim: node.claim,
    onAdvanced: (record, accepted, connection) => {
      const playId = record.header.id;
      line.toOtherDevices(playId, connection, { playId, ...accepted });
      if (record.header.race) line.toTables(record.header.race.code, { playId, ...accepted });
      races.advanced(record);
      if (record.header.daily && record.ending !== null) dailyChanged(record.header.daily);
    },
    onFailed: (record) => races.failed(record),
  });
  const presence: Presence = createPresence((code) => races.presenceChanged(code));
  const thinking = createThinking(options.searches);
  app.addHook('onClose', () => thinking.close());
  const ghostStore = ghostsRepository(database.prisma);
  const ghosts = createGhostSources({
    store: ghostStore,
    clock,
    chance,
    readPlays: plays.read,
    findRace: (code) => races.find(code),
    openedDaily: (daily) => dailies.openedDeal(daily),
  });
  const races = createRaces({
    ghosts,
    sparring: createSparring({ plays, clock, think: thinking.think, onFault }),
    store: raceStore,
    plays,
    clock,
    chance,
    drawDeal: deals.drawDeal,
    publisher,
    presence: () => presence,
    isBlocked: people.isBlocked,
    avoidedBy: people.avoidedBy,
    avoidedByEach: people.avoidedByEach,
    matches: quickMatchesRepository(database.prisma),
    claim: node.claim,
    serves: node.serves,
    isClustered: node.isClustered,
    nodeId: node.id,
    onFault,
  });

  const boards = createBoards(boardsRepository(database.pool), clock, onFault);
  const dailyChangedHere = createDailyNews(clock, line.dailyChangedHere);
  const dailyChangedElsewhere = createDailyNews(clock, line.dailyChangedElsewhere);
  function dailyChanged(daily: DailyKey): void {
    boards.changed();
    dailyChangedHere(daily);
    dailyChangedElsewhere(daily);
  }
  const dailies = createDailies({
    store: dailyStore,
    clock,
    chance,
    drawDeal: deals.drawDeal,
    publish: publisher,
    onEnded: plays.outdate,
    onChanged: dailyChanged,
    onFault,
  });
  if (options.certifies) {
    // The first who looks would wait for the dailies of a new installation.
    app.addHook('onReady', async () => void dailies.findAll(dayOf(clock.now())).catch(onFault));
  }
  const duplicates = createDuplicates({
    store: duplicateStore,
    clock,
    chance,
    drawDeal: deals.drawDeal,
    endTries: dailies.endTries,
    isBlocked: people.isBlocked,
    onFault,
  });
  const tables = createTables({
    plays,
    clock,
    dealUseOf: playStore.dealUseOf,
    settleRace: races.find,
    settleDuplicate: duplicates.find,
    endTries: dailies.endTries,
  });

  const personOf = async (id: string): Promise<Pick<Person, 'id' | 'name'> | null> => {
    const name = await people.nameOf(id);
    return name === null ? null : { id, name };
  };
  const handlers = handlersOver({
    races,
    plays,
    dailies,
    duplicates,
    presence,
    clock,
    chance,
    invite: createInvite({
      clock,
      findRace: races.find,
      haveRaced: people.haveRaced,
      isBlocked: people.isBlocked,
      send: (personId, invitation) => line.toPerson(personId, 'race:invited', invitation),
    }),
    personOf,
    openPracticeOf: playStore.openPracticeOf,
    createPractice: playStore.createPractice,
    branch: createBranch({ tables, clock, chance, create: playStore.createPractice }),
    noteSeen: ghosts.noteSeen,
    tableOf: tables.tableOf,
  });

  // However often somebody changes their name: those who sit with them see it once a second.
  const renamedHere = coalesced<Renamed>(
    clock,
    RENAMED_EVERY_MS,
    ({ id }) => id,
    ({ id }) => {
      plays.renamed(id);
      presence.racesOf(id).forEach((code) => races.renamed(code));
    },
  );
  const closeEnded = endedSessions(app, { sessions, line, onFault });
  const admit = frameCounter(options.limits);
  io.on('connection', (socket) => {
    register(socket, {
      handlers,
      caller: callerOf(socket),
      now: () => clock.now(),
      isDraining: () => isDraining,
      admit,
      onRefused: (code) => metrics.refused(code, 'line'),
      onFault: async (error, event, about) => {
        const isOut = isOutage(error) || !(await database.isUp());
        // Only the message: what a request held, and what a query was given, stay out of the log.
        app.log.error({ event, ...about, message: messageOf(error) }, 'a request failed');
        return { code: isOut ? 'unavailable' : 'internal' };
      },
      listensToEnough: () => listensTo(socket, options.lineLimits.listening),
      onFlood: ({ data: { personId } }, waitMs) => {
        if (lines.shutOutMs(personId) === 0) {
          app.log.warn({ personId }, 'a flood: their lines are closed');
        }
        lines.shutOut(personId, waitMs);
        line.closePersonHere(personId);
      },
    });
    socket.on('disconnect', () => presence.drop(socket.id));
    // It may have been revoked between the handshake and now, when nobody could find the line yet.
    void closeEnded([socket.data.sessionId]);
  });
  watch(metrics, {
    lines: ['Open lines to pages', () => io.engine.clientsCount],
    database_connections: ['Connections to PostgreSQL', () => connectionsOf(database)],
    queue_length: [
      'What waits: entries for their commit, queries for a connection, searches for a thread',
      () => ({
        entries: journal.pending(),
        queries: database.pool.waitingCount,
        journal_queries: database.journal.waitingCount,
        searches: deals.searches.load().waiting,
      }),
    ],
    searches: ['Searches under way', () => deals.searches.load().running],
    draining: ['1 while the node takes nobody new', () => (isDraining ? 1 : 0)],
  });
  if (node.isClustered) {
    hearOtherNodes(io, {
      raceChanged: races.changedElsewhere,
      dailyChanged: dailyChangedHere,
      renamed: renamedHere,
    });
    const releasing = setInterval(() => {
      const inUse = new Set([...plays.routingKeys(), ...races.routingKeys()]);
      void node.release((at) => !inUse.has(at)).catch(onFault);
    }, RELEASE_EVERY_MS).unref();
    app.addHook('preClose', async () => clearInterval(releasing));
  }

  return {
    races,
    playStore,
    raceStore,
    ghosts,
    ghostStore,
    drawDeal: deals.drawDeal,
    dailies,
    duplicates,
    dailyStore,
    boards,
    dailyViews: createViews({ store: dailyStore, boards, findSettled: tables.findSettled, clock }),
    searches: deals.searches,
    analyses: deals.analyses,
    ...tables,
    exportOf: createExport({
      clock,
      readPlay: async (id) => (await plays.read([id]))[0],
      settleIfDue: races.find,
    }),
    /** A person's seats in duplicates. */
    seatsOf: duplicateStore.seatsOf,
    /** Closes all lines of these sessions, on every node. */
    closeSessions,
    merging: createMerging({
      store: mergesRepository(database.prisma),
      races,
      settleDailies: dailies.settleDue,
      closeSessions,
    }),
    /** Somebody's name has changed, or is hidden or shown now: whoever sits with them in a lobby or a race gets to know. */
    renamed({ id }: Renamed): void {
      line.renamedElsewhere({ id });
      renamedHere({ id });
    },
    /** Whether the service is closing, and takes nobody new. */
    isDraining: () => isDraining,
    /** Another node serves what this one did: its people find their way there. */
    fenced(): void {
      plays.letGo();
      races.letGo();
      line.closeAllHere();
    },
  };
}

type Watched = Parameters<Metrics['watch']>[2];

function watch(
  metrics: Metrics,
  values: Readonly<Record<string, readonly [help: string, read: Watched]>>,
): void {
  for (const [name, [help, read]] of Object.entries(values)) metrics.watch(name, help, read);
}

const connectionsOf = ({ pool, journal }: OpenDatabase) => ({
  busy: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  journal_busy: journal.totalCount - journal.idleCount,
  journal_idle: journal.idleCount,
});

/** Where deals come from, and the searches that prove them. */
function addDeals(app: FastifyInstance, options: LiveOptions, onFault: OnFault) {
  const { database, clock, chance, certifies } = options;
  const dealPool = dealPoolRepository(database.prisma);
  const searches = createSearches(options.searches);
  const look = quickLook((work, budget, signal) =>
    searches.search(work, budget, 'dailies', signal),
  );
  const certifier = createCertifier({
    store: dealPool,
    search: searches.searchInBackground,
    chance,
    clock,
    regradeOne: createRegrading(dealPool, searches.searchInBackground),
    onFault,
  });
  let folding: ReturnType<typeof startFolding> | undefined;
  const retention = startRetention({
    store: retentionRepository(database.prisma),
    clock,
    onGone: (what, gone) => app.log.info({ what, gone }, 'of no use any more'),
    onFault,
  });
  app.addHook('onReady', async () => {
    folding = startFolding({ store: logsRepository(database.prisma), clock, onFault });
    if (certifies) certifier.start();
  });
  return {
    searches,
    drawDeal: dealDrawer(chance, dealPool, certifies ? look : undefined),
    analyses: createAnalyses({ searches, store: analysesRepository(database.prisma), clock }),
    stop: () =>
      Promise.all([searches.close(), certifier.stop(), folding?.stop(), retention.stop()]),
  };
}

/** Closes the lines of sessions that are no more; also of those that ran out, or whose end was not heard of. */
function endedSessions(
  app: FastifyInstance,
  parts: {
    readonly sessions: Sessions;
    readonly line: Pick<ReturnType<typeof publisherOver>, 'closeSessions' | 'sessionsHere'>;
    readonly onFault: OnFault;
  },
) {
  const { sessions, line, onFault } = parts;
  async function closeEnded(sessionIds: readonly string[]): Promise<void> {
    try {
      if (sessionIds.length > 0) line.closeSessions(await sessions.goneOf(sessionIds));
    } catch (error) {
      onFault(error);
    }
  }
  const looking = setInterval(
    () => void closeEnded(line.sessionsHere()),
    LOOK_FOR_ENDED_SESSIONS_EVERY_MS,
  ).unref();
  app.addHook('preClose', async () => clearInterval(looking));
  return closeEnded;
}

function hearOtherNodes(io: PageServer, on: NodeEvents): void {
  io.on('raceChanged', on.raceChanged);
  io.on('dailyChanged', on.dailyChanged);
  io.on('renamed', on.renamed);
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
