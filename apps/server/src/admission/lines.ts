/** Lines to this node: how many there are and of whom, what they send, and what they leave unread. */
import { addressKey } from './address.ts';
import type { LineLimits } from './limits.ts';
import { openCounts } from './open-counts.ts';
import { windows } from './windows.ts';

/** What is used of a line: engine.io's connection. */
export interface RawLine {
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
  readonly writeBuffer: readonly { readonly data?: unknown }[];
}

/** Packets that wait to be sent; more are too many, whatever their size. */
const WAITING_MOST = 2_000;

/** How many bytes were sent to a line and not taken by it. */
export function unreadBytes({ transport, writeBuffer }: RawLine): number {
  if (writeBuffer.length > WAITING_MOST) return Infinity;
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer)
    bytes += (data as { length?: number } | undefined)?.length ?? 0;
  return bytes;
}

export interface Handshake {
  /** As reported by the outermost trusted proxy. */
  readonly address: string;
  /** What names the session that it shows, if that is one of ours; it may have ended. */
  readonly session: string | null;
}

export type Lines = ReturnType<typeof lineBounds>;

/** @param now any steady clock, in milliseconds */
export function lineBounds(limits: LineLimits, now?: () => number) {
  const time = now ?? (() => performance.now());
  const counterOf = windows(time);
  /** Until when somebody may open no line. */
  const shutOut = new Map<string, number>();
  const addresses = openCounts();
  const people = openCounts();
  let inAll = 0;

  return {
    /** Counts a handshake, before anything is looked up for it; false if it is one too many. */
    admits({ address, session }: Handshake): boolean {
      const key = addressKey(address);
      const own =
        session === null
          ? counterOf(`stranger ${key}`, limits.strangers)()
          : counterOf(`session ${session}`, limits.ofSession)();
      // Who is refused by that takes nothing from those who share their address.
      if (own.waitMs > 0 || counterOf(`all ${key}`, limits.handshakes)().waitMs > 0) return false;
      return inAll < limits.inAll && addresses.of(key) < limits.ofAddress;
    },

    /** A line is open. */
    opened(address: string): void {
      inAll += 1;
      addresses.add(addressKey(address), 1);
    },

    closed(address: string): void {
      inAll -= 1;
      addresses.add(addressKey(address), -1);
    },

    /** Assigns a line to its person; false if they have too many. */
    opensFor(personId: string): boolean {
      if (people.of(personId) >= limits.ofPerson) return false;
      people.add(personId, 1);
      return true;
    },

    closedFor: (personId: string): void => people.add(personId, -1),

    /** Lets a person open no line for a while. @param forMs milliseconds */
    shutOut(personId: string, forMs: number): void {
      shutOut.set(personId, time() + forMs);
      // An entry is removed when its person returns; expired ones of others here.
      for (const [id, until] of shutOut) if (until <= time()) shutOut.delete(id);
    },

    /** Milliseconds until a person may open lines again; 0 if they may now. */
    shutOutMs(personId: string): number {
      return Math.max(0, Math.ceil((shutOut.get(personId) ?? 0) - time()));
    },

    /** What counts the packets of a line, whatever they are: false if the line is to be closed for one. */
    packetCounter(line: string, address: string): () => boolean {
      const countOwn = counterOf(`line ${line}`, limits.frames);
      const countAll = counterOf(`address ${addressKey(address)}`, limits.addressFrames);
      return () => {
        const own = countOwn();
        if (own.waitMs > 0) return false;
        const all = countAll();
        return all.waitMs === 0 || own.count <= limits.share;
      };
    },

    leavesUnread: (line: RawLine): boolean => unreadBytes(line) > limits.unreadBytes,

    /** How many lines are open. */
    inAll: () => inAll,
  };
}
