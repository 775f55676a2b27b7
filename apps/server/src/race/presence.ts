/** Who is present: everybody in a race is connected to the node that serves it, so its own connections suffice. */

export type Presence = ReturnType<typeof createPresence>;

/** @param onChange called when the people connected to a race may have changed */
export function createPresence(onChange: (code: string) => void) {
  /** By race: the connections in the order in which they came, whose they are, and from where. */
  const races = new Map<string, Map<string, { personId: string; household: string }>>();
  /** By connection: its races. */
  const connections = new Map<string, Set<string>>();
  /** By person: their connections that are in a race. */
  const people = new Map<string, Set<string>>();

  /** A connection that is in no race any more. */
  function forget(connection: string, personId: string): void {
    connections.delete(connection);
    const own = people.get(personId);
    own?.delete(connection);
    if (own?.size === 0) people.delete(personId);
  }

  function exit(code: string, connection: string): void {
    const there = races.get(code);
    const personId = there?.get(connection)?.personId;
    if (!there || personId === undefined) return;
    there.delete(connection);
    if (there.size === 0) races.delete(code);
    const entered = connections.get(connection);
    entered?.delete(code);
    if (entered?.size === 0) forget(connection, personId);
    onChange(code);
  }

  return {
    /** @param household what their address counts as */
    enter(code: string, connection: string, personId: string, household: string): void {
      const there = races.get(code) ?? new Map<string, { personId: string; household: string }>();
      if (there.get(connection)?.personId === personId) return;
      races.set(code, there.set(connection, { personId, household }));
      const own = people.get(personId) ?? new Set<string>();
      people.set(personId, own.add(connection));
      const entered = connections.get(connection) ?? new Set<string>();
      connections.set(connection, entered.add(code));
      onChange(code);
    },

    exit,

    /** A connection has ended: it is in no race any more. */
    drop(connection: string): void {
      for (const code of [...(connections.get(connection) ?? [])]) exit(code, connection);
    },

    /** The ids of the people connected to a race. */
    in: (code: string): Set<string> =>
      new Set([...(races.get(code)?.values() ?? [])].map(({ personId }) => personId)),

    /** The household of whoever has been connected longest; undefined if nobody is. */
    householdAt: (code: string): string | undefined =>
      races.get(code)?.values().next().value?.household,

    /** Whether anybody is connected to the race. */
    isHere: (code: string): boolean => races.has(code),

    /** The races that a person is connected to. */
    racesOf: (personId: string): string[] => [
      ...new Set(
        [...(people.get(personId) ?? [])].flatMap((connection) => [
          ...(connections.get(connection) ?? []),
        ]),
      ),
    ],
  };
}
