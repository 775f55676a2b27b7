/** A circle as one of its members may see it: pure. */
import { gameList } from '@same-deal/engine';
import { LOBBY_OPENS_MS } from '@same-deal/protocol';
import type {
  CircleDaily,
  CircleDate,
  CircleSnapshot,
  CircleStanding,
  CircleWeek,
} from '@same-deal/protocol';
import { mondayOf, phaseOf, textOfDay, weekOf } from '../daily/days.ts';
import { placesFromTop } from '../daily/ranking.ts';
import { HIDDEN_NAME, NOBODYS_NAME } from '../names/stand-ins.ts';
import { placesOf } from '../race/standings.ts';
import { countsOn, hostOf, isMember, membersOf } from './circle.ts';
import { addDailies, emptyTally, pointsOf } from './points.ts';
import type { PlayedDaily, Tally } from './points.ts';
import type { CircleRace, CircleTry, StoredCircle, StoredDate } from './ports.ts';

/** Whoever reads, and whom they have blocked or are blocked by: those are not shown to one another. */
export interface Reader {
  readonly id: string;
  readonly avoided: ReadonlySet<string>;
}

export const nameOf = ({ names }: Pick<StoredCircle, 'names'>, personId: string): string =>
  names.get(personId) ?? NOBODYS_NAME;
export const shownCircleName = ({ circle, isNameHidden }: StoredCircle): string =>
  isNameHidden ? HIDDEN_NAME : circle.name;

/** Who is in it, as far as the reader may see them. */
export const shownMembers = ({ circle }: Pick<StoredCircle, 'circle'>, { avoided }: Reader) =>
  membersOf(circle).filter(({ personId }) => !avoided.has(personId));

const sameDaily = (a: Pick<CircleTry, 'day' | 'game'>, b: Pick<CircleTry, 'day' | 'game'>) =>
  a.day === b.day && a.game === b.game;

/** Whether results of a daily may be told: it has closed, or the reader has finished their own try. */
const isOpenTo = (
  tries: readonly CircleTry[],
  daily: Pick<CircleTry, 'day' | 'game'>,
  readerId: string,
  now: number,
): boolean =>
  phaseOf(daily.day, now) === 'closed' ||
  tries.some((one) => one.personId === readerId && sameDaily(one, daily));

/** Tries, by daily; of dailies that are not open to the reader, none. */
export function openDailies(
  tries: readonly CircleTry[],
  readerId: string,
  now: number,
): PlayedDaily[] {
  const byDaily = new Map<string, CircleTry[]>();
  for (const one of tries) {
    const key = `${one.day} ${one.game}`;
    const others = byDaily.get(key);
    if (others) others.push(one);
    else byDaily.set(key, [one]);
  }
  return [...byDaily.values()].flatMap((group) => {
    const [first] = group;
    return first && isOpenTo(group, first, readerId, now) ? [{ day: first.day, tries: group }] : [];
  });
}

/** The rows of a table, from a tally of everybody who is or was in it. */
export function standingsOf(stored: StoredCircle, tally: Tally, reader: Reader): CircleStanding[] {
  return pointsOf(tally, (id) => !reader.avoided.has(id)).map(({ personId, ...points }) => ({
    playerId: stored.names.get(personId) ? personId : null,
    name: nameOf(stored, personId),
    isYou: personId === reader.id,
    isMember: isMember(stored.circle, personId),
    ...points,
  }));
}

export const everybody = ({ circle }: Pick<StoredCircle, 'circle'>): string[] =>
  circle.members.map(({ personId }) => personId);

/** @param tries of everybody, of that week at least */
export function weekTable(
  stored: StoredCircle,
  tries: readonly CircleTry[],
  week: number,
  reader: Reader,
  now: number,
): CircleWeek {
  const [firstDay, lastDay] = [mondayOf(week), mondayOf(week) + 6];
  const ofWeek = tries.filter(({ day }) => weekOf(day) === week);
  const tally = addDailies(
    emptyTally(everybody(stored)),
    stored.circle.members,
    openDailies(ofWeek, reader.id, now),
  );
  return {
    firstDay: textOfDay(firstDay),
    lastDay: textOfDay(lastDay),
    rows: standingsOf(stored, tally, reader),
  };
}

