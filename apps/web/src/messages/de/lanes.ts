import type * as English from '../lanes.en.ts';
import type { Words } from '../contract.ts';

export const laneWords: Words<typeof English.laneWords> = {
  label: 'Deine Kreise, nach so langer Zeit wie du jetzt',
  byEar: (each) => `Nach so langer Zeit wie du jetzt: ${each.join('; ')}.`,
  one: (name, home) => `${name}, ${home}`,
};
