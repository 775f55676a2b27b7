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

/** `1.`, `22.` */
export const ordinal: Words<typeof English.ordinal> = (n) => `${n}.`;

export const page: Words<typeof English.page> = {
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
    say: 'Etwas sagen',
    copy: 'Kopieren',
    copied: 'Kopiert',
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
  },

  cardsHome: (n, of) => `${n} von ${of} Karten im Ziel`,
  ending: (ending) =>
    ({ won: 'Gewonnen', conceded: 'Aufgegeben', stuck: 'Festgefahren', cap: 'Zeit abgelaufen' })[
      ending
    ],

  lost: {
    title: 'Hier ist nichts',
    text: 'Keine Seite von Same Deal hat diese Adresse.',
  },
};
