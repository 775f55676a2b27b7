/**
 * Every sentence of the page in German, and how it speaks of patience:
 *
 * | English             | German                                                                       |
 * | ------------------- | ---------------------------------------------------------------------------- |
 * | solitaire, game     | Patience                                                                     |
 * | play, game          | Spiel                                                                        |
 * | deal                | die Karten: „gleiche Karten“, „neue Karten“; deal code: Kartencode           |
 * | pack                | Kartenspiel; pack order: Kartenfolge                                         |
 * | foundation          | Grundstapel; from the ace: ab Ass                                            |
 * | tableau             | Auslage; column: Spalte; pile: Stapel                                        |
 * | reserve, stock      | Reserve, Talon                                                               |
 * | waste               | Ablage; turn over: umdrehen                                                  |
 * | home                | im Ziel, ins Ziel                                                            |
 * | to deal, turn up    | aufdecken                                                                    |
 * | undo, redo          | zurücknehmen, wiederherstellen                                               |
 * | hint, practice      | Tipp, Übung                                                                  |
 * | race, rematch       | Rennen, Revanche                                                             |
 * | host                | Rennleitung; you host: du leitest                                            |
 * | standings, board    | Stand und Endstand, Bestenliste                                              |
 * | daily               | Tagesspiel; Daily Bisley: Bisley des Tages                                   |
 * | streak, replay      | Serie, Aufzeichnung                                                          |
 * | give up, stuck, cap | aufgeben, festgefahren, Zeitlimit                                            |
 * | variant             | Spielform                                                                    |
 *
 * The reader is `du`. Cards have no article (`Herz 7`): kings and jacks would have another one than sevens.
 */
import type { Words } from '../contract.ts';
import type * as English from '../page.en.ts';
import { count, listOf } from '../counting.ts';
import { errors } from './errors.ts';

/** `1.`, `22.` */
export const ordinal: Words<typeof English.ordinal> = (n) => `${n}.`;

const noCards = 'Noch keine Karte im Ziel.';

