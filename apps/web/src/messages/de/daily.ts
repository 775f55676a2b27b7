import type { Words } from '../contract.ts';
import type * as English from '../daily.en.ts';
import { count, numberText } from '../counting.ts';
import { today } from './today.ts';

export const daily: Words<typeof English.daily> = {
  ...today,
  title: 'Tagesspiele',
  lead: 'Je Patience einmal am Tag, für alle dieselben Karten, von Mitternacht bis Mitternacht UTC.',
  of: (game) => `${game} des Tages`,
  none: 'An diesem Tag gibt es keine Tageskarten für dieses Spiel.',
  ofDay: (game, day) => `${game} des Tages, ${day}`,

  finishUntil: (moment) => `Du kannst bis ${moment} Uhr zu Ende spielen.`,

  placeUnlisted: (n) => `In der Liste wärst du auf Platz ${numberText(n)}`,

  start: {
    title: (game) => `${game} des Tages beginnen?`,
    once: 'Das ist dein einziger gewerteter Versuch.',
    elsewhere: 'Du hast dieses Spiel des Tages schon auf einem anderen Gerät gespielt.',
    rules: (hasStock, noon) => [
      'Die Uhr läuft sofort los und bleibt nicht stehen, auch wenn du die Seite schließt.',
      `Beenden kannst du ihn auf jedem Gerät, bis morgen 12 Uhr UTC (bei dir ${noon}).`,
      hasStock
        ? 'Du kannst zurücknehmen, aber nicht über eine aufgedeckte Talonkarte hinaus. Zurücknehmen wird gezählt.'
        : 'Du kannst zurücknehmen. Zurücknehmen wird gezählt.',
    ],
    go: 'Los geht’s',
    lost: 'Es kam keine Antwort: Vielleicht hat dein Versuch schon begonnen. Die Seite sieht nach, sobald du online bist.',
    notBegun: 'Dein Versuch hat noch nicht begonnen.',
    notNow: 'Jetzt nicht',
    practise: 'Erst mit anderen Karten üben',
  },

  tomorrow: 'Die Karten von morgen stehen fest',
  tomorrowLead:
    'Jeder Fingerabdruck ist aus den gemischten Karten und einem geheimen Salz gemacht. Wenn der Tag vorbei ist, wird beides offengelegt, und alle können es prüfen.',
  fingerprints: 'Fingerabdrücke zeigen',
  fixedAt: (time) => `festgelegt ${time}`,
  yesterday: 'Von gestern, noch zu beenden',
  streakNone: 'Beginne eine Serie: Bring heute eine Karte ins Ziel.',
  frozen: (days) => `${count(days, 'verpasster Tag', 'verpasste Tage')} verziehen, einer pro Woche`,
  hasToday: 'Heute zählt schon.',
  notToday: 'Heute noch nicht.',
  links: {
    archive: 'Frühere Tage',
    boards: 'Bestenlisten: Woche und gesamt',
    stats: 'Statistik',
  },
  save: 'Sichern und in die Bestenliste',

  boards: {
    which: 'Reihenfolge der Bestenliste',
    fastest: 'Schnellste',
    fewest: 'Wenigste Züge',
    rule: {
      fastest:
        'Gewonnene Spiele nach Zeit; bei gleicher Zeit nach weniger Zügen; wer dann noch gleichauf ist, teilt den Platz.',
      fewest:
        'Gewonnene Spiele nach Zügen; bei gleich vielen nach Zeit; wer dann noch gleichauf ist, teilt den Platz.',
    },
    below: 'Nicht gewonnene Versuche stehen darunter, nach Karten im Ziel.',
    caption: (board) => `${board}: die ersten hundert`,
    around: 'Um mich herum',
    people: 'Mit wem ich gespielt habe',
    columns: { place: 'Platz', name: 'Name', time: 'Zeit', moves: 'Züge', home: 'Im Ziel' },
    clean: 'ohne Rücknahme',
    hidden: 'Verborgener Name',
    you: 'du',
    watch: (name) => `Aufzeichnung von ${name} ansehen`,
    replay: 'Aufzeichnung',
    empty: 'Hier steht noch niemand. Der erste Platz ist frei.',
    onlyGuests:
      'Hier steht noch niemand. Ergebnisse von Gästen zählen bei den Zeiten und den Versuchen mit, aber in der Liste steht nur, wer ein Konto hat.',
    mine: 'Mein Versuch',
    unlisted: 'nicht gelistet',
    listed: (n, tries) =>
      `${numberText(n)} von ${count(tries, 'Ergebnis', 'Ergebnissen')} gelistet.`,
    who: 'Wessen Ergebnisse',
    everybody: 'Alle',
    finished: (n) => `${count(n, 'Mitglied ist', 'Mitglieder sind')} fertig.`,
    circleHidden: 'Spiel deinen Versuch zu Ende, um die Ergebnisse deines Kreises zu sehen.',
    circleEmpty: 'In diesem Kreis ist noch niemand fertig.',
  },

  times: {
    heading: 'Zeiten der Siege',
    none: 'Noch niemand hat gewonnen.',
    summary: (won, unfinished) =>
      `${count(won, 'Sieg', 'Siege')}, ${numberText(unfinished)} nicht gewonnen`,
    bin: (from, to) => `${from} bis ${to}`,
    tries: 'Siege',
    time: 'Zeit',
    mine: 'meine Zeit',
    table: 'Als Tabelle',
  },

  par: {
    computer: (n) => `Par: ${count(n, 'Zug', 'Züge')}, vom Computer gefunden.`,
    player: (n, name) => `Par: ${count(n, 'Zug', 'Züge')}, von ${name}.`,
    somebody: 'jemandem',
    proved: 'Der Computer hat bewiesen, dass es nicht kürzer geht.',
    meaning: 'Weniger Züge sind bisher nicht bekannt. Vielleicht geht es noch kürzer.',
    over: (n) => `+${n}`,
    overTitle: (n) => `${count(n, 'Zug', 'Züge')} über Par`,
  },

  closed: {
    heading: 'Dieser Tag ist vorbei',
    practise: 'Mit diesen Karten üben',
    deal: 'Seine Karten sind offen zum Prüfen.',
  },
  practise: 'Mit anderen Karten üben',
  commitment: 'Fingerabdruck der Karten',

  end: {
    board: 'Zur Bestenliste',
    next: (game) => `Weiter: ${game}`,
    allDone: (time) => `Das war das letzte Spiel für heute. Neue Karten um ${time}.`,
  },

  archive: {
    lead: 'Vergangene Tage: ihre Bestenlisten, Aufzeichnungen und Karten zum Üben und Prüfen.',
    none: 'Noch ist kein Tag vorbei. Komm morgen nach 12 Uhr UTC wieder.',
    best: (time) => `Bestzeit ${time}`,
    mine: (ending) => `du: ${ending}`,
    more: 'Frühere Tage',
  },

  periods: {
    title: (game) => `${game}: Bestenlisten über die Tage`,
    rule: 'Wer die meisten Tagesspiele gewonnen hat, steht vorn; bei Gleichstand zählt, wer über alle Tage mehr andere hinter sich ließ. Es zählen vergangene Tage.',
    games: 'Patiencen',
    which: 'Welche Tage',
    week: 'Diese Woche',
    all: 'Gesamt',
    days: (first, last) => `${first} bis ${last}`,
    none: 'Noch steht von keinem vergangenen Tag ein Versuch in der Liste.',
    won: 'Siege',
    played: 'Tage',
    percentiles: 'Perzentile',
  },

  stats: {
    all: 'Alle Patiencen',
    nobody: 'Die Statistik beginnt mit deinem ersten Spiel.',
    races: 'Rennen',
    dailies: 'Tagesspiele',
    first: 'Erster Platz',
    finished: 'Alle Karten im Ziel',
    played: 'Gespielt',
    won: 'Gewonnen',
    clean: 'Ohne Zurücknehmen gewonnen',
    best: 'Bestzeit',
    bestMoves: 'Wenigste Züge',
    average: 'Zeit im Schnitt',
    averageHome: 'Karten im Ziel im Schnitt',
    percentile: 'Perzentil im Schnitt',
    streak: (now, longest) =>
      `${count(now, 'Tag', 'Tage')} in Folge mit einer Karte im Ziel; am längsten waren es ${longest}.`,
    winStreak: (now, longest) =>
      `${count(now, 'Tag', 'Tage')} in Folge gewonnen; am längsten waren es ${longest}.`,
    frozen: (days) => `Verziehen: ${days}.`,
    wins: (n) => count(n, 'Sieg', 'Siege'),
  },
};
