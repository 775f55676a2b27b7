/** Who is there: everybody of a race meets on the node that serves it, so its connections are all there are. */

export type Presence = ReturnType<typeof createPresence>;

/** @param onChange called when the people connected to a race may have changed */
export function createPresence(onChange: (code: string) => void) {
  /** By race: the connections, and whose they are. */
  const races = new Map<string, Map<string, string>>();
  /** By connection: its races. */
  const connections = new Map<string, Set<string>>();

  function exit(code: string, connection: string): void {
    const people = races.get(code);
    if (!people?.delete(connection)) return;
    if (people.size === 0) races.delete(code);
    connections.get(connection)?.delete(code);
    onChange(code);
  }

  return {
    enter(code: string, connection: string, personId: string): void {
      const people = races.get(code) ?? new Map<string, string>();
      if (people.get(connection) === personId) return;
      races.set(code, people.set(connection, personId));
      const entered = connections.get(connection) ?? new Set<string>();
      connections.set(connection, entered.add(code));
      onChange(code);
    },

    exit,

    /** A connection has ended: it is in no race any more. */
    drop(connection: string): void {
      for (const code of connections.get(connection) ?? []) exit(code, connection);
      connections.delete(connection);
    },

    /** The ids of the people connected to a race. */
    in: (code: string): Set<string> => new Set(races.get(code)?.values()),

    /** Whether anybody is connected to the race. */
    isHere: (code: string): boolean => races.has(code),

    /** The races that a person is connected to. */
    racesOf: (personId: string): string[] =>
      [...races].flatMap(([code, people]) => ([...people.values()].includes(personId) ? code : [])),
  };
}
