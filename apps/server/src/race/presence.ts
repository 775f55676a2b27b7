/** Who is present: everybody in a race is connected to the node that serves it, so its own connections suffice. */

export type Presence = ReturnType<typeof createPresence>;

/** A race that somebody is connected to. */
interface Attended {
  /** The connections in the order in which they came, whose they are, and from where. */
  readonly there: Map<string, { readonly personId: string; readonly household: string }>;
  /** How often somebody has come or gone. */
  changes: number;
  /** How many of these changes have been published. */
  published: number;
}

/** @param onChange called when the people connected to a race may have changed */
export function createPresence(onChange: (code: string) => void) {
  const races = new Map<string, Attended>();
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
    const race = races.get(code);
    const personId = race?.there.get(connection)?.personId;
    if (!race || personId === undefined) return;
    race.changes += 1;
    race.there.delete(connection);
    if (race.there.size === 0) races.delete(code);
    const entered = connections.get(connection);
    entered?.delete(code);
    if (entered?.size === 0) forget(connection, personId);
    onChange(code);
  }

  return {
    /** @param household what their address counts as */
    enter(code: string, connection: string, personId: string, household: string): void {
      const race = races.get(code) ?? { there: new Map(), changes: 0, published: 0 };
      if (race.there.get(connection)?.personId === personId) return;
      races.set(code, race);
      race.there.set(connection, { personId, household });
      race.changes += 1;
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
      new Set([...(races.get(code)?.there.values() ?? [])].map(({ personId }) => personId)),

    /** The household of whoever has been connected longest; undefined if nobody is. */
    householdAt: (code: string): string | undefined =>
      races.get(code)?.there.values().next().value?.household,

    /** The household of somebody who is connected to a race; undefined if they are not. */
    householdOf: (code: string, id: string): string | undefined =>
      [...(races.get(code)?.there.values() ?? [])].find(({ personId }) => personId === id)
        ?.household,

    /** Whether anybody is connected to the race. */
    isHere: (code: string): boolean => races.has(code),

    /** Whether who is there has changed since it was last published. */
    isUnpublished(code: string): boolean {
      const race = races.get(code);
      return race !== undefined && race.published < race.changes;
    },

    /**
     * Somebody is about to read who is there, to publish it to everybody there.
     * @returns to be called once it is published
     */
    publishing(code: string): () => void {
      const race = races.get(code);
      const changes = race?.changes ?? 0;
      return () => {
        if (race) race.published = Math.max(race.published, changes);
      };
    },

    /** The races that anybody is connected to. */
    codes: (): string[] => [...races.keys()],

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
