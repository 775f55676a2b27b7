import type { Words } from '../contract.ts';
import type * as English from '../changes.en.ts';
import { durationLeft } from '../duration.ts';

export const changeWords: Words<typeof English.changeWords> = {
  newHost: (name) => `${name} leitet jetzt das Rennen.`,
  youHost: 'Du leitest jetzt das Rennen.',
  came: (name) => `${name} ist da.`,
  went: (name) => `${name} ist gegangen.`,
  unseated: 'Du hast in diesem Rennen keinen Platz mehr.',
  settings: 'Die Einstellungen sind geändert; alle müssen sich noch einmal bereit melden.',
  hasFinished: (name, ending) =>
    ({
      won: `${name} hat alle Karten im Ziel.`,
      conceded: `${name} hat aufgegeben.`,
      stuck: `${name} hat sich festgefahren.`,
      cap: `Für ${name} ist die Zeit um.`,
    })[ending],
  closing: (winner, leftMs) =>
    `${winner === undefined ? 'Das Rennen ist gewonnen' : `${winner} hat gewonnen`}: noch ${durationLeft(leftMs)} für alle anderen.`,
  rematch: 'Eine Revanche ist eröffnet.',
};
