import type { Words } from '../contract.ts';
import type * as English from '../later.en.ts';

export const laterWords: Words<typeof English.laterWords> = {
  back: 'Du bist wieder online.',
};
