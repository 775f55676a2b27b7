/** The interfaces that races need: storage, and publishing to people. */
import type { NewsOf, Progress, RatingChange, ServerEventName } from '@same-deal/protocol';
import type { FixedDeal } from '../deal/draw-deal.ts';
import type { LockedPlay, PlayEnd } from '../play/settlement.ts';
import type { Race } from './race.ts';
import type { LineRace } from './series.ts';

/** A race and where it stands in storage. */
export interface StoredRace {
  readonly id: string;
  readonly code: string;
  /** What routes its people to one node: the code of the first race of its line of rematches. */
  readonly at: string;
  readonly version: number;
  readonly race: Race;
  readonly rematchCode: string | null;
  /** The people of the race before, whom this one waits for as their rematch; none if it is no rematch. */
  readonly asked: readonly string[];
  /** What its players are called now, by id; the seats hold what they were called when they sat down. */
  readonly names: ReadonlyMap<string, string>;
  /** What it has done to ratings, by player; none before it has settled, and if it is not rated. */
  readonly ratings: ReadonlyMap<string, RatingChange>;
}

/** Why somebody's seat is not stored. */
export type NoSeat = 'too-many' | 'gone';

/** A race that stands in the public list. */
export interface ListedRace {
  readonly code: string;
  readonly race: Race;
  /** What its host is called now. */
  readonly hostName: string;
}

export interface RaceStore {
  /**
   * Races that are to be listed, of each host the newest in which somebody waits or plays, newest first.
   * @param reader races of hosts who have blocked this person, or are blocked by them, are left out; null for nobody
   */
  listed(reader: string | null, now: number): Promise<ListedRace[]>;
  find(code: string): Promise<StoredRace | null>;
  /** Those of these races in which a person has a seat. */
  withSeat(codes: readonly string[], personId: string): Promise<string[]>;
  /** The races of a line of rematches, by what they are routed by, in the order in which they were opened. */
  lineOf(at: string): Promise<LineRace[]>;
  /**
   * Stores a new race, in which `by` has a seat. False if the code is taken, or the former race has a rematch already;
   * `too-many` if they sit in as many lobbies as they may; `gone` if they have been deleted meanwhile.
   * @param since they have opened the same lobby for the same circle after that: it is this one, and nothing is stored
   */
  create(
    code: string,
    race: Race,
    former: StoredRace | null,
    by: string,
    since?: number,
  ): Promise<boolean | NoSeat | { readonly code: string }>;
  /** Detaches a race's rematch of that code, so that it may have another. */
  dropRematch(former: StoredRace, code: string): Promise<void>;
  /** Compare-and-set, resolves to what is stored then; null if the race is not at that version any more. */
  replace(stored: StoredRace, race: Race): Promise<StoredRace | null>;
  /** The same for a race in which `newcomer` has got a seat; `too-many` and `gone` as above. */
  seat(stored: StoredRace, race: Race, newcomer: string): Promise<StoredRace | null | NoSeat>;
  /**
   * The same, and in the same transaction the deal and everyone's play.
   * @param by who starts it, who may have so many under way; null for a quick match
   * @param absent players who are not there: they are nudged at once, if they wish to be
   * @param present those whose page is open, perhaps where nobody sees it: only if they are shown no table
   */
  start(
    stored: StoredRace,
    race: Race,
    deal: FixedDeal,
    by: string | null,
    absent: readonly string[],
    present: readonly string[],
  ): Promise<StoredRace | null | 'too-many'>;
  /** Keeps how long after the start a player's first table was shown; the first report counts, until it has settled. */
  noteShown(stored: StoredRace, playId: string, afterMs: number): Promise<void>;
  /** Notes that a race which is to be rated has met an outage, so that it is not, whoever settles it. */
  noteOutage(code: string): Promise<void>;
  /** Notes that another node than before carries a race which is to be rated: its end is an outage of the race. */
  noteNode(code: string, node: string): Promise<void>;
  /** Compare-and-set: brings the closing time of the race forward, and that of its plays which still run. */
  close(stored: StoredRace, race: Race): Promise<boolean>;
  /**
   * Settles once and for all. Its running plays are locked, so that no entry comes to them meanwhile, and `end` says
   * what becomes of them: undefined that it is too early. Whoever comes second finds the race settled. A rated race
   * changes ratings in the same transaction, unless it has met an outage.
   */
  settle(
    stored: StoredRace,
    end: (running: readonly LockedPlay[], now: number) => Promise<readonly PlayEnd[] | undefined>,
    hadOutage: boolean,
  ): Promise<'too-early' | 'settled-now' | 'settled-before'>;
}

/** How far a player has come. */
export interface PlayerProgress {
  readonly id: string;
  /** The player's place in the list of players. */
  readonly seat: number;
  readonly progress: Progress;
}

/** How far somebody has come to whom something has happened. */
export interface ChangedProgress {
  /** Their place in the list of players, or of ghosts. */
  readonly n: number;
  readonly progress: Progress;
}

/** A line to a page that listens to the progress of a race. */
export interface ProgressLine {
  readonly personId: string;
  /** The last change that it has been sent; −1 if unknown, so that everything is sent. */
  seen: number;
  send(news: NewsOf<'race:progressed'>): void;
}

/** Publishes news; the callers never see a socket. All goes to connections of this node alone. */
export interface Publisher {
  toRace<Name extends ServerEventName>(code: string, name: Name, news: NewsOf<Name>): void;
  /** The lines that listen to the progress of a race. */
  progressLines(code: string): Iterable<ProgressLine>;
  hasEarlierPages(code: string): boolean;
  /** Everybody's progress, to pages of earlier versions; `changed` names those for whom something has changed. */
  earlierProgress(
    race: { readonly code: string; readonly revision: number },
    all: readonly PlayerProgress[],
    changed: readonly ChangedProgress[],
    ghosts: readonly ChangedProgress[],
  ): void;
  /** To a player's connections at the race, which are subscribed to that play from now on. */
  openTable(code: string, userId: string, table: NewsOf<'play:opened'>): void;
  toPlay<Name extends ServerEventName>(playId: string, name: Name, news: NewsOf<Name>): void;
  /** These people see nobody else's table any more. */
  closeTables(code: string, personIds: readonly string[]): void;
  /** Lets the node that serves the race know that somebody else has changed it. */
  raceChanged(code: string): void;
}
