/** A circle as one of its members may see it: pure. */
import { gameList, gameOf } from '@same-deal/engine';
import { LOBBY_OPENS_MS } from '@same-deal/protocol';
import type {
  BoardName,
  BoardRow,
  CircleDaily,
  CircleDate,
  CircleSnapshot,
  CircleStanding,
  CircleWeek,
  DailyBoard,
} from '@same-deal/protocol';
import { mondayOf, phaseOf, textOfDay, weekOf } from '../daily/days.ts';
import type { GameOnDay } from '../daily/dailies.ts';
import { keyOf, placesFromTop } from '../daily/ranking.ts';
import { HIDDEN_NAME, NOBODYS_NAME } from '../names/stand-ins.ts';
import { winnersAmong } from '../race/standings.ts';
import { countsOn, hostOf, isMember, membersOf } from './circle.ts';
import { pointsOf } from './points.ts';
import type { PlayedDaily, Tally } from './points.ts';
import type { CircleEvents, CircleRace, CircleResults, CircleTry } from './ports.ts';
import type { StoredCircle, StoredDate } from './ports.ts';

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

/** Whether results of a daily may be told: it has closed, or the reader has finished their own try. */
const isOpenTo = ({ day, tries }: PlayedDaily, readerId: string, now: number): boolean =>
  phaseOf(day, now) === 'closed' || tries.some(({ personId }) => personId === readerId);

/** Those that are open to the reader. */
export const openDailies = <Daily extends PlayedDaily>(
  dailies: readonly Daily[],
  readerId: string,
  now: number,
): Daily[] => dailies.filter((daily) => isOpenTo(daily, readerId, now));

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

/** @param tally of its dailies that are open to the reader */
export const weekTable = (
  stored: StoredCircle,
  tally: Tally,
  week: number,
  reader: Reader,
): CircleWeek => ({
  firstDay: textOfDay(mondayOf(week)),
  lastDay: textOfDay(mondayOf(week) + 6),
  rows: standingsOf(stored, tally, reader),
});

/**
 * The dailies of a day: who has finished, and how, once that may be told.
 * @param results at these dailies
 */
function dailiesOf(
  stored: StoredCircle,
  results: readonly CircleResults[],
  day: number,
  reader: Reader,
  now: number,
): CircleDaily[] {
  const shown = shownMembers(stored, reader).filter((member) => countsOn(member, day));
  const phase = phaseOf(day, now);
  return gameList.map(({ id: game }) => {
    const tries = results.find((one) => one.game === game)?.tries ?? [];
    const tryOf = new Map(tries.map((one) => [one.personId, one]));
    const found = shown.flatMap(({ personId }) => tryOf.get(personId) ?? []);
    const sorted = found.toSorted((a, b) => a.key - b.key);
    const places = placesFromTop(sorted.map(({ key }) => key));
    const rows = sorted.map((one, n) => ({
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
      results: isOpenTo({ day, tries: found }, reader.id, now) ? rows : null,
    };
  });
}

/**
 * A board of a daily with the people of a circle alone, guests and others who are not listed among them: those who count
 * on its day, and the reader. Before the reader may see how the others have done it says how many have finished.
 * @param results at it, of everybody whom the reader may see
 */
export function boardOf(
  stored: StoredCircle,
  results: readonly CircleTry[],
  { day, game }: GameOnDay,
  board: BoardName,
  reader: Reader,
  now: number,
): DailyBoard {
  const phase = phaseOf(day, now);
  const counts = new Set(
    shownMembers(stored, reader)
      .filter((member) => member.personId === reader.id || countsOn(member, day))
      .map(({ personId }) => personId),
  );
  const tries = results.filter(({ personId }) => counts.has(personId));
  const isHidden = !isOpenTo({ day, tries }, reader.id, now);
  const sorted = tries
    .map((one) => ({ ...one, key: keyOf(board, { ...one, won: one.ending === 'won' }) }))
    .sort((a, b) => a.key - b.key);
  const places = placesFromTop(sorted.map(({ key }) => key));
  const rows = sorted.map((one, n): BoardRow => ({
    place: places[n]!,
    playerId: one.personId,
    name: nameOf(stored, one.personId),
    isYou: one.personId === reader.id,
    ending: one.ending,
    elapsedMs: one.elapsedMs,
    moves: one.moves,
    undos: one.undos,
    isClean: one.ending === 'won' && one.undos === 0,
    cardsHome: one.cardsHome,
    playId: phase === 'closed' || one.personId === reader.id ? one.playId : null,
  }));
  const mine = rows.find(({ isYou }) => isYou);
  return {
    day: textOfDay(day),
    game,
    board,
    phase,
    listed: rows.length,
    tries: rows.length,
    top: isHidden ? [] : rows,
    mine: mine ? { row: mine, percentile: null, isListed: true } : null,
    around: [],
    people: [],
    circle: { isHidden },
  };
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

/** What those are called who came first in a race, as far as the reader may see them. */
export const winnersOf = (race: CircleRace, { avoided }: Reader): string[] =>
  winnersAmong(race.results, race).map(({ personId, name }) =>
    avoided.has(personId) ? HIDDEN_NAME : (name ?? NOBODYS_NAME),
  );

export interface SnapshotParts extends CircleEvents {
  /** Of this week. */
  readonly tally: Tally;
  /** At the dailies of today. */
  readonly results: readonly CircleResults[];
  readonly here: ReadonlySet<string>;
  readonly today: number;
  readonly now: number;
}

export function snapshotOf(
  stored: StoredCircle,
  reader: Reader,
  { tally, results, dates, races, duplicates, here, today, now }: SnapshotParts,
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
    today: dailiesOf(stored, results, today, reader, now),
    week: weekTable(stored, tally, weekOf(today), reader),
    dates: dates.map((date) => dateOf(stored, date, reader, now)),
    races: races.map((race) => ({
      code: race.code,
      variant: race.variant,
      settledAt: new Date(race.settledAt).toISOString(),
      winners: winnersOf(race, reader),
    })),
    duplicates: duplicates
      // One of somebody whom the reader may not see takes nobody in.
      .filter(({ openedBy }) => openedBy === null || !reader.avoided.has(openedBy))
      .map(({ code, openedAt, isClosed, variants }) => ({
        ...{ code, isClosed },
        deals: variants.length,
        games: [...new Set(variants.map(gameOf))],
        openedAt: new Date(openedAt).toISOString(),
      })),
  };
}
