/** The shell around circles: who may do what is decided by `circle.ts`, what is shown by `snapshot.ts`. */
import { DATE_DAYS_MAX, LOBBY_CLOSES_MS, LOBBY_OPENS_MS, normaliseName } from '@same-deal/protocol';
import type {
  Answer,
  BoardName,
  CircleDoor,
  CircleDuel,
  CircleList,
  CircleSnapshot,
  CircleTable,
  CircleWeek,
  CircleWishes,
  DailyBoard,
  ErrorCode,
  NewsOf,
  RequestOf,
} from '@same-deal/protocol';
import type { Result } from '@same-deal/engine';
import type { Clock } from '../clock.ts';
import { coalesced } from '../coalesced.ts';
import { DAY_MS, dayOf, weekOf } from '../daily/days.ts';
import type { GameOnDay } from '../daily/dailies.ts';
import type { Chance } from '../deal/chance.ts';
import type { NewNudge } from '../nudge/nudge.ts';
import { nudgeOfInvitation } from '../people/invitations.ts';
import { isStandIn } from '../names/stand-ins.ts';
import type { StoredRace } from '../race/ports.ts';
import { phaseOf } from '../race/race.ts';
import type { Person } from '../race/race.ts';
import * as rules from './circle.ts';
import type { Circle } from './circle.ts';
import { duelOf } from './points.ts';
import type { CircleStore, StoredCircle, StoredDate } from './ports.ts';
import {
  boardOf,
  nameOf,
  shownCircleName,
  shownMembers,
  snapshotOf,
  standingsOf,
  weekTable,
} from './snapshot.ts';
import type { Reader } from './snapshot.ts';
import { createTallies, firstOpenDay } from './tallies.ts';

interface Races {
  create(
    person: Person,
    settings: RequestOf<'race:create'>,
    circleId?: string,
  ): Promise<Answer<{ code: string }>>;
  createOnce(
    person: Person,
    settings: RequestOf<'race:create'>,
    circleId: string,
  ): Promise<Answer<{ code: string }>>;
  leave(code: string, personId: string): Promise<Answer<unknown>>;
  find(code: string): Promise<StoredRace | null>;
}

