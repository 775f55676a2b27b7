/** Races, plays, dailies and duplicates, and the lines they are played over, wired together. */
import type { Person } from '@same-deal/protocol';
import type { FastifyInstance } from 'fastify';
import type { ClusterNode } from '../cluster/node.ts';
import { createCircles } from '../circle/circles.ts';
import { createLanes } from '../circle/lanes.ts';
import { coalesced } from '../coalesced.ts';
import { createViews } from '../daily/views.ts';
import { createDuplicates } from '../duplicate/duplicates.ts';
import { handlersOver } from '../line/handlers/index.ts';
import type { NodeEvents, Renamed } from '../line/page-server.ts';
import { createExport } from '../people/export.ts';
import { createInvite } from '../people/invitations.ts';
import { createMerging } from '../people/merging.ts';
import { createBranch } from '../play/branch.ts';
import { createClosings } from '../play/closings.ts';
import { createTables } from '../play/tables.ts';
import { createCourses } from '../race/courses.ts';
import { createGhostSources } from '../race/ghost-sources.ts';
import { startSender } from '../nudge/sender.ts';
import { createPresence } from '../race/presence.ts';
import type { Presence } from '../race/presence.ts';
import { createRaces } from '../race/races.ts';
import { rememberRaces } from '../race/recent-races.ts';
import { createRecordings } from '../race/recordings.ts';
import { createSparring } from '../race/sparring.ts';
import { createThinking } from '../race/thinking.ts';
import { circlesRepository } from '../storage/circle/circles.ts';
import { lanesRepository } from '../storage/circle/lanes.ts';
import { isAway } from '../storage/database.ts';
import { duplicatesRepository } from '../storage/duplicate/duplicates.ts';
import { ghostsRepository } from '../storage/race/ghosts.ts';
import { mergesRepository } from '../storage/people/merges.ts';
import { nudgesRepository } from '../storage/nudge/nudges.ts';
import { quickMatchesRepository } from '../storage/race/quick-matches.ts';
import { racesRepository } from '../storage/race/races.ts';
import { addDailies } from './dailies.ts';
import { addDeals } from './deals.ts';
import { watchGauges } from './gauges.ts';
import { leaveInTurns } from './leave-in-turns.ts';
import { answerLines, openLines } from './lines.ts';
import type { Lines } from './lines.ts';
import type { LiveOptions, OnFault } from './options.ts';
import { addPlays } from './plays.ts';

const RENAMED_EVERY_MS = 1_000;
/** What nobody plays any more is given back so that any node may take it. */
const RELEASE_EVERY_MS = 60_000;

export type Live = ReturnType<typeof addLive>;

