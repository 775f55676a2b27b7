import type { Words } from '../contract.ts';
import type * as English from '../duplicate.en.ts';
import { count, listOf } from '../counting.ts';

const percent = new Intl.NumberFormat('de', { style: 'percent', maximumFractionDigits: 0 });

export const duplicateWords: Words<typeof English.duplicateWords> = {
  title: (deals, games) => `${count(deals, 'Spiel', 'Spiele')} ${listOf(games)}`,
  lead: 'Alle spielen dieselben Karten, wann sie wollen. Schlägst du alle, gibt das Spiel 100 Punkte, schlägst du die Hälfte, 50.',
  left: (time) => `noch ${time}`,
  days: (n) => count(n, 'Tag', 'Tage'),
  hours: (n) => count(n, 'Stunde', 'Stunden'),
  minutes: (n) => count(n, 'Minute', 'Minuten'),
  closesEarly: 'Es endet früher, sobald alle, die mitmachen, jedes Spiel gespielt haben.',
  over: 'Es ist vorbei: Alle Ergebnisse, Aufzeichnungen und Karten sind offen.',
  join: 'Mitmachen',
  joinHint: 'Ohne Konto, nur mit einem Namen.',
  watching: 'Du schaust nur zu: Diese Runde nimmt niemanden mehr auf.',
  link: 'Link zu dieser Runde',
  shareText: (title) => `Spiel mit mir ${title}, wann immer du Zeit hast:`,

  new: {
    title: 'Über mehrere Tage spielen',
    lead: 'Wähl die Spiele, schick den Link, und alle spielen, wenn sie Zeit haben.',
    games: 'Patiencen, im Wechsel',
    deals: 'Spiele',
    days: 'Tage',
    undo: 'Zurücknehmen',
    undoOn: 'Erlaubt',
    undoOff: 'Nicht erlaubt',
    noGame: 'Wähl mindestens eine Patience.',
    go: 'Runde eröffnen',
  },

  deal: {
    heading: 'Spiele',
    name: (n) => `Spiel ${n}`,
    proved: 'Geprüft: kann aufgehen',
    notProved: 'Ungeprüft',
    cap: (minutes) => `Bis zu ${count(minutes, 'Minute', 'Minuten')}`,
    done: (n, of) => `gespielt von ${n} von ${of}`,
    begin: 'Spielen',
    beginOf: (n) => `Spiel ${n} spielen`,
    resume: 'Weiterspielen',
    resumeOf: (n) => `Spiel ${n} weiterspielen`,
    running: (time) => `Dein Versuch läuft: noch ${time}`,
    waits: 'Die Ergebnisse der anderen siehst du, wenn du es gespielt hast.',
    results: (n) => `Ergebnisse von Spiel ${n}`,
    notPlayed: 'Niemand hat es gespielt.',
    replay: 'Aufzeichnung',
    replayOf: (name, n) => `Aufzeichnung von Spiel ${n}, ${name}`,
    compare: 'Vergleichen',
    compareWith: (name, n) => `Dein Spiel ${n} mit ${name} vergleichen`,
    fingerprint: 'Fingerabdruck der Karten, seit Beginn festgelegt',
  },

  start: {
    once: 'Du hast einen Versuch.',
    elsewhere: 'Du hast diese Karten auf einem anderen Gerät gespielt.',
    rules: (minutes, undoes) => [
      `Die Uhr läuft ab jetzt und hält nicht an; nach ${count(minutes, 'Minute', 'Minuten')} endet der Versuch.`,
      undoes
        ? 'Du kannst zurücknehmen, aber nicht über eine aufgedeckte Talonkarte hinweg.'
        : 'Zurücknehmen geht nicht.',
      'Du kannst die Seite schließen und auf jedem Gerät weiterspielen.',
    ],
    go: 'Jetzt spielen',
    lost: 'Es kam keine Antwort: Vielleicht hat dein Versuch schon begonnen. Die Seite sieht nach, sobald du online bist.',
    notBegun: 'Dein Versuch hat noch nicht begonnen.',
    notNow: 'Noch nicht',
  },

  standings: {
    heading: 'Stand',
    place: 'Platz',
    name: 'Name',
    score: 'Wertung',
    done: 'Spiele',
    you: 'du',
    ofDeals: (done, all) => `${done} von ${all}`,
    none: 'Wertungen siehst du, sobald du und noch jemand dasselbe Spiel gespielt habt.',
    moving: 'Die Wertung ändert sich, wenn andere fertig werden.',
  },
  share: (share) => percent.format(share),
  time: 'Ergebnis',

  waiting: {
    heading: 'Deine Runden',
    yourTurn: (left) => `${count(left, 'Spiel wartet', 'Spiele warten')} auf dich`,
    othersTurn: 'Du hast alles gespielt; die anderen dürfen noch.',
    closed: 'Vorbei: Sieh dir das Ergebnis an',
    players: (n) => `${n} dabei`,
    open: 'Öffnen',
    openOf: (title) => `${title} öffnen`,
  },

  end: 'Zurück zur Runde',
  unknown: 'Diese Runde gibt es nicht',
  unknownText: 'Prüf den Link, oder frag, wer ihn geschickt hat.',
};
