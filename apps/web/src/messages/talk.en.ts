/** What can be said at a race, and what one can do about those who say it. */
import type { Phrase } from '@same-deal/protocol';
import { page } from './page.en.ts';

const texts: Readonly<Record<Phrase, string>> = {
  hello: 'Hello!',
  'good-luck': 'Good luck!',
  'well-played': 'Well played!',
  'close-one': 'That was close!',
  oops: 'Oops!',
  thanks: 'Thanks!',
  again: 'One more?',
  bye: 'Bye!',
};

export const talkWords = {
  phrases: Object.keys(texts) as Phrase[],
  heading: page.app.say,
  /** A phrase of a newer service has no words here yet. */
  text: (phrase: Phrase): string => (texts as Partial<Record<Phrase, string>>)[phrase] ?? '…',
  said: (name: string, phrase: Phrase) => `${name}: ${talkWords.text(phrase)}`,
  people: 'People here',
  mute: 'Mute',
  unmute: 'Unmute',
  muteOne: (name: string) => `Mute ${name}`,
  unmuteOne: (name: string) => `Unmute ${name}`,
  muted: (name: string) => `You won’t see what ${name} says any more, in this browser.`,
  report: 'Report name',
  reportOne: (name: string) => `Report name ${name}`,
  reported: 'Thanks. A moderator will look at the name.',
};
