/** The interface to storage that circles need. */
import type { Result } from '@same-deal/engine';
import type { ErrorCode, PlayEnding } from '@same-deal/protocol';
import type { GameOnDay } from '../daily/dailies.ts';
import type { Order, RaceResult } from '../race/standings.ts';
import type { Circle, Stay } from './circle.ts';
import type { Played, PlayedDaily } from './points.ts';

/** A circle, with what its people are called now. */
export interface StoredCircle {
  readonly circle: Circle;
  /** Of everybody who is or was in it; null of somebody who has gone for good. */
  readonly names: ReadonlyMap<string, string | null>;
  /** A moderator has hidden the name of its host, and so what that one has called it. */
  readonly isNameHidden: boolean;
}

export interface NewCircle {
  readonly name: string;
  readonly code: string;
  readonly hostId: string;
  readonly invited: readonly string[];
  readonly now: number;
}

/** The ranked tries at a daily that have ended and count, as much of them as points need. */
export interface CircleTries extends PlayedDaily {
  readonly game: string;
}

/** One of them, with what is shown of it. */
export interface CircleTry extends Played {
  /** Null where it is not told: on a circle's page, but for the reader's own. */
  readonly playId: string | null;
  readonly ending: PlayEnding;
  readonly elapsedMs: number;
  readonly moves: number;
  readonly undos: number;
  readonly cardsHome: number;
}

/** The same with what is shown of them. */
export interface CircleResults extends CircleTries {
  readonly tries: readonly CircleTry[];
}

/** One circle in somebody's list. */
export interface ListedCircle {
  readonly id: string;
  readonly name: string;
  readonly members: number;
  readonly hostId: string | null;
  readonly waiting: number;
  readonly nextAt: number | null;
}

export interface CircleInvitation {
  readonly id: string;
  readonly name: string;
  readonly fromId: string;
  readonly from: string;
}

/** A settled race that was opened from a circle. */
export interface CircleRace {
  readonly code: string;
  readonly variant: string;
  readonly settledAt: number;
  readonly order: Order;
  readonly unrated: boolean;
  /** Of people: sparring partners are left out. */
  readonly results: readonly (RaceResult & {
    readonly personId: string;
    readonly name: string | null;
  })[];
}

/** A duplicate that was opened from a circle. */
export interface CircleDuplicate {
  readonly code: string;
  readonly openedBy: string | null;
  readonly openedAt: number;
  readonly isClosed: boolean;
  /** Of its deals, in order. */
  readonly variants: readonly string[];
}

/** A race that is arranged. */
export interface StoredDate {
  readonly id: string;
  readonly at: number;
  readonly variant: string;
  readonly madeBy: string | null;
  readonly raceCode: string | null;
  /** What people have answered, by person. */
  readonly answers: ReadonlyMap<string, boolean>;
}

/** What a circle's page shows besides the dailies. */
export interface CircleEvents {
  /** As `CircleStore.datesOf`. */
  readonly dates: readonly StoredDate[];
  /** Settled ones, newest first, so many at most. */
  readonly races: readonly CircleRace[];
  /** Newest first, as many. */
  readonly duplicates: readonly CircleDuplicate[];
}

/** A circle, and what one of its members sees of it. */
export interface SeenCircle {
  readonly stored: StoredCircle;
  /** Whom that member has blocked, or is blocked by. */
  readonly avoided: ReadonlySet<string>;
}

/** All that a circle's page shows, but for what its tables keep of closed days. */
export interface CirclePage extends SeenCircle, CircleEvents {
  /** Of everybody who is or was in it, at the dailies of today. */
  readonly results: readonly CircleResults[];
  /** At those of the day before, where they have not closed. */
  readonly earlier: readonly CircleTries[];
}

/** What is kept about one person's circles. */
export interface OwnCircle {
  readonly id: string;
  readonly name: string;
  readonly isHost: boolean;
  readonly joinedAt: Date;
  readonly leftAt: Date | null;
  readonly removedAt: Date | null;
  readonly formerStays: readonly Stay[];
  readonly showsLane: boolean;
  readonly showsPresence: boolean;
  readonly dates: readonly { readonly at: Date; readonly comes: boolean }[];
}

