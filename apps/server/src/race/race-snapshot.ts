/** A race as everyone may see it: pure, from what is stored, the plays, and who is there. */
import { suitsHome } from '@same-deal/engine';
import type { Progress, RaceSnapshot } from '@same-deal/protocol';
import { courseAt } from '../play/course-of-play.ts';
import { figuresAt } from '../play/play-record.ts';
import type { PlayRecord } from '../play/play-record.ts';
import { ghostProgressOf } from './ghosts.ts';
import { isPartner, strengthOf } from './partners.ts';
import { isSeated, phaseOf } from './race.ts';
import type { StoredRace } from './ports.ts';
import type { Recording } from './recordings.ts';
import { lineOf } from './series.ts';
import type { LineRace } from './series.ts';
import { shownNames } from './shown-names.ts';
import { placeAmong } from './standings.ts';
import type { Order } from './standings.ts';

/**
 * How far everyone is at `now`, in the order of the records. People's places leave sparring partners out.
 * Computed with every entry of a race, so each object is written out: V8 copies one of another shape slowly.
 */
export function progressOf(records: readonly PlayRecord[], order: Order, now: number): Progress[] {
  const results = records.map((record) => figuresAt(record, now));
  const people = results.filter((_, n) => !isPartner(records[n]?.header.userId ?? ''));
  return results.map((result, n) => ({
    ending: result.ending,
    moves: result.moves,
    undos: result.undos,
    cardsHome: result.cardsHome,
    cardsHomeAtMs: result.cardsHomeAtMs,
    place: placeAmong(people, result, order),
    elapsedMs: result.ending === null ? null : result.elapsedMs,
    suitsHome: suitsOf(records[n]),
  }));
}

/** Before a suit can be home nobody counts. */
const suitsOf = (record: PlayRecord | undefined): number =>
  record && record.play.cardsHome >= FEWEST_FOR_A_SUIT ? suitsHome(record.play.position) : 0;
/** A suit less the ace and the king that may be dealt home. */
const FEWEST_FOR_A_SUIT = 11;

/**
 * What travels as `race:updated`.
 * @param records everybody's play, once the race has been started
 * @param there the ids of the people connected to the race
 * @param line the races of its line, in the order in which they were opened
 * @param now by the service's clock, milliseconds since 1970
 * @param ghosts of a ghost race
 */
export function raceSnapshotOf(
  { race, code, version, rematchCode, asked, names, ratings }: StoredRace,
  records: readonly PlayRecord[],
  there: ReadonlySet<string>,
  line: readonly LineRace[],
  now: number,
  ghosts: readonly Recording[] = [],
): RaceSnapshot {
  const { start } = race;
  const isRunning = start !== null && now >= start.startsAt;
  const quickStartsIn = (at: number | null) =>
    at === null || start ? null : Math.max(0, at - now);
  const figures = progressOf(records, race.order, now);
  // By play: whose a play is may change while a guest becomes an account.
  const progress = new Map(records.map(({ header }, n) => [header.id, figures[n]]));
  const shown = shownNames(race.players, names);
  const headers = new Map(records.map(({ header }) => [header.id, header]));
  const missing = start ? 0 : asked.filter((id) => !isSeated(race, id)).length;
  const shownAfter = (playId: string | undefined) =>
    race.settledAt === null || playId === undefined
      ? null
      : (headers.get(playId)?.shownAfterMs ?? null);
  return {
    code,
    revision: version,
    phase: phaseOf(race, now),
    settings: race.settings,
    hostId: race.hostId,
    locked: race.locked,
    players: race.players.map(({ id, name, ready }) => ({
      id,
      name: shown.get(id) ?? name,
      ready,
      away: !there.has(id) && !isPartner(id),
      playId: start?.plays[id] ?? null,
      progress: progress.get(start?.plays[id] ?? '') ?? null,
      partner: strengthOf(id) ?? null,
      rating: ratings.get(id) ?? null,
      shownAfterMs: shownAfter(start?.plays[id]),
    })),
    watchers: [...there].filter((id) => !isSeated(race, id)).length,
    commitment: start?.commitment ?? null,
    proved: start && start.difficulty !== null,
    difficulty: start?.difficulty ?? null,
    startsInMs: start ? Math.max(0, start.startsAt - now) : null,
    closesInMs: start && isRunning ? Math.max(0, start.closesAt - now) : null,
    sinceStartMs: start && isRunning ? now - start.startsAt : null,
    closing: start?.closing ?? false,
    rematchCode,
    ...(missing > 0 && { asked: missing }),
    unrated: race.unrated,
    outage: race.settledAt !== null && (race.outage ?? false),
    quick: race.quick && { startsInMs: quickStartsIn(race.quick.startsAt) },
    line: lineOf(line, code, shown, now),
    ...(race.ghostOf && { ghostOf: race.ghostOf, ghosts: ghostRows(race, records, ghosts, now) }),
  };
}

/** Where ghosts stand: once the race has settled, as they ended. */
function ghostRows(
  { start, order, settledAt }: StoredRace['race'],
  records: readonly PlayRecord[],
  ghosts: readonly Recording[],
  now: number,
): RaceSnapshot['ghosts'] {
  const sinceStartMs = start === null ? -1 : settledAt === null ? now - start.startsAt : Infinity;
  const present = ghosts.map(({ course }) => courseAt(course, sinceStartMs));
  const progress = ghostProgressOf(present, records, order, now);
  return ghosts.map(({ name, playId, userId }, n) => ({
    name,
    progress: sinceStartMs < 0 ? null : (progress[n] ?? null),
    playId: settledAt === null ? null : playId,
    partner: strengthOf(userId) ?? null,
  }));
}
