import type { Words } from '../contract.ts';
import type * as English from '../questions.en.ts';
import { count } from '../counting.ts';

export const questionWords: Words<typeof English.questionWords> = {
  title: 'Den Tisch fragen',
  lettersOn: 'Tastenkürzel',
  lettersHint:
    'Schalte sie aus, wenn Buchstaben gedrückt werden, die du nicht meinst, etwa durch Spracheingabe.',

  asks: {
    movable: 'was sich bewegen lässt',
    targets: 'wohin diese Karte kann',
    table: 'der ganze Tisch',
    'last-move': 'der letzte Zug',
    time: 'die Zeit',
    standings: 'der Stand',
    repeat: 'noch einmal sagen',
  },

  canMove: (cards) => `${count(cards, 'Karte kann', 'Karten können')} ziehen.`,
  canGo: (card, from, places) => `${card} ${from}, ${places.join(' oder ')}.`,
  nothingMoves: 'Keine Karte kann ziehen.',
  goesTo: (card, places) => `${card} kann ${places.join(' oder ')}.`,
  anyReserve: 'auf jede Reserve',
  goesNowhere: (card) => `${card} passt jetzt nirgends hin.`,
  noCardHere: 'Hier liegt keine Karte.',
  canDeal: 'Du kannst eine Karte aufdecken.',
  canTurnOver: 'Du kannst die Ablage umdrehen.',
  noMoveYet: 'Noch kein Zug.',
  time: (elapsed, left, home, all) =>
    `${left ? `${elapsed} gespielt, noch ${left}` : `${elapsed} gespielt`}; ${home} von ${all} Karten im Ziel.`,
  timeLeft: (left) => `Noch ${left}.`,
  standings: (each) => `${each.join('; ')}.`,
  noStandings: 'Hier spielt sonst niemand.',
  standing: (place, name, isYou, home, ending) =>
    `${place === null ? '' : `${place}. `}${isYou ? 'du' : name}, ${home} im Ziel${ending ? `, ${ending}` : ''}`,
};
