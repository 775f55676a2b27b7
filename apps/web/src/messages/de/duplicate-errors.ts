import type { Words } from '../contract.ts';
import type * as English from '../duplicate-errors.en.ts';

export const duplicateErrors: Words<typeof English.duplicateErrors> = {
  'duplicate-closed': 'Diese Runde ist vorbei; beginnen lässt sich nichts mehr.',
  'duplicate-full': 'Diese Runde ist voll.',
  'not-in-duplicate': 'Du machst in dieser Runde nicht mit.',
  'too-many-duplicates':
    'Du hast zehn Runden eröffnet, die noch laufen. Warte, bis eine vorbei ist.',
};
