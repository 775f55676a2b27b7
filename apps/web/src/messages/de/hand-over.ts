import type { Words } from '../contract.ts';
import type * as English from '../hand-over.en.ts';
import { shownName } from './shown-name.ts';

export const handOverWords: Words<typeof English.handOverWords> = {
  title: 'Auf einem anderen Gerät weiterspielen',
  lead: 'Scanne den QR-Code mit dem anderen Gerät oder öffne dort die Startseite und gib den Code ein. Er gilt einmal.',
  code: 'Übergabecode',
  link: 'Übergabelink',
  expires: (text) => `Gilt noch ${text}.`,
  expired: 'Dieser Code ist abgelaufen.',
  used: 'Du spielst jetzt auf deinem anderen Gerät.',
  anew: 'Neuer Code',
  private: 'Wer diesen Code hat, kann als du spielen. Gib ihn nicht weiter.',
  continueTitle: 'Hier weiterspielen',
  continueLead:
    'Wähle auf dem anderen Gerät „Auf einem anderen Gerät weiterspielen“ und gib dann den Code ein, den es zeigt.',
  typeHint: 'Acht Buchstaben und Ziffern. Jeder andere Code oder Link geht hier auch.',
  looking: 'Suche den Code …',
  continueAs: (name) => `Als ${shownName(name)} weiterspielen?`,
  continueText: (name) =>
    `Auch dieses Gerät spielt dann als ${shownName(name)}, mit denselben Spielen.`,
  already: (name) => `Dieses Gerät spielt schon als ${shownName(name)}.`,
  accept: (name) => `Als ${shownName(name)} weiterspielen`,
  goOn: 'Weiter',
  otherCode: 'Anderen Code eingeben',
};
