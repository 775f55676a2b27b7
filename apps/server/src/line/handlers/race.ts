import type { Answer, ClientEventName, RaceSnapshot } from '@same-deal/protocol';
import { writtenTables } from '../../play/written.ts';
import { addressKey } from '../../admission/address.ts';
import type { Person } from '../../race/race.ts';
import { WrittenAnswer } from '../written-answer.ts';
import { done, listening } from './handler.ts';
import type { Caller, Handlers, Services } from './handler.ts';

type RaceEvent = Extract<ClientEventName, `race:${string}`>;

/** Everything a page can ask of a race, of the node that serves it. */
export function raceHandlers(services: Services): Pick<Handlers, RaceEvent> {
  const { races, presence, invite, personOf, noteSeen } = services;

  /** Runs `work` if this node serves the race; otherwise the page is sent to where it is served. */
  async function served<Data>(
    code: string,
    { at }: Caller,
    work: () => Promise<Answer<Data>>,
  ): Promise<Answer<Data>> {
    const elsewhere = await races.claim(code, at);
    return elsewhere ? { ok: false, error: elsewhere } : work();
  }

  /** A change answers nothing but that it has happened: its news goes to everyone alike. */
  const change = (code: string, caller: Caller, work: () => Promise<Answer<unknown>>) =>
    served(code, caller, async () => {
      const changed = await work();
      return changed.ok ? done : changed;
    });

  async function withPerson<Data>(
    { personId }: Caller,
    work: (person: Person) => Promise<Answer<Data>>,
  ): Promise<Answer<Data>> {
    const person = await personOf(personId);
    return person ? work(person) : { ok: false, error: { code: 'not-signed-in' } };
  }

  async function enter(
    code: string,
    caller: Caller,
    snapshot = races.snapshot,
  ): Promise<Answer<RaceSnapshot>> {
    // A line that has closed meanwhile must not count as present: nothing would ever remove it.
    if (!caller.isConnected()) return snapshot(code);
    return listening(
      () => {
        presence.enter(code, caller.connection, caller.personId, addressKey(caller.address));
        return caller.listenToRace(code);
      },
      () => exit(code, caller),
      // Read after that, so that the snapshot counts the one who enters as present.
      () => snapshot(code),
    );
  }

  function exit(code: string, caller: Caller): void {
    caller.stopListeningToRace(code);
    caller.stopListeningToTables(code);
    presence.exit(code, caller.connection);
  }

  return {
    'race:create': (settings, caller) =>
      withPerson(caller, (person) => races.create(person, settings)),

    'race:quick': ({ game }, caller) => withPerson(caller, (person) => races.quick(person, game)),

    'race:ghosts': (of, caller) => withPerson(caller, (person) => races.ghosts(person, of)),

    'race:enter': ({ code }, caller) => served(code, caller, () => enter(code, caller)),

    'race:exit': async ({ code }, caller) => {
      exit(code, caller);
      return done;
    },

    'race:join': ({ code, ready }, caller) =>
      served(code, caller, () =>
        withPerson(caller, (person) =>
          // There before they are seated, so that the news of their seat says so.
          enter(code, caller, async () => {
            const joined = await races.join(code, person, ready);
            return joined.ok ? races.recentSnapshot(code) : joined;
          }),
        ),
      ),

    'race:leave': ({ code }, caller) =>
      change(code, caller, () => races.leave(code, caller.personId)),
    'race:ready': ({ code, ready }, caller) =>
      change(code, caller, () => races.setReady(code, caller.personId, ready)),
    'race:configure': ({ code, settings }, caller) =>
      change(code, caller, () => races.configure(code, caller.personId, settings)),
    'race:remove': ({ code, playerId }, caller) =>
      change(code, caller, () => races.remove(code, caller.personId, playerId)),
    'race:partner': ({ code, strength }, caller) =>
      change(code, caller, () => races.addPartner(code, caller.personId, strength)),
    'race:lock': ({ code, locked }, caller) =>
      change(code, caller, () => races.setLocked(code, caller.personId, locked)),
    'race:start': ({ code }, caller) =>
      change(code, caller, () =>
        races.start(code, { id: caller.personId, address: caller.address }),
      ),

    'race:tables': ({ code }, caller) =>
      served(code, caller, async () => {
        // Nobody listens who may not.
        const refused = await races.tablesRefusal(code, caller.personId);
        if (refused) return { ok: false, error: refused };
        const tables = await listening(
          () => caller.isConnected() && caller.listenToTables(code),
          () => caller.stopListeningToTables(code),
          () => races.tables(code, caller.personId),
        );
        if (!tables.ok) return tables;
        await noteSeen(caller.personId, { race: code });
        const text = await writtenTables(tables.data.tables);
        return new WrittenAnswer(tables.data, `{"tables":${text}}`);
      }),

    'race:say': ({ code, phrase }, caller) =>
      change(code, caller, () => races.say(code, caller.personId, phrase)),

    'race:shown': ({ code, afterMs }, caller, receivedAt) =>
      change(code, caller, () => races.shown(code, caller.personId, afterMs, receivedAt)),

    'race:invite': ({ code, personId }, caller) =>
      withPerson(caller, (person) => invite(person, personId, code)),

    'race:rematch': ({ code }, caller) =>
      served(code, caller, () => races.rematch(code, caller.personId)),
  };
}
