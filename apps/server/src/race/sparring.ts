/**
 * Plays for the sparring partners of the races that this node serves. A partner gets the view of its seat and its own
 * log, thinks in a worker thread, waits as a person would, and enters its move like any player.
 */
import { decodeEntry, mersenneDraw, viewOf } from '@same-deal/engine';
import type { Entry, Position } from '@same-deal/engine';
import type { ErrorCode, Strength } from '@same-deal/protocol';
import type { Clock } from '../clock.ts';
import { hasEnded, lastOf, logOf } from '../play/play-record.ts';
import type { PlayRecord } from '../play/play-record.ts';
import type { Plays } from '../play/plays.ts';
import { pauseBefore, situationOf } from './pace.ts';
import { strengthOf } from './partners.ts';
import type { RaceStart } from './race.ts';

/** What a partner thinks about. */
export interface Thought {
  readonly view: Position;
  /** Codes of all entries so far. */
  readonly log: readonly number[];
  readonly strength: Strength;
  readonly seed: number;
}

export interface SparringOptions {
  readonly plays: Pick<Plays, 'read' | 'enter'>;
  readonly clock: Clock;
  /**
   * Thinks, off the event loop.
   * @param household whose turn it is counted as
   * @returns null if nothing sensible is left to be done; undefined if the search could not be run now
   */
  readonly think: (thought: Thought, household: string) => Promise<Entry | null | undefined>;
  readonly onFault: (error: unknown) => void;
}

export type Sparring = ReturnType<typeof createSparring>;

/** After a fault, or where there is too much to think about. */
const AGAIN_AFTER_MS = 2_000;
/**
 * So many partners of one household play at once; the others begin as those end. A class has one each, and whoever makes
 * guests and races by the hundred keeps no more than these thinking. All races that everybody has left are one household.
 */
export const MOST_OF_HOUSEHOLD = 30;
const MOST_CHANCE = 0xffff;
/** Refusals after which a partner stops here; after any other it tries again. */
const OVER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'play-ended',
  'time-is-up',
  'log-full',
  'play-damaged',
  'not-found',
  'forbidden',
  'elsewhere',
]);

export function createSparring({ plays, clock, think, onFault }: SparringOptions) {
  /** By play: cancels the next step. */
  const driven = new Map<string, () => void>();
  /** By play: the household for which it is played. */
  const households = new Map<string, () => string>();
  /** By household: the plays that have their place among those it may have at once. */
  const playing = new Map<string, Set<string>>();
  /** By play: the household in which it has its place. */
  const placed = new Map<string, string>();

  function forget(playId: string): void {
    driven.get(playId)?.();
    driven.delete(playId);
    households.delete(playId);
    giveUpPlace(playId);
  }

  function giveUpPlace(playId: string): void {
    const household = placed.get(playId);
    if (household === undefined) return;
    placed.delete(playId);
    const others = playing.get(household);
    others?.delete(playId);
    if (others?.size === 0) playing.delete(household);
  }

  /** Whether a play has its place in the household, which it is given if there is one. */
  function hasPlace(playId: string, household: string): boolean {
    if (placed.get(playId) === household) return true;
    giveUpPlace(playId);
    const others = playing.get(household) ?? new Set<string>();
    if (others.size >= MOST_OF_HOUSEHOLD) return false;
    playing.set(household, others.add(playId));
    placed.set(playId, household);
    return true;
  }

  function later(playId: string, time: number, step: () => Promise<void>): void {
    const cancel = clock.at(time, () => {
      if (!driven.has(playId)) return;
      step().catch((error: unknown) => {
        // Released meanwhile: another node plays for it, or the service has stopped.
        if (!driven.has(playId)) return;
        onFault(error);
        later(playId, clock.now() + AGAIN_AFTER_MS, () => turn(playId));
      });
    });
    driven.set(playId, cancel);
  }

  /** Chooses the next entry of a play, and when it is made. */
  async function turn(playId: string): Promise<void> {
    // Released while its last entry was committed.
    if (!driven.has(playId)) return;
    const household = households.get(playId)?.() ?? '';
    if (!hasPlace(playId, household)) {
      return later(playId, clock.now() + AGAIN_AFTER_MS, () => turn(playId));
    }
    const [record] = await plays.read([playId]);
    const strength = record && strengthOf(record.header.userId);
    if (!record || !strength || hasEnded(record, clock.now())) return forget(playId);
    const seed = Number.parseInt(playId.slice(0, 8), 16);
    const thought = {
      view: viewOf(record.play.position),
      log: logOf(record).map(({ entry }) => entry),
      strength,
      seed,
    };
    const entry = await think(thought, household);
    if (!driven.has(playId)) return;
    if (entry === undefined) return later(playId, clock.now() + AGAIN_AFTER_MS, () => turn(playId));
    // With nothing left to be done it keeps nobody waiting.
    const chosen = entry ?? 'concede';
    later(playId, timeOf(record, chosen, strength, seed), () => play(record, chosen));
  }

  function play(record: PlayRecord, entry: Entry): Promise<void> {
    const { id: playId, userId } = record.header;
    const request = {
      playId,
      userId,
      expected: record.play.entries + 1,
      entry,
      receivedAt: clock.now(),
      connection: '',
    };
    return new Promise((resolve, reject) => {
      plays.enter(request, (answer) => {
        const code = answer.ok ? undefined : answer.error.code;
        if (code === undefined || code === 'stale') turn(playId).then(resolve, reject);
        else if (OVER.has(code)) {
          forget(playId);
          resolve();
        } else reject(new Error(`a sparring partner cannot move: ${code}`));
      });
    });
  }

  return {
    /**
     * Plays, or plays on, for the partners of a race that has been started.
     * @param household for whom at this moment: all its races share one turn in thinking, however many they are
     */
    drive({ plays: seats, startsAt }: RaceStart, household: () => string): void {
      for (const [userId, playId] of Object.entries(seats)) {
        if (!strengthOf(userId) || driven.has(playId)) continue;
        households.set(playId, household);
        later(playId, Math.max(startsAt, clock.now()), () => turn(playId));
      }
    },

    /** Releases a race's partners: it has settled, or another node serves it. */
    leave({ plays: seats }: RaceStart): void {
      for (const playId of Object.values(seats)) forget(playId);
    },

    stop(): void {
      for (const playId of [...driven.keys()]) forget(playId);
    },
  };
}

/**
 * When a partner makes its next entry, by the service's clock; the same on every node, however often it is computed.
 */
function timeOf(record: PlayRecord, entry: Entry, strength: Strength, seed: number): number {
  const { play, header } = record;
  const last = lastOf(record);
  const before = last && {
    entry: decodeEntry(last.entry),
    turnedUp: last.turnedUp !== undefined,
  };
  const draw = mersenneDraw([seed, play.entries]);
  const chances = [draw(MOST_CHANCE) / MOST_CHANCE, draw(MOST_CHANCE) / MOST_CHANCE] as const;
  const since = header.startsAt + (last?.elapsedMs ?? 0);
  return since + pauseBefore(situationOf(play.position, entry, before), strength, chances);
}
