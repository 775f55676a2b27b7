/**
 * What pages of earlier versions are sent, until they are reloaded: nobody is made to reload in a race.
 * Version 1 knew no short forms: an entry was acknowledged, and progress published, in full.
 */
import { packEntry } from '@same-deal/protocol';
import type { AcceptedEntry, Answer, NewsOf, Progress } from '@same-deal/protocol';
import type { GhostProgress, PlayerProgress } from '../race/ports.ts';

/** The version of a page by its handshake; the first one did not say. */
export function versionOf(query: unknown): number {
  const version = Number(query);
  return Number.isInteger(version) && version > 0 ? version : 1;
}

/** An entry's answer as a page of that version reads it. */
export const entryAnswer = (version: number, answer: Answer<AcceptedEntry>): unknown =>
  answer.ok && version >= 2 ? packEntry(answer.data) : answer;

/** `race:progressed` as version 1 read it: everybody, by id. */
export const fullProgress = (code: string, all: readonly PlayerProgress[]): unknown => ({
  code,
  players: all.map(({ id, progress }) => {
    const { suitsHome: _, ...older } = progress;
    return { id, ...older };
  }),
});

/** The same, now: those to whom something has happened, by their place in the list of players. */
export const shortProgress = (
  { code, revision }: { readonly code: string; readonly revision: number },
  changed: readonly PlayerProgress[],
  ghosts: readonly GhostProgress[],
): NewsOf<'race:progressed'> => ({
  code,
  revision,
  players: changed.map(({ seat, progress }) => shortFigures(seat, progress)),
  ...(ghosts.length > 0 && {
    ghosts: ghosts.map(({ n, progress }) => shortFigures(n, progress)),
  }),
});

const shortFigures = (
  n: number,
  { place, cardsHome, moves, undos, cardsHomeAtMs, suitsHome }: Progress,
): NewsOf<'race:progressed'>['players'][number] => [
  n,
  place,
  cardsHome,
  moves,
  undos,
  cardsHomeAtMs,
  ...(suitsHome ? ([suitsHome] as const) : ([] as const)),
];
