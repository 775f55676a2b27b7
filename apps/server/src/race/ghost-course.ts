/** Ghosts of the races that a node serves: it keeps who they are, and notices when something happens in them. */
import type { Progress } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import type { PlayRecord } from '../play/play-record.ts';
import { courseAt } from '../play/course-of-play.ts';
import { ghostProgressOf, nextChangeAt } from './ghosts.ts';
import type { Recording, Recordings } from './recordings.ts';
import type { StoredRace } from './ports.ts';
import type { Order } from './standings.ts';

/** What people are called may change, so recordings are read again after so long. */
const KEEP_MS = 60_000;

export interface GhostNews {
  readonly progress: readonly Progress[];
  /** One of them has come to its end since the last news, which is sent with the race itself. */
  readonly hasEnded: boolean;
}

/** @param onChange called when something happens in a race's recordings */
export function createGhostCourse(
  { recordings, clock }: { readonly recordings: Pick<Recordings, 'of'>; readonly clock: Clock },
  onChange: (code: string) => void,
) {
  const kept = new Map<string, { readonly until: number; readonly ghosts: readonly Recording[] }>();
  const timers = new Map<string, () => void>();
  /** Those that have come to their end, by the race. */
  const ended = new Map<string, Set<number>>();

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
    ended.delete(code);
  }

  /** Ghosts move by the clock alone, whether or not anybody else does. */
  function follow(code: string, ghosts: readonly Recording[], startsAt: number): void {
    timers.get(code)?.();
    timers.delete(code);
    const next = nextChangeAt(ghosts, clock.now() - startsAt);
    if (next === undefined) return;
    const cancel = clock.at(startsAt + next, () => {
      // The clock is read first for what comes next: what happens until it is read again is told now, and once more.
      follow(code, ghosts, startsAt);
      onChange(code);
    });
    timers.set(code, cancel);
  }

  /** How far the ghosts of a race are that is under way. */
  function news(
    code: string,
    ghosts: readonly Recording[],
    startsAt: number,
    records: readonly PlayRecord[],
    order: Order,
  ): GhostNews {
    if (ghosts.length === 0) return { progress: [], hasEnded: false };
    const now = clock.now();
    const known = ended.get(code) ?? new Set();
    ended.set(code, known);
    const present = ghosts.map(({ course }) => courseAt(course, now - startsAt));
    const progress = ghostProgressOf(present, records, order, now);
    const before = known.size;
    progress.forEach(({ ending }, n) => ending && known.add(n));
    return { progress, hasEnded: known.size > before };
  }

  return { of, follow, leave, news };
}
