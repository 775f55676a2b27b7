/** Who sits at this browser, also after a reload, and in several tabs. */
import type { Answer, ErrorCode, Person } from '@same-deal/protocol';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { BeenHere } from './been-here.ts';
import { Identity } from './identity.svelte.ts';

const anna: Person = { id: 'a', name: 'Anna', isGuest: false };
const guest: Person = { id: 'g', name: 'Amber Otter', isGuest: true };
const answered = (person: Person): Answer<Person> => ({ ok: true, data: person });
const refused = (code: ErrorCode): Answer<never> => ({ ok: false, error: { code } });
/** What the page is told at large. */
const told: string[] = [];
beforeEach(() => void told.splice(0));
vi.stubGlobal('dispatchEvent', ({ type }: Event) => told.push(type));

/** A browser with one tab, and a service that knows the session of one person, or of none. */
function browser(options: { remembered?: Person | null; signedIn?: Person | undefined }) {
  let { remembered } = options;
  let me: Answer<Person> = options.signedIn ? answered(options.signedIn) : refused('not-signed-in');
  let changeElsewhere = () => undefined as void;
  let loseSession = () => undefined as void;
  /** Until then answers to who is here are on their way. */
  let arrival = Promise.resolve();
  const done: string[] = [];
  const before: BeenHere = {
    last: () => remembered,
    remember: (person) => (remembered = person),
    forget: () => (remembered = undefined),
    onChangedElsewhere: (listener) => (changeElsewhere = listener),
  };
  const identity = new Identity(
    {
      me: async () => {
        const answer = me;
        await arrival;
        return answer;
      },
      becomeSomebody: async () => {
        done.push('made');
        me = answered(guest);
        return me;
      },
      rename: async ({ name }) => (me = answered({ ...guest, name })),
    },
    {
      connect: () => void done.push('connected'),
      reconnect: () => void done.push('reconnected'),
      disconnect: () => void done.push('disconnected'),
      onSessionLost: (listener) => {
        loseSession = listener;
        return () => true;
      },
    },
    before,
  );
  return {
    identity,
    done,
    remembered: () => remembered,
    answer: (next: Answer<Person>) => (me = next),
    loseSession: () => loseSession(),
    /** Holds answers to who is here back, until what it returns is called. */
    hold: () => {
      let release = () => undefined as void;
      arrival = new Promise((resolve) => (release = resolve));
      return release;
    },
    inAnotherTab: (
      person: Person | undefined,
      next = person ? answered(person) : refused('not-signed-in'),
    ) => {
      remembered = person;
      me = next;
      changeElsewhere();
    },
  };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('P12: a newcomer is nobody until they need to be somebody, and is asked nothing', async () => {
  const { identity, done } = browser({});
  await identity.load();
  expect(identity).toMatchObject({ person: null, lost: null, isKnown: true });
  expect(done).toEqual([]);
  expect(await identity.ensure()).toEqual(answered(guest));
  expect(identity).toMatchObject({ person: guest, isNew: true });
  expect(done).toEqual(['made', 'connected']);
});

test('whoever was here before is here again: no guest is made, however early a page needs somebody', async () => {
  const { identity, done } = browser({ remembered: anna, signedIn: anna });
  const [somebody] = await Promise.all([identity.ensure(), identity.load()]);
  expect(somebody).toEqual(answered(anna));
  expect(identity).toMatchObject({ person: anna, isNew: false });
  expect(done).toEqual(['connected']);
});

test('as long as the service cannot be asked, nobody is said to be nobody', async () => {
  const { identity, answer } = browser({ remembered: anna });
  answer(refused('unavailable'));
  expect(await identity.load()).toBe(false);
  expect(identity.isNobody).toBe(false);
  answer(answered(anna));
  expect(await identity.load()).toBe(true);
  expect(identity).toMatchObject({ person: anna, isNobody: false });
});

test('after a reload with a session that has ended the page asks who goes on, and makes nobody', async () => {
  const { identity, done, answer } = browser({ remembered: anna });
  let isSomebody = false;
  void identity.ensure().then(() => (isSomebody = true));
  await identity.load();
  await settled();
  expect(identity).toMatchObject({ person: null, lost: anna });
  expect({ done, isSomebody }).toEqual({ done: ['disconnected'], isSomebody: false });
  // She signs in again: what waited for somebody goes on.
  answer(answered(anna));
  await identity.changed();
  await settled();
  expect(identity).toMatchObject({ person: anna, lost: null });
  expect({ done, isSomebody }).toEqual({
    done: ['disconnected', 'reconnected'],
    isSomebody: true,
  });
});

test('who has signed in while the service could not say so is nobody else meanwhile, and is known as soon as it can', async () => {
  vi.useFakeTimers();
  const { identity, answer, done } = browser({ remembered: guest, signedIn: guest });
  await identity.load();
  answer(refused('unavailable'));
  await identity.changed();
  expect(identity).toMatchObject({ person: null, isNobody: false, isAway: true });
  const somebody = identity.ensure();
  await vi.advanceTimersByTimeAsync(5_000);
  answer(answered(anna));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(identity).toMatchObject({ person: anna, isAway: false });
  expect(await somebody).toEqual(answered(anna));
  expect(done).not.toContain('made');
  vi.useRealTimers();
});

test('P8: a session that ends is its person’s to go on from; nobody is made, and no line is said to be lost meanwhile', async () => {
  const { identity, done, answer, loseSession } = browser({ remembered: anna, signedIn: anna });
  await identity.load();
  answer(refused('not-signed-in'));
  loseSession();
  await settled();
  expect(identity).toMatchObject({ person: null, lost: anna });
  expect(done).toEqual(['connected', 'disconnected']);
  answer(answered(anna));
  await identity.changed();
  expect(done).toEqual(['connected', 'disconnected', 'reconnected']);
});

test('or somebody new goes on, when they say so', async () => {
  const { identity, done, remembered } = browser({ remembered: anna });
  const waiting = identity.ensure();
  await settled();
  await identity.goOnAsGuest();
  expect(await waiting).toEqual(answered(guest));
  expect(identity).toMatchObject({ person: guest, lost: null, isNew: false });
  expect(done).toEqual(['disconnected', 'made', 'reconnected']);
  expect(remembered()).toEqual(guest);
});

test('while the service does not say who is here, nobody is made in their place', async () => {
  const { identity, done, answer } = browser({ remembered: anna });
  answer(refused('unavailable'));
  await identity.load();
  expect(await identity.ensure()).toEqual(refused('unavailable'));
  expect(identity).toMatchObject({ person: null, lost: null });
  answer(answered(anna));
  expect(await identity.ensure()).toEqual(answered(anna));
  expect(done).toEqual(['connected']);
});

test('who cannot be read and has no session is nobody, and whoever comes next is new', async () => {
  const { identity, remembered } = browser({ remembered: null });
  await identity.load();
  expect(remembered()).toBeUndefined();
  expect(await identity.ensure()).toEqual(answered(guest));
  expect(identity.isNew).toBe(true);
});

test('who comes after a new guest is not new', async () => {
  const { identity, inAnotherTab } = browser({});
  expect(await identity.ensure()).toEqual(answered(guest));
  expect(identity.isNew).toBe(true);
  inAnotherTab(anna);
  await settled();
  expect(identity).toMatchObject({ person: anna, isNew: false });
});

test('P12: another session is told at large, as what a device takes nudges by goes with it', async () => {
  const { identity } = browser({ remembered: guest, signedIn: anna });
  await identity.load();
  expect(told).toEqual([]);
  await identity.changed();
  expect(told).toEqual(['session-renewed']);
});

test('in another tab somebody else has sat down: this one is theirs too, by its line as well', async () => {
  const { identity, done, inAnotherTab } = browser({ remembered: anna, signedIn: anna });
  await identity.load();
  inAnotherTab(guest);
  await settled();
  expect(identity.person).toEqual(guest);
  inAnotherTab({ ...guest, name: 'Ben' });
  await settled();
  expect(identity.person?.name).toBe('Ben');
  expect(done).toEqual(['connected', 'reconnected']);
  inAnotherTab(undefined);
  expect(identity).toMatchObject({ person: null, lost: null });
  expect(done).toEqual(['connected', 'reconnected', 'disconnected']);
});

test('what they are called, or that they have an account, is looked up: another device may have changed it', async () => {
  const { identity, done, answer, remembered } = browser({ remembered: guest, signedIn: guest });
  await identity.load();
  const claimed = { ...guest, name: 'Otter', isGuest: false };
  answer(answered(claimed));
  await identity.look();
  expect(identity.person).toEqual(claimed);
  expect(remembered()).toEqual(claimed);
  // Somebody else, or nobody, is no answer to that: their line and games are looked after elsewhere.
  for (const other of [answered(anna), refused('unavailable')]) {
    answer(other);
    await identity.look();
    expect(identity.person).toEqual(claimed);
  }
  expect(done).toEqual(['connected']);
});

test('a name that is given here meanwhile stays', async () => {
  const { identity, hold } = browser({ remembered: guest, signedIn: guest });
  await identity.load();
  const release = hold();
  const looked = identity.look();
  await identity.rename('Ben');
  release();
  await looked;
  expect(identity.person?.name).toBe('Ben');
});

test('where it cannot be asked who has sat down in another tab, it is asked again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { identity, answer, inAnotherTab } = browser({ remembered: anna, signedIn: anna });
  await identity.load();
  inAnotherTab(guest, refused('unavailable'));
  await vi.advanceTimersByTimeAsync(0);
  inAnotherTab(guest, refused('unavailable'));
  await vi.advanceTimersByTimeAsync(0);
  expect(identity.person).toEqual(anna);
  expect(vi.getTimerCount()).toBe(1);
  answer(answered(guest));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(identity.person).toEqual(guest);
  expect(vi.getTimerCount()).toBe(0);
});

