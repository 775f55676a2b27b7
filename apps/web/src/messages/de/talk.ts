import type { Phrase } from '@same-deal/protocol';
import type { Words } from '../contract.ts';
import type * as English from '../talk.en.ts';
import { page } from './page.ts';

const texts: Readonly<Record<Phrase, string>> = {
  hello: 'Hallo!',
  'good-luck': 'Viel Glück!',
  'well-played': 'Gut gespielt!',
  'close-one': 'Das war knapp!',
  oops: 'Ups!',
  thanks: 'Danke!',
  again: 'Noch eins?',
  bye: 'Tschüss!',
};

export const talkWords: Words<typeof English.talkWords> = {
  phrases: Object.keys(texts) as Phrase[],
  heading: page.app.say,
  text: (phrase) => (texts as Partial<Record<Phrase, string>>)[phrase] ?? '…',
  said: (name, phrase) => `${name}: ${talkWords.text(phrase)}`,
  people: 'Wer hier ist',
  mute: 'Stummschalten',
  unmute: 'Wieder hören',
  muteOne: (name) => `${name} stummschalten`,
  unmuteOne: (name) => `${name} wieder hören`,
  muted: (name) => `Was ${name} sagt, siehst du in diesem Browser nicht mehr.`,
  report: 'Namen melden',
  reportOne: (name) => `Namen melden: ${name}`,
  reported: 'Danke. Jemand von der Moderation sieht sich den Namen an.',
};