/** An invitation that is still open, and who is at its other end. */
export interface OpenInvitation {
  readonly circle: string;
  readonly name: string;
  readonly otherId: string;
  readonly isMine: boolean;
  readonly at: Date;
}

/** A race that somebody has arranged. */
export interface ArrangedByOne {
  readonly circle: string;
  readonly at: Date;
  readonly variant: string;
  readonly isCancelled: boolean;
}

type Change = (circle: Circle) => Result<Circle, ErrorCode>;

export interface CircleStore {
  find(id: string): Promise<StoredCircle | null>;
  findByCode(code: string): Promise<StoredCircle | null>;
  /** Null to anybody who is not in it. */
  seenBy(id: string, personId: string): Promise<SeenCircle | null>;
  /** The same with what its page shows. */
  pageOf(
    id: string,
    personId: string,
    which: {
      readonly today: number;
      /** Where its dailies have not closed. */
      readonly dayBefore: number | null;
      readonly datesAfter: number;
      /** So many races, and as many duplicates that are over. */
      readonly last: number;
      readonly now: number;
    },
  ): Promise<CirclePage | null>;
  /** Makes one, with its host as its member; `code-taken` tries again. */
  create(circle: NewCircle): Promise<{ readonly id: string } | 'too-many' | 'code-taken'>;
  /**
   * The circle of exactly these two; the one that the other has made and invited the host to, whom it seats; else a new
   * one. Several at once make one.
   */
  createDuel(
    circle: NewCircle,
    otherId: string,
    seat: Change,
  ): Promise<{ readonly id: string } | 'too-many' | 'code-taken'>;
  /**
   * Changes it by a pure transition, one after another on whichever nodes. Whoever has blocked the host that it has then,
   * or is blocked by them, has left it afterwards.
   */
  change(id: string, now: number, change: Change): Promise<Result<Circle, ErrorCode>>;
  /** The same for a change that may seat somebody, who may be in so many. */
  seat(
    id: string,
    personId: string,
    now: number,
    change: Change,
  ): Promise<Result<Circle, ErrorCode>>;
  /** Those of a person: who joined first first. */
  listOf(
    personId: string,
    today: number,
    avoided: readonly string[],
    now: number,
  ): Promise<ListedCircle[]>;
  invitationsOf(personId: string): Promise<CircleInvitation[]>;
  /** The open ones that a person is in. */
  idsOf(personId: string): Promise<string[]>;
  ownOf(personId: string): Promise<OwnCircle[]>;
  /** Those that a person has received or sent, for an export; oldest first. */
  openInvitationsOf(personId: string): Promise<OpenInvitation[]>;
  /** Those that a person has arranged, for an export; oldest first. */
  arrangedBy(personId: string): Promise<ArrangedByOne[]>;
  /** Of these people, at the dailies of these days. */
  triesOf(personIds: readonly string[], firstDay: number, lastDay: number): Promise<CircleTries[]>;
  /** The same of all days before one, as much as points need: the tries of each daily together. */
  triesBefore(
    personIds: readonly string[],
    day: number,
  ): Promise<readonly (readonly [day: number, who: readonly number[], keys: readonly number[]])[]>;
  /** The same at one daily, with what is shown of them. */
  resultsOf(personIds: readonly string[], daily: GameOnDay): Promise<CircleTry[]>;
  /** Those that are not cancelled and not before that time; the next one first. */
  datesOf(id: string, after: number): Promise<StoredDate[]>;
  /** False if so many are arranged already. */
  arrange(
    id: string,
    date: {
      readonly at: number;
      readonly variant: string;
      readonly by: string;
      readonly now: number;
    },
    most: number,
  ): Promise<boolean>;
  cancel(dateId: string, now: number): Promise<void>;
  /** Whoever comes is nudged when the lobby opens, if they want that. */
  answer(dateId: string, personId: string, comes: boolean, now: number): Promise<void>;
  /** Notes the race of a date in place of `former`, if it still has that; the code of the one that it has then. */
  noteRace(dateId: string, code: string, former: string | null): Promise<string | null>;
}