test('a refused line whose cookie is somebody else’s by now is theirs', async () => {
  const { identity, done, answer, loseSession } = browser({ remembered: anna, signedIn: anna });
  await identity.load();
  answer(answered(guest));
  loseSession();
  await settled();
  expect(identity).toMatchObject({ person: guest, lost: null });
  expect(done).toEqual(['connected', 'reconnected']);
});

test('whoever has come since that was asked stays', async () => {
  const { identity, answer, loseSession, hold } = browser({ remembered: anna, signedIn: anna });
  await identity.load();
  answer(refused('not-signed-in'));
  const release = hold();
  loseSession();
  await identity.goOnAsGuest();
  release();
  await settled();
  expect(identity).toMatchObject({ person: guest, lost: null });
});

test('whoever signs out in another tab is out here, also while it is asked who sits there', async () => {
  const { identity, inAnotherTab, hold } = browser({ remembered: anna, signedIn: anna });
  await identity.load();
  const release = hold();
  inAnotherTab(guest);
  inAnotherTab(undefined);
  release();
  await settled();
  expect(identity).toMatchObject({ person: null, lost: null });
});

test('whoever is signed out on purpose is not asked for again', async () => {
  const { identity, remembered } = browser({ remembered: anna, signedIn: anna });
  await identity.load();
  identity.gone();
  expect(identity).toMatchObject({ person: null, lost: null });
  expect(remembered()).toBeUndefined();
});
