/** What the page knows of a race: everything the service sent, folded into one value. */
import type {
  Ghost,
  NewsOf,
  Phrase,
  PlayEnding,
  Progress,
  RacePlayer,
  RaceSnapshot,
} from '@same-deal/protocol';
import { shownName } from '../messages/shown-name.en.ts';

export interface RaceState {
  readonly snapshot: RaceSnapshot;
  /** The start on the page's own clock, as estimated. */
  readonly startsAt: number | null;
  /** The cap on the page's own clock. */
  readonly closesAt: number | null;
  /** The countdown of a quick match on the page's own clock; null while it waits for players, and of other races. */
  readonly gathersUntil: number | null;
}

export type RaceNews =
  /** An answer to a request of this page; after a lost line it counts whatever came before. */
  | { readonly kind: 'entered'; readonly snapshot: RaceSnapshot }
  | { readonly kind: 'updated'; readonly snapshot: RaceSnapshot }
  | { readonly kind: 'progressed'; readonly progress: NewsOf<'race:progressed'> };

/** Two estimates of one moment that lie further apart than this are not the same moment. */
const SAME_MOMENT_MS = 1_500;

/**
 * A moment on the page's clock from "so many milliseconds left". Every message has spent time on
 * its way, so of several estimates the earliest is the best.
 */
export function deadline(
  previous: number | null,
  leftMs: number | null,
  now: number,
): number | null {
  if (leftMs === null) return null;
  const estimate = now + leftMs;
  return previous !== null && Math.abs(previous - estimate) < SAME_MOMENT_MS
    ? Math.min(previous, estimate)
    : estimate;
}

/** @param now milliseconds on the page's monotonic clock, at the receipt of the news */
export function foldRace(
  state: RaceState | undefined,
  news: RaceNews,
  now: number,
): RaceState | undefined {
  if (news.kind === 'progressed') return state && withProgress(state, news.progress);
  const { snapshot } = news;
  if (state && state.snapshot.code !== snapshot.code) return state;
  if (state && snapshot.revision < state.snapshot.revision) return state;
  const previous = news.kind === 'updated' ? state : undefined;
  const closesAt = deadline(previous?.closesAt ?? null, snapshot.closesInMs, now);
  const gathersUntil = deadline(
    previous?.gathersUntil ?? null,
    snapshot.quick?.startsInMs ?? null,
    now,
  );
  const players = snapshot.players.map((one) => ({ ...one, name: shownName(one.name) }));
  return {
    snapshot: { ...snapshot, players },
    closesAt,
    gathersUntil,
    startsAt: startOf(state, snapshot, closesAt, now),
  };
}

function startOf(
  state: RaceState | undefined,
  { phase, startsInMs, sinceStartMs, settings }: RaceSnapshot,
  closesAt: number | null,
  now: number,
): number | null {
  if (startsInMs === null) return null;
  if (phase === 'countdown') return deadline(state?.startsAt ?? null, startsInMs, now);
  if (typeof sinceStartMs === 'number') return now - sinceStartMs;
  // Started: "0 ms left" says nothing, but the cap is counted from the start.
  return closesAt === null ? (state?.startsAt ?? null) : closesAt - settings.capMinutes * 60_000;
}

/** Progress belongs to the race as it was at `revision`: what is known of a newer one is final. */
function withProgress(
  state: RaceState,
  [code, revision, players, ghosts]: NewsOf<'race:progressed'>,
): RaceState {
  const { snapshot } = state;
  if (code !== snapshot.code || revision < snapshot.revision) return state;
  return {
    ...state,
    snapshot: {
      ...snapshot,
      players: progressed(snapshot.players, players),
      ...(ghosts && snapshot.ghosts && { ghosts: progressed(snapshot.ghosts, ghosts) }),
    },
  };
}

