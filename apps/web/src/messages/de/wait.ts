import type { Words } from '../contract.ts';
import type * as English from '../wait.en.ts';

export const waitWords: Words<typeof English.waitWords> = {
  heading: 'Während du wartest',
  lead: (game) =>
    `${game} ist neu für dich? Lern es in zwei Minuten oder probier es mit eigenen Karten.`,
  rules: 'Regeln',
  tryIt: 'Ausprobieren',
  trying: 'Üben, während du wartest',
  back: 'Lobby',
  opening: 'Die Karten werden ausgelegt …',
};
