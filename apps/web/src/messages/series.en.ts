/** Words for series, and for the score of a line of rematches. */
import { count, listOf } from './counting.ts';
import { isolated } from './isolated.ts';

/** Points with halves: `1½`. */
const pointsText = (points: number): string =>
  `${points >= 1 || points === 0 ? Math.floor(points) : ''}${points % 1 ? '½' : ''}`;

export const seriesWords = {
  setting: 'Races',
  single: 'One race',
  bestOf: (races: number) => `Best of ${races}`,
  inTurn: 'Games in turn',
  fixed: 'The games of a series stay as they were in its first race.',
  hint: 'One link always leads to the current race, and everyone keeps their seat.',
  score: 'Score so far',
  scoreLine: (name: string, points: number) => `${isolated(name)} ${pointsText(points)}`,
  raceOf: (number: number, bestOf: number) => `Race ${number}, best of ${bestOf}`,
  next: 'Next race',
  nextLead: 'Same seats, new cards. One tap, and you’re ready.',
  another: 'Another series',
  heading: 'The series',
  wonByYou: 'You won the series!',
  wonBy: (names: readonly string[]) =>
    names.length > 1 ? `${listOf(names)} share the series` : `${names.join()} wins the series`,
  leads: (names: readonly string[], left: number) =>
    `${names.length > 1 ? `${listOf(names)} are level` : `${names.join()} leads`}; up to ${count(left, 'race', 'races')} to go.`,
  nobodyWon: 'Nobody won a race of the series',
  winnerOf: (names: readonly string[]) => (names.length > 0 ? listOf(names) : 'No winner'),
  nth: (number: number) => `Race ${number}`,
  replay: 'Replay',
  replayOf: (number: number) => `Replay of the winner of race ${number}`,
  result: 'Result',
  resultOf: (number: number) => `Result of race ${number}`,
};

/** Words for when each player's cards were there. */
export const startDelayWords = {
  heading: 'When each player saw the cards',
  lead: 'How long after the start each page showed its cards.',
  after: (name: string, seconds: string) => `${name}: table after ${seconds} s`,
};
