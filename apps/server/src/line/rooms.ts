/**
 * Rooms, and what is sent to them. People who play together meet on one node, so nearly all of it stays on this one.
 */
import type { AcceptedEntry, DailyKey, NewsOf, ServerEventName } from '@same-deal/protocol';
import type { Publisher } from '../race/ports.ts';
import type { Caller } from './handlers/handler.ts';
import type { PageServer, PageSocket, Renamed } from './page-server.ts';
import type { ProgressLines } from './progress-lines.ts';
import { fullProgress, PROGRESS_WITH_ENTRIES, shortProgress } from './versions.ts';

const sessionRoom = (sessionId: string) => `session:${sessionId}`;
const personRoom = (personId: string) => `person:${personId}`;
const raceRoom = (code: string) => `race:${code}`;
const progressRoom = (code: string, version: number) =>
  version >= PROGRESS_WITH_ENTRIES ? `progress:${code}` : `progress:${code}:${version}`;
const seatRoom = (code: string, personId: string) => `race:${code}:${personId}`;
const tablesRoom = (code: string) => `tables:${code}`;
const dailyRoom = (name: string) => `daily:${name}`;
const playRoom = (playId: string) => `play:${playId}`;

/** The rooms of a new line: closing a session's lines must find it from now on. */
export function enterOwnRooms(socket: PageSocket): void {
  const { personId, sessionId } = socket.data;
  void socket.join([sessionRoom(sessionId), personRoom(personId)]);
}

/** How many rooms a race takes; a play or a daily takes fewer. */
const ROOMS_OF_A_RACE = 3;

/** Who is online is shown beside other things, which wait for it no longer than this. */
const PRESENCE_WITHIN_MS = 500;

/** Whether a line listens to so many races, or to as much else. */
export const listensTo = ({ rooms }: PageSocket, most: number): boolean =>
  rooms.size >= most * ROOMS_OF_A_RACE;

/** Whoever is at the other end of a connection, as handlers see them. */
export function callerOf(
  socket: PageSocket,
  progress: ProgressLines,
  countReplayed: (entries: number) => void,
): Caller {
  const { personId, address, version, at } = socket.data;
  const ofRace = (code: string) => [
    raceRoom(code),
    progressRoom(code, version),
    seatRoom(code, personId),
  ];
  /** Whether it was in none of them. */
  const join = (rooms: readonly string[]): boolean => {
    const isNew = !rooms.some((room) => socket.rooms.has(room));
    void socket.join([...rooms]);
    return isNew;
  };
  return {
    personId,
    address,
    version,
    at,
    connection: socket.id,
    isConnected: () => socket.connected,
    listenToRace: (code) => {
      if (version >= PROGRESS_WITH_ENTRIES) progress.listen(socket, code);
      return join(ofRace(code));
    },
    stopListeningToRace: (code) => {
      progress.stop(socket, code);
      ofRace(code).forEach((room) => void socket.leave(room));
    },
    progressLine: (code) => socket.data.progress?.get(code),
    listenToTables: (code) => join([tablesRoom(code)]),
    stopListeningToTables: (code) => void socket.leave(tablesRoom(code)),
    listenToPlay: (playId) => join([playRoom(playId)]),
    stopListeningToPlay: (playId) => void socket.leave(playRoom(playId)),
    listenToDaily: (name) => void socket.join(dailyRoom(name)),
    stopListeningToDaily: (name) => void socket.leave(dailyRoom(name)),
    countReplayed,
  };
}

