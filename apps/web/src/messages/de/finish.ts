import type { Words } from '../contract.ts';
import type * as English from '../finish.en.ts';

export const finishWords: Words<typeof English.finishWords> = {
  text: 'Alle übrigen können ins Ziel.',
  finish: 'Zu Ende spielen',
};