export const page: Words<typeof English.page> = {
  errors,

  app: {
    name: 'Same Deal',
    skip: 'Zum Inhalt springen',
    title: (page) => `${page} · Same Deal`,
    loading: 'Lädt …',
    loadFailed: 'Dieser Teil der Seite ließ sich nicht laden.',
    tryAgain: 'Noch einmal versuchen',
    notNow: 'Gerade nicht zu bekommen',
    lineLost: 'Du bist offline. Verbinde neu …',
    outdated: 'Es gibt eine neuere Version von Same Deal.',
    reload: 'Neu laden',
    close: 'Schließen',
    cancel: 'Abbrechen',
    home: 'Zurück zur Startseite',
    dismiss: 'Ausblenden',
    language: 'Sprache',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyByHand:
      'Kopieren braucht hier https. Der Text ist markiert: Kopiere ihn mit der Tastatur oder über das Menü.',
  },

  nav: {
    label: 'Hauptmenü',
    play: 'Spielen',
    daily: 'Tagesspiel',
    people: 'Leute',
    stats: 'Statistik',
  },

  name: {
    you: 'Dein Name',
    change: (name) => `Du bist ${name}. Namen ändern`,
    save: 'Speichern',
    hint: 'Bis zu 24 Zeichen.',
    changeMine: 'Meinen Namen ändern',
    saved: (name) => `Du bist jetzt ${name}.`,
  },

  who: {
    you: 'Du: Konto und Geräte',
    signIn: 'Anmelden',
    onlyHere: 'Deine Spiele sind nur in diesem Browser gespeichert.',
    keep: 'Mit einem Konto sichern',
  },

  ending: (ending) =>
    ({ won: 'Gewonnen', conceded: 'Aufgegeben', stuck: 'Festgefahren', cap: 'Zeit abgelaufen' })[
      ending
    ],

  race: {
    title: (game) => `Rennen: ${game}`,
    titleOf: (game) => game.replace(/^[^,]+/, '$&-Rennen'),
    code: (code) => `Rennen ${code}`,
    entering: 'Suche das Rennen …',
    players: 'Wer mitspielt',
    seats: (taken, all) => `${taken} von ${all} Plätzen besetzt`,
    watchers: (n) => count(n, 'Person schaut zu', 'Leute schauen zu'),
    host: 'Rennleitung',
    you: 'du',
    ready: 'Bereit',
    notReady: 'Noch nicht bereit',
    away: 'Nicht da',
    remove: 'Entfernen',
    removePlayer: (name) => `${name} entfernen`,
    removed: 'Die Rennleitung hat dich entfernt.',
    join: 'Mitmachen',
    joinLead: 'Wie sollen wir dich nennen?',
    watching: 'Du schaust zu.',
    full: 'Alle Plätze sind besetzt. Du kannst zuschauen.',
    locked: 'Die Rennleitung hat das Rennen geschlossen. Du kannst zuschauen.',
    started:
      'Das Rennen läuft schon, darum schaust du diesmal zu. Bei der Revanche kannst du mitspielen.',
    imReady: 'Ich bin bereit',
    waitingForHost: 'Warte, bis die Rennleitung startet.',
    hostAway: 'Die Rennleitung ist nicht da. Nach 15 Sekunden leitet, wer als Erstes gekommen ist.',
    start: 'Rennen starten',
    inviteMore: 'Mehr Freunde einladen',
    lock: 'Rennen schließen',
    unlock: 'Rennen wieder öffnen',
    lockedMark: 'Geschlossen: Niemand kommt mehr dazu',
    why: {
      alone: 'Ein Rennen braucht mindestens zwei. Schick den Link.',
      notReady: (names) =>
        `Noch nicht bereit: ${listOf(names.length > 3 ? [...names.slice(0, 3), 'andere'] : names)}.`,
    },
    canStart: 'Alle sind bereit.',
    leave: 'Verlassen',
    newHost: (name) => `${name} leitet jetzt das Rennen.`,
    youHost: 'Du leitest jetzt das Rennen.',
    say: 'Etwas sagen',
    settingsChanged: 'Die Einstellungen sind geändert; alle müssen sich noch einmal bereit melden.',
    settings: 'Einstellungen',
    game: 'Patience',
    variant: 'Spielform',
    undo: 'Zurücknehmen',
    undoOn: 'Erlaubt',
    undoOff: 'Nicht erlaubt',
    undoHint:
      'Weiter als bis zu einer aufgedeckten Talonkarte geht es nicht zurück. Zurücknehmen wird gezählt.',
    undoHintPlain: 'Zurücknehmen wird gezählt.',
    cap: 'Zeitlimit',
    capMinutes: (minutes) => count(minutes, 'Minute', 'Minuten'),
    commitment: 'Fingerabdruck der Karten',
    commitmentWhat:
      'Ein SHA-256-Fingerabdruck der gemischten Karten und eines geheimen Salzes, festgelegt beim Start. Nach dem Rennen wird beides offengelegt, und alle können prüfen, dass es diese Karten waren.',
    startsIn: 'Das Rennen startet in',
    getReady: 'Alle bekommen dieselben Karten im selben Moment.',
    starting: 'Die Karten werden gegeben …',
    go: 'Los!',
    clock: 'Uhr des Rennens',
    timeLeft: (text) => `noch ${text}`,
    settling: 'Die Zeit ist um. Das Ergebnis wird ermittelt …',
    standings: 'Stand',
    showStandings: 'Stand zeigen',
    hideStandings: 'Stand ausblenden',
    place: 'Platz',
    player: 'Name',
    cardsHome: 'Karten im Ziel',
    moves: 'Züge',
    undos: 'Zurück',
    result: 'Ergebnis',
    home: (n, of) => `${n} von ${of} Karten im Ziel`,
    nth: (place) => `${place}.`,
    done: 'Du bist fertig. Das Rennen geht weiter, bis alle fertig sind oder die Zeit um ist.',
    doneWon: 'Alle Karten im Ziel! Die anderen spielen noch.',
    seeTable: 'Zu meinem Tisch',
    another: 'Auf einem anderen Gerät weiterspielen',
    seeStandings: 'Zum Stand',
    leads: (name, cards) =>
      cards === 0 ? noCards : `${name} führt mit ${count(cards, 'Karte', 'Karten')}.`,
    youLead: (cards) =>
      cards === 0 ? noCards : `Du führst mit ${count(cards, 'Karte', 'Karten')}.`,
    youAre: (place, cards) => `Du bist ${place}. mit ${count(cards, 'Karte', 'Karten')}.`,
    figures: (moves, undos) =>
      undos > 0 ? `${count(moves, 'Zug', 'Züge')}, ${undos} zurück` : count(moves, 'Zug', 'Züge'),
    hasFinished: (name, ending) =>
      ({
        won: `${name} hat alle Karten im Ziel.`,
        conceded: `${name} hat aufgegeben.`,
        stuck: `${name} hat sich festgefahren.`,
        cap: `Für ${name} ist die Zeit um.`,
      })[ending],
    rematch: 'Revanche',
    rematchOpen: 'Eine Revanche ist eröffnet.',
    rematchWatch: 'Bei der Revanche zusehen',
    rematchGo: 'Zur Revanche',
  },

  lost: {
    title: 'Hier ist nichts',
    text: 'Keine Seite von Same Deal hat diese Adresse.',
  },
};

export const phaseWords: Words<typeof English.phaseWords> = {
  open: 'Lobby',
  countdown: 'Gleich geht’s los',
  running: 'Läuft',
  settled: 'Ergebnis',
  expired: 'Abgelaufen',
};
