/** Ghosts: recorded plays as opponents. No seats, but recordings that are read at a time since T0. Pure. */
import type { Progress } from '@same-deal/protocol';
import { nextInCourse } from '../play/course-of-play.ts';
import { figuresAt } from '../play/play-record.ts';
import type { PlayFigures, PlayRecord } from '../play/play-record.ts';
import { isPartner } from './partners.ts';
import type { Recording } from './recordings.ts';
import { placeAmong } from './standings.ts';
import type { Order } from './standings.ts';

/** As many as may have a seat. */
export const GHOSTS_MOST = 10;

/** When something happens next in any of them, in milliseconds since the start; undefined if nothing does. */
export function nextChangeAt(
  ghosts: readonly Pick<Recording, 'course'>[],
  sinceStartMs: number,
): number | undefined {
  const next = ghosts.flatMap(({ course }) => nextInCourse(course, sinceStartMs) ?? []);
  return next.length > 0 ? Math.min(...next) : undefined;
}

/**
 * How far ghosts are. As a sparring partner's, a ghost's place is one more than the people before it.
 * @param people everybody's play, sparring partners' too, which are left out
 */
export function ghostProgressOf(
  ghosts: readonly PlayFigures[],
  people: readonly PlayRecord[],
  order: Order,
  now: number,
): Progress[] {
  const others = people
    .filter(({ header }) => !isPartner(header.userId))
    .map((record) => figuresAt(record, now));
  return ghosts.map((result) => {
    const elapsedMs = result.ending === null ? null : result.elapsedMs;
    return { ...result, place: placeAmong(others, result, order), elapsedMs };
  });
}

/** At most `most` of them, evenly spread from the first to the last. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, n) => items[Math.round(n * step)]!);
}
