import type { Words } from '../contract.ts';
import type * as English from '../codes.en.ts';

export const codeWords: Words<typeof English.codeWords> = {
  dealMistakes: {
    'not-a-deal': 'Das ist weder ein Kartencode noch eine Nummer.',
    'out-of-range': 'Zu dieser Nummer gibt es keine Karten.',
    mistyped: 'Ein Buchstabe oder eine Ziffer stimmt nicht: Der Code geht nicht auf.',
    'unknown-version': 'Dieser Code stammt aus einer anderen Version von Same Deal.',
  },
  codeEmpty: 'Gib erst den Code ein.',
  codeNoLink: 'Dieser Link führt hier nirgends hin. Ist er vollständig?',
  codeIsDeal: 'Das sind die Karten eines Spiels. Welche Patience willst du damit legen?',
  codeUnknown:
    'So sieht kein Code aus. Ein Rennen hat sechs Buchstaben und Ziffern, ein anderes Gerät acht.',
};
