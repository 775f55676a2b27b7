import type { Words } from '../contract.ts';
import type * as English from '../concede.en.ts';

export const concedeWords: Words<typeof English.concedeWords> = {
  title: 'Aufgeben?',
  text: 'Das Spiel endet hier, endgültig.',
  ofTry: 'Das ist dein einziger Versuch mit diesen Karten, und er endet hier.',
  yes: 'Aufgeben',
  no: 'Weiterspielen',
};
