/**
 * The progress of races under way. Most of it costs no frame of its own: what a line has not been sent travels with the
 * acknowledgement of its next entry. A line that is silent is sent it within a second, or at once when somebody takes
 * the lead.
 */
import type { NewsOf } from '@same-deal/protocol';
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import { createPassingMap } from '../passing-map.ts';
import type { PlayRecord } from '../play/play-record.ts';
import type { Plays } from '../play/plays.ts';
import type { GhostNews } from './ghost-course.ts';
import type { ProgressLine, Publisher } from './ports.ts';
import { progressOf } from './race-snapshot.ts';
import type { Recording } from './recordings.ts';
import type { RaceStart } from './race.ts';
import type { Order } from './standings.ts';
import { changedIn, changedSince, lastChange, newsSince, note } from './tally.ts';
import type { Tally } from './tally.ts';

/** The oldest that anybody's view of the others may be. */
const OLDEST_MS = 1_000;
/** Lines that have waited nearly as long are sent it together with the others of their race. */
const TOGETHER_MS = 200;
/** Pages of earlier versions are sent it four times a second, as they are used to. */
const EARLIER_EVERY_MS = 250;
/** Races take turns: what is due within one slot is sent in one turn of the event loop. */
const SLOT_MS = 25;

/** What is known of a race under way between one publication and the next. */
export interface RaceUnderWay {
  readonly start: RaceStart;
  /** In the order of the players. Ids may change: a guest becomes an account, a deleted person a stand-in. */
  readonly playIds: readonly string[];
  readonly order: Order;
  /** The newest version that has been published. */
  revision: number;
  readonly tally: Tally;
  /** Of a ghost race. */
  readonly ghosts: readonly Recording[];
}

export interface ProgressOptions {
  readonly plays: Pick<Plays, 'held' | 'holdAll'>;
  readonly clock: Clock;
  readonly publisher: Pick<Publisher, 'earlierProgress' | 'progressLines' | 'hasEarlierPages'>;
  readonly background: Background;
  /** A race that this node runs. */
  readonly find: (code: string) => RaceUnderWay | undefined;
  /** For a race that this node has not loaded since it started. */
  readonly arm: (code: string) => Promise<void>;
  /** How far the ghosts of a race have got. */
  readonly ghostNews: (
    code: string,
    race: RaceUnderWay,
    records: readonly PlayRecord[],
  ) => GhostNews;
  /** A ghost has come to its end: the whole race is to be sent. */
  readonly onGhostEnded: (code: string) => Promise<void>;
}

export function createProgress(options: ProgressOptions) {
  const { plays, clock, publisher, background, find, arm, ghostNews, onGhostEnded } = options;
  let changes = 0;
  /**
   * For a race whose plays, or which itself, this node does not hold: nothing else would trigger it again, so it is
   * retried until they are read; what happens meanwhile is in them.
   */
  const catchUp = background.oneAtATime(async (code) => {
    const race = find(code);
    if (race) await plays.holdAll(race.playIds);
    else await arm(code);
    const found = find(code);
    // What has been published of a settled race is final.
    if (found) refresh(code, found, plays.held(found.playIds));
  });
  /** Races of which something may be due, by the end of the slot. */
  const slots = createPassingMap<number, Set<string>>();

  function lookAt(code: string, time: number): void {
    const slot = Math.floor(time / SLOT_MS) * SLOT_MS;
    const found = slots.get(slot);
    if (found) {
      found.add(code);
      return;
    }
    slots.set(slot, new Set([code]));
    clock.at(slot, () => {
      const due = slots.get(slot) ?? [];
      slots.delete(slot);
      for (const one of due) sendDue(one);
    });
  }

  /** Notes how far everybody is now. */
  function refresh(code: string, race: RaceUnderWay, records: readonly PlayRecord[]): void {
    const now = clock.now();
    const { tally } = race;
    const change = changes + 1;
    tally.seats = records.map(({ header }) => header);
    const { isChanged, isLead } = note(tally.players, progressOf(records, race.order, now), change);
    const ghosts = ghostNews(code, race, records);
    const isAnyChanged = note(tally.ghosts, ghosts.progress, change).isChanged || isChanged;
    if (ghosts.hasEnded) background.run(() => onGhostEnded(code));
    if (!isAnyChanged) return;
    changes = change;
    tally.recent.push({ number: change, at: now });
    if (isLead) {
      // The player who took the lead gets their acknowledgement first, in this turn of the event loop.
      clock.at(now, () => sendDue(code, true));
    } else if (tally.recent.length === 1) lookAt(code, now + OLDEST_MS - TOGETHER_MS / 2);
    if (publisher.hasEarlierPages(code)) lookAt(code, now + EARLIER_EVERY_MS);
  }

  /** Sends every line of a race what has been due for long enough. */
  function sendDue(code: string, isAtOnce = false): void {
    const race = find(code);
    if (!race) return;
    const { tally } = race;
    const now = clock.now();
    let unseen = Infinity;
    for (const line of publisher.progressLines(code)) {
      const since = changedSince(tally, line.seen);
      if (since === undefined) continue;
      if (isAtOnce || since <= now - OLDEST_MS + TOGETHER_MS) {
        const news = newsFor(code, line);
        if (news) line.send(news);
      } else unseen = Math.min(unseen, line.seen);
    }
    sendToEarlier(code, race, now, isAtOnce);
    // Earlier pages are told at other times.
    if (publisher.hasEarlierPages(code)) unseen = Math.min(unseen, tally.earlierSeen);
    tally.recent = tally.recent.filter(({ number }) => number > unseen);
    const [oldest] = tally.recent;
    if (oldest) lookAt(code, oldest.at + OLDEST_MS - TOGETHER_MS / 2);
  }

  function sendToEarlier(code: string, race: RaceUnderWay, now: number, isAtOnce: boolean): void {
    if (!publisher.hasEarlierPages(code)) return;
    const { tally } = race;
    const seen = tally.earlierSeen;
    const since = changedSince(tally, seen);
    if (since === undefined || (!isAtOnce && since > now - EARLIER_EVERY_MS + SLOT_MS)) return;
    tally.earlierSeen = lastChange(tally);
    publisher.earlierProgress(
      { code, revision: race.revision },
      tally.players.map(({ progress }, seat) => ({
        id: tally.seats[seat]?.userId ?? '',
        seat,
        progress,
      })),
      changedIn(tally.players, seen),
      changedIn(tally.ghosts, seen),
    );
  }

  function newsFor(code: string, line: ProgressLine): NewsOf<'race:progressed'> | undefined {
    const race = find(code);
    if (!race) return undefined;
    const news = newsSince(race.tally, { code, revision: race.revision }, line.seen, line.personId);
    line.seen = changes;
    return news;
  }

  return {
    /** Something has happened in a race. */
    mark(code: string): void {
      const race = find(code);
      const records = race ? plays.held(race.playIds) : [];
      if (race && records.length === race.playIds.length) refresh(code, race, records);
      else catchUp(code);
    },

    /** What a line has not been sent yet, to travel with its next frame; undefined if nothing. */
    newsFor,

    /** Another node serves the races. */
    forget: () => slots.clear(),
  };
}
