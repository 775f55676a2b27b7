import type { Words } from '../contract.ts';
import type * as English from '../race-aloud.en.ts';

export const raceAloud: Words<typeof English.raceAloud> = {
  halfway: (name) => `${name} hat die Hälfte im Ziel.`,
  firstSuit: (name) => `${name} hat die erste Farbe im Ziel.`,
};
