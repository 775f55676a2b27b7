/**
 * A line of rematches: the races that follow one another by the rematch, and series, which are parts of such lines. A
 * line's score follows from its settled races; no counter is stored. Pure.
 */
import type { RaceLine } from '@same-deal/protocol';
import { NOBODYS_NAME } from '../names/stand-ins.ts';
import { isPerson, openRace, phaseOf, rematchOf } from './race.ts';
import type { Person, Race } from './race.ts';
import { areSame, settingsInSeries } from './settings.ts';
import { winnersAmong } from './standings.ts';
import type { RaceResult } from './standings.ts';

/** A person's result in a race. */
export interface LineResult extends RaceResult {
  readonly personId: string;
  readonly playId: string;
  /** What they are called now. */
  readonly name: string;
}

/** A race of a line; without results until it has settled. */
export interface LineRace {
  readonly code: string;
  readonly race: Race;
  /** Of people: sparring partners are left out. */
  readonly results: readonly LineResult[];
}

/** The points of each who shares the first place; who has it alone gets one. */
const SHARED = 0.5;

/** Nobody before it has settled. */
export const winnersOf = ({ race, results }: LineRace): LineResult[] =>
  race.settledAt === null ? [] : winnersAmong(results, race);

/** The points of everybody who was in one of the races, by id. */
export function pointsOf(races: readonly LineRace[]): Map<string, number> {
  const points = new Map<string, number>();
  for (const one of races) {
    for (const { personId } of one.results) points.set(personId, points.get(personId) ?? 0);
    const winners = winnersOf(one);
    for (const { personId } of winners) {
      points.set(personId, (points.get(personId) ?? 0) + (winners.length > 1 ? SHARED : 1));
    }
  }
  return points;
}

/**
 * Whether a series is decided: all has been raced, or nobody can come level with the first any more, were they to win
 * all that is left.
 * @param races those of the series that have settled
 */
export function isSeriesOver(bestOf: number, races: readonly LineRace[]): boolean {
  const left = bestOf - races.length;
  if (left <= 0) return true;
  // The second may be somebody who has not joined yet, without a point.
  const [first = 0, second = 0] = [...pointsOf(races).values()].sort((a, b) => b - a);
  return first > second + left;
}

/** The races of a line that count for one of them: those of its series, or all, up to itself; settled ones alone. */
export function racesUpTo(line: readonly LineRace[], code: string): LineRace[] {
  const until = line.findIndex((one) => one.code === code);
  const own = line[until]?.race;
  if (!own) return [];
  const from = own.settings.series ? Math.max(0, until + 1 - own.seriesNumber) : 0;
  return line.slice(from, until + 1).filter(({ race }) => race.settledAt !== null);
}

/** The race before one in its line; undefined of the first one. */
export function raceBefore(line: readonly LineRace[], code: string): Race | undefined {
  const place = line.findIndex((one) => one.code === code);
  return place > 0 ? line[place - 1]?.race : undefined;
}

/** Whether a race still has the settings with which it follows another one. */
export const followsAs = ({ settings, seriesNumber }: Race, former: Race): boolean =>
  areSame(settings, settingsInSeries(former.settings, seriesNumber));

/**
 * What everyone may see of the line that a race belongs to.
 * @param line in the order in which its races were opened
 * @param shown what players are called in this race, by id
 * @param now milliseconds since 1970 by the service's clock
 * @returns null where there is nothing to show: no series, and no race before this one
 */
export function lineOf(
  line: readonly LineRace[],
  code: string,
  shown: ReadonlyMap<string, string>,
  now: number,
): RaceLine | null {
  const own = line.find((one) => one.code === code)?.race;
  const races = racesUpTo(line, code);
  if (!own || (!own.settings.series && races.every((one) => one.code === code))) return null;
  const names = new Map(
    races.flatMap(({ results }) => results).map(({ personId, name }) => [personId, name]),
  );
  const score = [...pointsOf(races)]
    .map(([id, points]) => ({ id, name: shown.get(id) ?? names.get(id) ?? '', points }))
    .sort((a, b) => b.points - a.points);
  return { score, series: seriesOf(line, races, own, code, now) };
}

function seriesOf(
  line: readonly LineRace[],
  races: readonly LineRace[],
  { settings: { series }, seriesNumber }: Race,
  code: string,
  now: number,
): RaceLine['series'] {
  if (!series) return null;
  const open = line.filter(({ race }) => phaseOf(race, now) !== 'expired');
  return {
    number: seriesNumber,
    over: isSeriesOver(series.bestOf, races),
    first: races[0]?.code ?? code,
    present: open.at(-1)?.code ?? code,
    races: races.map((one) => {
      const winners = winnersOf(one);
      return {
        code: one.code,
        variant: one.race.settings.variant,
        winners: winners.map(({ personId }) => personId),
        playId: winners[0]?.playId ?? null,
      };
    }),
  };
}

/**
 * The race that follows one in its line: of a series that is not over yet the next one, with everybody in the seat they
 * had; otherwise a rematch, which of a series begins another one.
 * @param line the races so far, the former one settled if it is of a series
 * @param avoided whom its host wants nothing to do with
 */
export function nextRace(
  former: Race,
  code: string,
  line: readonly LineRace[],
  asker: Person,
  avoided: ReadonlySet<string>,
  now: number,
): Race {
  const { series } = former.settings;
  // A release forgot it from race to race.
  const circleId = former.circleId ?? racesUpTo(line, code)[0]?.race.circleId;
  if (!series || isSeriesOver(series.bestOf, racesUpTo(line, code))) {
    const next = rematchOf(former, asker, now);
    return { ...next, ...(circleId && { circleId }), settings: settingsInSeries(next.settings, 1) };
  }
  const seriesNumber = former.seriesNumber + 1;
  const players = former.players
    .filter(({ id, name }) => name !== NOBODYS_NAME && !avoided.has(id))
    .map((player) => ({ ...player, ready: !isPerson(player) }));
  return {
    ...openRace(settingsInSeries(former.settings, seriesNumber), asker, now, circleId),
    hostId: players.some(({ id }) => id === former.hostId) ? former.hostId : asker.id,
    players,
    seriesNumber,
  };
}
