/**
 * Ghosts: recorded plays as opponents. No seats, but logs whose progress at a time since T0 is worked out as everybody's
 * is. Pure.
 */
import { decodeEntry, openPlay } from '@same-deal/engine';
import type { Progress } from '@same-deal/protocol';
import { advance, figuresAt, figuresOf, logOf } from '../play/play-record.ts';
import type { PlayRecord } from '../play/play-record.ts';
import { isPartner } from './partners.ts';
import { placeAmong } from './standings.ts';
import type { Order } from './standings.ts';

/** As many as may have a seat. */
export const GHOSTS_MOST = 10;

interface Moment {
  /** Since the start. */
  readonly ms: number;
  readonly record: PlayRecord;
}

/** A recording at each moment at which something happens in it; the first is the start. */
export type Ghost = readonly [Moment, ...Moment[]];

/** @param record of a play that has ended and replays */
export function ghostOf(record: PlayRecord): Ghost {
  const { start, ending } = record;
  const header = { ...record.header, endedByCap: false };
  const play = openPlay(start, header.undo);
  let now: PlayRecord = {
    ...{ header, start, play, last: undefined, cardsHomeAtMs: 0, damage: null },
    ending: play.ending ?? null,
  };
  const moments: [Moment, ...Moment[]] = [{ ms: 0, record: now }];
  for (const { entry, elapsedMs } of logOf(record)) {
    const next = advance(now, decodeEntry(entry), entry, elapsedMs);
    if (!next.ok) break;
    now = next.value;
    moments.push({ ms: elapsedMs, record: now });
  }
  if (ending === 'cap') moments.push({ ms: figuresOf(record).elapsedMs, record });
  return moments;
}

/** The recording so long after the start; at `Infinity` the whole of it. */
export const ghostAt = (ghost: Ghost, sinceStartMs: number): PlayRecord =>
  (ghost.findLast(({ ms }) => ms <= sinceStartMs) ?? ghost[0]).record;

/** How many cards a play had home, from the start on: one step for each change. */
export function stepsOf(record: PlayRecord): [ms: number, cardsHome: number][] {
  const steps: [number, number][] = [];
  for (const { ms, record: then } of ghostOf(record)) {
    const { cardsHome } = figuresOf(then);
    if (steps.at(-1)?.[1] !== cardsHome) steps.push([ms, cardsHome]);
  }
  return steps;
}

/** When something happens next in any of them, in milliseconds since the start; undefined if nothing does. */
export function nextChangeAt(ghosts: readonly Ghost[], sinceStartMs: number): number | undefined {
  const next = ghosts.flatMap((ghost) => ghost.find(({ ms }) => ms > sinceStartMs)?.ms ?? []);
  return next.length > 0 ? Math.min(...next) : undefined;
}

/**
 * How far ghosts are. As a sparring partner's, a ghost's place is one more than the people before it.
 * @param people everybody's play, sparring partners' too, which are left out
 */
export function ghostProgressOf(
  ghosts: readonly PlayRecord[],
  people: readonly PlayRecord[],
  order: Order,
  now: number,
): Progress[] {
  const others = people
    .filter(({ header }) => !isPartner(header.userId))
    .map((record) => figuresAt(record, now));
  return ghosts.map((record) => {
    const result = figuresAt(record, now);
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