/** @param news by the place in the list */
function progressed<One extends Pick<RacePlayer, 'progress'>>(
  list: readonly One[],
  news: NewsOf<'race:progressed'>[2],
): One[] {
  const byPlace = new Map(news.map((figures) => [figures[0], figures]));
  return list.map((one, n) => {
    const figures = byPlace.get(n);
    return figures ? { ...one, progress: progressAt(one, figures) } : one;
  });
}

function progressAt(
  { progress }: Pick<RacePlayer, 'progress'>,
  [
    ,
    moves,
    undos,
    place,
    cardsHome = 0,
    cardsHomeAtMs = 0,
    suitsHome,
  ]: NewsOf<'race:progressed'>[2][number],
): Progress {
  // How a play ended, and when, comes with the race itself.
  const before = progress ?? NOTHING_YET;
  return place === undefined
    ? { ...before, moves, undos }
    : { ...before, moves, undos, place, cardsHome, cardsHomeAtMs, suitsHome };
}

const NOTHING_YET: Progress = {
  place: 1,
  cardsHome: 0,
  moves: 0,
  undos: 0,
  ending: null,
  elapsedMs: null,
  cardsHomeAtMs: 0,
};

/** A player, or a recording that races along. */
type Contestant = RacePlayer & { readonly ghost?: boolean };

/** A line of the standings. */
export interface StandingRow {
  readonly player: Contestant;
  readonly isYou: boolean;
  /** Whose colour it is shown in, from 1: the reader's own first, the others' in the order in which they came. */
  readonly seat: number;
  readonly place: number | null;
  readonly cardsHome: number;
  readonly moves: number;
  readonly undos: number;
  /** Suits of which all cards are home. */
  readonly suitsHome: number;
  readonly ending: PlayEnding | null;
  readonly elapsedMs: number | null;
}

/** Colours of seats there are: with more players some share one. */
const SEATS = 8;

/** Figures of the own table, which are ahead of what the service publishes to the race. */
export type OwnFigures = Pick<StandingRow, 'cardsHome' | 'moves' | 'undos'>;

/** The players by place; those without one yet in the order they joined. */
export function standingRows(
  { players, ghosts = [] }: RaceSnapshot,
  youId: string | undefined,
  own?: OwnFigures,
): StandingRow[] {
  let others = 0;
  const rows = [...players, ...ghosts.map(asPlayer)].map((player): StandingRow => {
    const { progress } = player;
    const isYou = player.id === youId;
    return {
      player,
      isYou,
      seat: isYou ? 1 : 2 + (others++ % (SEATS - 1)),
      place: progress?.place ?? null,
      cardsHome: progress?.cardsHome ?? 0,
      moves: progress?.moves ?? 0,
      undos: progress?.undos ?? 0,
      suitsHome: progress?.suitsHome ?? 0,
      ending: progress?.ending ?? null,
      elapsedMs: progress?.elapsedMs ?? null,
      ...(isYou && own && !progress?.ending ? own : {}),
    };
  });
  // A partner or a ghost shares the place of the person right behind it.
  return rows.sort(
    (a, b) =>
      (a.place ?? Infinity) - (b.place ?? Infinity) ||
      Number(isPerson(a.player)) - Number(isPerson(b.player)) ||
      (isPerson(a.player) ? 0 : b.cardsHome - a.cardsHome || reachedAt(a) - reachedAt(b)) ||
      0,
  );
}

const asPlayer = (ghost: Ghost, n: number): Contestant => ({
  ...ghost,
  id: `ghost-${n}`,
  ready: true,
  away: false,
  ghost: true,
});

/** When somebody had the last of their cards home, in milliseconds since the start. */
export const reachedAt = ({ player }: StandingRow): number => player.progress?.cardsHomeAtMs ?? 0;

const isPerson = ({ partner, ghost }: Contestant): boolean => !partner && !ghost;

/** The rows of people: what they come to leaves sparring partners and ghosts out. */
export const ofPeople = (rows: readonly StandingRow[]): StandingRow[] =>
  rows.filter(({ player }) => isPerson(player));

/** Whether another race of a series follows this one. */
export const isSeriesUnderWay = (snapshot: RaceSnapshot | undefined): boolean =>
  snapshot?.line?.series?.over === false;

