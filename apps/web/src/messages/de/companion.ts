import type { Words } from '../contract.ts';
import type * as English from '../companion.en.ts';

export const companionWords: Words<typeof English.companionWords> = {
  passedYou: (name) => `${name} hat dich überholt.`,
  youLead: 'Du liegst vorn!',
  startsIn: (seconds) => `${seconds} …`,
  begun: 'Los!',
};