/** The dailies of a day: who has finished, and how, once that may be told. */
function dailiesOf(
  stored: StoredCircle,
  tries: readonly CircleTry[],
  day: number,
  reader: Reader,
  now: number,
): CircleDaily[] {
  const shown = shownMembers(stored, reader).filter((member) => countsOn(member, day));
  return gameList.map(({ id: game }) => {
    const daily = { day, game };
    const found = shown.flatMap(
      ({ personId }) =>
        tries.find((one) => one.personId === personId && sameDaily(one, daily)) ?? [],
    );
    const phase = phaseOf(day, now);
    const sorted = found.toSorted((a, b) => a.key - b.key);
    const places = placesFromTop(sorted.map(({ key }) => key));
    const results = sorted.map((one, n) => ({
      playerId: one.personId,
      place: places[n]!,
      ending: one.ending,
      elapsedMs: one.elapsedMs,
      moves: one.moves,
      cardsHome: one.cardsHome,
      playId: phase === 'closed' || one.personId === reader.id ? one.playId : null,
    }));
    return {
      day: textOfDay(day),
      game,
      phase,
      finished: found.map(({ personId }) => personId),
      results: isOpenTo(found, daily, reader.id, now) ? results : null,
    };
  });
}

function dateOf(
  stored: StoredCircle,
  { id, at, variant, madeBy, raceCode, answers }: StoredDate,
  reader: Reader,
  now: number,
): CircleDate {
  return {
    id,
    at: new Date(at).toISOString(),
    variant,
    coming: shownMembers(stored, reader).flatMap(({ personId }) =>
      answers.get(personId) ? [personId] : [],
    ),
    comes: answers.get(reader.id) ?? null,
    canCancel: madeBy === reader.id || hostOf(stored.circle) === reader.id,
    opensInMs: Math.max(0, at - LOBBY_OPENS_MS - now),
    startsInMs: Math.max(0, at - now),
    raceCode,
  };
}

/** Who came first in a race, as far as the reader may see them; nobody, where nobody brought a card home. */
function winnersOf({ results, order }: CircleRace, { avoided }: Reader): string[] {
  const places = placesOf(results, order);
  return results.flatMap(({ personId, name, cardsHome, ending }, n) =>
    places[n] === 1 && (cardsHome > 0 || ending === 'won') && !avoided.has(personId)
      ? [name ?? NOBODYS_NAME]
      : [],
  );
}

export interface SnapshotParts {
  readonly tries: readonly CircleTry[];
  readonly dates: readonly StoredDate[];
  readonly races: readonly CircleRace[];
  readonly here: ReadonlySet<string>;
  readonly today: number;
  readonly now: number;
}

export function snapshotOf(
  stored: StoredCircle,
  reader: Reader,
  { tries, dates, races, here, today, now }: SnapshotParts,
): CircleSnapshot {
  const { circle } = stored;
  const hostId = hostOf(circle);
  const me = membersOf(circle).find(({ personId }) => personId === reader.id);
  return {
    id: circle.id,
    name: shownCircleName(stored),
    code: circle.code,
    isHost: hostId === reader.id,
    showsLane: me?.showsLane ?? true,
    showsPresence: me?.showsPresence ?? true,
    members: shownMembers(stored, reader).map(({ personId, showsPresence }) => ({
      playerId: personId,
      name: nameOf(stored, personId),
      isYou: personId === reader.id,
      isHost: personId === hostId,
      isHere: showsPresence && here.has(personId),
    })),
    today: dailiesOf(stored, tries, today, reader, now),
    week: weekTable(stored, tries, weekOf(today), reader, now),
    dates: dates.map((date) => dateOf(stored, date, reader, now)),
    races: races.map((race) => ({
      code: race.code,
      variant: race.variant,
      settledAt: new Date(race.settledAt).toISOString(),
      winners: winnersOf(race, reader),
    })),
  };
}
