/**
 * What pages of earlier versions are sent, until they are reloaded: nobody is made to reload in a race.
 * Version 1 knew no short forms: an entry was acknowledged, and progress published, in full. In version 2 progress had
 * frames of its own, four times a second, for everybody.
 */
import { packEntry } from '@same-deal/protocol';
import type { AcceptedEntry, Answer, NewsOf, Progress } from '@same-deal/protocol';
import type { ChangedProgress, PlayerProgress } from '../race/ports.ts';

/** The version of a page by its handshake; the first one did not say. */
export function versionOf(query: unknown): number {
  const version = Number(query);
  return Number.isInteger(version) && version > 0 ? version : 1;
}

/** From this version on progress travels with acknowledgements. */
export const PROGRESS_WITH_ENTRIES = 3;

/** An entry's answer as a page of that version reads it. */
export const entryAnswer = (
  version: number,
  answer: Answer<AcceptedEntry>,
  news?: NewsOf<'race:progressed'>,
): unknown => (answer.ok && version >= 2 ? packEntry(answer.data, news) : answer);

/** `race:progressed` as version 1 read it: everybody, by id. */
export const fullProgress = (code: string, all: readonly PlayerProgress[]): unknown => ({
  code,
  players: all.map(({ id, progress }) => {
    const { suitsHome: _, ...older } = progress;
    return { id, ...older };
  }),
});

/** The same as version 2 read it: those to whom something has happened, by their place in the list of players. */
export const shortProgress = (
  { code, revision }: { readonly code: string; readonly revision: number },
  changed: readonly ChangedProgress[],
  ghosts: readonly ChangedProgress[],
): unknown => ({
  code,
  revision,
  players: changed.map(({ n, progress }) => shortFigures(n, progress)),
  ...(ghosts.length > 0 && {
    ghosts: ghosts.map(({ n, progress }) => shortFigures(n, progress)),
  }),
});

const shortFigures = (
  n: number,
  { place, cardsHome, moves, undos, cardsHomeAtMs, suitsHome }: Progress,
): readonly number[] => [
  n,
  place,
  cardsHome,
  moves,
  undos,
  cardsHomeAtMs,
  ...(suitsHome ? [suitsHome] : []),
];
