import type { Words } from '../contract.ts';
import type * as English from '../result.en.ts';
import { count, listOf } from '../counting.ts';

export const resultWords: Words<typeof English.resultWords> = {
  youWon: 'Du hast gewonnen!',
  youShare: 'Du teilst dir den ersten Platz!',
  winner: (name) => `${name} gewinnt`,
  youCameFirst: 'Du liegst vorn',
  cameFirst: (name) => `Platz 1 für ${name}`,
  winners: (names) => `${listOf(names)} teilen sich den ersten Platz`,
  sparringWon: 'Du hast den Computer geschlagen!',
  sparringLost: 'Der Computer war vorn',
  sparring:
    'Du bist allein gegen Trainingspartner angetreten, darum zählt das in keiner Statistik.',
  nobody: 'Niemand gewinnt: keine Karte im Ziel',
  yourPlace: (place, of) => `Du bist ${place}. von ${of}.`,
  ofCardsHome: (of) => `von ${of} Karten im Ziel`,
  best: (time) => `deine Bestzeit ist ${time}`,
  isBest: 'deine Bestzeit',
  aheadByTime: (time, name) => `${time} vor ${name}.`,
  aheadByCards: (cards, name) => `${count(cards, 'Karte', 'Karten')} vor ${name}.`,
  behindByTime: (time, name) => `${time} hinter ${name}.`,
  behindByCards: (cards, name) => `${count(cards, 'Karte', 'Karten')} hinter ${name}.`,
  tieBreak: {
    'playing-on': (name) =>
      `Gleich viele Karten im Ziel: ${name === null ? 'du hast' : `${name} hat`} nicht aufgegeben.`,
    time: (name, time) =>
      `Gleich viele Karten im Ziel: ${name === null ? 'du hattest' : `${name} hatte`} sie ${time} früher dort.`,
    sooner: (name, home) => `früher als ${name}, beide mit ${home}`,
    later: (name, home) => `später als ${name}, beide mit ${home}`,
    moves: (name, moves) =>
      `Gleich viele Karten zur gleichen Zeit im Ziel: ${name === null ? 'du hast' : `${name} hat`} ${count(moves, 'Zug', 'Züge')} weniger gebraucht.`,
  },
  youGaveUpToo: (names) => `${listOf(['Du', ...names])} habt aufgegeben.`,
  gaveUp: (names) => `${listOf(names)} ${names.length === 1 ? 'hat' : 'haben'} aufgegeben.`,
  parted: 'Unsere Spiele vergleichen',
  replay: 'Aufzeichnung',
  replayOf: (name) => `Aufzeichnung von ${name} ansehen`,
  unrated:
    'Zwei dieser Plätze gehören derselben Person, darum zählt das Rennen für niemanden als Sieg oder Niederlage.',
  rules: (game) => `Regeln von ${game}`,
  again: 'Das Rennen noch einmal: dein Tisch und der andere',
  title: 'Das Rennen noch einmal',
  photo: 'Fotofinish!',
  rematchLead: 'Gleiche Leute und Einstellungen, neue Karten.',
};
