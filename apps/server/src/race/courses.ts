/** How cards came home in a settled race, for its result page: worked out once, in slices, and kept as text. */
import type { Answer } from '@same-deal/protocol';
import { boundedCache } from '../bounded-cache.ts';
import { inSlices } from '../in-slices.ts';
import type { Steps } from '../in-slices.ts';
import { stepsOf } from '../play/course-of-play.ts';
import type { PlayCourse } from '../play/course-of-play.ts';
import type { StoredRace } from './ports.ts';
import type { Recordings } from './recordings.ts';

export interface CoursesOptions {
  /** The race, settled if that is due. */
  readonly findRace: (code: string) => Promise<StoredRace | null>;
  readonly recordings: Pick<Recordings, 'courseOf'>;
}

/** Of all kept texts; the longest takes three quarters of a megabyte. */
const KEEP_BYTES = 16 * 2 ** 20;
/** Writing so many takes no longer than replaying one entry. */
const WRITTEN_A_STEP = 20;

export function createCourses({ findRace, recordings }: CoursesOptions) {
  const kept = boundedCache<string>(KEEP_BYTES, (text) => text.length);
  const underWay = new Map<string, Promise<Answer<string>>>();

  async function work(code: string): Promise<Answer<string>> {
    const stored = await findRace(code);
    if (!stored) return { ok: false, error: { code: 'not-found', detail: 'code' } };
    const { settledAt, start, ghosts } = stored.race;
    if (settledAt === null || !start) return { ok: false, error: { code: 'race-not-settled' } };
    const courses: (readonly [playId: string, course: PlayCourse])[] = [];
    for (const playId of [...Object.values(start.plays), ...ghosts]) {
      const course = await recordings.courseOf(playId);
      if (course) courses.push([playId, course]);
    }
    const text = await inSlices(written(courses));
    if (courses.every(([, { isFinal }]) => isFinal)) kept.set(code, text);
    return { ok: true, data: text };
  }

  /** @returns the text of a `raceCourses`; a settled race changes no more */
  return function coursesOf(code: string): Promise<Answer<string>> {
    const cached = kept.get(code);
    if (cached !== undefined) return Promise.resolve({ ok: true, data: cached });
    const working = underWay.get(code) ?? work(code).finally(() => underWay.delete(code));
    underWay.set(code, working);
    return working;
  };
}

function* written(courses: readonly (readonly [string, PlayCourse])[]): Steps<string> {
  const texts: string[] = [];
  for (const [playId, course] of courses) {
    const steps: string[] = [];
    for (const [ms, home] of stepsOf(course)) {
      steps.push(`[${ms},${home}]`);
      if (steps.length % WRITTEN_A_STEP === 0) yield;
    }
    texts.push(`{"playId":"${playId}","steps":[${steps.join()}]}`);
    yield;
  }
  return `{"courses":[${texts.join()}]}`;
}
