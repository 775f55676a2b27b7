import type { Answer, ClientEventName, RaceSnapshot } from '@same-deal/protocol';
import { done } from './handler.ts';
import type { Caller, Handlers, Services } from './handler.ts';

type RaceEvent = Extract<ClientEventName, `race:${string}`>;

/** Everything a page can ask of a race. */
export function raceHandlers(services: Services): Pick<Handlers, RaceEvent> {
  const { races, presence, invite, personOf } = services;

  /** A change answers nothing but that it has happened: its news goes to everyone alike. */
  const settle = async (change: Promise<Answer<unknown>>) => {
    const changed = await change;
    return changed.ok ? done : changed;
  };

  async function enter(code: string, caller: Caller): Promise<Answer<RaceSnapshot>> {
    const seen = await races.look(code);
    // Who has gone meanwhile is not there, and nobody would ever note that they left.
    if (!seen.ok || !caller.isConnected()) return seen;
    caller.listenToRace(code);
    presence.enter(code, caller.connection, caller.personId);
    // A second look, so that the one who enters is there in what they see.
    return races.look(code);
  }

  return {
    'race:create': async (settings, { personId }) => {
      const person = await personOf(personId);
      return person
        ? races.create(person, settings)
        : { ok: false, error: { code: 'not-signed-in' } };
    },

    'race:enter': ({ code }, caller) => enter(code, caller),

    'race:exit': async ({ code }, caller) => {
      caller.stopListeningToRace(code);
      presence.exit(code, caller.connection);
      return done;
    },

    'race:join': async ({ code }, caller) => {
      const person = await personOf(caller.personId);
      if (!person) return { ok: false, error: { code: 'not-signed-in' } };
      const joined = await races.join(code, person);
      return joined.ok ? enter(code, caller) : joined;
    },

    'race:leave': ({ code }, { personId }) => settle(races.leave(code, personId)),
    'race:ready': ({ code, ready }, { personId }) => settle(races.setReady(code, personId, ready)),
    'race:configure': ({ code, settings }, { personId }) =>
      settle(races.configure(code, personId, settings)),
    'race:remove': ({ code, playerId }, { personId }) =>
      settle(races.remove(code, personId, playerId)),
    'race:lock': ({ code, locked }, { personId }) =>
      settle(races.setLocked(code, personId, locked)),
    'race:start': ({ code }, { personId }) => settle(races.start(code, personId)),

    'race:invite': async ({ code, personId }, caller) => {
      const person = await personOf(caller.personId);
      return person
        ? invite(person, personId, code)
        : { ok: false, error: { code: 'not-signed-in' } };
    },

    'race:rematch': async ({ code }, { personId }) => {
      const person = await personOf(personId);
      return person ? races.rematch(code, person) : { ok: false, error: { code: 'not-signed-in' } };
    },
  };
}