/** @param isClustered whether there may be other nodes to reach */
export function publisherOver(io: PageServer, progress: ProgressLines, isClustered: boolean) {
  /** Lines to pages of earlier versions: nearly always there are none, and nothing has to be looked up for them. */
  let earlierLines = 0;
  io.on('connection', (socket) => {
    if (socket.data.version >= PROGRESS_WITH_ENTRIES) return;
    earlierLines += 1;
    socket.once('disconnect', () => (earlierLines -= 1));
  });
  const here = (room: string) => io.local.to(room);
  const isAnybodyIn = (room: string) => (io.of('/').adapter.rooms.get(room)?.size ?? 0) > 0;

  const publisher: Publisher = {
    toRace: (code, name, news) => void here(raceRoom(code)).emit(name, ...argsOf(news)),
    progressLines: progress.of,
    hasEarlierPages: (code) =>
      earlierLines > 0 &&
      (isAnybodyIn(progressRoom(code, 2)) || isAnybodyIn(progressRoom(code, 1))),
    earlierProgress: (race, all, changed, ghosts) => {
      const short = shortProgress(race, changed, ghosts);
      here(progressRoom(race.code, 2)).emit('race:progressed', short as never);
      const first = progressRoom(race.code, 1);
      if (isAnybodyIn(first)) {
        here(first).emit('race:progressed', fullProgress(race.code, all) as never);
      }
    },
    openTable: (code, userId, table) => {
      const seat = io.local.in(seatRoom(code, userId));
      seat.socketsJoin(playRoom(table.playId));
      seat.emit('play:opened', table);
    },
    toPlay: (playId, name, news) => void here(playRoom(playId)).emit(name, ...argsOf(news)),
    closeTables: (code, personIds) =>
      io.local.in(personIds.map(personRoom)).socketsLeave(tablesRoom(code)),
    raceChanged: (code) => {
      if (isClustered) io.serverSideEmit('raceChanged', code);
    },
  };
  return {
    publisher,
    /** That a daily's boards have changed, to this node's watchers of it. */
    dailyChangedHere: (daily: DailyKey) =>
      void here(dailyRoom(`${daily.day}/${daily.game}`)).emit('daily:changed', daily),
    /** The same, to the other nodes. */
    dailyChangedElsewhere: (daily: DailyKey) => {
      if (isClustered) io.serverSideEmit('dailyChanged', daily);
    },
    /** That somebody has another name, to the other nodes: one of them may serve their races. */
    renamedElsewhere: (person: Renamed) => {
      if (isClustered) io.serverSideEmit('renamed', person);
    },
    /** An entry, to the other devices of the same person. */
    toOtherDevices: (playId: string, connection: string, accepted: AcceptedEntry): void => {
      const room = playRoom(playId);
      // Few people have a second device open, and sending to nobody is not free.
      const listening = io.of('/').adapter.rooms.get(room);
      const others = (listening?.size ?? 0) - (listening?.has(connection) ? 1 : 0);
      if (others > 0) {
        here(room)
          .except(connection)
          .emit('play:advanced', { playId, ...accepted });
      }
    },
    /** An entry, to those who see all tables of its race. */
    toTables: (code: string, playId: string, accepted: AcceptedEntry): void => {
      const room = tablesRoom(code);
      if (isAnybodyIn(room)) here(room).emit('play:advanced', { playId, ...accepted });
    },
    /** To all devices of a person, on every node. */
    toPerson: <Name extends ServerEventName>(personId: string, name: Name, news: NewsOf<Name>) =>
      void io.to(personRoom(personId)).emit(name, ...argsOf(news)),
    /** To all devices of these people, on every node. */
    toPeople: <Name extends ServerEventName>(
      personIds: readonly string[],
      name: Name,
      news: NewsOf<Name>,
    ): void => {
      if (personIds.length > 0) io.to(personIds.map(personRoom)).emit(name, ...argsOf(news));
    },
    /** Of these people, those who have a line: to this node, or to another one that answers in time. */
    async hereOf(personIds: readonly string[]): Promise<ReadonlySet<string>> {
      const here = new Set(personIds.filter((id) => isAnybodyIn(personRoom(id))));
      if (!isClustered || here.size === personIds.length) return here;
      try {
        const asked = io.timeout(PRESENCE_WITHIN_MS).in(personIds.map(personRoom)).fetchSockets();
        for (const { data } of await asked) here.add(data.personId);
      } catch {
        // A node that does not answer in time counts as having nobody.
      }
      return here;
    },
    /** Closes all lines of these sessions, on every node. */
    closeSessions: (sessionIds: readonly string[]): void => {
      if (sessionIds.length > 0) io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
    },
    closePersonHere: (personId: string) =>
      io.local.in(personRoom(personId)).disconnectSockets(true),
    /** Closes all lines to this node: pages find their way to the next one. */
    closeAllHere: () => io.local.disconnectSockets(true),
    /** The lines to this node: those that are routed alike together, any other by itself. */
    linesHere: (): PageSocket[][] => {
      const groups = new Map<string, PageSocket[]>();
      for (const [id, socket] of io.of('/').sockets) {
        const key = socket.data.at ?? id;
        const group = groups.get(key);
        if (group) group.push(socket);
        else groups.set(key, [socket]);
      }
      return [...groups.values()];
    },
    /** The sessions that have a line to this node. */
    sessionsHere: (): string[] => [
      ...new Set([...io.of('/').sockets.values()].map(({ data }) => data.sessionId)),
    ],
  };
}

// Every kind of news has exactly one argument; the compiler cannot follow that through a generic name.
const argsOf = <News>(news: News): never => [news] as never;
