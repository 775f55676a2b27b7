import { STAND_INS } from '@same-deal/protocol';
import type { ServiceWords } from './service-words.ts';

const moves = (n: number): string => `${n} ${n === 1 ? 'Zug' : 'Zügen'}`;
const dayText = (day: string): string =>
  new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
const list = new Intl.ListFormat('de');

/** As the page says them: see its `messages/de/shown-name.ts`. */
const names: ReadonlyMap<string, string> = new Map([
  [STAND_INS.hidden, 'Verborgener Name'],
  [STAND_INS.deleted, 'Gelöschte Person'],
  [STAND_INS.easygoing, 'Gemütlicher Trainingspartner'],
  [STAND_INS.steady, 'Beständiger Trainingspartner'],
  [STAND_INS.strong, 'Starker Trainingspartner'],
]);
const shown = (name: string): string => names.get(name) ?? name;

/** How German speaks of patience: see the page's `messages/de/page.ts`. */
export const de: ServiceWords = {
  shownName: shown,
  page: 'Leg Patiencen um die Wette: dieselben Karten, derselbe Moment, alle am eigenen Tisch.',

  race: {
    title: (game) => `${game.replaceAll(' ', '-')}-Rennen`,
    phases: {
      open: 'Nimm Platz: Alle bekommen dieselben Karten im selben Moment. Ohne Konto.',
      countdown: 'Gleich geht es los: Schau zu.',
      running: 'Es läuft: Schau zu, wer die meisten Karten ins Ziel bringt.',
      settled: 'Es ist entschieden: Endstand, Karten und Aufzeichnungen.',
    },
  },
  replay: {
    title: (game) => `Aufzeichnung von ${game}`,
    titleOf: (name, game) => `${game} von ${shown(name)}`,
    live: 'Diese Karten werden noch gespielt; die Aufzeichnung öffnet sich, wenn es vorbei ist.',
    won: (time, n) => `In ${time} mit ${moves(n)} gewonnen. Schau, wie.`,
    notWon: (home, all, n) => `${home} von ${all} Karten im Ziel nach ${moves(n)}. Schau, wie.`,
  },
  daily: {
    title: (game, day) => `${game} des Tages, ${dayText(day)}`,
    over: 'Der Tag ist vorbei: Bestenlisten, Aufzeichnungen und die Karten zum Üben.',
    open: 'Dieselben Karten für alle, ein gewerteter Versuch. Wie weit kommst du?',
    all: 'Tagesspiele',
    aboutAll: 'Vier Patiencen, jeden Tag dieselben Karten für alle, ein gewerteter Versuch.',
  },

  deal: {
    title: (game) => `${game}: dieselben Karten`,
    about: 'Jemand hat dir diese Karten geschickt. Spiel sie selbst: ohne Konto.',
  },

  puzzle: {
    title: (game, number) => `${game}: Rätsel ${number}`,
    about: 'Alle Karten liegen offen: zwei Minuten, kein Glück. Findest du es?',
    all: 'Rätsel',
    aboutAll:
      'Den Sieg behalten oder in wenigen Zügen gewinnen: jeden Tag eines von jeder Patience.',
  },

  duplicate: {
    title: (deals, games) => `${deals} Spiele ${list.format(games)}`,
    phases: {
      open: 'Dieselben Karten für alle, wann ihr wollt. Mach mit: ohne Konto.',
      closed: 'Es ist vorbei: Endstand, Aufzeichnungen und Karten.',
    },
  },

  circle: {
    nameOf: (person) => `Kreis von ${person}`,
    title: (name) => `Mach mit bei „${shown(name)}“`,
    about: 'Spielt jeden Tag dieselben Karten und seht, wer diese Woche vorn liegt. Ohne Konto.',
  },

  link: {
    subject: (hasAccount) =>
      hasAccount ? 'Bei Same Deal anmelden' : 'Deine Spiele bei Same Deal sichern',
    text: (hasAccount, link, minutes) => [
      `Öffne diesen Link, um ${hasAccount ? 'dich bei Same Deal anzumelden' : 'deine Spiele bei Same Deal zu sichern'}:`,
      link,
      `Er gilt einmal, ${minutes} Minuten lang.`,
      'Wenn du ihn nicht angefordert hast, tu nichts: Ohne den Link geschieht nichts.',
    ],
  },
};
