/** Races, plays and the sockets they are played over, wired together. */
import { randomUUID } from 'node:crypto';
import type { DailyKey, Person } from '@same-deal/protocol';
import type { FastifyInstance } from 'fastify';
import type { Auth } from './auth/auth.ts';
import type { Clock } from './clock.ts';
import type { Chance } from './deal/chance.ts';
import { createBoards } from './daily/boards.ts';
import { createDailies } from './daily/dailies.ts';
import { createDailyNews } from './daily/daily-news.ts';
import { dayOf } from './daily/days.ts';
import { createViews } from './daily/views.ts';
import { createCertifier } from './deal/certifier.ts';
import { dealDrawer } from './deal/draw-deal.ts';
import { quickLook } from './deal/quick-look.ts';
import { createExport } from './people/export.ts';
import { createInvite } from './people/invitations.ts';
import { createBranch } from './play/branch.ts';
import { startFolding } from './play/folding.ts';
import { createPlays } from './play/plays.ts';
import { createTables } from './play/tables.ts';
import { createMerging } from './people/merging.ts';
import { isOutage } from './plugins/prisma.ts';
import type { OpenDatabase } from './plugins/prisma.ts';
import { addSocketIo, callerOf, publisherOver, socketCounter } from './plugins/socket-io.ts';
import type { SocketLimits } from './plugins/socket-io.ts';
import { createPresence } from './race/presence.ts';
import type { Presence } from './race/presence.ts';
import { createRaces } from './race/races.ts';
import { boardsRepository } from './repositories/boards.ts';
import { dailiesRepository } from './repositories/dailies.ts';
import { analysesRepository } from './repositories/analyses.ts';
import { dealPoolRepository } from './repositories/deal-pool.ts';
import { logsRepository } from './repositories/logs.ts';
import { mergesRepository } from './repositories/merges.ts';
import type { People } from './repositories/people.ts';
import { playsRepository } from './repositories/plays.ts';
import { racesRepository } from './repositories/races.ts';
import type { Sessions } from './repositories/sessions.ts';
import { handlersOver } from './sockets/index.ts';
import { register } from './sockets/register.ts';
import { createAnalyses } from './solver/analyses.ts';
import { createSearches } from './solver/searches.ts';
import type { SearchesOptions } from './solver/searches.ts';

export interface LiveOptions {
  readonly auth: Auth;
  readonly people: People;
  readonly sessions: Sessions;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly publicUrl: string | undefined;
  readonly limits: SocketLimits;
  /** Whether other nodes may work on the same database. */
  readonly hasOtherNodes: boolean;
  readonly searches: SearchesOptions;
  /** Whether to look for deals that can be won, in the background. */
  readonly certifies: boolean;
}

const CATCH_UP_EVERY_MS = 2_000;
/** Sessions end by themselves too, and news of a revoked one may get lost between nodes. */
const LOOK_FOR_ENDED_SESSIONS_EVERY_MS = 30_000;

export type Live = ReturnType<typeof addLive>;

