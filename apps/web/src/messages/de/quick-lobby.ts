import type { Words } from '../contract.ts';
import type * as English from '../quick-lobby.en.ts';
import { count, listOf } from '../counting.ts';

export const quickLobbyWords: Words<typeof English.quickLobbyWords> = {
  again: 'Schnelles Rennen',
  title: (game) => `Schnelles Rennen: ${game}`,
  looking: 'Es wird jemand gesucht …',
  startsIn: 'Beginnt in',
  seconds: (n) => count(n, 'Sekunde', 'Sekunden'),
  starting: 'Es geht los …',
  who: 'Wer da ist',
  you: 'du',
  tryIt: 'Spielen, bis es losgeht',
  tryHint: 'Eigene Karten. Wenn das Rennen beginnt, wirst du hingebracht.',
  leave: 'Verlassen',
  notIn: 'Du hast keinen Platz in diesem schnellen Rennen.',
  gathered: (names) =>
    `${listOf(names)} ${names.length === 1 ? 'ist' : 'sind'} da: In wenigen Sekunden geht es los.`,
};
