import type { Words } from '../contract.ts';
import type * as English from '../errors.en.ts';

export const errors: Words<typeof English.errors> = {
  'bad-request':
    'Das hat der Server nicht verstanden. Lade die Seite neu und versuch es noch einmal.',
  'unknown-event': 'Diese Seite ist älter als der Server. Lade sie neu.',
  'not-found': 'Vielleicht ist der Link unvollständig, oder es gibt nicht mehr, wohin er führte.',
  'too-large': 'Das war zu viel auf einmal.',
  'too-many-requests':
    'Das war zu oft in kurzer Zeit. Warte einen Moment und versuch es noch einmal.',
  'not-signed-in': 'Dieses Gerät ist nicht mehr angemeldet. Lade die Seite neu.',
  forbidden: 'Das gehört jemand anderem.',
  'name-taken': 'In deinem Rennen heißt schon jemand so ähnlich. Wähle einen anderen Namen.',
  'name-not-allowed':
    'Ein Name hat bis zu 24 Zeichen, keine unsichtbaren, und ist keiner von unseren.',
  'race-full': 'In diesem Rennen sind alle Plätze besetzt. Du kannst zuschauen.',
  'race-locked': 'Die Rennleitung hat dieses Rennen geschlossen. Du kannst zuschauen.',
  'race-started': 'Dieses Rennen läuft schon. Schau zu und mach bei der Revanche mit.',
  'race-not-open': 'Das lässt sich nur vor dem Start ändern.',
  'race-expired': 'Dieses Rennen wurde nie gestartet und ist abgelaufen.',
  'race-not-settled': 'Das ist erst zu sehen, wenn das Rennen entschieden ist.',
  'not-host': 'Das kann nur die Rennleitung.',
  'not-in-race': 'Du hast in diesem Rennen keinen Platz.',
  'too-many-lobbies': 'Du sitzt schon in zehn Lobbys. Verlass erst eine.',
  'too-few-players': 'Ein Rennen braucht mindestens zwei.',
  'players-not-ready': 'Es sind noch nicht alle bereit.',
  'illegal-move': 'Diesen Zug erlauben die Regeln nicht.',
  stale: 'Der Tisch ist schon weiter; du siehst ihn, wie er jetzt ist.',
  'not-started': 'Das Rennen hat noch nicht begonnen.',
  'play-ended': 'Dieses Spiel ist zu Ende.',
  'time-is-up': 'Die Zeit ist um.',
  'play-damaged':
    'Was wir von diesem Spiel gespeichert haben, ist beschädigt; es zählt so weit, wie du es siehst.',
  'log-full': 'Dieses Spiel hat 5.000 Züge erreicht; mehr gehen nicht.',
  'nothing-to-undo': 'Nichts zum Zurücknehmen.',
  'undo-not-allowed': 'Hier lässt sich nichts zurücknehmen.',
  'undo-crosses-turned-card':
    'Weiter als bis zu einer aufgedeckten Talonkarte geht es nicht zurück.',
  'not-practice': 'Tipps gibt es nur beim Üben.',
  'deal-is-live': 'Diese Karten werden noch gespielt. Danach werden sie offengelegt.',
  'too-many-plays':
    'Du hast zu viele unbeendete Übungsspiele. Spiel welche zu Ende oder gib sie auf.',
  'deal-code-wrong': 'Diesen Kartencode oder diese Nummer gibt es nicht.',
  'daily-not-open':
    'Dieses Tagesspiel kannst du nicht beginnen: Das geht nur an seinem Tag, nach UTC.',
  'not-a-moderator': 'Das kann nur die Moderation.',
  elsewhere: 'Das liegt bei einem anderen Teil des Servers. Versuch es gleich noch einmal.',
  outdated: 'Diese Seite ist älter als der Server. Lade sie neu.',
};
