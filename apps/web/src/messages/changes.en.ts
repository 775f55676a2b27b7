/** What is said when something changes in a race. */
import type { PlayEnding } from '@same-deal/protocol';
import { durationLeft } from './duration.ts';

/** As said of somebody. */
const finishes: Record<PlayEnding, string> = {
  won: 'brought all cards home',
  conceded: 'gave up',
  stuck: 'is stuck',
  cap: 'ran out of time',
};

export const changeWords = {
  newHost: (name: string) => `${name} is the host now.`,
  youHost: 'You are the host now.',
  came: (name: string) => `${name} is here.`,
  went: (name: string) => `${name} has left.`,
  unseated: 'You no longer have a seat in this race.',
  settings: 'The settings have changed: everyone has to be ready again.',
  hasFinished: (name: string, ending: PlayEnding) => `${name} ${finishes[ending]}.`,
  closing: (winner: string | undefined, leftMs: number) =>
    `${winner === undefined ? 'The race is won' : `${winner} has won`}: ${durationLeft(leftMs)} left for everyone else.`,
  rematch: 'A rematch is open.',
};
