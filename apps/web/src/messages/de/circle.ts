import type { Words } from '../contract.ts';
import type * as English from '../circle.en.ts';
import { count, listOf, numberText } from '../counting.ts';
import { isolated } from '../isolated.ts';

export const dateHere: Words<typeof English.dateHere> = (iso) =>
  new Intl.DateTimeFormat('de', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso));

export const circleWords: Words<typeof English.circleWords> = {
  title: 'Kreise',
  one: 'Kreis',
  lead: 'Spielt jeden Tag dieselben Karten und seht, wer diese Woche vorn liegt.',
  none: 'Noch kein Kreis.',
  failed: 'Deine Kreise ließen sich nicht laden.',
  members: (n) => count(n, 'Mitglied', 'Mitglieder'),
  waiting: (n) => `${count(n, 'Tagesspiel wartet', 'Tagesspiele warten')} auf dich`,
  next: (when) => `Rennen ${when}`,
  open: 'Öffnen',
  openOf: (name) => `${name} öffnen`,

  invitation: (from, name) => `${from} lädt dich in „${name}“ ein.`,
  accept: 'Mitmachen',
  acceptOf: (name) => `Mitmachen bei ${name}`,
  decline: 'Nein, danke',
  declineOf: (name) => `Nein, danke: ${name}`,

  make: 'Kreis gründen',
  name: 'Name des Kreises',
  nameOf: (me) => `Kreis von ${me}`,
  pair: (me, other) => `${me} & ${other}`,
  daily: 'Täglich spielen',

  door: {
    heading: (name) => `Bei „${name}“ mitmachen?`,
    text: (host, n) =>
      `Hier ${n === 1 ? 'spielt' : 'spielen'} ${count(n, 'Mitglied', 'Mitglieder')} jeden Tag dieselben Karten.${host === null ? '' : ` Leitung: ${host}.`}`,
    join: 'Mitmachen',
    hint: 'Ohne Konto, nur mit einem Namen.',
    unknown: 'Diesen Kreis gibt es nicht',
    unknownText:
      'Frag ein Mitglied nach dem Einladungslink. Ein älterer wurde vielleicht erneuert, oder der Kreis wurde geschlossen.',
  },

  today: {
    heading: 'Heute',
    play: 'Spielen',
    playOf: (game) => `${game} von heute spielen`,
    board: 'Ergebnis',
    boardOf: (game) => `Dein Ergebnis von heute, ${game}`,
    finished: (names) => `Fertig: ${listOf(names)}`,
    nobody: 'Noch niemand ist fertig.',
    hidden: 'Die Ergebnisse siehst du, wenn du gespielt hast.',
    home: (n) => `${count(n, 'Karte', 'Karten')} im Ziel`,
  },

  table: {
    heading: 'Punkte',
    rule: 'Für jedes Mitglied, das du bei einem Tagesspiel schlägst, gibt es einen Punkt, bei Gleichstand einen halben.',
    week: 'Diese Woche',
    former: 'Letzte Woche',
    all: 'Alle Wochen',
    which: 'Wochen',
    none: 'Noch niemand hat gespielt.',
    place: 'Platz',
    name: 'Name',
    points: 'Punkte',
    played: 'Spiele',
    left: 'nicht mehr dabei',
    you: 'du',
    points1: (n) => numberText(n),
    shareTitle: (circle, first, last) => `Same Deal: ${circle}, ${first} – ${last}`,
    shareRow: (place, name, points) => `${place}. ${isolated(name)} ${points}`,
  },

  duel: {
    heading: 'Direkter Vergleich',
    first: 'Eine Seite',
    second: 'Andere Seite',
    score: (a, wins, b, losses) =>
      `${isolated(a)} ${numberText(wins)} : ${numberText(losses)} ${isolated(b)}`,
    ties: (n) => `${numberText(n)} unentschieden`,
    hint: 'Tagesspiele, die beide gespielt haben.',
  },

  people: {
    heading: 'Mitglieder',
    host: 'Leitung',
    here: 'gerade da',
    you: 'du',
    remove: 'Entfernen',
    removeOf: (name) => `${name} entfernen`,
    removeTitle: (name) => `${name} entfernen?`,
    removeText: 'Zurück führt der Link dann nicht mehr.',
    handOn: 'Leitung übergeben',
    handOnOf: (name) => `Leitung übergeben: ${name}`,
    handOnTitle: (name) => `${name} die Leitung übergeben?`,
    handOnText: 'Du bleibst dabei.',
  },

  races: {
    heading: 'Rennen',
    now: 'Jetzt ein Rennen',
    nowHint: 'Wer gerade da ist, wird eingeladen. Zehn spielen mit, die anderen schauen zu.',
    game: 'Spiel',
    arrange: 'Rennen verabreden',
    when: 'Tag und Uhrzeit, nach deiner Uhr',
    arranged: 'Verabredet',
    go: 'Verabreden',
    coming: (names) => `Dabei: ${listOf(names)}`,
    nobody: 'Noch niemand hat zugesagt.',
    comes: 'Ich komme',
    comesNot: 'Ich kann nicht',
    comesAt: (when) => `Ich komme, ${when}`,
    comesNotAt: (when) => `Ich kann nicht, ${when}`,
    calendar: 'In den Kalender',
    calendarOf: (when) => `In den Kalender: ${when}`,
    cancel: 'Absagen',
    cancelOf: (when) => `Rennen absagen, ${when}`,
    lobby: 'Zur Lobby',
    lobbyOf: (when) => `Zur Lobby, ${when}`,
    opens: 'Die Lobby öffnet zehn Minuten vorher.',
    last: 'Letzte Rennen',
    won: (names) => `gewonnen: ${listOf(names)}`,
    nobodyWon: 'niemand hat gewonnen',
    standings: 'Ergebnis',
    standingsOf: (game, when) => `Ergebnis von ${game}, ${when}`,
    past: 'Wähl einen Zeitpunkt in den nächsten 60 Tagen.',
    duplicates: 'Über mehrere Tage',
    open: 'offen',
    closed: 'vorbei',
  },

  done: {
    arranged: (when) => `Rennen verabredet: ${when}.`,
    cancelled: (when) => `Rennen abgesagt: ${when}.`,
    removed: (name) => `${name} ist nicht mehr im Kreis.`,
    handedOn: (name) => `${name} hat jetzt die Leitung.`,
    renamed: 'Der Kreis heißt jetzt anders.',
    renewed: 'Es gibt einen neuen Link. Der alte gilt nicht mehr.',
  },

  link: 'Link zu diesem Kreis',
  shareText: (name) =>
    `Mach mit in meinem Kreis „${name}“: Wir legen jeden Tag dieselben Patiencen.`,

  settings: {
    heading: 'Deine Einstellungen',
    lane: 'Anderen mein fertiges Tagesspiel als Bahn zeigen, während sie es spielen',
    presence: 'Zeigen, dass ich da bin',
    rename: 'Umbenennen',
    renew: 'Link erneuern',
    renewTitle: 'Link erneuern?',
    renewText: 'Der alte Link gilt dann nicht mehr. Die Mitglieder bleiben.',
    leave: 'Verlassen',
    leaveTitle: 'Diesen Kreis verlassen?',
    leaveText:
      'Was du gespielt hast, bleibt in den Wochen stehen und zählt wieder, wenn du zurückkommst.',
    close: 'Für alle schließen',
    closeTitle: 'Diesen Kreis schließen?',
    closeText: 'Er wird für alle Mitglieder gelöscht, mit der Tabelle.',
    cancel: 'Abbrechen',
  },
};
