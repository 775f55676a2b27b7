/** Words of a quick match that waits for players. */
import { count, listOf } from './counting.ts';

export const quickLobbyWords = {
  again: 'Quick match',
  title: (game: string) => `Quick match: ${game}`,
  looking: 'Looking for someone to race…',
  startsIn: 'Starts in',
  seconds: (n: number) => count(n, 'second', 'seconds'),
  starting: 'Starting…',
  who: 'Who is here',
  you: 'you',
  tryIt: 'Play while you wait',
  tryHint: 'Cards of your own. When the race starts, you are taken there.',
  leave: 'Leave',
  notIn: 'You have no seat in this quick match.',
  gathered: (names: readonly string[]) =>
    `${listOf(names)} ${names.length === 1 ? 'is' : 'are'} here: the race starts in seconds.`,
};
