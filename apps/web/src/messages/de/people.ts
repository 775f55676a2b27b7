import type { Words } from '../contract.ts';
import type * as English from '../people.en.ts';
import { count } from '../counting.ts';
import { shownName } from './shown-name.ts';

const outcomes = { won: 'Gewonnen', lost: 'Verloren', tied: 'Unentschieden' };

export const peopleWords: Words<typeof English.peopleWords> = {
  title: 'Leute',
  lead: 'Mit wem du gespielt hast und wie es ausging.',
  none: 'Noch niemand. Spiel ein Rennen, dann findest du die anderen hier.',
  raceSomebody: 'Zum Rennen',
  failed: 'Die Liste war nicht zu bekommen.',
  tally: (wins, losses, ties) =>
    [`${wins} gewonnen`, `${losses} verloren`, ...(ties > 0 ? [`${ties} unentschieden`] : [])].join(
      ' · ',
    ),
  never: 'Ihr habt noch kein Rennen gegeneinander gespielt.',
  last: (when) => `letztes Rennen ${when}`,
  all: 'Alle Leute',
  raced: 'Mit wem du gespielt hast',
  raceAgain: 'Noch ein Rennen',
  raceAgainWith: (name) => `Noch ein Rennen mit ${name}`,
  asked: (name) =>
    `Ist ${shownName(name)} gerade online, ist die Einladung angekommen. Der Link geht auch.`,
  races: 'Rennen',
  raceOf: (game, when) => `Endstand von ${game}, ${when}`,
  outcome: (outcome) => outcomes[outcome],
  places: (yours, theirs, of) => `du Platz ${yours}, die andere Seite Platz ${theirs}, von ${of}`,
  blocked: 'Blockiert',
  block: 'Blockieren',
  blockPerson: (name) => `${name} blockieren`,
  unblock: 'Nicht mehr blockieren',
  unblockPerson: (name) => `${name} nicht mehr blockieren`,
  blockMeans:
    'Wen du blockierst, kann dich nicht einladen und bei deinen Rennen nicht mitmachen, und in Kreisen seht ihr euch nicht. Mitgeteilt wird das nicht.',
  isBlocked: (name) => `Du hast ${name} blockiert.`,
  isUnblocked: (name) => `${name} ist nicht mehr blockiert.`,
  back: 'Alle Leute',
  unknown: 'Unter dieser Adresse ist niemand, mit dem du gespielt hast.',

  games: {
    title: 'Deine Spiele',
    none: 'Noch keine Spiele.',
    more: 'Mehr zeigen',
  },

  devices: {
    title: 'Deine Geräte',
    lead: 'Wo du angemeldet bist. Kennst du eines nicht, melde es ab.',
    name: (browser, system) =>
      browser && system ? `${browser} unter ${system}` : (browser ?? system ?? 'Unbekanntes Gerät'),
    here: 'dieses Gerät',
    used: (when) => `zuletzt benutzt ${when}`,
    signOut: 'Abmelden',
    signOutDevice: (name) => `${name} abmelden`,
    signOutHere: 'Hier abmelden',
    signedOut: 'Du bist abgemeldet.',
    signOutOthers: 'Alle anderen abmelden',
    ended: (n) => `${count(n, 'Gerät ist', 'Geräte sind')} abgemeldet.`,
  },

  data: {
    title: 'Deine Daten',
    boards: 'Mich in keiner Bestenliste nennen',
    boardsHint: 'Für dich zählen deine Ergebnisse weiter; andere sehen sie in keiner Liste.',
    saved: 'Gespeichert.',
    export: 'Alle meine Daten herunterladen',
    exportHint: 'Eine JSON-Datei mit allem, was über dich gespeichert ist, samt jedem Zug.',
    delete: 'Alles löschen',
    deleteTitle: 'Alles löschen?',
    deleteLead: 'Das lässt sich nicht rückgängig machen:',
    deleteWhat: [
      'Dein Name, deine Anmeldewege und deine Geräte werden vergessen.',
      'Deine Übungsspiele werden gelöscht, und auf diesem Gerät nicht gesendete Spiele und Züge, gelöste Rätsel und wen du stummgeschaltet hast.',
      'Rennen, Tagesspiele, Runden und Punkte in Kreisen bleiben den anderen; an deiner Stelle steht „Gelöschte Person“.',
    ],
    deleteGoOn: 'Weiter',
    deleteSure: 'Ganz sicher?',
    deleteSureText: (name) => `Alles von ${name} ist dann für immer weg.`,
    deleteYes: 'Ja, alles löschen',
    deleteNo: 'Alles behalten',
    deleted: 'Alles ist gelöscht.',
  },
};