export function addLive(app: FastifyInstance, options: LiveOptions) {
  const { people, database, node, clock, chance, mayTakeProved } = options;
  const onFault: OnFault = (error) => app.log.error({ err: error }, 'in the background');
  const { drawDeal, giveBack, searches, analyses, ...background } = addDeals(app, options, onFault);

  // Before the lines are closed: what is being committed is acknowledged, and nothing is begun any more. A page sends
  // again what it got no answer to, to the node that takes over.
  let isDraining = false;
  let isLeaving = false;
  app.addHook('preClose', async () => {
    if (node.isClustered) {
      isLeaving = true;
      await leaveInTurns({
        node,
        lines: publish.linesHere,
        letGo: (ats) => {
          races.letGoOf(ats);
          return plays.letGoOf(ats);
        },
        onFault,
      });
    }
    isDraining = true;
    await journal.drained();
    races.stop();
    plays.stop();
    await Promise.all([dailies.stop(), background.stop()]);
    boards.stop();
    closings.stop();
    await sender.stop();
    await node.leave();
  });

  const lines = openLines(app, options);
  const { publish } = lines;
  const {
    store: playStore,
    journal,
    plays,
  } = addPlays(
    options,
    {
      onAdvanced: (record, accepted, connection) => {
        const { id: playId, race, daily } = record.header;
        publish.toOtherDevices(playId, connection, accepted);
        if (race) publish.toTables(race.code, playId, accepted);
        races.advanced(record);
        if (record.ending !== null) closings.ended(record.header);
        if (daily && record.ending !== null) {
          dailyChanged(daily);
          circles.finished(record.header.ownerId);
        }
      },
      onHeld: (header) => closings.held(header),
      onTimeUp: (playId) =>
        publish.publisher.toPlay(playId, 'play:ended', { playId, ending: 'cap' }),
      onFailed: (record) => races.failed(record),
    },
    onFault,
  );
  const {
    store: dailyStore,
    boards,
    dailies,
    changed: dailyChanged,
    changedHere: dailyChangedHere,
  } = addDailies(app, options, lines, { drawDeal, timeIsUp: plays.timeIsUp }, onFault);

  const closings = createClosings({
    clock,
    endTries: async (playIds) => {
      await dailies.endTries(playIds);
      await dailies.settleDue();
    },
    onFault,
  });

  const presence: Presence = createPresence((code) => races.presenceChanged(code));
  const thinking = createThinking({ ...options.searches, onRefused: onFault });
  app.addHook('onClose', () => thinking.close());
  const recordings = createRecordings(plays);
  const ghostStore = ghostsRepository(database.prisma);
  const ghosts = createGhostSources({
    store: ghostStore,
    clock,
    chance,
    recordings,
    findRace: (code) => races.find(code),
    openedDaily: dailies.openedDeal,
  });
  const personOf = async (id: string): Promise<Pick<Person, 'id' | 'name'> | null> => {
    const name = await people.nameOf(id);
    return name === null ? null : { id, name };
  };
  const raceStore = racesRepository(database);
  const races = createRaces({
    ghosts,
    recordings,
    sparring: createSparring({ plays, clock, think: thinking.think, onFault }),
    store: rememberRaces(raceStore, (code) => void races.changedInStorage(code)),
    plays,
    clock,
    chance,
    drawDeal,
    giveBack,
    mayTakeProved,
    publisher: publish.publisher,
    presence,
    personOf,
    isBlocked: people.isBlocked,
    avoidedBy: people.avoidedBy,
    avoidedByEach: people.avoidedByEach,
    matches: quickMatchesRepository(database.prisma),
    claim: node.claim,
    serves: node.serves,
    isClustered: node.isClustered,
    nodeId: node.id,
    isOutage: isAway,
    onFault,
  });
  const nudges = nudgesRepository(database);
  const sender = startSender({ store: nudges, push: options.push, clock, onFault });
  const circles = createCircles({
    store: circlesRepository(database),
    clock,
    chance,
    races,
    settleDailies: dailies.settleDue,
    avoidedBy: people.avoidedBy,
    haveMet: people.haveMet,
    hereOf: publish.hereOf,
    publish: (personIds, news) => publish.toPeople(personIds, 'circle:changed', news),
    invite: (personIds, news) => publish.toPeople(personIds, 'race:invited', news),
    nudge: nudges.add,
    onFault,
  });
  const duplicateStore = duplicatesRepository(database.prisma);
  const duplicates = createDuplicates({
    store: duplicateStore,
    clock,
    chance,
    drawDeal,
    giveBack,
    mayTakeProved,
    endTries: dailies.endTries,
    isBlocked: people.isBlocked,
    circles,
  });
  const tables = createTables({
    plays,
    clock,
    dealUseOf: playStore.dealUseOf,
    settleRace: races.find,
    settleDuplicate: duplicates.find,
    endTries: dailies.endTries,
  });

  answerLines(app, options, lines, {
    handlers: handlersOver({
      races,
      plays,
      dailies,
      duplicates,
      lanesOf: createLanes({ store: lanesRepository(database.prisma), recordings }),
      presence,
      clock,
      chance,
      invite: createInvite({
        clock,
        findRace: races.find,
        haveMet: people.haveMet,
        isBlocked: people.isBlocked,
        shownNameOf: people.shownNameOf,
        send: (personId, invitation) => publish.toPerson(personId, 'race:invited', invitation),
        nudge: nudges.add,
        onFault,
      }),
      personOf,
      createPractice: playStore.createPractice,
      branch: createBranch({ tables, clock, chance, create: playStore.createPractice }),
      noteSeen: ghosts.noteSeen,
      tableOf: tables.tableOf,
    }),
    isDraining: () => isDraining,
    onGone: (connection) => {
      // Players redirected to another node keep their seat's presence.
      if (!isLeaving) presence.drop(connection);
    },
    onFault,
  });
  watchGauges(options.metrics, {
    lines,
    database,
    journal,
    searches,
    isDraining: () => isDraining,
  });

  // However often somebody changes their name: those who sit with them see it once a second.
  const renamedHere = coalesced<Renamed>(
    clock,
    RENAMED_EVERY_MS,
    ({ id }) => id,
    ({ id }) => {
      plays.renamed(id);
      races.renamed(id);
    },
  );
  if (node.isClustered) {
    subscribeToNodes(lines, {
      raceChanged: races.changedElsewhere,
      dailyChanged: dailyChangedHere,
      renamed: renamedHere,
    });
    const inUse = () => [...plays.routingKeys(), ...races.routingKeys()];
    releaseUnused(app, node, inUse, onFault);
  }

  return {
    races,
    /** How cards came home in a settled race, as text. */
    coursesOf: createCourses({ findRace: races.find, recordings }),
    playStore,
    raceStore,
    ghosts,
    ghostStore,
    drawDeal,
    dailies,
    duplicates,
    circles,
    dailyStore,
    boards,
    dailyViews: createViews({ store: dailyStore, boards, findSettled: tables.findSettled, clock }),
    searches,
    analyses,
    ...tables,
    exportOf: createExport({
      clock,
      readPlay: async (id) => (await plays.read([id]))[0],
      settleIfDue: races.find,
    }),
    nudges,
    /** A person's seats in duplicates. */
    seatsOf: duplicateStore.seatsOf,
    /** Closes all lines of these sessions, on every node. */
    closeSessions: publish.closeSessions,
    /** Another device goes on as this person. */
    handOverUsed: (personId: string, path: string): void =>
      publish.toPerson(personId, 'hand-over:used', { path }),
    merging: createMerging({
      store: mergesRepository(database.prisma),
      races,
      settleDailies: dailies.settleDue,
      closeSessions: publish.closeSessions,
    }),
    /**
     * Somebody's name has changed, or is hidden or shown now: everyone who sits with them in a lobby or a race is
     * notified.
     */
    renamed({ id }: Renamed): void {
      publish.renamedElsewhere({ id });
      renamedHere({ id });
    },
    /** Somebody has gone for good: no node names them any more from what it keeps of their ended plays. */
    gone({ id }: Renamed): void {
      publish.renamedElsewhere({ id });
      plays.renamed(id);
    },
    /** Whether the service is closing, and takes nobody new. */
    isDraining: () => isDraining,
    /** Another node serves what this one did: its pages reconnect there. */
    fenced(): void {
      plays.letGo();
      races.letGo();
      publish.closeAllHere();
    },
  };
}

function subscribeToNodes({ io }: Lines, on: NodeEvents): void {
  io.on('raceChanged', on.raceChanged);
  io.on('dailyChanged', on.dailyChanged);
  io.on('renamed', on.renamed);
}

function releaseUnused(
  app: FastifyInstance,
  node: ClusterNode,
  inUse: () => readonly string[],
  onFault: OnFault,
): void {
  const releasing = setInterval(() => {
    const kept = new Set(inUse());
    void node.release((at) => !kept.has(at)).catch(onFault);
  }, RELEASE_EVERY_MS).unref();
  app.addHook('preClose', async () => clearInterval(releasing));
}
