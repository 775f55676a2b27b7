import { LRUCache } from 'lru-cache';
import type { RaceStore, StoredRace } from './ports.ts';
import type { LineRace } from './series.ts';

/** Requests about one race come together: whoever goes on to the rematch asks six times, as do the others of their race. */
const KEPT_MS = 10_000;
const KEPT_MOST = 2_000;

export interface RecentRaces extends RaceStore {
  /**
   * A race as this node has read or written it a moment ago, otherwise as it is stored. What another node has changed
   * meanwhile may be missing: for what is changed by compare-and-set afterwards, or published anew when that node has said
   * so.
   */
  recent(code: string): Promise<StoredRace | null>;
  /** Likewise a line of rematches. */
  recentLine(at: string): Promise<readonly LineRace[]>;
  /** A race has been changed other than by this store, or a name in it. */
  forget(code: string): void;
}

/** An empty one: what was asked for before it is not to be kept. */
interface Kept {
  readonly stored?: StoredRace;
}

/**
 * @param onUnknown called where the answer to a change of a race is lost: it may be stored, and nobody has been told
 * @returns the same store, which remembers for a moment what passes through it
 */
export function rememberRaces(store: RaceStore, onUnknown: (code: string) => void): RecentRaces {
  const bounds = { max: KEPT_MOST, ttl: KEPT_MS };
  const races = new LRUCache<string, Kept>(bounds);
  const lines = new LRUCache<string, Promise<readonly LineRace[]>>(bounds);

  const forgetRace = (code: string): void => void races.set(code, {});

  function keep(stored: StoredRace): void {
    const { version = 0 } = races.get(stored.code)?.stored ?? {};
    // Answers of several statements may come out of turn.
    if (stored.version >= version) races.set(stored.code, { stored });
  }

  async function find(code: string): Promise<StoredRace | null> {
    const before = races.get(code);
    const stored = await store.find(code);
    // Otherwise this may be older than what has been changed meanwhile.
    if (stored && races.get(code) === before) keep(stored);
    return stored;
  }

  function recentLine(at: string): Promise<readonly LineRace[]> {
    const known = lines.get(at);
    if (known) return known;
    const line = store.lineOf(at);
    lines.set(at, line);
    line.catch(() => lines.delete(at));
    return line;
  }

  async function known<Outcome>(code: string, change: Promise<Outcome>): Promise<Outcome> {
    try {
      return await change;
    } catch (error) {
      onUnknown(code);
      throw error;
    }
  }

  /** Waits for a change by compare-and-set, and keeps what it has made of the race. */
  async function replacing<Outcome>(
    { code, at, race }: StoredRace,
    change: Promise<Outcome | StoredRace>,
  ): Promise<Outcome | StoredRace> {
    let outcome: Outcome | StoredRace | undefined;
    try {
      return (outcome = await known(code, change));
    } finally {
      if (typeof outcome === 'object' && outcome !== null && 'race' in outcome) {
        keep(outcome);
        if (outcome.race.settings !== race.settings) lines.delete(at);
      } else forgetRace(code);
    }
  }

  /** Waits for a change of a race, and of the line that it is in. */
  async function changing<Outcome>(
    { code, at }: StoredRace,
    change: Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      return await known(code, change);
    } finally {
      forgetRace(code);
      lines.delete(at);
    }
  }

  async function noting(code: string, note: Promise<void>): Promise<void> {
    await note.finally(() => forgetRace(code));
  }

  return {
    ...store,
    find,
    recent: async (code) => races.get(code)?.stored ?? find(code),
    recentLine,
    forget(code) {
      forgetRace(code);
      // Which of them it is in is not known.
      lines.clear();
    },
    replace: (stored, ...rest) => replacing(stored, store.replace(stored, ...rest)),
    seat: (stored, ...rest) => replacing(stored, store.seat(stored, ...rest)),
    start: (stored, ...rest) => replacing(stored, store.start(stored, ...rest)),
    create(code, race, former, ...rest) {
      const created = store.create(code, race, former, ...rest);
      return former ? changing(former, created) : created;
    },
    dropRematch: (former, code) => changing(former, store.dropRematch(former, code)),
    close: (stored, race) => changing(stored, store.close(stored, race)),
    settle: (stored, ...rest) => changing(stored, store.settle(stored, ...rest)),
    noteOutage: (code) => noting(code, store.noteOutage(code)),
    noteNode: (code, node) => noting(code, store.noteNode(code, node)),
  };
}
