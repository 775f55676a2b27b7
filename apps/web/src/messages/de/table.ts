import type { Words } from '../contract.ts';
import type * as English from '../table.en.ts';
import { count, decimalText } from '../counting.ts';

const suits = ['Kreuz', 'Pik', 'Herz', 'Karo'];
const ranks = ['Ass', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'Bube', 'Dame', 'König'];

/** What stands before a pile's name; piles with numbers have no article. */
const before: Readonly<Record<string, Readonly<Record<English.PlaceAs, string>>>> = {
  foundation: { subject: 'der', to: 'auf den', from: 'vom' },
  stock: { subject: 'der', to: 'auf den', from: 'vom' },
  waste: { subject: 'die', to: 'auf die', from: 'von der' },
  numbered: { subject: '', to: 'auf', from: 'von' },
};

export const table: Words<typeof English.table> = {
  label: (game) => `${game}, der Tisch`,
  card: (rank, suit) => `${suits[suit]} ${ranks[rank]}`,
  faceDown: 'noch verdeckte Karte',
  anyCard: 'Diese Karte',

  piles: {
    foundation: (suit, fromKing, isOnly) =>
      isOnly
        ? `${suits[suit]}-Grundstapel`
        : `${suits[suit]}-Grundstapel ab ${fromKing ? 'König' : 'Ass'}`,
    column: (n) => `Spalte ${n}`,
    tableau: (n) => `Stapel ${n}`,
    reserve: (n) => `Reserve ${n}`,
    waste: 'Ablage',
    stock: 'Talon',
  },
  inSentence: (name, role, as) =>
    `${(before[role ?? ''] ?? before.numbered)?.[as] ?? ''} ${name}`.trim(),
  pile: (name, facts) => `${name}: ${facts.join(', ')}`,
  empty: 'leer',
  cards: (n) => count(n, 'Karte', 'Karten'),
  hidden: (n) => count(n, 'noch verdeckte Karte', 'noch verdeckte Karten'),
  under: (cards) => `Auf ${cards.join(', ')}`,
  selected: 'ausgewählt',
  isTarget: 'passt hierher',

  notes: {
    redealsLeft: (n) =>
      n === 0 ? 'kein Umdrehen mehr' : `noch ${n === 1 ? 'einmal' : `${n}-mal`} umdrehen`,
    left: (n) => `noch ${n}`,
    placedShort: (n, of) => `${n} von ${of}`,
    placed: (n, of) => `${n} von ${of} gelegt`,
    mayPlace: 'Eröffnung: leere Stapel füllen sich von selbst',
    free: 'die Stapel sind frei',
  },

  happened: {
    moved: (card, to) => `${card} ${to}.`,
    dealt: 'Aufgedeckt.',
    turnedOver: 'Die Ablage ist umgedreht.',
    turnedUp: (card) => `${card} aufgedeckt.`,
    collected: (n) =>
      n === 0
        ? 'Jetzt kann keine Karte ins Ziel.'
        : `${count(n, 'Karte', 'Karten')} ins Ziel gebracht.`,
    nothingToRedo: 'Nichts zum Wiederherstellen.',
  },

  rule: (title) => `Regel: ${title}`,

  preferences: 'Den Tisch einrichten',

  figures: {
    label: 'Zahlen zu diesem Spiel',
    time: 'Zeit',
    timeLeft: 'Restzeit',
    delay: 'Langsame Verbindung',
    seconds: (n) => `${decimalText(n, 1)} s`,
    home: 'Im Ziel',
    moves: 'Züge',
    undos: 'Zurück',
  },

  controls: {
    label: 'Bedienung',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    collect: 'Sammeln',
    concede: 'Aufgeben',
    help: 'Hilfe',
  },

  stuck: {
    title: 'Keine Züge mehr',
    canUndo: 'Du kannst Züge zurücknehmen oder aufgeben.',
    undo: 'Zurücknehmen',
  },

  end: {
    newDeal: 'Neue Karten',
    restart: 'Gleiche Karten noch einmal',
    look: 'Den Tisch ansehen',
  },

  opening: 'Die Karten werden ausgelegt …',
  lineLost: (waiting) =>
    waiting === 0
      ? 'Du bist offline. Spiel weiter; deine Züge werden nachgereicht.'
      : `Du bist offline. ${count(waiting, 'Zug wartet', 'Züge warten')} aufs Senden.`,
  notStored: (waiting) =>
    `${count(waiting, 'Zug ist', 'Züge sind')} noch nicht gespeichert. Spiel weiter.`,
  gaveUp: 'Du hast aufgegeben. Das wird gesendet, sobald du online bist.',
  otherDevice: 'Ein anderes Gerät spielt. Beweg eine Karte, um zu übernehmen.',
  watching: (name) => `Tisch von ${name}`,
};