export function addLive(app: FastifyInstance, options: LiveOptions) {
  const { auth, people, sessions, database, clock, chance, publicUrl, limits, hasOtherNodes } =
    options;
  const playStore = playsRepository(database);
  const raceStore = racesRepository(database.prisma);
  const dealPool = dealPoolRepository(database.prisma);
  const dailyStore = dailiesRepository(database.prisma);
  const searches = createSearches(options.searches);
  const look = quickLook((work, budget, signal) =>
    searches.search(work, budget, 'dailies', signal),
  );
  const drawDeal = dealDrawer(chance, dealPool, options.certifies ? look : undefined);
  const analyses = createAnalyses({
    searches,
    store: analysesRepository(database.prisma),
    clock,
  });
  const onFault = (error: unknown) => app.log.error({ err: error }, 'in the background');

  // Before the sockets are closed: that everybody goes then is no news, and the database closes too.
  app.addHook('preClose', async () => {
    clearInterval(catchingUp);
    clearInterval(lookingForEnded);
    presence.stop();
    races.stop();
    plays.stop();
    await Promise.all([dailies.stop(), searches.close(), certifier.stop(), folding?.stop()]);
    boards.stop();
  });
  const certifier = createCertifier({
    store: dealPool,
    search: searches.searchInBackground,
    chance,
    clock,
    onFault,
  });
  let folding: ReturnType<typeof startFolding> | undefined;
  app.addHook('onReady', async () => {
    folding = startFolding({ store: logsRepository(database.prisma), clock, onFault });
  });
  if (options.certifies) {
    app.addHook('onReady', async () => {
      // The first who looks would wait for the dailies of a new installation.
      dailies.findAll(dayOf(clock.now())).catch(onFault);
      certifier.start();
    });
  }
  const io = addSocketIo(app, {
    pool: hasOtherNodes ? database.pool : undefined,
    publicUrl,
    deviceOf: auth.deviceOf,
  });
  const {
    publisher,
    toOtherDevices,
    toPerson,
    reportPresence,
    closeSessions,
    sessionsHere,
    tellDailyHere,
    tellNodesOfDaily,
  } = publisherOver(io, hasOtherNodes);

  /** Closes the lines of those sessions that are no more. */
  async function closeEnded(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length > 0) closeSessions(await sessions.goneOf(sessionIds));
  }
  const lookingForEnded = setInterval(
    () => void closeEnded(sessionsHere()).catch(onFault),
    LOOK_FOR_ENDED_SESSIONS_EVERY_MS,
  ).unref();

  const plays = createPlays(playStore, clock, (record, accepted, connection) => {
    const playId = record.header.id;
    toOtherDevices(playId, connection, { playId, ...accepted });
    races.advanced(record);
    if (record.header.daily && record.ending !== null) dailyChanged(record.header.daily);
  });
  const presence: Presence = createPresence(randomUUID(), clock, reportPresence, (code) =>
    races.presenceChanged(code),
  );
  const races = createRaces({
    store: raceStore,
    plays,
    clock,
    chance,
    drawDeal,
    publisher,
    presence: () => presence,
    isBlocked: people.isBlocked,
    isAlone: !hasOtherNodes,
    onFault,
  });
  const boards = createBoards(boardsRepository(database.pool), clock, onFault);
  const dailies = createDailies({
    store: dailyStore,
    clock,
    chance,
    drawDeal,
    publish: publisher,
    onChanged: dailyChanged,
    onFault,
  });
  const tellDaily = createDailyNews(clock, tellDailyHere);
  function dailyChanged(daily: DailyKey): void {
    boards.changed();
    tellDaily(daily);
    tellNodesOfDaily(daily);
  }
  const tables = createTables({
    plays,
    clock,
    dealUseOf: playStore.dealUseOf,
    settleRace: races.find,
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
    presence,
    clock,
    chance,
    invite: createInvite({
      clock,
      findRace: races.find,
      haveRaced: people.haveRaced,
      isBlocked: people.isBlocked,
      tell: (personId, invitation) => toPerson(personId, 'race:invited', invitation),
    }),
    personOf,
    createPractice: playStore.createPractice,
    branch: createBranch({ tables, clock, chance, create: playStore.createPractice }),
    tableOf: tables.tableOf,
  });
  const waitMs = socketCounter(limits);

  io.on('connection', (socket) => {
    register(socket, {
      handlers,
      caller: callerOf(socket),
      now: () => clock.now(),
      waitMs,
      onFault: async (error, event) => {
        const isOut = isOutage(error) || !(await database.isUp());
        // Only the message: what a request held, and what a query was given, stay out of the log.
        app.log.error({ event, message: messageOf(error) }, 'a request failed');
        return { code: isOut ? 'unavailable' : 'internal' };
      },
    });
    socket.on('disconnect', () => presence.drop(socket.id));
    // It may have been revoked between the handshake and now, when nobody could find the line yet.
    void closeEnded([socket.data.sessionId]).catch(onFault);
  });
  let catchingUp: NodeJS.Timeout | undefined;
  if (hasOtherNodes) {
    io.on('raceChanged', (code) => races.changedElsewhere(code));
    io.on('presence', (report) => presence.hear(report));
    io.on('dailyChanged', tellDaily);
    // The line between the nodes loses what is said while it is down.
    catchingUp = setInterval(() => void races.catchUp().catch(onFault), CATCH_UP_EVERY_MS).unref();
  }

  return {
    races,
    playStore,
    raceStore,
    drawDeal,
    dailies,
    dailyStore,
    boards,
    dailyViews: createViews({
      store: dailyStore,
      boards,
      findSettled: tables.findSettled,
      clock,
    }),
    searches,
    analyses,
    ...tables,
    exportOf: createExport({ clock, loadPlay: playStore.load, settleIfDue: races.find }),
    /** Closes all lines of these sessions, on every node. */
    closeSessions,
    merging: createMerging({
      store: mergesRepository(database.prisma),
      races,
      settleDailies: dailies.settleDue,
      closeSessions,
    }),
    /** Somebody has another name: whoever sits with them in a lobby or a race is told. */
    async renamed(person: Pick<Person, 'id' | 'name'>): Promise<void> {
      await Promise.all(presence.racesOf(person.id).map((code) => races.renamed(code, person)));
    },
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
