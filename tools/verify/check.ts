/**
 * Checks a settled race, a closed daily or a closed duplicate from public data, with the engine alone: the commitment,
 * the deal, every log, its times, and the order. Pure. What nothing else depends on cannot be checked: an entry's time
 * between two others, or a name on which play and standings agree.
 */
import { createHash } from 'node:crypto';
import {
  decodeEntry,
  enter,
  findVariant,
  isPack,
  newGame,
  openPlay,
  turnedUpBy,
  unwrap,
  viewOf,
} from '@same-deal/engine';
import type { Play, Position } from '@same-deal/engine';
import type { OpenedDeal, PlaySnapshot } from '@same-deal/protocol';

/** A person's result, as the race or the board lists it. */
export interface Claimed {
  readonly place: number;
  readonly name: string | null;
  readonly ending: string | null;
  readonly elapsedMs: number | null;
  readonly moves: number;
  readonly undos: number;
  readonly cardsHome: number;
  /** Missing in boards and duplicates. */
  readonly cardsHomeAtMs?: number;
  /** In a duplicate: the person's id, and the share of the others whom they have beaten. */
  readonly playerId?: string;
  readonly share?: number | null;
  /** A sparring partner: it takes no place from people. */
  readonly isPartner?: boolean;
}

export interface Contest {
  /** The commitment as it was shown before the start, and the variant. */
  readonly commitment: string;
  readonly variant: string;
  readonly deal: OpenedDeal;
  readonly players: readonly { readonly claimed: Claimed; readonly play: PlaySnapshot }[];
  /** The order that places follow. */
  readonly order: 'race' | 'fastest' | 'fewest';
  /** What all plays belong to: a race's code, a daily such as "2026-11-21/bisley", a duplicate's deal such as "ABC234/1". */
  readonly of: string;
  /** In a duplicate: everybody's standing over all its deals. */
  readonly standings?: readonly Standing[];
}

/** A person's standing in a duplicate. */
interface Standing {
  readonly playerId: string;
  readonly name: string;
  readonly place: number;
  readonly score: number | null;
  readonly done: number;
}

export type Kind =
  | 'salt'
  | 'pack'
  | 'start'
  | 'move'
  | 'missing move'
  | 'extra move'
  | 'time'
  | 'ending'
  | 'player'
  | 'order'
  | 'score';

export interface Difference {
  readonly kind: Kind;
  readonly what: string;
}

const text = (position: Pick<Position, 'piles' | 'counters'>): string =>
  JSON.stringify([position.piles, position.counters]);

/** The differences; empty if everything agrees. */
export function differencesOf(contest: Contest): Difference[] {
  const { deal, variant, players } = contest;
  const found: Difference[] = [];
  const differ = (kind: Kind, what: string) => void found.push({ kind, what });

  const packs = findVariant(variant)?.packs;
  if (!packs || deal.variant !== variant || !isPack(deal.pack, packs)) {
    differ('pack', 'the deal does not hold every card once, or is one of another game');
    return found;
  }
  const start = unwrap(newGame(variant, deal.pack));
  const shown = text(viewOf(start));
  const areShown = players.map(({ play }) => text(play.start) === shown);
  if (commitmentOf(deal) !== contest.commitment || deal.commitment !== contest.commitment) {
    // If the tables fit the pack, which they showed before the salt was opened, the salt must be wrong.
    const isSalt = areShown.every(Boolean) && deal.commitment === contest.commitment;
    differ(isSalt ? 'salt' : 'pack', 'salt and pack do not give what was committed to');
    return found;
  }
  players.forEach(({ claimed, play }, n) => {
    const who = `${claimed.name ?? 'somebody'} (${play.playId})`;
    if (claimed.name !== null && !isShownAs(play.playerName, claimed.name)) {
      differ('player', `${who}: the play is ${play.playerName}’s`);
    }
    const belongsTo =
      play.raceCode ??
      (play.daily && `${play.daily.day}/${play.daily.game}`) ??
      (play.duplicate && `${play.duplicate.code}/${play.duplicate.deal}`);
    if (belongsTo !== contest.of || play.variant !== variant) {
      differ('player', `${who}: the play belongs to ${belongsTo}`);
    }
    if (!areShown[n]) differ('start', `${who}: the table did not begin as the deal lies`);
    found.push(...differencesOfPlay(who, claimed, play, start));
  });
  if (found.length === 0) found.push(...differencesOfOrder(contest));
  return found;
}

