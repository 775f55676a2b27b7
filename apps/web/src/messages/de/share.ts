import type { Words } from '../contract.ts';
import type * as English from '../share.en.ts';
import { count } from '../counting.ts';

export const share: Words<typeof English.share> = {
  open: 'Teilen',
  heading: 'Teile dein Ergebnis',
  text: 'Text zum Teilen',
  copy: 'Text kopieren',
  picture: 'Als Bild speichern',
  drawing: 'Das Bild wird gezeichnet …',
  noPicture: 'Dieser Browser konnte das Bild nicht zeichnen.',
  pictureAlt: (lines) => `Auf dem Bild steht: ${lines}`,

  daily: (game, day) => `Same Deal: ${game} des Tages, ${day}`,
  race: (game) => `Same Deal: ${game.replaceAll(' ', '-')}-Rennen`,
  solo: (game) => `Same Deal: ${game}`,
  home: (home, all) => `${home}/${all} im Ziel`,
  moves: (n) => count(n, 'Zug', 'Züge'),
  hints: (n) => `mit ${count(n, 'Tipp', 'Tipps')}`,
  place: (place, of) => `Platz ${place} von ${of}`,
  deal: (deal) => `Dieselben Karten: ${deal}`,
};
