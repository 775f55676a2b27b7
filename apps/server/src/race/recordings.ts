/** Plays that have ended, as result pages and ghost races need them: how they went, without their cards. */
import { boundedCache } from '../bounded-cache.ts';
import { courseOf } from '../play/course-of-play.ts';
import type { PlayCourse } from '../play/course-of-play.ts';
import type { Plays } from '../play/plays.ts';

/** How a play went, and whose it is. */
export interface Recording {
  readonly playId: string;
  readonly userId: string;
  /** What its player is called now. */
  readonly name: string;
  readonly course: PlayCourse;
}

/** Some thousands of usual plays, or seven hundred of the longest. */
const KEEP_BYTES = 32 * 2 ** 20;

export type Recordings = ReturnType<typeof createRecordings>;

export function createRecordings(plays: Pick<Plays, 'read' | 'headers'>) {
  const kept = boundedCache<PlayCourse>(KEEP_BYTES, ({ bytes }) => bytes);
  /** Concurrent callers for the same play share one read. */
  const reading = new Map<string, Promise<PlayCourse | null>>();

  async function read(playId: string): Promise<PlayCourse | null> {
    const [record] = await plays.read([playId]);
    const course = record ? courseOf(record) : null;
    if (course?.isFinal) kept.set(playId, course);
    return course;
  }

  function courseOfPlay(playId: string): Promise<PlayCourse | null> {
    const cached = kept.get(playId);
    if (cached) return Promise.resolve(cached);
    const underWay = reading.get(playId) ?? read(playId).finally(() => reading.delete(playId));
    reading.set(playId, underWay);
    return underWay;
  }

  return {
    /** The recordings of these plays, in order; unknown ids are left out, and those that do not replay. */
    async of(playIds: readonly string[]): Promise<Recording[]> {
      const headers = new Map((await plays.headers(playIds)).map((one) => [one.id, one]));
      const recordings: Recording[] = [];
      // One after another: each whole play takes megabytes while it is read.
      for (const playId of playIds) {
        const header = headers.get(playId);
        const course = header && (await courseOfPlay(playId));
        if (!course || course.isDamaged) continue;
        recordings.push({ playId, userId: header.userId, name: header.playerName, course });
      }
      return recordings;
    },

    /** How a play went; null if there is none, or its deal cannot be read. */
    courseOf: courseOfPlay,
  };
}
