/**
 * How plays were played, and where they were lost: searched on request, stored, and given up when nobody asks any more.
 */
import { encodeMove, standingMoves } from '@same-deal/engine';
import type { AccuracyStats, Answer, PlayAnalysis } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { logOf, startOf } from './play-record.ts';
import type { PlayRecord } from './play-record.ts';
import type { Searches } from '../solver/searches.ts';
import type { Budget, DealFinding, Played } from '../solver/work.ts';

/** What has been found out about a play and its deal. */
interface Findings {
  readonly deal: DealFinding | null;
  readonly play: PlayFinding | null;
}

/** What has been found out about a play, as far as its log had come. */
export type PlayFinding = Played & { readonly entries: number };

/** Of a play with nothing to count: its deal cannot be won, as far as is known. */
const NOTHING_TO_COUNT = {
  ...{ decisions: 0, kept: 0, undecided: 0 },
  ...{ mistakes: [], curve: [] },
} as const;

export interface AnalysisStore {
  find(playId: string): Promise<Findings>;
  /** Keeps what has been found out about a play's deal, unless more was by then. @returns what is stored now */
  keepDeal(playId: string, deal: DealFinding): Promise<DealFinding>;
  /** How well a person has played, over all games first, then game by game. */
  averagesOf(personId: string): Promise<AccuracyStats[]>;
  keepPlay(playId: string, play: PlayFinding): Promise<void>;
}

export interface AnalysesOptions {
  readonly searches: Searches;
  readonly store: AnalysisStore;
  readonly clock: Clock;
  readonly budget?: Budget;
}

const DEFAULT_BUDGET: Budget = { ms: 20_000, memoryBytes: 256 * 2 ** 20 };
/** A request waits at most this long for the result. */
const ANSWER_WITHIN_MS = 5_000;
const ASK_AGAIN_IN_MS = 1_000;
const WORKING: Answer<PlayAnalysis> = {
  ok: true,
  data: { state: 'working', askAgainInMs: ASK_AGAIN_IN_MS },
};
/** A search that nobody has requested for this long is given up. */
const WANTED_FOR_MS = 15_000;

interface Job {
  /** As far as the log had come when it began. */
  readonly entries: number;
  readonly result: Promise<Answer<PlayAnalysis>>;
  readonly over: AbortController;
  wantedUntil: number;
}

export function createAnalyses(options: AnalysesOptions) {
  const { searches, store, clock, budget = DEFAULT_BUDGET } = options;
  const jobs = new Map<string, Job>();

  /** The deal's verdict, searched unless it is cached already. Null if the search was not run. */
  async function findDeal(
    record: PlayRecord,
    person: string,
    signal: AbortSignal,
  ): Promise<DealFinding | null> {
    const id = record.header.id;
    // A win by a player proves the deal winnable.
    if (record.ending === 'won') {
      const deal = {
        verdict: 'won',
        difficulty: null,
        moves: standingMoves(record.play).map(encodeMove),
      } as const;
      return store.keepDeal(id, deal);
    }
    const work = { kind: 'solve', position: startOf(record) } as const;
    const found = await searches.search(work, budget, person, signal);
    if (!found.ok) return null;
    return store.keepDeal(id, found.value);
  }

  async function findPlayed(
    record: PlayRecord,
    deal: DealFinding,
    person: string,
    signal: AbortSignal,
  ): Promise<Played | null> {
    if (deal.verdict !== 'won') {
      return { ...NOTHING_TO_COUNT, entry: null, proved: deal.verdict === 'lost' };
    }
    const log = logOf(record).map(({ entry }) => entry);
    const work = { kind: 'accuracy', start: startOf(record), log } as const;
    const found = await searches.search(work, budget, person, signal);
    // A search whose thread was ended has found out nothing: not even how things stood before the first entry.
    return found.ok && found.value.curve.length > 0 ? found.value : null;
  }

  async function work(
    record: PlayRecord,
    cached: DealFinding | null,
    person: string,
    signal: AbortSignal,
  ): Promise<Answer<PlayAnalysis>> {
    const busy = { ok: false, error: { code: 'too-many-requests', retryAfterMs: 1000 } } as const;
    // A deal that a search left undecided may have been won by a player since.
    const isOld = cached?.verdict === 'undecided' && record.ending === 'won';
    const deal = cached && !isOld ? cached : await findDeal(record, person, signal);
    const played = deal && (await findPlayed(record, deal, person, signal));
    if (!deal || !played) return busy;
    const play = { ...played, entries: record.play.entries };
    await store.keepPlay(record.header.id, play);
    return { ok: true, data: ready(deal, play) };
  }

  function begin(record: PlayRecord, cached: DealFinding | null, person: string): Job {
    const { id } = record.header;
    const over = new AbortController();
    const result = work(record, cached, person, over.signal).finally(() => {
      if (jobs.get(id) === job) jobs.delete(id);
    });
    const job: Job = { result, over, entries: record.play.entries, wantedUntil: 0 };
    jobs.set(id, job);
    return job;
  }

  /** Gives the search up once nobody has requested it for a while. */
  function watch(id: string, job: Job): void {
    job.wantedUntil = clock.now() + WANTED_FOR_MS;
    clock.at(job.wantedUntil, () => {
      if (jobs.get(id) !== job || clock.now() < job.wantedUntil) return;
      jobs.delete(id);
      job.over.abort();
    });
  }

  /**
   * Where a play was lost.
   * @param record a play whose deal is open to the caller
   * @param person whose turn the searches count as
   */
  async function analyse(record: PlayRecord, person: string): Promise<Answer<PlayAnalysis>> {
    const { id } = record.header;
    const { deal, play } = await store.find(id);
    // A play of a deal that could not be proved then has no curve.
    const isStale = deal?.verdict === 'won' && play?.curve.length === 0;
    if (deal && play?.entries === record.play.entries && !isStale)
      return { ok: true, data: ready(deal, play) };
    const job = jobs.get(id) ?? begin(record, deal, person);
    watch(id, job);
    let stopWaiting = () => {};
    const patience = new Promise<Answer<PlayAnalysis>>((resolve) => {
      stopWaiting = clock.after(ANSWER_WITHIN_MS, () => resolve(WORKING));
    });
    // Of another part of the log: the next request begins this one's.
    const isOther = job.entries !== record.play.entries;
    const result = isOther ? job.result.then(() => WORKING) : job.result;
    return Promise.race([result, patience]).finally(stopWaiting);
  }

  return { analyse, averagesOf: store.averagesOf };
}

function ready(deal: DealFinding, play: PlayFinding): PlayAnalysis {
  return {
    state: 'ready',
    deal: deal.verdict === 'undecided' ? 'unknown' : deal.verdict,
    entries: play.entries,
    lostAt: play.entry,
    proved: play.proved,
    difficulty: deal.difficulty,
    solution: [...deal.moves],
    accuracy: {
      decisions: play.decisions,
      kept: play.kept,
      undecided: play.undecided,
      mistakes: [...play.mistakes],
      curve: [...play.curve],
    },
  };
}
