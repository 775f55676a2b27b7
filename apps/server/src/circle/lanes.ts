/**
 * Lanes: members of my circles who have ended their tries run beside mine at a daily, each as far as they were when they
 * had played for as long as I have by now. Read by the service's clock at each request, so never ahead of it (P7).
 */
import type { Answer, AnswerOf } from '@same-deal/protocol';
import { courseAt } from '../play/course-of-play.ts';
import type { Recordings } from '../race/recordings.ts';

export type Lanes = AnswerOf<'lanes:read'>['lanes'];

/** An ended try that may run beside another. */
export interface LaneTry {
  readonly playId: string;
  /** What its player is called now. */
  readonly name: string;
}

export interface LaneStore {
  /**
   * A play, and the tries that may run beside it: of its daily, ended and counted, of those who share a circle with its
   * player and show their lane there, but for those of whom one has blocked the other. Of any other play none.
   */
  beside(
    playId: string,
    most: number,
  ): Promise<{
    readonly userId: string;
    readonly startsAt: number;
    readonly tries: readonly LaneTry[];
  } | null>;
}

const LANES_MOST = 10;

export interface LanesOptions {
  readonly store: LaneStore;
  readonly recordings: Pick<Recordings, 'courseOf'>;
}

export function createLanes({ store, recordings }: LanesOptions) {
  /** @param now by the service's clock, when the request arrived */
  return async function lanesOf(
    playId: string,
    personId: string,
    now: number,
  ): Promise<Answer<{ lanes: Lanes }>> {
    const found = await store.beside(playId, LANES_MOST);
    if (!found) return { ok: false, error: { code: 'not-found', detail: 'play' } };
    if (found.userId !== personId) return { ok: false, error: { code: 'forbidden' } };
    const lanes: Lanes = [];
    // One after another: each whole play takes megabytes while it is read.
    for (const one of found.tries) {
      const course = await recordings.courseOf(one.playId);
      if (!course?.isFinal) continue;
      const { cardsHome } = courseAt(course, Math.max(0, now - found.startsAt));
      lanes.push({ name: one.name, cardsHome });
    }
    return { ok: true, data: { lanes } };
  };
}
