/** Every sentence of the page in English, but those of tables (`table.en.ts`) and of races (`race.en.ts`). */
import type { PlayEnding } from '@same-deal/protocol';
import { language } from './language.en.ts';

/** `1st`, `22nd`, `13th`. */
export const ordinal = (n: number): string => `${n}${endingsOfOrdinals[ordinals.select(n)]}`;

const ordinals = new Intl.PluralRules(language, { type: 'ordinal' });
const endingsOfOrdinals: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
};

const endings: Record<PlayEnding, string> = {
  won: 'Won',
  conceded: 'Gave up',
  stuck: 'Stuck',
  cap: 'Time ran out',
};

export const page = {
  app: {
    name: 'Same Deal',
    skip: 'Skip to content',
    title: (page: string) => `${page} · Same Deal`,
    loading: 'Loading…',
    loadFailed: 'This part of the page could not be loaded.',
    tryAgain: 'Try again',
    notNow: 'Not available just now',
    lineLost: 'You’re offline. Reconnecting…',
    outdated: 'There is a newer version of Same Deal.',
    reload: 'Reload',
    close: 'Close',
    cancel: 'Cancel',
    home: 'Back to the start page',
    dismiss: 'Dismiss',
    language: 'Language',
    say: 'Say something',
    copy: 'Copy',
    copied: 'Copied',
  },

  nav: {
    label: 'Main',
    play: 'Play',
    daily: 'Daily',
    people: 'People',
    stats: 'Statistics',
  },

  name: {
    you: 'Your name',
    change: (name: string) => `You are ${name}. Change your name`,
    save: 'Save',
    hint: 'Up to 24 characters.',
    changeMine: 'Change my name',
    saved: (name: string) => `You are ${name} now.`,
  },

  /** The few words about accounts that stand outside their own pages (`accounts.en.ts`). */
  who: {
    you: 'You: account and devices',
    signIn: 'Sign in',
  },

  cardsHome: (n: number, of: number) => `${n} of ${of} cards home`,
  ending: (ending: PlayEnding) => endings[ending],

  lost: {
    title: 'Nothing here',
    text: 'No page of Same Deal has this address.',
  },
};