/** Why the host cannot start yet; undefined if they can. */
export function startObstacle({
  players,
  hostId,
  ghostOf,
}: RaceSnapshot):
  | { readonly why: 'alone' }
  | { readonly why: 'not-ready'; readonly names: string[] }
  | undefined {
  if (players.length < 2 && !ghostOf) return { why: 'alone' };
  const names = players
    .filter((player) => player.id !== hostId && !player.ready)
    .map((player) => player.name);
  return names.length > 0 ? { why: 'not-ready', names } : undefined;
}

/** The message about a change to somebody in the race. */
export type RaceChange =
  | { readonly kind: 'host'; readonly name: string; readonly isYou: boolean }
  | { readonly kind: 'settings' }
  /** Others have taken seats in the lobby, or given them up. */
  | {
      readonly kind: 'seats';
      readonly before: readonly RacePlayer[];
      readonly after: readonly RacePlayer[];
    }
  /** Enough players are there for a quick match. */
  | { readonly kind: 'gathered'; readonly names: readonly string[] }
  /** One's seat is gone: the host took it away, or one gave it up in another tab. */
  | { readonly kind: 'unseated' }
  /** Somebody else is done; at the cap all are. */
  | { readonly kind: 'ended'; readonly name: string; readonly ending: PlayEnding }
  /** Somebody has won, and the rest have so much time left; without a name where it is oneself. */
  | {
      readonly kind: 'closing';
      readonly name: string | undefined;
      readonly leftMs: number;
    }
  /** A player has said something. */
  | { readonly kind: 'said'; readonly name: string; readonly phrase: Phrase }
  | { readonly kind: 'rematch' };

/** Compares two snapshots of a race from the seat of `youId`. */
export function raceChanges(
  before: RaceSnapshot,
  after: RaceSnapshot,
  youId: string | undefined,
): RaceChange[] {
  const changes: RaceChange[] = [];
  const seatIn = (race: RaceSnapshot) => race.players.find((player) => player.id === youId);
  const isOpen = after.phase === 'open';
  if (before.hostId !== after.hostId && after.phase !== 'expired' && !after.quick) {
    const host = after.players.find((player) => player.id === after.hostId);
    if (host) changes.push({ kind: 'host', name: host.name, isYou: host.id === youId });
  }
  if (isOpen && seatIn(before) && !seatIn(after)) changes.push({ kind: 'unseated' });
  if (before.quick?.startsInMs === null && after.quick && after.quick.startsInMs !== null) {
    const others = after.players.filter(({ id }) => id !== youId);
    changes.push({ kind: 'gathered', names: others.map(({ name }) => name) });
  } else if (
    isOpen &&
    seatIn(before) &&
    seatIn(after) &&
    before.players.length !== after.players.length
  ) {
    changes.push({ kind: 'seats', before: before.players, after: after.players });
  }
  const settingsDiffer = JSON.stringify(before.settings) !== JSON.stringify(after.settings);
  if (isOpen && settingsDiffer && seatIn(after) && after.hostId !== youId) {
    changes.push({ kind: 'settings' });
  }
  for (const { id, name, progress } of after.players) {
    const former = before.players.find((player) => player.id === id)?.progress;
    const ending = progress?.ending ?? null;
    if (id === youId || !former || former.ending !== null || ending === null) continue;
    if (ending !== 'cap') changes.push({ kind: 'ended', name, ending });
  }
  if (!before.closing && after.closing && after.phase === 'running') {
    // The win of a partner closes nothing.
    const winner = after.players.find(
      ({ partner, progress }) => !partner && progress?.ending === 'won',
    );
    changes.push({
      kind: 'closing',
      name: winner?.id === youId ? undefined : winner?.name,
      leftMs: after.closesInMs ?? 0,
    });
  }
  if (before.rematchCode === null && after.rematchCode !== null) changes.push({ kind: 'rematch' });
  return changes;
}