/** Of equal names in one race or duplicate, all but one are shown with a number. */
const isShownAs = (name: string, shown: string): boolean =>
  shown === name || (shown.startsWith(`${name} `) && /^\d+$/.test(shown.slice(name.length + 1)));

/** SHA-256 of salt, variant, a zero byte and the pack order, in hex (P1). */
function commitmentOf({ salt, variant, pack }: OpenedDeal): string {
  const hash = createHash('sha256').update(Buffer.from(salt, 'hex')).update(variant, 'utf8');
  return hash.update(Uint8Array.of(0, ...pack)).digest('hex');
}

function differencesOfPlay(
  who: string,
  claimed: Claimed,
  table: PlaySnapshot,
  start: Position,
): Difference[] {
  const { log } = table;
  const entries = log.map(({ entry }) => decodeEntry(entry));
  const count = (isSuch: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(isSuch).length;
  const moves = count((entry) => typeof entry === 'object');
  const undos = count((entry) => entry === 'undo');
  const conceded = count((entry) => entry === 'concede');
  const claimedEntries = claimed.moves + claimed.undos + (claimed.ending === 'conceded' ? 1 : 0);
  if (log.length < claimedEntries)
    return [{ kind: 'missing move', what: `${who}: ${log.length} entries of ${claimedEntries}` }];
  if (log.length > claimedEntries)
    return [{ kind: 'extra move', what: `${who}: ${log.length} entries, not ${claimedEntries}` }];

  const found: Difference[] = [];
  const differ = (kind: Kind, what: string) => void found.push({ kind, what: `${who}: ${what}` });
  if (table.ending !== claimed.ending) {
    differ('ending', `it ended as ${table.ending}, and is listed as ${claimed.ending}`);
    return found;
  }
  if (moves !== claimed.moves || undos !== claimed.undos) {
    differ('move', `${moves} moves and ${undos} undos, not ${claimed.moves} and ${claimed.undos}`);
  }
  let play: Play = openPlay(start, table.undo);
  let homeAtMs = 0;
  let most = play.cardsHome;
  for (const [n, { elapsedMs, turnedUp }] of log.entries()) {
    const entry = entries[n]!;
    const next = enter(play, entry);
    if (!next.ok) {
      differ('move', `entry ${n + 1} is not possible: ${next.reason.code}`);
      return found;
    }
    const card =
      typeof entry === 'object' ? turnedUpBy(play.position, entry, next.value.position) : undefined;
    if (card !== turnedUp) {
      differ('move', `entry ${n + 1} turns up card ${card}, not ${turnedUp}`);
      return found;
    }
    if (elapsedMs < (log[n - 1]?.elapsedMs ?? 0)) {
      differ('time', `entry ${n + 1} came before the one before it`);
    }
    play = next.value;
    if (play.cardsHome !== most) homeAtMs = elapsedMs;
    most = play.cardsHome;
  }
  if (play.cardsHome !== claimed.cardsHome) {
    differ('move', `${play.cardsHome} cards home, not ${claimed.cardsHome}`);
  }
  // The cap ends a play without an entry.
  const ending = claimed.ending === 'cap' ? null : claimed.ending;
  if ((play.ending ?? null) !== ending || conceded > 0 !== (claimed.ending === 'conceded')) {
    differ('ending', `the log ends as ${play.ending ?? 'not ended'}, not as ${claimed.ending}`);
  }
  const lastMs = log.at(-1)?.elapsedMs ?? 0;
  const isByEntry = claimed.ending === 'won' || claimed.ending === 'conceded';
  if (isByEntry && lastMs !== claimed.elapsedMs) {
    differ('time', `its last entry came after ${lastMs} ms, not ${claimed.elapsedMs}`);
  }
  if (claimed.cardsHomeAtMs !== undefined && homeAtMs !== claimed.cardsHomeAtMs) {
    differ('time', `its cards were home after ${homeAtMs} ms, not ${claimed.cardsHomeAtMs}`);
  }
  return found;
}

const byRace = (a: Claimed, b: Claimed): number => {
  const won = ({ ending }: Claimed) => (ending === 'won' ? 0 : 1);
  const gaveUp = ({ ending }: Claimed) => (ending === 'conceded' ? 1 : 0);
  if (won(a) !== won(b)) return won(a) - won(b);
  if (a.ending === 'won') return (a.elapsedMs ?? 0) - (b.elapsedMs ?? 0);
  return (
    b.cardsHome - a.cardsHome ||
    gaveUp(a) - gaveUp(b) ||
    (a.cardsHomeAtMs ?? 0) - (b.cardsHomeAtMs ?? 0) ||
    a.moves - b.moves
  );
};
const byBoard = (first: 'elapsedMs' | 'moves', second: 'elapsedMs' | 'moves') => {
  return (a: Claimed, b: Claimed): number => {
    const won = ({ ending }: Claimed) => (ending === 'won' ? 0 : 1);
    if (won(a) !== won(b)) return won(a) - won(b);
    if (a.ending !== 'won') return b.cardsHome - a.cardsHome;
    return (a[first] ?? 0) - (b[first] ?? 0) || (a[second] ?? 0) - (b[second] ?? 0);
  };
};
const orders = {
  race: byRace,
  fastest: byBoard('elapsedMs', 'moves'),
  fewest: byBoard('moves', 'elapsedMs'),
} as const;

/** The time of the last change in the number of cards home, by the log. */
function cardsHomeAtMs(start: Position, { undo, log }: PlaySnapshot): number {
  let play = openPlay(start, undo);
  let atMs = 0;
  for (const { entry, elapsedMs } of log) {
    const before = play.cardsHome;
    play = unwrap(enter(play, decodeEntry(entry)));
    if (play.cardsHome !== before) atMs = elapsedMs;
  }
  return atMs;
}

/** Everybody's claims; what they lack is computed from their logs. */
function claimsOf({ players, variant, deal }: Contest): Claimed[] {
  const start = unwrap(newGame(variant, deal.pack));
  return players.map(({ claimed, play }) => ({
    ...claimed,
    cardsHomeAtMs: claimed.cardsHomeAtMs ?? cardsHomeAtMs(start, play),
  }));
}

/** Differences between the places listed and those that follow from the figures; the top of a board suffices for it. */
function differencesOfOrder(contest: Contest): Difference[] {
  const all = claimsOf(contest);
  const compare = orders[contest.order];
  const shares = contest.standings && sharesOf(all, compare, contest.standings.length);
  return all.flatMap((one, n) => {
    const who = one.name ?? 'somebody';
    const people = all.filter(({ isPartner }) => !isPartner);
    const place = 1 + people.filter((other) => compare(other, one) < 0).length;
    const found: Difference[] = [];
    if (place !== one.place)
      found.push({ kind: 'order', what: `${who} is at place ${place}, not ${one.place}` });
    if (shares && shares[n] !== one.share)
      found.push({
        kind: 'score',
        what: `${who} has beaten ${shares[n]} of all, not ${one.share}`,
      });
    return found;
  });
}

/** The share of the others whom each has beaten, ties counting half; people who have not played come last. */
function sharesOf(
  played: readonly Claimed[],
  compare: (a: Claimed, b: Claimed) => number,
  people: number,
): (number | null)[] {
  if (people < 2) return played.map(() => null);
  return played.map((mine) => {
    const against = played.filter((other) => other !== mine).map((other) => compare(mine, other));
    const points = against.reduce((sum, order) => sum + 1 - Math.sign(order), 0);
    return (points + 2 * (people - played.length)) / (2 * (people - 1));
  });
}

/**
 * The differences in the standings of a duplicate: each person's score is the mean of their shares, including those of
 * deals they have not played. Empty for races and dailies.
 * @param deals all deals of one duplicate, each without differences of its own
 */
export function differencesOfScores(deals: readonly Contest[]): Difference[] {
  const standings = deals[0]?.standings;
  if (!standings) return [];
  const people = standings.length;
  const scores = standings.map(({ playerId }) => {
    const shares = deals.flatMap(({ players }) => {
      const own = players.find(({ claimed }) => claimed.playerId === playerId);
      if (own) return own.claimed.share ?? [];
      return people < 2 ? [] : (people - players.length - 1) / (2 * (people - 1));
    });
    // Sorted, so that the same shares always give the same floating-point sum.
    const sum = shares.sort((a, b) => a - b).reduce((all, share) => all + share, 0);
    return shares.length === 0 ? null : sum / shares.length;
  });
  return standings.flatMap((one, n) => {
    const place = 1 + scores.filter((other) => (other ?? -1) > (scores[n] ?? -1)).length;
    const done = deals.filter(({ players }) =>
      players.some(({ claimed }) => claimed.playerId === one.playerId),
    ).length;
    const isRight = one.score === scores[n] && one.place === place && one.done === done;
    const claim = `${one.score} at place ${one.place} with ${one.done} deals`;
    const what = `${one.name} has ${scores[n]} at place ${place} with ${done} deals, not ${claim}`;
    return isRight ? [] : [{ kind: 'score' as const, what }];
  });
}
