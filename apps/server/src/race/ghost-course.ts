/** Ghosts of the races that a node serves: it keeps who they are, and notices when something happens in them. */
import type { Clock } from '../clock.ts';
import type { PlayRecord } from '../play/play-record.ts';
import { courseAt } from '../play/course-of-play.ts';
import { ghostProgressOf, nextChangeAt } from './ghosts.ts';
import type { Recording, Recordings } from './recordings.ts';
import type { GhostProgress, StoredRace } from './ports.ts';
import type { Order } from './standings.ts';

/** What people are called may change, so recordings are read again after so long. */
const KEEP_MS = 60_000;

/** What has been published of the ghosts of a race. */
interface Published {
  readonly progress: Map<number, string>;
  readonly ended: Set<number>;
}

export interface GhostNews {
  /** Those to whom something has happened since the last news. */
  readonly ghosts: readonly GhostProgress[];
  /** One of them has come to its end, which is sent with the race itself. */
  readonly hasEnded: boolean;
}

/** @param onChange called when something happens in a race's recordings */
export function createGhostCourse(
  { recordings, clock }: { readonly recordings: Pick<Recordings, 'of'>; readonly clock: Clock },
  onChange: (code: string) => void,
) {
  const kept = new Map<string, { readonly until: number; readonly ghosts: readonly Recording[] }>();
  const timers = new Map<string, () => void>();
  const published = new Map<string, Published>();

  /** The recordings that a race is run against; damaged ones are left out. */
  async function of({
    code,
    race,
  }: Pick<StoredRace, 'code' | 'race'>): Promise<readonly Recording[]> {
    if (race.ghosts.length === 0) return [];
    const now = clock.now();
    const cached = kept.get(code);
    if (cached && cached.until > now) return cached.ghosts;
    for (const [old, { until }] of kept) if (until <= now) kept.delete(old);
    const ghosts = await recordings.of(race.ghosts);
    kept.set(code, { until: now + KEEP_MS, ghosts });
    return ghosts;
  }

  /** Forgets a race, or waits no more for what happens in it. */
  function leave(code: string): void {
    timers.get(code)?.();
    timers.delete(code);
    published.delete(code);
  }

  /** Ghosts move by the clock alone, whether or not anybody else does. */
  function follow(code: string, ghosts: readonly Recording[], startsAt: number): void {
    timers.get(code)?.();
    timers.delete(code);
    const next = nextChangeAt(ghosts, clock.now() - startsAt);
    if (next === undefined) return;
    const cancel = clock.at(startsAt + next, () => {
      onChange(code);
      follow(code, ghosts, startsAt);
    });
    timers.set(code, cancel);
  }

  /** What is new of the ghosts of a race that is under way. */
  function news(
    code: string,
    ghosts: readonly Recording[],
    startsAt: number,
    records: readonly PlayRecord[],
    order: Order,
  ): GhostNews {
    if (ghosts.length === 0) return { ghosts: [], hasEnded: false };
    const now = clock.now();
    const sent = published.get(code) ?? { progress: new Map<number, string>(), ended: new Set() };
    published.set(code, sent);
    const present = ghosts.map(({ course }) => courseAt(course, now - startsAt));
    const changed = ghostProgressOf(present, records, order, now)
      .map((progress, n) => ({ n, progress, text: JSON.stringify(progress) }))
      .filter(({ n, text }) => sent.progress.get(n) !== text);
    const ended = changed.filter(({ n, progress }) => progress.ending && !sent.ended.has(n));
    for (const { n, text } of changed) sent.progress.set(n, text);
    for (const { n } of ended) sent.ended.add(n);
    return {
      ghosts: changed.map(({ n, progress }) => ({ n, progress })),
      hasEnded: ended.length > 0,
    };
  }

  return { of, follow, leave, news };
}
