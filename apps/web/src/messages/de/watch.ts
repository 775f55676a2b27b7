import type { Words } from '../contract.ts';
import type * as English from '../watch.en.ts';
import { count } from '../counting.ts';

export const watchWords: Words<typeof English.watchWords> = {
  setting: 'Liste der Rennen',
  unlisted: 'Steht nicht darin',
  listed: 'Alle können zusehen',
  who: (host, players) =>
    players > 1 ? `${host} und ${count(players - 1, 'weitere Person', 'weitere')}` : host,
  waiting: 'wartet auf den Start',
  runs: (time) => `läuft seit ${time}`,
  watch: 'Zusehen',
  watchRace: (who) => `${who} zusehen`,
  none: 'Gerade ist kein Rennen offen. Eröffne eins und nimm es bei den Einstellungen in die Liste auf: Dann können alle zusehen.',
  loading: 'Rennen werden gesucht …',
  failed: 'Die Liste ist gerade nicht zu haben.',
};
