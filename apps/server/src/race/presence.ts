/** Who is there: the connections of this node, and what the other nodes said of theirs lately. */
import type { Clock } from '../clock.ts';

/** What a node tells the others: the people connected to each race. */
export interface PresenceReport {
  readonly node: string;
  readonly races: Readonly<Record<string, readonly string[]>>;
}

/** Nodes report at every change and this often; one that is silent for longer than three times that is gone. */
const REPORT_EVERY_MS = 5_000;
const GONE_AFTER_MS = 3 * REPORT_EVERY_MS;
/** Changes within so long are reported together: when a node dies, hundreds of people come at once. */
const REPORT_TOGETHER_MS = 50;

export type Presence = ReturnType<typeof createPresence>;

/**
 * @param node this node's name
 * @param report sends a report to the other nodes, if there are any
 * @param onChange told when the people connected to a race may have changed
 */
export function createPresence(
  node: string,
  clock: Clock,
  report: (own: PresenceReport) => void,
  onChange: (code: string) => void,
) {
  const here = new Map<string, Map<string, string>>();
  const elsewhere = new Map<string, { heardAt: number; races: PresenceReport['races'] }>();

  const own = (): PresenceReport => ({
    node,
    races: Object.fromEntries(
      [...here].map(([code, people]) => [code, [...new Set(people.values())]]),
    ),
  });

  let reportIsDue = false;
  function reportSoon(): void {
    if (reportIsDue) return;
    reportIsDue = true;
    clock.at(clock.now() + REPORT_TOGETHER_MS, () => {
      reportIsDue = false;
      report(own());
    });
  }

  function changed(code: string): void {
    reportSoon();
    onChange(code);
  }

  const timer = setInterval(() => {
    if (here.size > 0 || elsewhere.size > 0) report(own());
    for (const [name, { heardAt, races }] of elsewhere) {
      if (clock.now() - heardAt <= GONE_AFTER_MS) continue;
      elsewhere.delete(name);
      Object.keys(races).forEach(onChange);
    }
  }, REPORT_EVERY_MS).unref();

  return {
    enter(code: string, connection: string, personId: string): void {
      const people = here.get(code) ?? new Map<string, string>();
      here.set(code, people.set(connection, personId));
      changed(code);
    },

    exit(code: string, connection: string): void {
      const people = here.get(code);
      if (!people?.delete(connection)) return;
      if (people.size === 0) here.delete(code);
      changed(code);
    },

    /** A connection has ended: it is in no race any more. */
    drop(connection: string): void {
      for (const code of [...here.keys()]) this.exit(code, connection);
    },

    /** Takes in what another node reports. */
    hear({ node: name, races }: PresenceReport): void {
      // A node that is new learns from everyone's answer who is where.
      if (!elsewhere.has(name)) reportSoon();
      const before = elsewhere.get(name)?.races ?? {};
      elsewhere.set(name, { heardAt: clock.now(), races });
      for (const code of new Set([...Object.keys(before), ...Object.keys(races)])) {
        if (String(before[code]) !== String(races[code])) onChange(code);
      }
    },

    /** The ids of the people connected to a race, on any node. */
    in(code: string): Set<string> {
      const people = new Set(here.get(code)?.values());
      for (const { races } of elsewhere.values())
        for (const id of races[code] ?? []) people.add(id);
      return people;
    },

    /** Whether anybody of this node is connected to the race. */
    isHere: (code: string): boolean => here.has(code),

    /** The races that a person is connected to, on any node. */
    racesOf(personId: string): string[] {
      const codes = [...here].flatMap(([code, people]) =>
        [...people.values()].includes(personId) ? [code] : [],
      );
      for (const { races } of elsewhere.values()) {
        for (const [code, ids] of Object.entries(races))
          if (ids.includes(personId)) codes.push(code);
      }
      return [...new Set(codes)];
    },

    stop: () => clearInterval(timer),
  };
}
