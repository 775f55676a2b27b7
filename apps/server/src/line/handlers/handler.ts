import type {
  Answer,
  AnswerOf,
  ClientEventName,
  ParsedRequestOf,
  PlaySnapshot,
} from '@same-deal/protocol';
import type { createLanes } from '../../circle/lanes.ts';
import type { Clock } from '../../clock.ts';
import type { Dailies } from '../../daily/dailies.ts';
import type { Chance } from '../../deal/chance.ts';
import type { Duplicates } from '../../duplicate/duplicates.ts';
import type { BranchRequest } from '../../play/branch.ts';
import type { Invite } from '../../people/invitations.ts';
import type { NewPractice, Plays } from '../../play/plays.ts';
import type { ProgressLine } from '../../race/ports.ts';
import type { Presence } from '../../race/presence.ts';
import type { GhostSources } from '../../race/ghost-sources.ts';
import type { Person } from '../../race/race.ts';
import type { Races } from '../../race/races.ts';

/** Whoever is at the other end of a connection, and what it listens to. */
export interface Caller {
  readonly personId: string;
  readonly connection: string;
  /** Where it comes from, as the outermost trusted proxy says. */
  readonly address: string;
  /** The version of the protocol that the page speaks. */
  readonly version: number;
  /** What the line was routed to this node by. */
  readonly at: string | undefined;
  /** False once the line is gone: nothing must be kept for it then. */
  isConnected(): boolean;
  /** @returns whether it did not listen to it before; so do the others */
  listenToRace(code: string): boolean;
  stopListeningToRace(code: string): void;
  /** Where its progress goes with acknowledgements; undefined of a race that it does not listen to, or of earlier pages. */
  progressLine(code: string): ProgressLine | undefined;
  /** Every entry at all tables of a race. */
  listenToTables(code: string): boolean;
  stopListeningToTables(code: string): void;
  listenToPlay(playId: string): boolean;
  stopListeningToPlay(playId: string): void;
  /** A daily by its name, such as "2026-11-21/bisley". */
  listenToDaily(daily: string): void;
  stopListeningToDaily(daily: string): void;
  /** Counts, against the limit on tables, the entries that were replayed for one. */
  countReplayed(entries: number): void;
}

/**
 * @param receivedAt by the service's clock, stamped when the request arrived (P7)
 * @param reply for those that answer by themselves, once, without a promise
 */
export type Handler<Name extends ClientEventName> = (
  request: ParsedRequestOf<Name>,
  caller: Caller,
  receivedAt: number,
  reply: (answer: unknown) => void,
) => Promise<Answer<AnswerOf<Name>>> | undefined;

/** One handler for every event of the protocol: a forgotten one does not compile. */
export type Handlers = { readonly [Name in ClientEventName]: Handler<Name> };

/** What handlers work with. */
export interface Services {
  readonly races: Races;
  readonly plays: Plays;
  readonly dailies: Dailies;
  readonly duplicates: Pick<Duplicates, 'create' | 'join' | 'start'>;
  readonly lanesOf: ReturnType<typeof createLanes>;
  readonly presence: Presence;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly invite: Invite;
  readonly personOf: (id: string) => Promise<Person | null>;
  /** False if the person has as many under way as they may. */
  readonly createPractice: (play: NewPractice) => Promise<boolean>;
  readonly branch: (request: BranchRequest) => Promise<Answer<{ playId: string }>>;
  /** Records that somebody has seen an opened deal other than by their own play. */
  readonly noteSeen: GhostSources['noteSeen'];
  readonly tableOf: (
    playId: string,
    viewerId: string,
    onReplayed: (entries: number) => void,
  ) => Promise<Answer<PlaySnapshot>>;
}

/**
 * Reads what a line listens to from now on: listening comes first, so that nothing falls between what is read and its
 * news. A line that is refused, or whose reading fails, listens to no more than before.
 */
export async function listening<Data>(
  listen: () => boolean,
  stop: () => void,
  read: () => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  const isNew = listen();
  let isRead = false;
  try {
    const answer = await read();
    isRead = answer.ok;
    return answer;
  } finally {
    if (isNew && !isRead) stop();
  }
}

export const done = { ok: true, data: {} } as const;
