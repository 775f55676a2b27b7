/** How far everybody in a race is, and since which change, so that each line is sent every change exactly once. */
import type { NewsOf, Progress } from '@same-deal/protocol';

type News = NewsOf<'race:progressed'>;
type Figures = News[2][number];

/** A change, by its number, and when it was; numbers grow over all races of a node. */
export interface Change {
  readonly number: number;
  readonly at: number;
}

interface Standing {
  progress: Progress;
  /** The last change of any figure. */
  changedIn: number;
  /** Of what depends on cards home: all but moves and undos. */
  homeIn: number;
  /** Of the place. */
  placedIn: number;
}

/** Mutable, as it is kept up with every entry. */
export interface Tally {
  /** By seat. */
  readonly players: Standing[];
  readonly ghosts: Standing[];
  /** Who has each seat: the id at the start, and the present one. */
  seats: readonly { readonly userId: string; readonly ownerId: string }[];
  /** What not every line has been sent yet, oldest first; emptied where nobody listens. */
  recent: Change[];
  /** The last change that pages of earlier versions were sent. */
  earlierSeen: number;
}

export const emptyTally = (): Tally => ({
  players: [],
  ghosts: [],
  seats: [],
  recent: [],
  earlierSeen: -1,
});

/** The number of the last change; 0 if nothing has ever changed. */
export const lastChange = ({ players, ghosts }: Tally): number =>
  [...players, ...ghosts].reduce((last, { changedIn }) => Math.max(last, changedIn), 0);

/**
 * Notes how far everybody is.
 * @param change the number that this is, if it is any
 * @returns whether any figure is another, and whether somebody has taken the lead by bringing a card home
 */
export function note(
  list: Standing[],
  now: readonly Progress[],
  change: number,
): { readonly isChanged: boolean; readonly isLead: boolean } {
  let isChanged = false;
  let isFirstOther = false;
  let hasFirstGrown = false;
  now.forEach((progress, n) => {
    const standing = list[n];
    if (!standing) {
      list[n] = { progress, changedIn: change, homeIn: change, placedIn: change };
      isChanged = true;
      return;
    }
    const before = standing.progress;
    standing.progress = progress;
    isFirstOther ||= (before.place === 1) !== (progress.place === 1);
    hasFirstGrown ||= progress.place === 1 && progress.cardsHome > before.cardsHome;
    const isPlaced = before.place !== progress.place;
    const isHome =
      isPlaced ||
      before.cardsHome !== progress.cardsHome ||
      before.cardsHomeAtMs !== progress.cardsHomeAtMs ||
      before.suitsHome !== progress.suitsHome;
    if (!isHome && before.moves === progress.moves && before.undos === progress.undos) return;
    isChanged = true;
    standing.changedIn = change;
    if (isHome) standing.homeIn = change;
    if (isPlaced) standing.placedIn = change;
  });
  return { isChanged, isLead: isFirstOther && hasFirstGrown };
}

/** When the first change after that one was; undefined if there was none. */
export const changedSince = ({ recent }: Tally, seen: number): number | undefined =>
  recent.find(({ number }) => number > seen)?.at;

/**
 * What has changed since a line was last sent news. A player's own figures follow from their own log, all but the place.
 * @returns undefined if nothing has
 */
export function newsSince(
  tally: Tally,
  race: { readonly code: string; readonly revision: number },
  seen: number,
  personId: string,
): News | undefined {
  const own = tally.seats.findIndex(({ ownerId }) => ownerId === personId);
  const players = changedFigures(tally.players, seen, own);
  const ghosts = changedFigures(tally.ghosts, seen, -1);
  if (players.length + ghosts.length === 0) return undefined;
  const { code, revision } = race;
  return ghosts.length > 0 ? [code, revision, players, ghosts] : [code, revision, players];
}

function changedFigures(list: readonly Standing[], seen: number, own: number): Figures[] {
  const changed: Figures[] = [];
  list.forEach(({ progress, changedIn, homeIn, placedIn }, n) => {
    if (changedIn <= seen || (n === own && placedIn <= seen)) return;
    const { moves, undos, place, cardsHome, cardsHomeAtMs, suitsHome } = progress;
    if (homeIn <= seen) changed.push([n, moves, undos]);
    else if (suitsHome) {
      changed.push([n, moves, undos, place, cardsHome, cardsHomeAtMs, suitsHome]);
    } else changed.push([n, moves, undos, place, cardsHome, cardsHomeAtMs]);
  });
  return changed;
}

/** The progress of those of whom anything has changed, by their place in the list. */
export const changedIn = (
  list: readonly Standing[],
  seen: number,
): { readonly n: number; readonly progress: Progress }[] =>
  list.flatMap(({ progress, changedIn: change }, n) => (change > seen ? [{ n, progress }] : []));
