import type { PlaySession } from './play-session.svelte.ts';

/** The closing time is of interest only towards the end. */
const SOON_MS = 5 * 60_000;

/** Whether the time of a play that goes on is running out. */
export const endsSoon = ({
  closesInMs,
  ending,
}: Pick<PlaySession, 'closesInMs' | 'ending'>): boolean =>
  !ending && (closesInMs ?? SOON_MS) < SOON_MS;
