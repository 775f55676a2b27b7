import type { Words } from '../contract.ts';
import type * as English from '../endings.en.ts';

export const endings: Words<typeof English.endings> = {
  won: { title: 'Gewonnen!', text: () => 'Alle Karten im Ziel!' },
  stuck: {
    title: 'Keine Züge mehr',
    text: (home, all) => `Keine Karte kann ziehen. Du hast ${home} von ${all} ins Ziel gebracht.`,
  },
  conceded: {
    title: 'Aufgegeben',
    text: (home, all) => `Du hast ${home} von ${all} Karten ins Ziel gebracht.`,
  },
  cap: {
    title: 'Die Zeit ist um',
    text: (home, all) => `Du hast ${home} von ${all} Karten ins Ziel gebracht.`,
  },
};
