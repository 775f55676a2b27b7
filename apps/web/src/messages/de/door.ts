import type { Words } from '../contract.ts';
import type * as English from '../door.en.ts';

export const doorWords: Words<typeof English.doorWords> = {
  unknown: 'Dieses Rennen gibt es nicht',
  unknownText: (code) =>
    `Ein Rennen ${code} gibt es nicht. Prüfe den Code oder lass dir den Link noch einmal schicken.`,
  expired: 'Dieses Rennen wurde nie gestartet',
  expiredText:
    'Ein Rennen wartet zwei Stunden auf seinen Start, und eine halbe Stunde, wenn niemand da ist.',
  failed: 'In dieses Rennen kommst du gerade nicht',
  newRace: 'Neues Rennen eröffnen',
  leaveTitle: 'Das Rennen verlassen?',
  leaveText:
    'Wenn du gehst, endet dein Rennen. Willst du später wiederkommen, schließ einfach den Tab.',
  leaveYes: 'Aufgeben und gehen',
  leaveNo: 'Bleiben',
};
