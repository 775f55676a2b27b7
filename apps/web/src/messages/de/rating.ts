import type { Words } from '../contract.ts';
import type * as English from '../rating.en.ts';
import { count } from '../counting.ts';

const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);

export const ratingWords: Words<typeof English.ratingWords> = {
  setting: 'Wertung',
  rated: 'Gewertet, für Konten',
  unrated: 'Nicht gewertet',
  note: 'Dieses Rennen wird gewertet: Es ändert die Wertungszahl aller mit einem Konto.',
  outage: 'Nicht gewertet: Unser Dienst ist während dieses Rennens ausgefallen.',
  yours: 'Deine Wertungszahl:',
  change: (after, change) => `${after} (${signed(change)})`,
  provisional: 'vorläufig',
  heading: 'Wertungszahl',
  number: (rating, plusMinus) => `${rating} ± ${plusMinus}`,
  races: (n) => `Nach ${count(n, 'gewerteten Rennen', 'gewerteten Rennen')}.`,
  more: (n) => `Vorläufig bis zum ${n}. Rennen.`,
  curve: (from, to, best) => `Von ${from} auf ${to}; Bestwert ${best}.`,
};
