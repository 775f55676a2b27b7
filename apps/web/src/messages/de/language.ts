import type { Words } from '../contract.ts';
import type * as English from '../language.en.ts';

export const language: Words<typeof English.language> = 'de';

export const point: Words<typeof English.point> = ',';

export const justNow: Words<typeof English.justNow> = 'gerade eben';
