import type { Words } from '../contract.ts';
import type * as English from '../circle-errors.en.ts';

export const circleErrors: Words<typeof English.circleErrors> = {
  'circle-full': 'Dieser Kreis ist voll.',
  'circle-removed': 'Du wurdest aus diesem Kreis entfernt.',
  'too-many-circles': 'Du bist schon in zwanzig Kreisen. Verlass erst einen.',
};
