/** The progress of races under way: published at most four times a second, and of it only what has changed. */
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import type { PlayRecord } from '../play/play-record.ts';
import type { Plays } from '../play/plays.ts';
import type { GhostNews } from './ghost-course.ts';
import type { PlayerProgress, Publisher } from './ports.ts';
import { progressOf } from './race-snapshot.ts';
import type { Recording } from './recordings.ts';
import type { RaceStart } from './race.ts';
import type { Order } from './standings.ts';

const PROGRESS_EVERY_MS = 250;

/** What is known of a race under way between one publication and the next. */
export interface RaceUnderWay {
  readonly start: RaceStart;
  /** In the order of the players, who may become others: a guest their account, somebody who has gone nobody. */
  readonly playIds: readonly string[];
  readonly order: Order;
  /** The newest version that has been published. */
  revision: number;
  /** The progress last published, by seat, as text to compare. */
  readonly published: Map<number, string>;
  /** Of a ghost race. */
  readonly ghosts: readonly Recording[];
}

export interface ProgressOptions {
  readonly plays: Pick<Plays, 'held' | 'holdAll'>;
  readonly clock: Clock;
  readonly publisher: Pick<Publisher, 'progress'>;
  readonly background: Background;
  /** A race that this node runs. */
  readonly find: (code: string) => RaceUnderWay | undefined;
  /** For a race that this node has not loaded since it started. */
  readonly arm: (code: string) => Promise<void>;
  /** How far the ghosts of a race have got since they were last asked for. */
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
  /** Races whose plays have got on since the last tick. */
  const dirty = new Set<string>();

  /** Publishes what has changed in all races since the last tick. */
  function tick(): void {
    const codes = [...dirty];
    dirty.clear();
    for (const code of codes) {
      const race = find(code);
      const records = race ? plays.held(race.playIds) : [];
      if (race && records.length === race.playIds.length) publish(code, race, records);
      else {
        background.run(async () => {
          if (race) await plays.holdAll(race.playIds);
          else await arm(code);
          const found = find(code);
          // What has been published of a settled race is final.
          if (found) publish(code, found, plays.held(found.playIds));
        }, 0);
      }
    }
  }

  function publish(code: string, race: RaceUnderWay, records: readonly PlayRecord[]): void {
    const progress = [...progressOf(records, race.order, clock.now()).values()];
    const all = records.flatMap(({ header }, seat): PlayerProgress[] => {
      const own = progress[seat];
      return own ? [{ id: header.userId, seat, progress: own }] : [];
    });
    const changed = all.filter(({ seat, progress }) => {
      const text = JSON.stringify(progress);
      const isNew = race.published.get(seat) !== text;
      race.published.set(seat, text);
      return isNew;
    });
    const { ghosts, hasEnded } = ghostNews(code, race, records);
    if (changed.length + ghosts.length === 0) return;
    publisher.progress({ code, revision: race.revision }, all, changed, ghosts);
    if (hasEnded) background.run(() => onGhostEnded(code));
  }

  return {
    /** The progress of a race goes out soon. */
    mark(code: string): void {
      if (dirty.size === 0) clock.at(clock.now() + PROGRESS_EVERY_MS, tick);
      dirty.add(code);
    },

    /** Another node serves the races. */
    forget: () => dirty.clear(),
  };
}
