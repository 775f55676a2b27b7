import { count } from '../counting.ts';
import type { Words } from '../contract.ts';
import type * as English from '../ghosts.en.ts';

export const ghostWords: Words<typeof English.ghostWords> = {
  title: 'Gegen diese Aufzeichnungen',
  of: (who) => `Aufzeichnungen: ${who}`,
  race: (code) => `Rennen ${code}`,
  lead: 'Dieselben Karten, dieselbe Uhr: Du beginnst bei null und siehst, wie weit jede Aufzeichnung in diesem Moment war. Spiel allein oder schick Freunden den Link aus der Lobby.',
  none: 'Hier gibt es nichts zu schlagen: Niemand hat zu Ende gespielt.',
  open: 'Rennen öffnen',
  counts:
    'Es zählt in keiner Statistik und auf keiner Liste. Dein Ergebnis steht später bei diesem Rennen.',
  known:
    'Du kennst diese Karten schon, darum steht bei deinem Ergebnis „kannte die Karten“. Du kannst sie auch einfach üben.',
  practise: 'Diese Karten üben',
  share: 'Ein Link für alle, die dagegen antreten wollen',
  copy: 'Link kopieren',
  later: 'Später gespielt',
  clean: 'zum ersten Mal',
  unclean: 'kannte die Karten',
  replayOf: (name) => `Aufzeichnung von ${name} ansehen`,
  original: 'Zum ursprünglichen Rennen',
  beat: (won, of) =>
    won === of
      ? of === 1
        ? 'Du hast die Aufzeichnung geschlagen!'
        : 'Du hast alle Aufzeichnungen geschlagen!'
      : `${won} von ${count(of, 'Aufzeichnung', 'Aufzeichnungen')} geschlagen`,
  over: 'Das Rennen ist vorbei',
};