export interface CirclesOptions {
  readonly store: CircleStore;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'raceCode'>;
  readonly races: Races;
  /** Ends and settles the dailies whose time is up. */
  readonly settleDailies: () => Promise<void>;
  readonly avoidedBy: (personId: string) => Promise<ReadonlySet<string>>;
  readonly haveMet: (a: string, b: string) => Promise<boolean>;
  /** Of these people, those of whom a page has a line. */
  readonly hereOf: (personIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** To all devices of these people, on every node. */
  readonly publish: (personIds: readonly string[], news: NewsOf<'circle:changed'>) => void;
  readonly invite: (personIds: readonly string[], invitation: NewsOf<'race:invited'>) => void;
  readonly nudge: (cause: NewNudge) => Promise<void>;
  /** Called with faults in work that nobody waits for. */
  readonly onFault: (error: unknown) => void;
}

/** A new code collides once in a billion times. */
const CODES = 5;
const CHANGED_EVERY_MS = 1_000;
/** Of races, and of duplicates. */
const LAST_SHOWN = 5;
/** Races that one circle may have arranged at a time. */
const DATES_MOST = 10;

/** A circle, and one of its members. */
interface MembersCircle {
  readonly stored: StoredCircle;
  readonly reader: Reader;
}

const refuse = (code: ErrorCode, more: { detail?: string; startsInMs?: number } = {}) =>
  ({ ok: false, error: { code, ...more } }) as const satisfies Answer<never>;
const done = { ok: true, data: {} } as const;

/** A name as it is kept; null if it is not allowed, by the rules of people's names. */
function allowedName(raw: string): string | null {
  const name = normaliseName(raw);
  return name === null || isStandIn(name) ? null : name;
}

const peopleIn = (circle: Circle): string[] =>
  rules.membersOf(circle).map(({ personId }) => personId);
const goneSince = (before: Circle, after: Circle): string[] =>
  peopleIn(before).filter((personId) => !rules.isMember(after, personId));

export function createCircles(options: CirclesOptions) {
  const { store, clock, chance, races, settleDailies, onFault } = options;
  const { avoidedBy, haveMet, hereOf } = options;
  const tallies = createTallies({ store, clock, onFault });

  const sendChanged = coalesced<string>(
    clock,
    CHANGED_EVERY_MS,
    (id) => id,
    (id) => {
      store.find(id).then((stored) => {
        if (!stored) return;
        options.publish(peopleIn(stored.circle), { id });
      }, onFault);
    },
  );

  /** The circle, if this person is in it: to anybody else it does not exist. */
  async function ofMember(id: string, personId: string): Promise<MembersCircle | null> {
    const found = await store.seenBy(id, personId);
    return found && { stored: found.stored, reader: { id: personId, avoided: found.avoided } };
  }

  /** Publishes that it has changed. @param gone who was in it until now: their pages get no further news of it */
  function tell(id: string, gone: readonly string[]): void {
    if (gone.length > 0) options.publish(gone, { id });
    sendChanged(id);
  }

  /** The same of what a transition has made of it; where that is nothing, nobody's page needs to ask again. */
  function tellOfChange(before: Circle | undefined, after: Circle): void {
    if (before && before !== after) tell(before.id, goneSince(before, after));
  }

  /** Changes a circle by a pure transition, and publishes that it has changed. */
  async function change(
    id: string,
    transition: (circle: Circle, now: number) => Result<Circle, ErrorCode>,
  ): Promise<Answer<Record<string, never>>> {
    let before: Circle | undefined;
    const now = clock.now();
    const changed = await store.change(id, now, (circle) => {
      before = circle;
      return transition(circle, now);
    });
    if (!changed.ok) return refuse(changed.reason);
    tellOfChange(before, changed.value);
    return done;
  }

  /** Whether a block lies between somebody and the host of a circle, whichever of them it is by. */
  async function isShutOutOf(circle: Circle, personId: string): Promise<boolean> {
    const hostId = rules.hostOf(circle);
    return hostId !== null && (await avoidedBy(personId)).has(hostId);
  }

  async function seat(
    id: string,
    personId: string,
    transition: (circle: Circle, now: number) => Result<Circle, ErrorCode>,
  ): Promise<Answer<{ id: string }>> {
    let before: Circle | undefined;
    const now = clock.now();
    const seated = await store.seat(id, personId, now, (circle) => {
      before = circle;
      return transition(circle, now);
    });
    if (!seated.ok) return refuse(seated.reason);
    tellOfChange(before, seated.value);
    // Of a block in this moment they are told nothing.
    if (!rules.isMember(seated.value, personId)) return refuse('circle-full');
    return { ok: true, data: { id } };
  }

  async function create(
    make: (code: string) => Promise<{ readonly id: string } | 'too-many' | 'code-taken'>,
  ): Promise<Answer<{ id: string }>> {
    for (let n = 1; n <= CODES; n++) {
      const made = await make(chance.raceCode());
      if (made === 'too-many') return refuse('too-many-circles');
      if (made !== 'code-taken') return { ok: true, data: { id: made.id } };
    }
    throw new Error('no free code for a circle');
  }

  /** Those that may be invited: known by a race or a circle, and neither has blocked the other. */
  async function invitable(personId: string, people: readonly string[]): Promise<string[]> {
    const avoided = await avoidedBy(personId);
    const found: string[] = [];
    for (const one of new Set(people)) {
      if (one !== personId && !avoided.has(one) && (await haveMet(personId, one))) found.push(one);
    }
    return found;
  }

  async function findDate(
    id: string,
    dateId: string,
    personId: string,
  ): Promise<(MembersCircle & { readonly date: StoredDate }) | null> {
    const found = await ofMember(id, personId);
    const dates = found && (await store.datesOf(id, clock.now() - LOBBY_CLOSES_MS));
    const date = dates?.find((one) => one.id === dateId);
    return found && date ? { ...found, date } : null;
  }

  /** Invites everybody to a lobby whom the reader sees in the circle, but for those who sit in it already. */
  function inviteAll(
    { stored, reader }: MembersCircle,
    code: string,
    variant: string,
    seated: readonly string[] = [],
  ): string[] {
    const from = { id: reader.id, name: nameOf(stored, reader.id) };
    const to = shownMembers(stored, reader)
      .map(({ personId }) => personId)
      .filter((personId) => personId !== reader.id && !seated.includes(personId));
    options.invite(to, { code, variant, from });
    return to;
  }

  return {
    async create(
      person: Pick<Person, 'id'>,
      asked: { readonly name: string; readonly people: readonly string[]; readonly daily: boolean },
    ): Promise<Answer<{ id: string }>> {
      const name = allowedName(asked.name);
      if (name === null) return refuse('name-not-allowed');
      const invited = await invitable(person.id, asked.people);
      const circle = (code: string) => ({
        ...{ name, code, invited },
        hostId: person.id,
        now: clock.now(),
      });
      const [other] = invited;
      const made = await create((code) =>
        asked.daily && other !== undefined && asked.people.length === 1
          ? store.createDuel(circle(code), other, (one) =>
              // Of two who have not blocked each other; see `invitable`.
              rules.accept(one, person.id, clock.now(), false),
            )
          : store.create(circle(code)),
      );
      if (made.ok) {
        sendChanged(made.data.id);
        options.publish(invited, { id: made.data.id });
      }
      return made;
    },

    /** What the link shows. */
    async door(code: string, personId: string | null): Promise<Answer<CircleDoor>> {
      const stored = await store.findByCode(code);
      if (!stored) return refuse('not-found', { detail: 'code' });
      const { circle } = stored;
      const hostId = rules.hostOf(circle);
      const reader =
        personId === null
          ? { id: '', avoided: new Set<string>() }
          : { id: personId, avoided: await avoidedBy(personId) };
      return {
        ok: true,
        data: {
          name: shownCircleName(stored),
          host: hostId === null || reader.avoided.has(hostId) ? null : nameOf(stored, hostId),
          members: shownMembers(stored, reader).length,
          id: personId !== null && rules.isMember(circle, personId) ? circle.id : null,
        },
      };
    },

    async join(code: string, personId: string): Promise<Answer<{ id: string }>> {
      const stored = await store.findByCode(code);
      if (!stored) return refuse('not-found', { detail: 'code' });
      const isShutOut = await isShutOutOf(stored.circle, personId);
      return seat(stored.circle.id, personId, (circle, now) =>
        // The link may have been renewed in this moment.
        circle.code === code
          ? rules.join(circle, personId, now, isShutOut)
          : { ok: false, reason: 'not-found' },
      );
    },

    async accept(id: string, personId: string): Promise<Answer<{ id: string }>> {
      const stored = await store.find(id);
      // As where they are not invited.
      if (!stored) return refuse('not-found');
      const isShutOut = await isShutOutOf(stored.circle, personId);
      return seat(id, personId, (circle, now) => rules.accept(circle, personId, now, isShutOut));
    },
    decline: (id: string, personId: string) =>
      change(id, (circle) => rules.decline(circle, personId)),
    leave: (id: string, personId: string) =>
      change(id, (circle, now) => rules.leave(circle, personId, now)),
    remove: (id: string, by: string, personId: string) =>
      change(id, (circle, now) => rules.remove(circle, by, personId, now)),
    /** Somebody is out of it by a block. */
    parted: (id: string, personId: string): void => tell(id, [personId]),
    async handOn(id: string, by: string, personId: string) {
      const avoided = await avoidedBy(by);
      return change(id, (circle) => rules.handOn(circle, by, personId, avoided));
    },
    close: (id: string, by: string) => change(id, (circle) => rules.close(circle, by)),
    wish: (id: string, personId: string, wishes: CircleWishes) =>
      change(id, (circle) => rules.wish(circle, personId, wishes)),
    renew: (id: string, by: string) => {
      const code = chance.raceCode();
      return change(id, (circle) => rules.renew(circle, by, code));
    },

    async rename(id: string, by: string, raw: string): Promise<Answer<Record<string, never>>> {
      const name = allowedName(raw);
      if (name === null) return refuse('name-not-allowed');
      return change(id, (circle) => rules.rename(circle, by, name));
    },

    async listOf(personId: string): Promise<CircleList> {
      const avoided = await avoidedBy(personId);
      const now = clock.now();
      const [circles, invitations] = await Promise.all([
        store.listOf(personId, dayOf(now), [...avoided], now),
        store.invitationsOf(personId),
      ]);
      return {
        circles: circles.map(({ id, name, members, hostId, waiting, nextAt }) => ({
          ...{ id, name, members, waiting },
          isHost: hostId === personId,
          nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
        })),
        invitations: invitations
          .filter(({ fromId }) => !avoided.has(fromId))
          .map(({ id, name, from }) => ({ id, name, from })),
      };
    },

    async snapshot(id: string, personId: string): Promise<Answer<CircleSnapshot>> {
      // What has closed by then is settled.
      const now = clock.now();
      await settleDailies();
      const today = dayOf(now);
      const page = await store.pageOf(id, personId, {
        today,
        dayBefore: firstOpenDay(now) < today ? firstOpenDay(now) : null,
        datesAfter: now - LOBBY_CLOSES_MS,
        last: LAST_SHOWN,
        now,
      });
      if (!page) return refuse('not-found', { detail: 'circle' });
      const { stored, avoided, results, earlier, ...events } = page;
      const reader = { id: personId, avoided };
      const members = shownMembers(stored, reader).map((member) => member.personId);
      const [tally, here] = await Promise.all([
        tallies.ofWeek(stored, reader, weekOf(today), now, [...earlier, ...results]),
        hereOf(members),
      ]);
      const parts = { ...events, tally, results, here, today, now };
      // The table of all weeks is a press away.
      tallies.prepare(stored, now);
      return { ok: true, data: snapshotOf(stored, reader, parts) };
    },

    /** The table of a week. @param day any day of it */
    async week(id: string, personId: string, day: number): Promise<Answer<CircleWeek>> {
      const now = clock.now();
      await settleDailies();
      const found = await ofMember(id, personId);
      if (!found) return refuse('not-found', { detail: 'circle' });
      const { stored, reader } = found;
      const week = weekOf(day);
      const tally = await tallies.ofWeek(stored, reader, week, now);
      return { ok: true, data: weekTable(stored, tally, week, reader) };
    },

    /** A board of a daily with its people alone. */
    async board(
      id: string,
      personId: string,
      daily: GameOnDay,
      board: BoardName,
    ): Promise<Answer<DailyBoard>> {
      const found = await ofMember(id, personId);
      if (!found) return refuse('not-found', { detail: 'circle' });
      const { stored, reader } = found;
      const people = shownMembers(stored, reader).map((member) => member.personId);
      const results = await store.resultsOf(people, daily);
      return { ok: true, data: boardOf(stored, results, daily, board, reader, clock.now()) };
    },

    /** The table of all weeks. */
    async all(id: string, personId: string): Promise<Answer<CircleTable>> {
      const now = clock.now();
      await settleDailies();
      const found = await ofMember(id, personId);
      if (!found) return refuse('not-found', { detail: 'circle' });
      const { stored, reader } = found;
      const rows = standingsOf(stored, await tallies.ofAll(stored, reader, now), reader);
      return { ok: true, data: { rows } };
    },

    /** Two of its members against one another. */
    async duel(
      id: string,
      personId: string,
      first: string,
      second: string,
    ): Promise<Answer<CircleDuel>> {
      const now = clock.now();
      await settleDailies();
      const found = await ofMember(id, personId);
      if (!found) return refuse('not-found', { detail: 'circle' });
      const { stored, reader } = found;
      const shown = new Set(shownMembers(stored, reader).map((one) => one.personId));
      if (!shown.has(first) || !shown.has(second) || first === second)
        return refuse('not-found', { detail: 'person' });
      const wins = duelOf(await tallies.ofAll(stored, reader, now), first, second);
      const of = (playerId: string, won: number) => ({
        playerId,
        name: nameOf(stored, playerId),
        wins: won,
      });
      return {
        ok: true,
        data: { first: of(first, wins.first), second: of(second, wins.second), ties: wins.ties },
      };
    },

    /** Opens a race with the sender as its host, and invites everybody who is here. */
    async race(
      id: string,
      person: Person,
      settings: RequestOf<'race:create'>,
    ): Promise<Answer<{ code: string }>> {
      const found = await ofMember(id, person.id);
      if (!found) return refuse('not-found', { detail: 'circle' });
      const opened = await races.createOnce(person, settings, id);
      if (!opened.ok) return opened;
      const { code } = opened.data;
      // Whoever asks again does not know whether the others have been told.
      const players = (await races.find(code))?.race.players ?? [];
      const seated = players.map((player) => player.id);
      const invited = inviteAll(found, code, settings.variant, seated);
      const nudge = nudgeOfInvitation(code, person.id, invited, clock.now());
      // The race is open and they have been told: that is no reason to refuse it.
      await options.nudge(nudge).catch(onFault);
      return opened;
    },

    /** Arranges a race. */
    async arrange(
      id: string,
      personId: string,
      { at, variant }: { readonly at: string; readonly variant: string },
    ): Promise<Answer<Record<string, never>>> {
      const now = clock.now();
      const time = Date.parse(at);
      if (!(await ofMember(id, personId))) return refuse('not-found', { detail: 'circle' });
      if (!(time > now && time <= now + DATE_DAYS_MAX * DAY_MS))
        return refuse('bad-request', { detail: 'at' });
      const date = { at: time, variant, by: personId, now };
      if (!(await store.arrange(id, date, DATES_MOST))) return refuse('too-many-kept');
      sendChanged(id);
      return done;
    },

    async cancel(
      id: string,
      dateId: string,
      personId: string,
    ): Promise<Answer<Record<string, never>>> {
      const found = await findDate(id, dateId, personId);
      if (!found) return refuse('not-found', { detail: 'date' });
      const isHost = rules.hostOf(found.stored.circle) === personId;
      if (!isHost && found.date.madeBy !== personId) return refuse('not-host');
      await store.cancel(dateId, clock.now());
      sendChanged(id);
      return done;
    },

    async answer(
      id: string,
      dateId: string,
      personId: string,
      comes: boolean,
    ): Promise<Answer<Record<string, never>>> {
      if (!(await findDate(id, dateId, personId))) return refuse('not-found', { detail: 'date' });
      await store.answer(dateId, personId, comes, clock.now());
      sendChanged(id);
      return done;
    },

    /**
     * The lobby of an arranged race: the first who comes opens it, ten minutes before its time at the earliest. One that
     * has expired is replaced; one that was played leads to its result.
     */
    async openDate(id: string, dateId: string, person: Person): Promise<Answer<{ code: string }>> {
      const found = await findDate(id, dateId, person.id);
      if (!found) return refuse('not-found', { detail: 'date' });
      const { date } = found;
      const former = date.raceCode === null ? null : await races.find(date.raceCode);
      if (former && phaseOf(former.race, clock.now()) !== 'expired') {
        return { ok: true, data: { code: former.code } };
      }
      const opensInMs = date.at - LOBBY_OPENS_MS - clock.now();
      if (opensInMs > 0) return refuse('not-started', { startsInMs: opensInMs });
      const opened = await races.create(person, { variant: date.variant }, id);
      if (!opened.ok) return opened;
      const noted = await store.noteRace(dateId, opened.data.code, date.raceCode);
      const code = noted ?? opened.data.code;
      // Somebody else was faster, and opened the race.
      if (code !== opened.data.code) await races.leave(opened.data.code, person.id);
      else inviteAll(found, code, date.variant);
      sendChanged(id);
      return { ok: true, data: { code } };
    },

    /** An arranged race, for a calendar. */
    async dateFor(id: string, dateId: string, personId: string) {
      const found = await findDate(id, dateId, personId);
      return found && { name: shownCircleName(found.stored), ...found.date };
    },

    async has(id: string, personId: string): Promise<boolean> {
      return (await ofMember(id, personId)) !== null;
    },

    /** Something of it has changed that others decide on. */
    changed: sendChanged,

    /** Somebody has finished a daily: their circles' pages show that. */
    finished(personId: string): void {
      store.idsOf(personId).then((ids) => ids.forEach(sendChanged), onFault);
    },

    /** What is kept about one person's circles. */
    ownOf: store.ownOf,
    openInvitationsOf: store.openInvitationsOf,
    arrangedBy: store.arrangedBy,
  };
}
