/** The types of Socket.IO's server and sockets, with our events and data. */
import type { ClientToServerEvents, DailyKey, ServerToClientEvents } from '@same-deal/protocol';
import type { Server, Socket } from 'socket.io';
import type { ProgressLine } from '../race/ports.ts';

/** Whose name has changed, or is hidden or shown now. */
export interface Renamed {
  readonly id: string;
}

/** What nodes send each other beside what goes to people. */
export interface NodeEvents {
  /** Somebody has changed a race that another node serves. */
  raceChanged: (code: string) => void;
  dailyChanged: (daily: DailyKey) => void;
  /** Somebody has another name. */
  renamed: (person: Renamed) => void;
}

/** Whose line it is, as found out in the handshake. */
export interface Device {
  personId: string;
  sessionId: string;
  /** Where it comes from, as the outermost trusted proxy says. */
  address: string;
  /** The version of the protocol that its page speaks. */
  version: number;
  /** What the line was routed to this node by: the key of a race or play. */
  at: string | undefined;
  /** What it has been sent of the races that it listens to, by code. */
  progress?: Map<string, ProgressLine>;
}

export type PageServer = Server<ClientToServerEvents, ServerToClientEvents, NodeEvents, Device>;
/** A connection of a page whose handshake was signed in. */
export type PageSocket = Socket<ClientToServerEvents, ServerToClientEvents, NodeEvents, Device>;
