/** What races need of the world around them: storage, and ways to tell people. */
import type { NewsOf, ServerEventName } from '@same-deal/protocol';
import type { FixedDeal } from '../deal/draw-deal.ts';
import type { Race } from './race.ts';

/** A race and where it stands in storage. */
export interface StoredRace {
  readonly id: string;
  readonly code: string;
  readonly version: number;
  readonly race: Race;
  readonly rematchCode: string | null;
}

export interface RaceStore {
  find(code: string): Promise<StoredRace | null>;
  /** False if the code is taken, or the former race has a rematch already. */
  create(code: string, race: Race, rematchOf: string | null): Promise<boolean>;
  /** Compare-and-set: false if the race is not at that version any more. */
  replace(stored: StoredRace, race: Race): Promise<boolean>;
  /** The same, and in the same transaction the deal and everyone's play. */
  start(stored: StoredRace, race: Race, deal: FixedDeal): Promise<boolean>;
  /**
   * Settles once and for all, if every play is over or the cap and its grace have passed: plays
   * that still run are ended by the cap. Whoever comes second finds it settled.
   */
  settle(stored: StoredRace): Promise<'too-early' | 'settled-now' | 'settled-before'>;
  /** The versions of those races that are at another one than is known. */
  changed(known: readonly { code: string; version: number }[]): Promise<readonly string[]>;
}

/** How news leaves; the shell never sees a socket. */
export interface Publisher {
  /** To everyone at the race, on every node. */
  toRace<Name extends ServerEventName>(code: string, name: Name, news: NewsOf<Name>): void;
  /** To this node's connections at the race. */
  toRaceHere<Name extends ServerEventName>(code: string, name: Name, news: NewsOf<Name>): void;
  /** To a player's connections at the race on this node, which hear of that play from now on. */
  openTableHere(code: string, userId: string, table: NewsOf<'play:opened'>): void;
  /** To everyone at the play, on every node. */
  toPlay<Name extends ServerEventName>(playId: string, name: Name, news: NewsOf<Name>): void;
  /** Lets the other nodes know that a race has changed. */
  tellNodes(code: string): void;
}
